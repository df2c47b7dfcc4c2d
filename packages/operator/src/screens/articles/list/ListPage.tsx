import { IconChevronLeft, IconPlus, IconUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useLiveState } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { useShortcuts } from "../../../ui/keyboard/shortcuts.ts";
import { useListSteps } from "../../../ui/keyboard/use-list-steps.ts";
import { useTitle } from "../../../ui/title.ts";
import { useArticleSections } from "../../../state/api/queries.ts";
import { useCanWrite } from "../queries.ts";
import { t } from "../text.ts";
import { ArticleList } from "./ArticleList.tsx";
import { ArticleMenu } from "./ArticleMenu.tsx";
import { ImportDialog } from "../import/ImportDialog.tsx";
import { NewArticleDialog } from "./NewArticleDialog.tsx";
import { useListParams } from "./use-list-params.ts";

/** Lists the articles of a section in their public order, or all that match. */
export function ListPage() {
  const params = useListParams();
  const sections = useArticleSections();
  const [isWriting, setWriting] = useState(params.title !== null);
  const [isImporting, setImporting] = useState(false);
  const canWrite = useCanWrite();
  const isOffline = useLiveState(({ connection }) => connection.kind === "offline");
  const page = useRef<HTMLElement>(null);
  const write = () => setWriting(true);
  useListSteps({ list: () => page.current });
  useShortcuts({
    c: () => canWrite && write(),
    "/": () => page.current?.querySelector<HTMLInputElement>("input[type=search]")?.focus(),
  });
  const section = sections.data?.find(({ id }) => id === params.section);
  const title = section?.name ?? t(`articles.list.${params.state ?? "all"}`);
  useTitle("page", title);
  return (
    <main className="articles" data-at={params.isMenu ? "menu" : "page"}>
      <ArticleMenu sections={sections} params={params} />
      <section className="page" aria-label={title} ref={page}>
        <header className="pagehead">
          <Link
            className="btn icon quiet back"
            to="/articles/$"
            params={{ _splat: "" }}
            search={{}}
            aria-label={t("articles.back")}
          >
            <Icon of={IconChevronLeft} flip />
          </Link>
          <h1 className="grow cut">{title}</h1>
          {canWrite && (
            <Button
              icon={IconUpload}
              unavailable={isOffline && t("articles.offline")}
              onClick={() => setImporting(true)}
            >
              {t("articles.import")}
            </Button>
          )}
          {canWrite && (
            <Button
              variant="primary"
              icon={IconPlus}
              keys="C"
              unavailable={isOffline && t("articles.offline")}
              onClick={write}
            >
              {t("articles.new")}
            </Button>
          )}
        </header>
        <ArticleList
          key={params.section}
          params={params}
          title={title}
          hasSections={sections.data?.length !== 0}
          onWrite={canWrite ? write : null}
        />
      </section>
      {isImporting && (
        <ImportDialog sections={sections.data ?? []} onClose={() => setImporting(false)} />
      )}
      {isWriting && (
        <NewArticleDialog
          sections={sections.data ?? []}
          sectionId={params.section}
          given={params}
          onClose={() => setWriting(false)}
        />
      )}
    </main>
  );
}
