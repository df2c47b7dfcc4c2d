import type { Operator } from "@parlour/protocol";
import { IconUsers } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useDebounced } from "../../ui/loading/delay.ts";
import { StaleNotice } from "../../ui/loading/StaleNotice.tsx";
import { RowSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { EmptyState } from "../../ui/badges.tsx";
import { LoadOlderButton } from "../../ui/loading/LoadOlderButton.tsx";
import { useNow } from "../../ui/time.ts";
import { useListSteps } from "../../ui/keyboard/use-list-steps.ts";
import { useHoverOrFocus } from "../../ui/dialog/use-hover-or-focus.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { ListHeader } from "./ListHeader.tsx";
import { t } from "./text.ts";
import { VisitorTable } from "./VisitorTable.tsx";
import type { VisitorWithActivity } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import { useOlderPages } from "../../ui/loading/use-older-pages.ts";
import { countChanges, mergePages } from "./paused-list.ts";

/** Delay in milliseconds between the last keystroke and the request. */
const debounceMs = 250;

interface AllVisitorsProps {
  me: Operator;
  open: number | null;
  listChoice: ReactNode;
}

/**
 * Lists all known visitors, latest activity first. `listChoice` is a control that switches between
 * this list and the visitors on the site.
 */
export function AllVisitors({ me, open, listChoice }: AllVisitorsProps) {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), debounceMs);
  const [list, setList] = useState<HTMLElement | null>(null);
  const isPaused = useHoverOrFocus(list);
  useListSteps({ list: () => list });
  const { head, rows, changes, show, more, busy, failure } = useVisitors(q, isPaused);
  const isDelayed = useDelayedLoading(head.isPending);
  const now = useNow(10_000);
  return (
    <section className="pane" aria-label={t("visitors.title")}>
      <ListHeader isPaused={isPaused} changes={changes} onShow={show} />
      <div className="filters">
        {listChoice}
        <SearchField
          as="search"
          label={t("visitors.filter")}
          placeholder={t("visitors.filter.hint")}
          value={typed}
          onText={setTyped}
        />
      </div>
      {head.isError && rows === undefined && (
        <ErrorMessage error={head.error} onRetry={() => void head.refetch()} />
      )}
      {rows !== undefined && <StaleNotice query={head} />}
      {failure !== null && <ErrorMessage error={failure} />}
      <section
        className="scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t("visitors.list")}
        aria-busy={head.isPending}
        ref={setList}
      >
        {isDelayed && <RowSkeleton rows={8} />}
        {rows?.length === 0 && <EmptyList isFiltered={q !== ""} onClear={() => setTyped("")} />}
        {rows !== undefined && rows.length > 0 && (
          <VisitorTable rows={rows} me={me} now={now} open={open} />
        )}
        <LoadOlderButton {...{ onLoadMore: more, busy }}>{t("visitors.more")}</LoadOlderButton>
      </section>
    </section>
  );
}

function EmptyList({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={IconUsers}
      title={t(isFiltered ? "visitors.none" : "visitors.empty")}
      action={isFiltered && <Button onClick={onClear}>{t("visitors.none.clear")}</Button>}
    >
      {!isFiltered && t("visitors.empty.text")}
    </EmptyState>
  );
}

interface Page {
  items: VisitorWithActivity[];
  next_cursor: string | null;
}
const pageSize = 50;
/** Polling interval in ms (product.md 2). */
const pollIntervalMs = 2000;

/**
 * Loads visitors, latest activity first. While `isPaused` is true, no row moves. Changes are
 * counted in `changes`. They wait until `show` is called or the operator leaves the list.
 */
function useVisitors(q: string, isPaused: boolean) {
  const head = useQuery({
    queryKey: ["visitors", q],
    refetchInterval: pollIntervalMs,
    queryFn: ({ signal }) =>
      api.get<Page>("/visitors", { query: { sort: "seen", limit: pageSize, q }, signal }),
  });
  const [shown, setShown] = useState<{ q: string; page: Page } | null>(null);
  const fresh = head.data;
  const shownPage = shown?.q === q ? shown.page : undefined;
  if (fresh !== undefined && fresh !== shownPage && (!isPaused || shownPage === undefined))
    setShown({ q, page: fresh });
  const { items, ...older } = useOlderPages(
    q,
    shownPage,
    (cursor) => api.get<Page>("/visitors", { query: { sort: "seen", limit: pageSize, q, cursor } }),
    ({ last_seen_at: at, chat }) => [at ?? "", chat?.id ?? 0],
  );
  return {
    head,
    rows: shownPage && mergePages(shownPage.items, items),
    changes:
      fresh !== undefined && shownPage !== undefined
        ? countChanges(shownPage.items, fresh.items)
        : 0,
    show: () => {
      if (fresh !== undefined) setShown({ q, page: fresh });
    },
    ...older,
  };
}
