import type { VisitorOnline } from "@parlour/protocol/api";
import { visitorName } from "../../../ui/chat/visitor-name.ts";
import { locationText } from "./format.ts";

/** Filter of the visitors on the site. */
export type OnlineFilter = "all" | VisitorOnline["state"];
export const onlineFilters = [
  "all",
  "browsing",
  "invited",
  "chatting",
] as const satisfies readonly OnlineFilter[];

/**
 * Returns the matching visitors, the longest on the site first, or the newest. Every word must
 * occur in a name, contact, number, page or location.
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

/** Counts visitors by state. */
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
    visitorName({ visitor }),
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
