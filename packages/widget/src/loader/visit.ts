import type { Visit } from "./page-storage.ts";

/** A visit ends after 30 minutes without a page view on the site (WG-052). */
const visitTimeoutMs = 30 * 60_000;

/** Returns the visit that a page belongs to. The returned visit counts this page. */
export function countPageInVisit(
  previous: Visit | undefined,
  page: { readonly URL: string; readonly referrer: string },
  now: number,
): Visit {
  const isKnown = isVisit(previous);
  if (isKnown && now - previous.last <= visitTimeoutMs)
    return { ...previous, pages: previous.pages + 1, last: now };
  const visits = isKnown ? previous.visits + 1 : 1;
  const first = page.URL.slice(0, 4096);
  const referrer = page.referrer.slice(0, 4096);
  return { visits, pages: 1, first, referrer, since: now, last: now };
}

/** Validates a stored visit, because the page's storage can contain anything. */
function isVisit(value: Visit | undefined): value is Visit {
  return (
    value !== undefined &&
    Number.isInteger(value.visits) &&
    value.visits > 0 &&
    Number.isInteger(value.pages) &&
    value.pages > 0 &&
    typeof value.first === "string" &&
    typeof value.referrer === "string" &&
    typeof value.last === "number"
  );
}
