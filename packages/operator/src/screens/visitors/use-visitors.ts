import type { VisitorWithActivity } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../state/api/api.ts";
import { useOlderPages } from "../../ui/loading/use-older-pages.ts";
import { countChanges, mergePages } from "./paused-list.ts";

interface Page {
  items: VisitorWithActivity[];
  next_cursor: string | null;
}
const pageSize = 50;
/** Poll interval of product.md 2. */
const pollIntervalMs = 2000;

/**
 * Loads visitors, latest activity first. While `isPaused` nothing moves. Changes are counted in
 * `changes` and wait until `show` or until the operator leaves the list.
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

/** Returns a text after 250 ms without a change, so that a word makes one request. */
export function useDebounced(text: string, delayMs = 250): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return debounced;
}
