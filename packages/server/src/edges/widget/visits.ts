import { invitationStates, type WidgetAgent, type WidgetInvitation } from "@parlour/protocol/widget";
import type { Session } from "../../core/entity.ts";
import type { Clock } from "../../core/ports.ts";
import { Refusal } from "../../core/failure.ts";
import { httpPage } from "./page.ts";
import type { Seat } from "./seat.ts";

/** A page of a visit. `at`: milliseconds since 1970, since when. */
export interface TrailPage {
  readonly url: string;
  readonly title: string;
  readonly at: number;
}
/** An invitation that waits for the visitor's answer (WG-060). */
export interface Invitation {
  readonly text: string;
  readonly departmentId: number | null;
  readonly by: "script" | "rule" | "operator";
  /** The operator; null: not by one. */
  readonly operatorId: number | null;
  readonly agent: WidgetAgent | null;
  readonly at: number;
  /** How far it came, as the visitor's windows tell. */
  readonly state: InvitationState;
}
type InvitationState = (typeof invitationStates)[number];
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
export interface StoredVisit {
  readonly id: number;
  readonly since: number;
  readonly pages: number;
  readonly trail: readonly TrailPage[];
  readonly invitations: number;
  /** How many visits the visitor has made, this one counted. */
  readonly visits: number;
}
export interface VisitStore {
  /** Goes on with the visitor's latest visit when its last sign of life is after `after`, else begins one. */
  beginVisit(row: {
    readonly account: number;
    readonly visitorId: number;
    readonly channelId: number;
    readonly now: number;
    readonly after: number;
    readonly firstUrl: string;
    readonly referrer: string;
    readonly session: Session;
  }): Promise<StoredVisit>;
  /** Writes what has changed of visits. */
  saveVisits(
    rows: readonly {
      readonly account: number;
      readonly id: number;
      readonly lastAt: number;
      readonly pages: number;
      readonly trail: readonly TrailPage[];
      readonly invitations: number;
    }[],
  ): Promise<void>;
}
export interface VisitsDeps {
  readonly store: VisitStore;
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void };
}

interface Visit {
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
  invitations: number;
  invitation: Invitation | null;
  /** When the latest invitation was sent; 0: none was. */
  invitedAt: number;
  /** When its last window went; null: one is open. */
  leftAt: number | null;
}

/** A visitor who was away for so long begins another visit. */
const pauseMs = 30 * 60_000;
/** Going to another page closes one window and opens the next: he counts as here meanwhile. */
const lingerMs = 5_000;
const saveEveryMs = 5_000;
const mostPages = 20;

