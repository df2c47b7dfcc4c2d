import type { Article } from "@parlour/protocol/api";
import { maxArticleTitle, maxSlug } from "@parlour/protocol/article/facts";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { getLanguageName } from "../../../text/language-name.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { runOrToast, useNavigateIfStill } from "../../../ui/mutation.ts";
import { languages } from "../../../ui/localized/languages.ts";
import { FormDialog } from "../FormDialog.tsx";
import { LanguageSelect } from "../LanguageSelect.tsx";
import { useArticleSections } from "../../../state/api/queries.ts";
import { changeArticle } from "../queries.ts";
import { t } from "../text.ts";
import { CommentsDialog } from "./CommentsDialog.tsx";
import type { TextSaver } from "./saving/text-saver.ts";

interface EditorMetaProps {
  article: Article;
  saver: TextSaver;
  canWrite: boolean;
}

/** Languages of the article, its section and its public address. */
export function EditorMeta({ article, saver, canWrite }: EditorMetaProps) {
  const { id, language, texts } = article;
  const [open, setOpen] = useState<"language" | "address" | "comments" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="metabar">
      <nav className="seg" aria-label={t("articles.languages")}>
        {texts.map((text) => (
          <Link
            key={text.language}
            to="/articles/$"
            params={{ _splat: String(id) }}
            search={{ language: text.language }}
            activeProps={{}}
            aria-current={text.language === language ? "page" : undefined}
          >
            {getLanguageName(text.language)}
            {(text.outdated || text.state !== "published") && (
              <small className="faint">
                {t(`articles.tab.${text.outdated ? "outdated" : text.state}`)}
              </small>
            )}
          </Link>
        ))}
      </nav>
      {canWrite && texts.length < languages.length && (
        <Button
          variant="quiet"
          small
          icon={IconPlus}
          aria-label={t("articles.language.add")}
          onClick={() => setOpen("language")}
        />
      )}
      <SectionMenu article={article} canWrite={canWrite} />
      <Button
        unavailable={!canWrite}
        aria-label={t("articles.address.of", { path: article.path })}
        onClick={() => setOpen("address")}
      >
        {t("articles.address")} <b className="medium cut">{article.path}</b>
      </Button>
      <Button variant="quiet" onClick={() => setOpen("comments")}>
        {t("articles.comments")}
      </Button>
      {open === "comments" && <CommentsDialog id={id} onClose={close} />}
      {open === "language" && <LanguageDialog article={article} onClose={close} />}
      {open === "address" && <AddressDialog article={article} saver={saver} onClose={close} />}
    </div>
  );
}

function SectionMenu({ article, canWrite }: { article: Article; canWrite: boolean }) {
  const { id, language, section_id } = article;
  const sections = useArticleSections().data ?? [];
  const name = sections.find((section) => section.id === section_id)?.name ?? "";
  const content = (
    <>
      {t("articles.section")} <b className="medium cut">{name}</b>
    </>
  );
  if (!canWrite) return <span className="line4">{content}</span>;
  return (
    <Menu
      label={t("articles.section.of", { name })}
      placement="bottom start"
      groups={[
        {
          entries: sections.map((section) => ({
            id: String(section.id),
            label: section.name,
            chosen: section.id === section_id,
          })),
        },
      ]}
      onAction={(section) =>
        void runOrToast(() => changeArticle(id, language, { section_id: Number(section) }))
      }
    >
      {content}
    </Menu>
  );
}

interface MetaDialogProps {
  article: Article;
  onClose: () => void;
}

/** Adds a text in another language. */
function LanguageDialog({ article, onClose }: MetaDialogProps) {
  const rememberPage = useNavigateIfStill();
  const present = article.texts.map(({ language }) => language);
  const [language, setLanguage] = useState<string>(
    languages.find((one) => !present.includes(one)) ?? "",
  );
  const [title, setTitle] = useState("");
  const add = async () => {
    const navigateIfStill = rememberPage();
    await changeArticle(article.id, language, { title: title.trim(), body: "" });
    // The page of the new text replaces the one with this dialog.
    await navigateIfStill({
      to: "/articles/$",
      params: { _splat: String(article.id) },
      search: { language },
    });
  };
  return (
    <FormDialog
      title={t("articles.language.add")}
      button={t("articles.create")}
      missing={title.trim() === "" && t("articles.new.title.missing")}
      send={add}
      onClose={onClose}
    >
      <LanguageSelect value={language} without={present} onChange={setLanguage} />
      <TextField
        label={t("articles.title.label")}
        hint={article.title}
        value={title}
        maxLength={maxArticleTitle}
        dir="auto"
        lang={language}
        onChange={(event) => setTitle(event.target.value)}
      />
    </FormDialog>
  );
}

/** Changes the last part of the public address. */
function AddressDialog({ article, saver, onClose }: MetaDialogProps & { saver: TextSaver }) {
  const { id, language } = article;
  const [slug, setSlug] = useState(article.slug);
  const change = async () => {
    await saver.save();
    await changeArticle(id, language, { slug: slug.trim() });
    onClose();
  };
  return (
    <FormDialog
      title={t("articles.address")}
      button={t("articles.save")}
      missing={slug.trim() === "" && t("articles.address.missing")}
      send={change}
      onClose={onClose}
    >
      <TextField
        label={`/help/${language}/`}
        hint={t("articles.address.hint")}
        value={slug}
        maxLength={maxSlug}
        spellCheck={false}
        onChange={(event) => setSlug(event.target.value)}
      />
    </FormDialog>
  );
}
