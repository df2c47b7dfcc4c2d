import type { Visit } from "./page-storage.ts";

/** A visit ends after 30 minutes without a page view on the site (WG-052). */
const visitTimeoutMs = 30 * 60_000;

/** Returns the visit that a page belongs to. The returned visit counts this page. */
export function countPageInVisit(
  previous: Visit | undefined,
  page: { readonly url: string; readonly referrer: string },
  now: number,
): Visit {
  if (previous !== undefined && isVisit(previous) && now - previous.last <= visitTimeoutMs)
    return { ...previous, pages: previous.pages + 1, last: now };
  const visits = previous !== undefined && isVisit(previous) ? previous.visits + 1 : 1;
  return { visits, pages: 1, first: page.url, referrer: page.referrer, since: now, last: now };
}

/** Validates a stored visit, because the page's storage can contain anything. */
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
