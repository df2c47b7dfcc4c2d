import { IconBook2 } from "@tabler/icons-react";
import { useState } from "react";
import { EmptyState } from "../../../ui/badges.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useDebounced } from "../../../ui/loading/delay.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { LoadOlderButton } from "../../../ui/loading/LoadOlderButton.tsx";
import { TableSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { StaleNotice } from "../../../ui/loading/StaleNotice.tsx";
import { t } from "../text.ts";
import { ArticleTable } from "./ArticleTable.tsx";
import { ListFilters } from "./ListFilters.tsx";
import { useArticleList } from "./use-article-list.ts";
import type { ListParams } from "./use-list-params.ts";

/** Delay in milliseconds between the last keystroke and the request. */
const debounceMs = 250;

interface ArticleListProps {
  params: ListParams;
  title: string;
  hasSections: boolean;
  /** Null: the role may only read. */
  onWrite: (() => void) | null;
}

/** Shows the articles with their filters and states. */
export function ArticleList({ params, title, hasSections, onWrite }: ArticleListProps) {
  const [typed, setTyped] = useState("");
  const list = useArticleList(params, useDebounced(typed.trim(), debounceMs));
  const { items, query } = list;
  const isDelayed = useDelayedLoading(items === undefined && !query.isError);
  const isFiltered = typed.trim() !== "" || params.state !== null || params.language !== null;
  return (
    <div className="body">
      <ListFilters params={params} articles={items ?? []} text={typed} onText={setTyped} />
      {query.isError && items === undefined && (
        <ErrorMessage error={query.error} onRetry={() => void query.refetch()}>
          {t("articles.failed")}
        </ErrorMessage>
      )}
      {items !== undefined && <StaleNotice query={query} isLive />}
      {isDelayed && (
        <div className="card">
          <TableSkeleton rows={6} />
        </div>
      )}
      {items?.length === 0 &&
        (isFiltered ? (
          <EmptyState icon={IconBook2} title={t("articles.none")} />
        ) : (
          <EmptyState
            icon={IconBook2}
            title={t(hasSections ? "articles.empty.section" : "articles.empty")}
            action={
              onWrite && (
                <Button variant="primary" onClick={onWrite}>
                  {t("articles.write")}
                </Button>
              )
            }
          >
            {t("articles.empty.text")}
          </EmptyState>
        ))}
      {items !== undefined && items.length > 0 && (
        <ArticleTable
          articles={items}
          label={title}
          orderOf={list.isOrdered && onWrite !== null ? params.section : null}
        />
      )}
      <LoadOlderButton onLoadMore={list.more} busy={list.isLoadingMore}>
        {t("articles.more")}
      </LoadOlderButton>
    </div>
  );
}
