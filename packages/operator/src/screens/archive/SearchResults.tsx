import type { SearchSort } from "@parlour/protocol/api";
import { IconArchive, IconChevronDown, IconSearchOff } from "@tabler/icons-react";
import { useLiveState } from "../../state/live-context.tsx";
import { StaleNotice } from "../../ui/loading/StaleNotice.tsx";
import { RowSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Banner, EmptyState } from "../../ui/badges.tsx";
import { Menu } from "../../ui/dialog/menu.tsx";
import { FoundVisitors } from "./FoundVisitors.tsx";
import { Results } from "./Results.tsx";
import { t } from "./text.ts";
import { splitQuery, toFieldText, parseVisitorNumbers } from "./tokens.ts";
import type { useSearch } from "./use-search.ts";

type FoundChats = ReturnType<typeof useSearch>;

interface SearchResultsProps {
  found: FoundChats;
  q: string;
  chatId: number | null;
  at: number | null;
  sort: SearchSort;
  onSort: (sort: SearchSort) => void;
  isInvalid: boolean;
  onPerson: (number: number) => void;
  showsAllVisitors: boolean;
  onShowAllVisitors: (all: boolean) => void;
  onClear: () => void;
}
/** Renders the result list with its status: loading, outdated, empty or failed. */
export function SearchResults({
  found,
  q,
  chatId,
  at,
  sort,
  onSort,
  isInvalid,
  onPerson,
  showsAllVisitors,
  onShowAllVisitors,
  onClear,
}: SearchResultsProps) {
  const { pages, items, people, isLoadingMore } = found;
  const isDelayed = useDelayedLoading(pages.isFetching && !pages.isError);
  const isFirst = pages.isPending;
  const isLoaded = !pages.isFetching && !isLoadingMore;
  const isListed = items.length > 0 && !isInvalid;
  return (
    <div className="foundpane" aria-busy={pages.isFetching}>
      <ResultNotices pages={pages} isInvalid={isInvalid} />
      {!isInvalid && (
        <FoundVisitors
          visitors={people.items}
          count={people.count}
          chosen={parseVisitorNumbers(q)}
          onChoose={onPerson}
          isOpen={showsAllVisitors}
          onOpen={onShowAllVisitors}
        />
      )}
      <div className="sumline">
        <output>
          {isDelayed
            ? searchingText(pages)
            : isListed && t(pages.hasNextPage ? "results.more" : "results.n", { n: items.length })}
        </output>
        {isListed && <SortMenu {...{ q, sort, onSort }} />}
      </div>
      {isFirst && isDelayed && <RowSkeleton rows={8} />}
      {isListed && (
        <div className={pages.isPlaceholderData || pages.isError ? "stale" : undefined}>
          <Results {...{ items, q, chatId, at, sort, showsAllVisitors }} />
        </div>
      )}
      {!isInvalid && isLoaded && <ListEnd {...{ found, q, onClear }} />}
    </div>
  );
}

/** Below a loaded list: the button for older results, or the advice if nothing was found. */
function ListEnd({
  found: { pages, items, people },
  q,
  onClear,
}: {
  found: FoundChats;
  q: string;
  onClear: () => void;
}) {
  if (pages.hasNextPage)
    return (
      <p className="pager">
        <Button small onClick={() => void pages.fetchNextPage()}>
          {t("results.older")}
        </Button>
      </p>
    );
  return pages.isSuccess && items.length === 0 && people.items.length === 0 ? (
    <NoResults q={q} onClear={onClear} />
  ) : null;
}

const searchingText = ({ isPending, isPlaceholderData }: FoundChats["pages"]): string =>
  t(isPending || isPlaceholderData ? "results.busy" : "results.searching");

function ResultNotices({ pages, isInvalid }: { pages: FoundChats["pages"]; isInvalid: boolean }) {
  const connection = useLiveState((state) => state.connection.kind);
  return (
    <>
      {pages.isError && !isInvalid && (
        <ErrorMessage error={pages.error} onRetry={() => void pages.refetch()}>
          {t("results.failed")}
        </ErrorMessage>
      )}
      {!pages.isError && <StaleNotice query={pages} />}
      {connection === "catching_up" && <Banner tone="info">{t("results.catchup")}</Banner>}
    </>
  );
}

function NoResults({ q, onClear }: { q: string; onClear: () => void }) {
  if (q === "")
    return (
      <EmptyState icon={IconArchive} title={t("results.empty")} action={false}>
        {t("results.empty.text")}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconSearchOff}
      title={t("results.none")}
      action={<Button onClick={onClear}>{t("results.none.clear")}</Button>}
    >
      {t("results.none.text")}
    </EmptyState>
  );
}

interface SortMenuProps {
  q: string;
  sort: SearchSort;
  onSort: (sort: SearchSort) => void;
}

/** Selects the order of the chats. Without search words, "best match" means newest first. */
function SortMenu({ q, sort, onSort }: SortMenuProps) {
  const hasWords = splitQuery(toFieldText(q)).words.trim() !== "";
  const chosen = sort === "best" && !hasWords ? "newest" : sort;
  const sorts = hasWords
    ? (["best", "newest", "oldest"] as const)
    : (["newest", "oldest"] as const);
  return (
    <Menu
      label={t("results.sort", { sort: t(`sort.${chosen}`) })}
      className="btn text"
      groups={[
        { entries: sorts.map((id) => ({ id, label: t(`sort.${id}`), chosen: id === chosen })) },
      ]}
      onAction={(id) => onSort(sorts.find((one) => one === id) ?? "best")}
    >
      {t(`sort.${chosen}`)} <Icon of={IconChevronDown} small />
    </Menu>
  );
}
