import type { WidgetInvitation } from "@parlour/protocol/widget";
import type { Clock } from "../../../core/command.ts";
import {
  serializeInvitation,
  recordInvitation,
  advanceInvitation,
  withdrawInvitation,
  type Invitation,
  type InvitationState,
} from "./invitation.ts";
import { createVisit, recordPage, type OnlineVisitor, type Visit } from "./visit-state.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import { VisitWriter, type VisitWriterDeps } from "./visit-writer.ts";

/**
 * Time in ms for which a visitor without a connection still counts as online. A page change closes
 * one connection and opens the next.
 */
const pageChangeGraceMs = 5_000;
const noConnections: ReadonlySet<never> = new Set<never>();

/**
 * Current visits to the widgets on this node, and the stored visit of each (product.md 2). Visits
 * are not in the journal (decision 0096).
 */
export class VisitRegistry {
  readonly #clock: Clock;
  readonly #writer: VisitWriter;
  readonly #byAccount = new Map<number, Map<number, Visit>>();
  /** Visits without a connection, in the order in which they disconnected. */
  readonly #departing = new Set<Visit>();

  constructor(deps: VisitWriterDeps) {
    this.#clock = deps.clock;
    this.#writer = new VisitWriter(deps);
  }

  /**
   * Adds an open connection. The page provides `referrer` and `first`, the first URL of the visit.
   */
  addConnection(
    connection: VisitorConnection,
    arrival: { readonly referrer: string; readonly first: string },
  ): void {
    this.#evictDeparted();
    const visits = this.#visitsOf(connection.account);
    const existing = visits.get(connection.visitorId);
    const visit = existing ?? createVisit(connection, arrival, this.#clock.now());
    visits.set(connection.visitorId, visit);
    visit.connections.add(connection);
    visit.leftAt = null;
    this.#departing.delete(visit);
    this.#recordPage(visit, connection);
    if (existing !== undefined) return;
    this.#writer.schedule(visit);
    this.#writer.save();
  }

  /** Returns the connections of the visitor: chat windows and pages without one. */
  connectionsOf(account: number, visitorId: number): ReadonlySet<VisitorConnection> {
    return this.#find(account, visitorId)?.connections ?? noConnections;
  }

  /** Records another page of the connection. */
  updatePage(connection: VisitorConnection): void {
    const visit = this.#find(connection.account, connection.visitorId);
    if (visit !== null) this.#recordPage(visit, connection);
  }

  removeConnection(connection: VisitorConnection): void {
    const visit = this.#find(connection.account, connection.visitorId);
    if (visit === null || !visit.connections.delete(connection) || visit.connections.size > 0)
      return;
    visit.leftAt = this.#clock.now();
    this.#departing.add(visit);
    this.#writer.schedule(visit);
    this.#evictDeparted();
  }

  /** Removes an erased visitor (CORE-116). Their visit is no longer shown or written. */
  evictVisitor(account: number, number: number): void {
    const visits = this.#byAccount.get(account);
    for (const visit of visits?.values() ?? []) {
      if (visit.number !== number) continue;
      visits?.delete(visit.visitorId);
      this.#departing.delete(visit);
      this.#writer.remove(visit);
    }
    if (visits?.size === 0) this.#byAccount.delete(account);
  }

  /**
   * Records an invitation that is shown or sent (WG-060). Returns null if the visitor is not
   * online.
   */
  setInvitation(
    account: number,
    visitorId: number,
    invitation: Omit<Invitation, "at">,
  ): Invitation | null {
    const visit = this.#find(account, visitorId);
    return visit && recordInvitation(visit, invitation, this.#clock.now());
  }

  /** Removes an unknown department from the invitation. */
  removeInvitedDepartment(account: number, visitorId: number, departmentId: number): void {
    const visit = this.#find(account, visitorId);
    if (visit?.invitation?.departmentId === departmentId)
      visit.invitation = { ...visit.invitation, departmentId: null };
  }

  /**
   * Advances the state of the invitation. If several connections report a state, the most advanced
   * one counts.
   */
  advanceInvitation(account: number, visitorId: number, state: InvitationState): void {
    const visit = this.#find(account, visitorId);
    if (visit !== null) advanceInvitation(visit, state);
  }

  /**
   * Withdraws an operator's invitation. If no page has shown it, it does not count against the
   * limit of the widget. Returns false if no invitation is pending.
   */
  withdraw(account: number, visitorId: number): boolean {
    const visit = this.#find(account, visitorId);
    if (visit === null) return false;
    const outcome = withdrawInvitation(visit);
    if (outcome === "unshown") this.#writer.schedule(visit);
    return outcome !== "none";
  }

  /**
   * Counts an operator's invitation in this visit. Returns false if the limit is reached, and null
   * if the visitor is not online.
   */
  countInvitation(account: number, visitorId: number, maxInvitations: number): boolean | null {
    const visit = this.#find(account, visitorId);
    if (visit === null || visit.connections.size === 0) return null;
    if (visit.invitations >= maxInvitations) return false;
    visit.invitations += 1;
    this.#writer.schedule(visit);
    return true;
  }

  /** Removes the invitation because the visitor now has a chat. */
  clearInvitation(account: number, visitorId: number): void {
    const visit = this.#find(account, visitorId);
    if (visit !== null) visit.invitation = null;
  }

  /** Returns the pending invitation in the format of the widget, for a new connection (WG-060). */
  getSerializedInvitation(account: number, visitorId: number): WidgetInvitation | null {
    const invitation = this.#find(account, visitorId)?.invitation ?? null;
    return invitation && serializeInvitation(invitation);
  }

  /** Returns whether an operator's invitation is pending that the visitor has not declined. */
  isInvited(account: number, visitorId: number): boolean {
    const invitation = this.#find(account, visitorId)?.invitation;
    return invitation?.by === "operator" && invitation.state !== "declined";
  }

  /** Returns the pending invitation with the data that the chat stores. */
  getInvitation(account: number, visitorId: number): Invitation | null {
    return this.#find(account, visitorId)?.invitation ?? null;
  }

  online(account: number): readonly OnlineVisitor[] {
    this.#evictDeparted();
    return [...(this.#byAccount.get(account)?.values() ?? [])];
  }

  /** Writes all pending visits. */
  close(): Promise<void> {
    return this.#writer.close();
  }

  #visitsOf(account: number): Map<number, Visit> {
    const existing = this.#byAccount.get(account);
    if (existing !== undefined) return existing;
    const visits = new Map<number, Visit>();
    this.#byAccount.set(account, visits);
    return visits;
  }
  #find(account: number, visitorId: number): Visit | null {
    return this.#byAccount.get(account)?.get(visitorId) ?? null;
  }

  #recordPage(visit: Visit, connection: VisitorConnection): void {
    if (recordPage(visit, connection, this.#clock.now())) this.#writer.schedule(visit);
  }

  #evictDeparted(): void {
    const before = this.#clock.now() - pageChangeGraceMs;
    for (const visit of this.#departing) {
      if ((visit.leftAt ?? 0) > before) return;
      this.#departing.delete(visit);
      const visits = this.#byAccount.get(visit.account);
      if (visits?.get(visit.visitorId) === visit) visits.delete(visit.visitorId);
      if (visits?.size === 0) this.#byAccount.delete(visit.account);
    }
  }
}
