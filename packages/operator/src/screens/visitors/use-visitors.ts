import { useState } from "react";
import type { VisitorWithActivity } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import { useOlderPages } from "../../ui/loading/use-older-pages.ts";
import { countChanges, mergePages } from "./paused-list.ts";

interface Page {
  items: VisitorWithActivity[];
  next_cursor: string | null;
}

const pageSize = 50;

/** Polling interval in ms (product.md 2). */
const pollIntervalMs = 2000;
const segmentPollMs = 30_000;

/** Which visitors a list has. */
export interface VisitorChoice {
  readonly q: string;
  /** Id of a segment (SEG-003). null: all visitors. */
  readonly segment: number | null;
  /** Name of a company (CO-011). null: visitors with and without a company. */
  readonly company: string | null;
}

/**
 * Loads visitors, latest activity first, or the newest of a segment or company first. While
 * `isPaused` is true, no row moves. Changes are counted in `changes`. They wait until `show` is
 * called or the operator leaves the list.
 */
export function useVisitors({ q, segment, company }: VisitorChoice, isPaused: boolean) {
  const isByActivity = segment === null && company === null;
  const query = {
    limit: pageSize,
    q,
    sort: isByActivity ? "seen" : undefined,
    segment: segment ?? undefined,
    company: company ?? undefined,
  };
  const list = JSON.stringify([segment, company, q]);
  const head = useQuery({
    queryKey: ["visitors", list],
    // The visitors of a segment change seldom, and comparing them costs more.
    refetchInterval: segment === null ? pollIntervalMs : segmentPollMs,
    queryFn: ({ signal }) => api.get<Page>("/visitors", { query, signal }),
  });
  const [shown, setShown] = useState<{ list: string; page: Page } | null>(null);
  const fresh = head.data;
  const shownPage = shown?.list === list ? shown.page : undefined;
  if (fresh !== undefined && fresh !== shownPage && (!isPaused || shownPage === undefined))
    setShown({ list, page: fresh });
  const { items, ...older } = useOlderPages(
    list,
    shownPage,
    (cursor) => api.get<Page>("/visitors", { query: { ...query, cursor } }),
    ({ number, last_seen_at, chat }) =>
      isByActivity ? [last_seen_at ?? "", chat?.id ?? 0] : ["", number],
  );
  return {
    head,
    rows: shownPage && mergePages(shownPage.items, items),
    changes:
      fresh !== undefined && shownPage !== undefined
        ? countChanges(shownPage.items, fresh.items)
        : 0,
    show: () => {
      if (fresh !== undefined) setShown({ list, page: fresh });
    },
    ...older,
  };
}
