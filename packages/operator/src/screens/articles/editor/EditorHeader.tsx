import type { Article } from "@parlour/protocol/api";
import { IconDots, IconExternalLink, IconHistory } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { invalidateLists } from "../../../state/api/queries.ts";
import { getLanguageName } from "../../../text/language-name.ts";
import { Tag } from "../../../ui/badges.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Confirm } from "../../../ui/dialog/dialog.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { modKey } from "../../../ui/keyboard/shortcuts.ts";
import { runOrToast, useNavigateIfStill } from "../../../ui/mutation.ts";
import { useArticleSections } from "../../../state/api/queries.ts";
import { t } from "../text.ts";
import type { SaverState, TextSaver } from "./saving/text-saver.ts";

interface EditorHeaderProps {
  article: Article;
  title: string;
  status: SaverState["status"];
  /** Null: the role may only read. */
  publish: (() => void) | null;
  saver: TextSaver;
}

/** Title and state of the text, and what can be done with it. */
export function EditorHeader({ article, title, status, publish, saver }: EditorHeaderProps) {
  const { id, language, state, url } = article;
  const hasChanges = article.has_changes || (state === "published" && status !== "saved");
  return (
    <header className="pagehead">
      <div className="grow">
        <Crumbs section={article.section_id} />
        <h1 className="cut">
          <bdi>{title}</bdi>{" "}
          <Tag tone={hasChanges ? "warn" : state === "published" ? "ok" : undefined}>
            {t(hasChanges ? "articles.state.changes" : `articles.state.${state}`)}
          </Tag>
        </h1>
      </div>
      {publish !== null && (
        <output className="t12 faint savestatus">{t(`articles.status.${status}`)}</output>
      )}
      <Link
        className="btn quiet"
        to="/articles/$"
        params={{ _splat: `${id}/history` }}
        search={{ language }}
      >
        <Icon of={IconHistory} />
        {t("articles.history")}
      </Link>
      {state === "published" && url !== null && (
        <a className="btn quiet" href={url} target="_blank" rel="noreferrer">
          <Icon of={IconExternalLink} />
          {t("articles.open")}
        </a>
      )}
      {publish !== null && (
        <>
          <MoreMenu article={article} saver={saver} />
          <Button
            variant="primary"
            keys={`${modKey}↵`}
            aria-keyshortcuts="Control+Enter"
            unavailable={state === "published" && !hasChanges && t("articles.publish.none")}
            onClick={publish}
          >
            {t("articles.publish")}
          </Button>
        </>
      )}
    </header>
  );
}

function Crumbs({ section }: { section: number }) {
  const sections = useArticleSections();
  return (
    <p className="t12 faint">
      <Link to="/articles/$" params={{ _splat: "" }} search={{ state: "all" }}>
        {t("articles.title")}
      </Link>
      {" / "}
      <Link to="/articles/$" params={{ _splat: "" }} search={{ section }}>
        <bdi>{sections.data?.find(({ id }) => id === section)?.name}</bdi>
      </Link>
    </p>
  );
}

type Removal = "text" | "article";

function MoreMenu({ article, saver }: { article: Article; saver: TextSaver }) {
  const [removal, setRemoval] = useState<Removal | null>(null);
  const { state, texts } = article;
  const actions: Readonly<Record<string, () => void>> = {
    draft: () => void saver.save("draft"),
    archived: () => void saver.save("archived"),
    text: () => setRemoval("text"),
    article: () => setRemoval("article"),
  };
  const states = (["draft", "archived"] as const).filter((one) => one !== state);
  const removals: readonly Removal[] = texts.length > 1 ? ["text", "article"] : ["article"];
  return (
    <>
      <Menu
        label={t("articles.actions")}
        className="btn icon quiet"
        groups={[
          { entries: states.map((id) => ({ id, label: t(`articles.to.${id}`) })) },
          {
            entries: removals.map((id) => ({
              id,
              label: t(`articles.delete.${id}`, { language: getLanguageName(article.language) }),
              danger: true,
            })),
          },
        ]}
        onAction={(id) => actions[id]?.()}
      >
        <Icon of={IconDots} />
      </Menu>
      {removal !== null && (
        <DeleteDialog article={article} removal={removal} onClose={() => setRemoval(null)} />
      )}
    </>
  );
}

interface DeleteDialogProps {
  article: Article;
  removal: Removal;
  onClose: () => void;
}

function DeleteDialog({ article, removal, onClose }: DeleteDialogProps) {
  const rememberPage = useNavigateIfStill();
  const { id, title, language, section_id } = article;
  const name = { title, language: getLanguageName(language) };
  const remove = async () => {
    const navigateIfStill = rememberPage();
    onClose();
    const query = removal === "text" ? { language } : {};
    if (!(await runOrToast(() => api.delete(`/articles/${id}`, { query })))) return;
    await navigateIfStill({
      to: "/articles/$",
      params: { _splat: "" },
      search: { section: section_id },
    });
    invalidateLists("articles");
  };
  return (
    <Confirm
      title={t(`articles.delete.${removal}.title`, name)}
      open
      danger
      button={t("articles.delete")}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>{t("articles.delete.about")}</p>
    </Confirm>
  );
}
