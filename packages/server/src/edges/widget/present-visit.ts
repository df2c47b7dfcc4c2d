import type { Session } from "../../core/entity.ts";
import type { Invitation, Invited } from "./invitation.ts";
import { httpPage } from "./page.ts";
import type { Seat } from "./seat.ts";
import type { StoredVisit } from "./visit-store.ts";

/** A page of a visit. `at`: milliseconds since 1970, since when. */
export interface TrailPage {
  readonly url: string;
  readonly title: string;
  readonly at: number;
}
/** A visitor with an open window on this node. Times are milliseconds since 1970. */
export interface OnlineVisitor {
  readonly visitorId: number;
  readonly channelId: number;
  readonly since: number;
  /** How many visits with this one. */
  readonly visits: number;
  readonly pages: number;
  /** The present page first; [] when no page was an http(s) address. */
  readonly trail: readonly TrailPage[];
  readonly referrer: string;
  readonly session: Session;
  readonly invitation: Invitation | null;
}
/** A visit as this node has it in memory: its windows, and what is not written yet of what they show. */
export interface Visit extends Invited {
  readonly account: number;
  readonly visitorId: number;
  /** The visitor's, as people see it. */
  readonly number: number;
  readonly channelId: number;
  readonly referrer: string;
  readonly firstUrl: string;
  readonly session: Session;
  readonly windows: Set<Seat>;
  /** null: not stored yet. */
  id: number | null;
  since: number;
  visits: number;
  pages: number;
  trail: readonly TrailPage[];
  /** When its last window went; null: one is open. */
  leftAt: number | null;
}
const mostPages = 20;

/** A visit begins. `referrer` and `first` (its first address) as the page says them. */
export function openVisit(seat: Seat, { referrer, first }: { readonly referrer: string; readonly first: string }, now: number): Visit {
  return {
    account: seat.account,
    visitorId: seat.visitorId,
    number: seat.number,
    channelId: seat.widget.channelId,
    referrer: httpPage({ url: referrer, title: "" })?.url ?? "",
    firstUrl: httpPage({ url: first, title: "" })?.url ?? "",
    session: seat.session,
    windows: new Set(),
    id: null,
    since: now,
    visits: 1,
    pages: 0,
    trail: [],
    invitations: 0,
    invitation: null,
    invitedAt: 0,
    leftAt: null,
  };
}

/** The page of the window that moved last is where the visitor is. False: he was there already, or it is no http(s) address. */
export function showPage(visit: Visit, seat: Pick<Seat, "page">, now: number): boolean {
  const page = httpPage(seat.page);
  const [latest] = visit.trail;
  if (page === null || (latest?.url === page.url && latest.title === page.title)) return false;
  const isSame = latest?.url === page.url;
  const next: TrailPage = { ...page, at: isSame ? latest.at : now };
  visit.trail = [next, ...(isSame ? visit.trail.slice(1) : visit.trail)].slice(0, mostPages);
  if (!isSame) visit.pages += 1;
  return true;
}

/** It is stored, or goes on with the stored one: what came since he arrived stands before what is stored. */
export function joinStored(visit: Visit, stored: StoredVisit): void {
  visit.id = stored.id;
  visit.since = stored.since;
  visit.visits = stored.visits;
  visit.invitations += stored.invitations;
  // A page that he only loads again is no further one.
  const isSame = visit.trail.at(-1)?.url === stored.trail[0]?.url;
  visit.pages += stored.pages - (isSame && stored.pages > 0 ? 1 : 0);
  visit.trail = [...visit.trail, ...(isSame ? stored.trail.slice(1) : stored.trail)].slice(0, mostPages);
}
