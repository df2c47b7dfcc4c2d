import { ApiError } from "@parlour/client";
import type { Article } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { NotFoundScreen } from "../../ui/loading/NotFoundScreen.tsx";
import { LineSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { t } from "./text.ts";

interface ArticleQueryProps {
  query: {
    readonly data: Article | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  children: (article: Article) => ReactNode;
}

/** Shows the states of a page that loads an article. */
export function ArticleQuery({ query: { data, error, refetch }, children }: ArticleQueryProps) {
  const isDelayed = useDelayedLoading(data === undefined && error === null);
  if (data !== undefined) return children(data);
  if (error instanceof ApiError && error.status === 404) return <NotFoundScreen />;
  return (
    <main className="edpage" aria-busy={error === null}>
      <h1 className="vh">{t("articles.title")}</h1>
      {error !== null && (
        <ErrorMessage error={error} onRetry={() => void refetch()}>
          {t("articles.one.failed")}
        </ErrorMessage>
      )}
      {isDelayed && (
        <div className="articletext">
          <LineSkeleton lines={8} />
        </div>
      )}
    </main>
  );
}
