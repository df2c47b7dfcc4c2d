import type { VisitorOnline, VisitorsOnline } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { countChanges, appendNewRows } from "../paused-list.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { locationText } from "../../../ui/visitor/visits/format.ts";

/** Polling interval in ms (product.md 2). */
const pollIntervalMs = 2000;

/** Loads the visitors who have a page open. `isEnabled` is true if the account has widgets. */
export const useOnlineVisitors = (isEnabled: boolean) =>
  useQuery({
    queryKey: ["visitors", "online"],
    enabled: isEnabled,
    refetchInterval: pollIntervalMs,
    queryFn: ({ signal }) => api.get<VisitorsOnline>("/visitors/online", { signal }),
  });

/**
 * Returns the rows to show. While `isPaused` is true, no row moves and new rows are appended. Other
 * changes are counted in `changes`. They wait until `show` is called or the operator leaves the
 * list.
 */
export function usePausedRows(
  fresh: readonly VisitorOnline[] | undefined,
  options: { readonly q: string; readonly filter: OnlineFilter; readonly newest: boolean },
  isPaused: boolean,
): {
  readonly rows: readonly VisitorOnline[] | undefined;
  readonly changes: number;
  readonly show: () => void;
} {
  const [shown, setShown] = useState(fresh);
  if (fresh !== shown && (!isPaused || shown === undefined)) setShown(fresh);
  const next = fresh && filterVisitors(fresh, options);
  const shownRows = shown && filterVisitors(shown, options);
  const rows =
    shownRows !== undefined && next !== undefined ? appendNewRows(shownRows, next) : shownRows;
  return {
    rows,
    changes: isPaused && rows !== undefined && next !== undefined ? countChanges(rows, next) : 0,
    show: () => setShown(fresh),
  };
}

/** Filter of the visitors on the site. */
export type OnlineFilter = "all" | VisitorOnline["state"];
export const onlineFilters = [
  "all",
  "browsing",
  "invited",
  "chatting",
] as const satisfies readonly OnlineFilter[];

/**
 * Returns the visitors that match. Sorts by time on the site, longest or shortest first. Every word
 * must occur in a name, contact, number, page or location.
 */
export function filterVisitors(
  visitors: readonly VisitorOnline[],
  {
    q,
    filter,
    newest,
  }: { readonly q: string; readonly filter: OnlineFilter; readonly newest: boolean },
): readonly VisitorOnline[] {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const rows = visitors.filter(
    (visitor) => (filter === "all" || visitor.state === filter) && matches(visitor, words),
  );
  return rows.toSorted(
    (a, b) =>
      (newest ? -1 : 1) * (Date.parse(a.since) - Date.parse(b.since)) || a.number - b.number,
  );
}

export function countByState(
  visitors: readonly VisitorOnline[],
): Readonly<Record<OnlineFilter, number>> {
  const counts = { all: visitors.length, browsing: 0, invited: 0, chatting: 0 };
  for (const { state } of visitors) counts[state] += 1;
  return counts;
}

function matches(visitor: VisitorOnline, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const [page] = visitor.trail;
  const text = [
    getVisitorName({ visitor }),
    visitor.email?.value,
    visitor.phone?.value,
    visitor.number,
    page?.title,
    page?.url,
    locationText(visitor.session),
  ]
    .join(" ")
    .toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}
