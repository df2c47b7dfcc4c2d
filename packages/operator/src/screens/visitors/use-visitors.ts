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

/**
 * Loads visitors, latest activity first. While `isPaused` is true, no row moves. Changes are
 * counted in `changes`. They wait until `show` is called or the operator leaves the list.
 */
export function useVisitors(q: string, isPaused: boolean) {
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
