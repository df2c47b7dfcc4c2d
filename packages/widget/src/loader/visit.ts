import type { Visit } from "./store.ts";

/** A visit ends after 30 minutes without a page of the site (WG-052). */
const gapMs = 30 * 60_000;

/** Returns the visit that a page belongs to, with this page counted. */
export function visitOf(known: Visit | undefined, page: { readonly url: string; readonly referrer: string }, now: number): Visit {
  if (known !== undefined && isVisit(known) && now - known.last <= gapMs) return { ...known, pages: known.pages + 1, last: now };
  const visits = known !== undefined && isVisit(known) ? known.visits + 1 : 1;
  return { visits, pages: 1, first: page.url, referrer: page.referrer, since: now, last: now };
}

/** The page's storage can contain anything. */
function isVisit(value: Visit): boolean {
  return (
    Number.isInteger(value.visits) &&
    value.visits > 0 &&
    Number.isInteger(value.pages) &&
    value.pages > 0 &&
    typeof value.first === "string" &&
    typeof value.referrer === "string" &&
    typeof value.last === "number"
  );
}
