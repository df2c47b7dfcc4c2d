import type { VisitSource } from "../../../core/entity.ts";
import type { Invitation, SharedInvitation, VisitInvitations } from "./invitation.ts";
import { toHttpPage } from "../page-url.ts";
import type { VisitorConnection } from "../visitor-connection.ts";

export interface StoredVisit {
  readonly id: number;
  readonly since: number;
  readonly pages: number;
  readonly trail: readonly VisitedPage[];
  readonly invitations: number;
  /** Time of the visitor's latest invitation that a page has shown, in any visit. 0: none. */
  readonly shownAt: number;
  /** Number of visits that the visitor has made, including this one. */
  readonly visits: number;
}

/** A visited page. `at` is the time of arrival in ms since 1970. */
export interface VisitedPage {
  readonly url: string;
  readonly title: string;
  readonly at: number;
}
/** A visitor with an open page. Times are ms since 1970. */
export interface OnlineVisitor {
  readonly visitorId: number;
  readonly channelId: number;
  readonly since: number;
  /** Number of visits that the visitor has made, including this one. */
  readonly visits: number;
  readonly pages: number;
  /** Visited pages, the current one first. Empty if no page had an http(s) URL. */
  readonly trail: readonly VisitedPage[];
  readonly referrer: string;
  readonly session: VisitSource;
  readonly invitation: Invitation | null;
}
/** A visit on one node, as the other nodes receive it. */
export interface SharedVisit extends OnlineVisitor, SharedInvitation {
  /** Time at which the last page was closed, in ms since 1970. Null while one is open. */
  readonly leftAt: number | null;
  /** Number of operators' invitations, which the widget limits. */
  readonly invitations: number;
}
/** A visit in the memory of this node: its connections and the changes that are not stored yet. */
export interface Visit extends VisitInvitations {
  readonly account: number;
  readonly visitorId: number;
  /** Number of the visitor, as shown to operators. */
  readonly number: number;
  readonly channelId: number;
  readonly referrer: string;
  readonly firstUrl: string;
  readonly session: VisitSource;
  readonly connections: Set<VisitorConnection>;
  /** Id of the stored visit. Null if the visit is not stored yet. */
  id: number | null;
  since: number;
  visits: number;
  pages: number;
  trail: readonly VisitedPage[];
  /** Time of the last disconnect. Null while a connection is open. */
  leftAt: number | null;
}
const maxVisitedPages = 20;

/** Creates a visit. The page provides `referrer` and `first`, the first URL of the visit. */
export function createVisit(
  connection: VisitorConnection,
  { referrer, first }: { readonly referrer: string; readonly first: string },
  now: number,
): Visit {
  return {
    account: connection.account,
    visitorId: connection.visitorId,
    number: connection.number,
    channelId: connection.widget.channelId,
    referrer: toHttpPage({ url: referrer, title: "" })?.url ?? "",
    firstUrl: toHttpPage({ url: first, title: "" })?.url ?? "",
    session: connection.session,
    connections: new Set(),
    id: null,
    since: now,
    visits: 1,
    pages: 0,
    trail: [],
    invitations: 0,
    invitation: null,
    invitedAt: 0,
    shownAt: 0,
    withdrawnAt: 0,
    leftAt: null,
  };
}

/** Converts a visit to what the other nodes receive. */
export function toSharedVisit(visit: Visit): SharedVisit {
  const { visitorId, channelId, since, visits, pages, trail, referrer, session } = visit;
  return {
    visitorId,
    channelId,
    since,
    visits,
    pages,
    trail,
    referrer,
    session,
    invitation: visit.invitation,
    withdrawnAt: visit.withdrawnAt,
    leftAt: visit.leftAt,
    invitations: visit.invitations,
  };
}

/**
 * Records the page that changed last as the current page of the visitor. Returns false if the page
 * is unchanged or has no http(s) URL.
 */
export function recordPage(visit: Visit, connection: VisitorConnection, now: number): boolean {
  const page = toHttpPage(connection.page);
  const [latest] = visit.trail;
  if (page === null || (latest?.url === page.url && latest.title === page.title)) return false;
  const isSame = latest?.url === page.url;
  const next: VisitedPage = { ...page, at: isSame ? latest.at : now };
  visit.trail = [next, ...(isSame ? visit.trail.slice(1) : visit.trail)].slice(0, maxVisitedPages);
  if (!isSame) visit.pages += 1;
  return true;
}

/**
 * Merges the stored visit into the visit in memory. The pages in memory are more recent than the
 * stored pages.
 */
export function mergeStoredVisit(visit: Visit, stored: StoredVisit): void {
  visit.id = stored.id;
  visit.since = stored.since;
  visit.visits = stored.visits;
  visit.invitations += stored.invitations;
  visit.shownAt = Math.max(visit.shownAt, stored.shownAt);
  // A reload of the same page is not counted.
  const isSame = visit.trail.at(-1)?.url === stored.trail[0]?.url;
  visit.pages += stored.pages - (isSame && stored.pages > 0 ? 1 : 0);
  visit.trail = [...visit.trail, ...(isSame ? stored.trail.slice(1) : stored.trail)].slice(
    0,
    maxVisitedPages,
  );
}
