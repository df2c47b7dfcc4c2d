import type { WidgetInvitation } from "@parlour/protocol/widget";
import type { Clock } from "../../core/command.ts";
import { invitationWire, invite, reach, withdraw, type Invitation, type InvitationState } from "./invitation.ts";
import { openVisit, showPage, type OnlineVisitor, type Visit } from "./present-visit.ts";
import type { Seat } from "./seat.ts";
import { VisitSaver, type VisitsDeps } from "./visit-store.ts";

/**
 * A page change closes one connection and opens the next. The visitor counts as online meanwhile.
 */
const lingerMs = 5_000;
const none: ReadonlySet<never> = new Set<never>();

/**
 * Current visits on this node's widgets, and the stored visit of each (product.md 2). Visits are
 * not in the journal (decision 0013).
 */
export class Visits {
  readonly #clock: Clock;
  readonly #saver: VisitSaver;
  readonly #byAccount = new Map<number, Map<number, Visit>>();
  /** Visits without a connection, in order of their disconnect. */
  readonly #leaving = new Set<Visit>();

  constructor(deps: VisitsDeps) {
    this.#clock = deps.clock;
    this.#saver = new VisitSaver(deps);
  }

  /**
   * Adds an open connection. `referrer` and `first` (the first address of the visit) come from the
   * page.
   */
  arrived(seat: Seat, said: { readonly referrer: string; readonly first: string }): void {
    this.#forgetGone();
    const visits = this.#of(seat.account);
    const known = visits.get(seat.visitorId);
    const visit = known ?? openVisit(seat, said, this.#clock.now());
    visits.set(seat.visitorId, visit);
    visit.windows.add(seat);
    visit.leftAt = null;
    this.#leaving.delete(visit);
    this.#look(visit, seat);
    if (known !== undefined) return;
    this.#saver.touch(visit);
    this.#saver.save();
  }

  /** Returns open connections and present pages of the visitor. */
  windowsOf(account: number, visitorId: number): ReadonlySet<Seat> {
    return this.#find(account, visitorId)?.windows ?? none;
  }

  /** Records another page of the connection. */
  moved(seat: Seat): void {
    const visit = this.#find(seat.account, seat.visitorId);
    if (visit !== null) this.#look(visit, seat);
  }

  left(seat: Seat): void {
    const visit = this.#find(seat.account, seat.visitorId);
    if (visit === null || !visit.windows.delete(seat) || visit.windows.size > 0) return;
    visit.leftAt = this.#clock.now();
    this.#leaving.add(visit);
    this.#saver.touch(visit);
    this.#forgetGone();
  }

  /** Removes an erased visitor (CORE-116). Their visit is neither shown nor written any more. */
  forget(account: number, number: number): void {
    const visits = this.#byAccount.get(account);
    for (const visit of visits?.values() ?? []) {
      if (visit.number !== number) continue;
      visits?.delete(visit.visitorId);
      this.#leaving.delete(visit);
      this.#saver.forget(visit);
    }
    if (visits?.size === 0) this.#byAccount.delete(account);
  }

  /** Records an invitation that is shown or sent (WG-060). Null if the visitor is not online. */
  invited(account: number, visitorId: number, invitation: Omit<Invitation, "at">): Invitation | null {
    const visit = this.#find(account, visitorId);
    return visit && invite(visit, invitation, this.#clock.now());
  }

  /**
   * Advances the state of the invitation. If several connections report, the furthest state counts.
   */
  reached(account: number, visitorId: number, state: InvitationState): void {
    const visit = this.#find(account, visitorId);
    if (visit !== null) reach(visit, state);
  }

  /**
   * Withdraws an operator's invitation. An invitation that no page has shown does not count for the
   * limit of the widget. Returns false if none waits.
   */
  withdraw(account: number, visitorId: number): boolean {
    const visit = this.#find(account, visitorId);
    if (visit === null) return false;
    const was = withdraw(visit);
    if (was === "unshown") this.#saver.touch(visit);
    return was !== "none";
  }

  /**
   * Counts an operator's invitation of this visit. Returns false if the limit is reached, null if
   * the visitor is not online.
   */
  countInvitation(account: number, visitorId: number, most: number): boolean | null {
    const visit = this.#find(account, visitorId);
    if (visit === null || visit.windows.size === 0) return null;
    if (visit.invitations >= most) return false;
    visit.invitations += 1;
    this.#saver.touch(visit);
    return true;
  }

  /** Removes the invitation, because the visitor has a chat now. */
  answered(account: number, visitorId: number): void {
    const visit = this.#find(account, visitorId);
    if (visit !== null) visit.invitation = null;
  }

  /** Returns the waiting invitation for a new connection (WG-060). */
  invitationOf(account: number, visitorId: number): WidgetInvitation | null {
    const invitation = this.#find(account, visitorId)?.invitation ?? null;
    return invitation && invitationWire(invitation);
  }

  /** Returns whether an operator's invitation waits that the visitor has not declined. */
  isInvited(account: number, visitorId: number): boolean {
    const invitation = this.#find(account, visitorId)?.invitation;
    return invitation?.by === "operator" && invitation.state !== "declined";
  }

  /** Returns the waiting invitation with the data that the chat stores. */
  waitingFor(account: number, visitorId: number): Invitation | null {
    return this.#find(account, visitorId)?.invitation ?? null;
  }

  online(account: number): readonly OnlineVisitor[] {
    this.#forgetGone();
    return [...(this.#byAccount.get(account)?.values() ?? [])];
  }

  /** Writes all pending visits. */
  close(): Promise<void> {
    return this.#saver.close();
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

  #look(visit: Visit, seat: Seat): void {
    if (showPage(visit, seat, this.#clock.now())) this.#saver.touch(visit);
  }

  #forgetGone(): void {
    const before = this.#clock.now() - lingerMs;
    for (const visit of this.#leaving) {
      if ((visit.leftAt ?? 0) > before) return;
      this.#leaving.delete(visit);
      const visits = this.#byAccount.get(visit.account);
      if (visits?.get(visit.visitorId) === visit) visits.delete(visit.visitorId);
      if (visits?.size === 0) this.#byAccount.delete(visit.account);
    }
  }
}