/** Who is on the sites of this node's widgets now, and the stored visits of each (product.md 2). Nothing of it is journalled (decision 0013). */
export class Visits {
  readonly #deps: VisitsDeps;
  readonly #byAccount = new Map<number, Map<number, Visit>>();
  /** Those without a window, in the order in which they went. */
  readonly #leaving = new Set<Visit>();
  readonly #dirty = new Set<Visit>();
  #alarm: (() => void) | null = null;
  #saving: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(deps: VisitsDeps) {
    this.#deps = deps;
  }

  /** A window opened. `referrer` and `first` (the visit's first address) as the page says them. */
  arrived(seat: Seat, said: { readonly referrer: string; readonly first: string }): void {
    this.#forgetGone();
    const visits = this.#of(seat.account);
    const known = visits.get(seat.visitorId);
    const visit = known ?? this.#open(seat, said);
    visits.set(seat.visitorId, visit);
    visit.windows.add(seat);
    visit.leftAt = null;
    this.#leaving.delete(visit);
    this.#look(visit, seat);
    if (known !== undefined) return;
    this.#touch(visit);
    this.#save();
  }

  /** The window shows another page. */
  moved(seat: Seat): void {
    const visit = this.#find(seat.account, seat.visitorId);
    if (visit !== null) this.#look(visit, seat);
  }

  left(seat: Seat): void {
    const visit = this.#find(seat.account, seat.visitorId);
    if (visit === null || !visit.windows.delete(seat) || visit.windows.size > 0) return;
    visit.leftAt = this.#deps.clock.now();
    this.#leaving.add(visit);
    this.#touch(visit);
    this.#forgetGone();
  }

  /** The visitor was erased (CORE-116): what is known of him here is shown and written no more. */
  forget(account: number, number: number): void {
    const visits = this.#byAccount.get(account);
    for (const visit of visits?.values() ?? []) {
      if (visit.number !== number) continue;
      visits?.delete(visit.visitorId);
      this.#leaving.delete(visit);
      this.#dirty.delete(visit);
    }
    if (visits?.size === 0) this.#byAccount.delete(account);
  }

  /** An invitation was shown, or is on its way to the visitor's windows (WG-060). null: he is not here. */
  invited(account: number, visitorId: number, invitation: Omit<Invitation, "at">): Invitation | null {
    const visit = this.#find(account, visitorId);
    if (visit === null) return null;
    // Each has a time of its own: by it tabs know which they have shown.
    visit.invitedAt = Math.max(this.#deps.clock.now(), visit.invitedAt + 1);
    visit.invitation = { ...invitation, at: visit.invitedAt };
    return visit.invitation;
  }

  /** A window tells what became of it; of several windows the furthest counts. */
  reached(account: number, visitorId: number, state: InvitationState): void {
    const visit = this.#find(account, visitorId);
    if (visit?.invitation == null || invitationStates.indexOf(state) <= invitationStates.indexOf(visit.invitation.state)) return;
    visit.invitation = { ...visit.invitation, state };
  }

  /** An operator's invitation waits no more. One that no page has shown yet does not count for the widget's cap. False: none waits. */
  withdraw(account: number, visitorId: number): boolean {
    const visit = this.#find(account, visitorId);
    if (visit?.invitation?.by !== "operator") return false;
    if (visit.invitation.state === "sent") {
      visit.invitations = Math.max(0, visit.invitations - 1);
      this.#touch(visit);
    }
    visit.invitation = null;
    return true;
  }

  /** Counts an operator's invitation of this visit. False: he was invited `most` times; null: he is not here. */
  countInvitation(account: number, visitorId: number, most: number): boolean | null {
    const visit = this.#find(account, visitorId);
    if (visit === null || visit.windows.size === 0) return null;
    if (visit.invitations >= most) return false;
    visit.invitations += 1;
    this.#touch(visit);
    return true;
  }

  /** The visitor has a chat now: nothing waits for an answer any more. */
  answered(account: number, visitorId: number): void {
    const visit = this.#find(account, visitorId);
    if (visit !== null) visit.invitation = null;
  }

  /** What waits for the visitor's answer, for a window that opens (WG-060). */
  invitationOf(account: number, visitorId: number): WidgetInvitation | null {
    const invitation = this.#find(account, visitorId)?.invitation ?? null;
    return invitation && invitationWire(invitation);
  }

  /** The same with what the chat keeps of it. */
  waitingFor(account: number, visitorId: number): Invitation | null {
    return this.#find(account, visitorId)?.invitation ?? null;
  }

  online(account: number): readonly OnlineVisitor[] {
    this.#forgetGone();
    return [...(this.#byAccount.get(account)?.values() ?? [])];
  }

  /** What is not written yet is written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#alarm?.();
    this.#alarm = null;
    this.#save();
    await this.#saving;
  }

  #of(account: number): Map<number, Visit> {
    const known = this.#byAccount.get(account);
    if (known !== undefined) return known;
    const visits = new Map<number, Visit>();
    this.#byAccount.set(account, visits);
    return visits;
  }
  #find(account: number, visitorId: number): Visit | null {
    return this.#byAccount.get(account)?.get(visitorId) ?? null;
  }

  #open(seat: Seat, { referrer, first }: { readonly referrer: string; readonly first: string }): Visit {
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
      since: this.#deps.clock.now(),
      visits: 1,
      pages: 0,
      trail: [],
      invitations: 0,
      invitation: null,
      invitedAt: 0,
      leftAt: null,
    };
  }

  /** The page of the window that moved last is where the visitor is. */
  #look(visit: Visit, seat: Seat): void {
    const page = httpPage(seat.page);
    const [latest] = visit.trail;
    if (page === null || (latest?.url === page.url && latest.title === page.title)) return;
    const at = this.#deps.clock.now();
    const isSame = latest?.url === page.url;
    const next: TrailPage = { ...page, at: isSame ? latest.at : at };
    visit.trail = [next, ...(isSame ? visit.trail.slice(1) : visit.trail)].slice(0, mostPages);
    if (!isSame) visit.pages += 1;
    this.#touch(visit);
  }

  #touch(visit: Visit): void {
    this.#dirty.add(visit);
    if (this.#alarm !== null || this.#isClosed) return;
    this.#alarm = this.#deps.clock.alarm(this.#deps.clock.now() + saveEveryMs, () => {
      this.#alarm = null;
      this.#save();
    });
  }

  /** One after the other, so that a visit is begun once. */
  #save(): void {
    const visits = [...this.#dirty];
    this.#dirty.clear();
    this.#saving = this.#saving.then(() => this.#write(visits));
  }

  async #write(visits: readonly Visit[]): Promise<void> {
    const { store, clock, log } = this.#deps;
    const failed = (error: unknown, of: readonly Visit[]): void => {
      // What is shown stays. While the database does not answer they wait for the next change; anything else is not tried again.
      if (error instanceof Refusal) for (const visit of of) this.#dirty.add(visit);
      log.warn({ err: error, visits: of.length }, "widget.visits_not_saved");
    };
    for (const visit of visits) if (visit.id === null) await this.#begin(visit).catch((error: unknown) => failed(error, [visit]));
    const begun = visits.filter(({ id }) => id !== null);
    if (begun.length === 0) return;
    const now = clock.now();
    const rows = begun.map(({ account, id, pages, trail, invitations, leftAt }) => ({
      account,
      id: id ?? 0,
      pages,
      trail,
      invitations,
      lastAt: leftAt ?? now,
    }));
    await store.saveVisits(rows).catch((error: unknown) => failed(error, begun));
  }

  async #begin(visit: Visit): Promise<void> {
    const { store } = this.#deps;
    const { account, visitorId, channelId, firstUrl, referrer, session, since: now } = visit;
    const stored = await store.beginVisit({
      account,
      visitorId,
      channelId,
      now,
      after: now - pauseMs,
      firstUrl,
      referrer,
      session,
    });
    visit.id = stored.id;
    visit.since = stored.since;
    visit.visits = stored.visits;
    visit.invitations += stored.invitations;
    // What came since he arrived stands before what is stored; a page that he only loads again is no further one.
    const isSame = visit.trail.at(-1)?.url === stored.trail[0]?.url;
    visit.pages += stored.pages - (isSame && stored.pages > 0 ? 1 : 0);
    visit.trail = [...visit.trail, ...(isSame ? stored.trail.slice(1) : stored.trail)].slice(0, mostPages);
  }

  #forgetGone(): void {
    const before = this.#deps.clock.now() - lingerMs;
    for (const visit of this.#leaving) {
      if ((visit.leftAt ?? 0) > before) return;
      this.#leaving.delete(visit);
      const visits = this.#byAccount.get(visit.account);
      if (visits?.get(visit.visitorId) === visit) visits.delete(visit.visitorId);
      if (visits?.size === 0) this.#byAccount.delete(visit.account);
    }
  }
}

export const invitationWire = ({ text, departmentId, agent, at }: Invitation): WidgetInvitation => ({
  text,
  department_id: departmentId,
  agent,
  at,
});
