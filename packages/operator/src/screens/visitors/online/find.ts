import type { VisitorOnline } from "@parlour/protocol/api";
import { visitorName } from "../../../ui/visitor-name.ts";
import { placeText } from "./words.ts";

/** Filter of the visitors on the site. */
export type Part = "all" | VisitorOnline["state"];
export const parts = ["all", "browsing", "invited", "chatting"] as const satisfies readonly Part[];

/**
 * Returns the matching visitors, the longest on the site first, or the newest. Every word must
 * occur in a name, contact, number, page or location.
 */
export function find(
  visitors: readonly VisitorOnline[],
  { q, part, newest }: { readonly q: string; readonly part: Part; readonly newest: boolean },
): readonly VisitorOnline[] {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const rows = visitors.filter((visitor) => (part === "all" || visitor.state === part) && matches(visitor, words));
  return rows.toSorted((a, b) => (newest ? -1 : 1) * (Date.parse(a.since) - Date.parse(b.since)) || a.number - b.number);
}

/** Counts visitors by state. */
export function countsOf(visitors: readonly VisitorOnline[]): Readonly<Record<Part, number>> {
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
    placeText(visitor.session),
  ]
    .join(" ")
    .toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}
