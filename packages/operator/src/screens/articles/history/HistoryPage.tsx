import type { Article, ArticleVersion } from "@parlour/protocol/api";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { SegmentedControl } from "../../../ui/choice/SegmentedControl.tsx";
import { useShortcuts } from "../../../ui/keyboard/shortcuts.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { runOrToast, useNavigateIfStill } from "../../../ui/mutation.ts";
import { formatFullTime } from "../../../ui/time.ts";
import { useTitle } from "../../../ui/title.ts";
import { ArticleQuery } from "../ArticleQuery.tsx";
import type { ArticlesUrlParams } from "../articles-url.ts";
import { changeArticle, useArticle, useCanWrite } from "../queries.ts";
import { t } from "../text.ts";
import { ChangedBody } from "./ChangedBody.tsx";
import { useVersions } from "./use-versions.ts";
import { VersionList } from "./VersionList.tsx";

interface HistoryPageProps {
  id: number;
  language: string | undefined;
}

/** Shows the versions of a text, and what has changed in each. */
export function HistoryPage({ id, language }: HistoryPageProps) {
  const query = useArticle(id, language);
  return <ArticleQuery query={query}>{(article) => <History article={article} />}</ArticleQuery>;
}

function History({ article }: { article: Article }) {
  const { id, language, title } = article;
  const navigate = useNavigate();
  const search: ArticlesUrlParams = useSearch({ strict: false });
  const versions = useVersions(id, language);
  const items = versions.data?.pages.flatMap((page) => page.items) ?? [];
  const at = Math.max(
    0,
    items.findIndex(({ version }) => version === search.version),
  );
  const toEditor = {
    to: "/articles/$",
    params: { _splat: String(id) },
    search: { language },
  } as const;
  useTitle("page", title);
  useShortcuts({ escape: () => void navigate(toEditor) });
  return (
    <main className="edpage history">
      <header className="pagehead">
        <div className="grow">
          <p className="t12 faint">{t("articles.history")}</p>
          <h1 className="cut">
            <bdi>{title}</bdi>
          </h1>
        </div>
        <Link className="btn" {...toEditor}>
          {t("articles.history.back")} <kbd>Esc</kbd>
        </Link>
      </header>
      {versions.error !== null && (
        <ErrorMessage error={versions.error} onRetry={() => void versions.refetch()}>
          {t("articles.history.failed")}
        </ErrorMessage>
      )}
      <div className="ed with-side">
        <OpenVersion article={article} version={items[at]} before={items[at + 1]} />
        <VersionList
          article={article}
          versions={items}
          open={at}
          onMore={versions.hasNextPage ? () => void versions.fetchNextPage() : null}
          isLoading={versions.isFetchingNextPage}
        />
      </div>
    </main>
  );
}

interface OpenVersionProps {
  article: Article;
  version: ArticleVersion | undefined;
  before: ArticleVersion | undefined;
}

function OpenVersion({ article, version, before }: OpenVersionProps) {
  const [view, setView] = useState<"changes" | "whole">("changes");
  const { data, error, refetch } = useVersion(article, version);
  const earlier = useVersion(article, before).data;
  const isLatest = version?.version === article.version;
  return (
    <section
      className="articletext"
      aria-label={t("articles.history.text")}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
    >
      {version !== undefined && (
        <header className="versionhead">
          <h2 className="grow">{formatFullTime(version.at)}</h2>
          <SegmentedControl
            label={t("articles.history.show")}
            value={view}
            options={[
              { value: "changes", label: t("articles.history.changes") },
              { value: "whole", label: t("articles.history.whole") },
            ]}
            onChange={setView}
          />
          {data !== undefined && !isLatest && <RestoreButton article={article} version={data} />}
        </header>
      )}
      {error !== null && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (before === undefined || earlier !== undefined) && (
        <ChangedBody before={view === "changes" ? (earlier ?? null) : null} after={data} />
      )}
    </section>
  );
}

type VersionWithBody = ArticleVersion & { readonly body: string };

const useVersion = ({ id, language }: Article, version: ArticleVersion | undefined) =>
  useQuery({
    queryKey: ["articles", id, language, "version", version?.version],
    queryFn: () =>
      api.get<VersionWithBody>(`/articles/${id}/versions/${version?.version}`, {
        query: { language },
      }),
    enabled: version !== undefined,
    staleTime: Infinity,
  });

function RestoreButton({ article, version }: { article: Article; version: VersionWithBody }) {
  const rememberPage = useNavigateIfStill();
  const canWrite = useCanWrite();
  const { id, language } = article;
  const restore = async () => {
    const navigateIfStill = rememberPage();
    const { title, body } = version;
    const change = { title, body, version: article.version };
    if (await runOrToast(() => changeArticle(id, language, change)))
      await navigateIfStill({
        to: "/articles/$",
        params: { _splat: String(id) },
        search: { language },
      });
  };
  if (!canWrite) return null;
  return (
    <Button
      icon={IconArrowBackUp}
      title={t("articles.restore.hint")}
      onClick={() => void restore()}
    >
      {t("articles.restore")}
    </Button>
  );
}
