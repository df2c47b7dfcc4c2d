import type { BlockListEntry } from "@parlour/protocol/api";
import { IconBan } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Field.tsx";
import { EmptyState } from "../../../ui/badges.tsx";
import { AddButton } from "../kit/resource/ListPage.tsx";
import { QueryPage } from "../kit/resource/QueryPage.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { omitEmptyParams, readTextParam } from "../../../ui/address/search-params.ts";
import { useSearchParamsState } from "../../../ui/address/search-params.ts";
import "./block-list.css";
import { BlockTable } from "./BlockTable.tsx";
import { NewBlockDialog } from "./NewBlockDialog.tsx";
import { BlockCheck } from "./BlockCheck.tsx";
import { t } from "./text.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../../state/api/api.ts";

type BlockStateFilter = "in_force" | "all";
interface BlockListPageResponse {
  items: BlockListEntry[];
  next_cursor: string | null;
}
const pageSize = 100;

interface BlockListFilter {
  readonly shown: BlockStateFilter;
  readonly q: string;
}
const emptyFilter: BlockListFilter = { shown: "in_force", q: "" };
const parseFilter = ({ shown, q }: Readonly<Record<string, unknown>>): BlockListFilter => ({
  shown: shown === "all" ? "all" : "in_force",
  q: readTextParam(q),
});
const toSearchParams = ({ shown, q }: BlockListFilter) =>
  omitEmptyParams({ shown: shown === "all" ? shown : "", q });

/** Renders Settings → Block list (CORE-070). */
export function BlockListPage() {
  const [filter, setFilter] = useSearchParamsState(parseFilter, toSearchParams);
  const [isAdding, setAdding] = useState(false);
  const { query, more, refresh } = useBlockList(filter.shown, filter.q.trim());
  return (
    <QueryPage
      query={query}
      title={t("blocklist.title")}
      about={t("blocklist.list")}
      tools={() => <AddButton onAdd={() => setAdding(true)}>{t("blocklist.add")}</AddButton>}
      dialogs={isAdding && <NewBlockDialog onClose={() => setAdding(false)} onCreated={refresh} />}
    >
      {(entries) => (
        <div className="cols blocklist">
          <div className="card">
            <BlockListFilters filter={filter} onChange={setFilter} />
            <BlockListEntries
              entries={entries}
              filter={filter}
              onChanged={refresh}
              onClear={() => setFilter(emptyFilter)}
            />
            {more !== null && (
              <div className="older">
                <Button onClick={more}>{t("blocklist.more")}</Button>
              </div>
            )}
          </div>
          <aside className="side" aria-label={t("blocklist.check.title")}>
            <BlockCheck />
          </aside>
        </div>
      )}
    </QueryPage>
  );
}

function BlockListFilters({
  filter,
  onChange,
}: {
  filter: BlockListFilter;
  onChange: (filter: BlockListFilter) => void;
}) {
  return (
    <search className="filters">
      <SearchField
        label={t("blocklist.filter")}
        placeholder={t("blocklist.filter.hint")}
        value={filter.q}
        onText={(q) => onChange({ ...filter, q })}
      />
      <Select
        label={t("blocklist.state")}
        hideLabel
        value={filter.shown}
        options={[
          { value: "in_force", label: t("blocklist.state.in_force") },
          { value: "all", label: t("blocklist.state.all") },
        ]}
        onChange={(event) =>
          onChange({ ...filter, shown: event.target.value === "all" ? "all" : "in_force" })
        }
      />
    </search>
  );
}

interface EntriesProps {
  entries: readonly BlockListEntry[];
  filter: BlockListFilter;
  onChanged: () => void;
  onClear: () => void;
}

function BlockListEntries({ entries, filter, onChanged, onClear }: EntriesProps) {
  const hasFilter = filter.shown === "all" || filter.q.trim() !== "";
  if (entries.length > 0) return <BlockTable entries={entries} onChanged={onChanged} />;
  return (
    <EmptyState
      icon={IconBan}
      title={t(hasFilter ? "blocklist.none" : "blocklist.empty")}
      action={hasFilter && <Button onClick={onClear}>{t("blocklist.none.clear")}</Button>}
    >
      {!hasFilter && t("blocklist.empty.text")}
    </EmptyState>
  );
}

/** Loads entries, newest first. The event `settings_changed` reloads them. */
function useBlockList(stateFilter: BlockStateFilter, q: string) {
  const pages = useInfiniteQuery({
    queryKey: ["blacklist", stateFilter, q],
    initialPageParam: null as string | null,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.get<BlockListPageResponse>("/blacklist", {
        query: {
          limit: pageSize,
          cursor: pageParam,
          q,
          state: stateFilter === "in_force" ? stateFilter : undefined,
        },
        signal,
      }),
    getNextPageParam: (last) => last.next_cursor,
  });
  const { data, error, isError, dataUpdatedAt, refetch } = pages;
  return {
    query: {
      data: data?.pages.flatMap((page) => page.items),
      error,
      isError,
      dataUpdatedAt,
      refetch,
    },
    more: pages.hasNextPage ? () => void pages.fetchNextPage() : null,
    refresh: () => void queryClient.invalidateQueries({ queryKey: ["blacklist"] }),
  };
}
