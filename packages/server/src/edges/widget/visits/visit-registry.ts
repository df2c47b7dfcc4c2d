import type { InvitationLimits } from "@parlour/protocol/settings/widget-settings";
import type { WidgetInvitation } from "@parlour/protocol/widget";
import type { Cluster, ReplicatedMap } from "../../../cluster/index.ts";
import type { Clock } from "../../../core/command.ts";
import {
  serializeInvitation,
  canInviteVisitor,
  recordInvitation,
  advanceInvitation,
  mergeInvitation,
  withdrawInvitation,
  type Invitation,
  type InvitationState,
} from "./invitation.ts";
import {
  createVisit,
  recordPage,
  toSharedVisit,
  type OnlineVisitor,
  type SharedVisit,
  type Visit,
} from "./visit-state.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import { VisitWriter, type VisitWriterDeps } from "./visit-writer.ts";

/**
 * Time in ms for which a visitor without a connection still counts as online. A page change closes
 * one connection and opens the next.
 */
const pageChangeGraceMs = 5_000;
export interface VisitRegistryDeps extends Omit<VisitWriterDeps, "onContinued"> {
  readonly cluster: Cluster;
}
/** An operator's invitation that another node sent or withdrew. Null: it was withdrawn. */
export interface InvitationChange {
  readonly account: number;
  readonly visitorId: number;
  readonly invitation: Invitation | null;
}
const noConnections: ReadonlySet<never> = new Set<never>();

/**
 * Current visits to the widgets, and the stored visit of each (product.md 2). Visits are not in the
 * journal (decision 0096). A visitor with pages on several nodes has a visit on each, and all of
 * them have the same invitation.
 */
export class VisitRegistry {
  readonly #clock: Clock;
  readonly #writer: VisitWriter;
  /** The visits on all nodes, by account and visitor. */
  readonly #shared: ReplicatedMap<SharedVisit>;
  readonly #byAccount = new Map<number, Map<number, Visit>>();
  /** Visits without a connection, in the order in which they disconnected. */
  readonly #departing = new Set<Visit>();
  readonly #invitationListeners = new Set<(change: InvitationChange) => void>();

  constructor(deps: VisitRegistryDeps) {
    this.#shared = deps.cluster.openMap("visits", { graceMs: pageChangeGraceMs });
    this.#shared.onRemoteChange((account, visitorId) => this.#adoptInvitation(account, visitorId));
    this.#clock = deps.clock;
    this.#writer = new VisitWriter({ ...deps, onContinued: (visit) => this.#share(visit) });
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
    const visit = existing ?? this.#startVisit(connection, arrival);
    visits.set(connection.visitorId, visit);
    visit.connections.add(connection);
    visit.leftAt = null;
    this.#departing.delete(visit);
    this.#recordPage(visit, connection);
    this.#share(visit);
    if (existing !== undefined) return;
    this.#writer.schedule(visit);
    this.#writer.save();
  }

  /** Returns the connections of the visitor: chat windows and pages without one. */
  connectionsOf(account: number, visitorId: number): ReadonlySet<VisitorConnection> {
    return this.#find(account, visitorId)?.connections ?? noConnections;
  }

  /** Returns whether the visitor has a connection to another node. */
  isConnectedElsewhere(account: number, visitorId: number): boolean {
    return this.#shared.getRemote(account, visitorId).some(({ leftAt }) => leftAt === null);
  }

  /** Records another page of the connection. */
  updatePage(connection: VisitorConnection): void {
    const visit = this.#find(connection.account, connection.visitorId);
    if (visit !== null && this.#recordPage(visit, connection)) this.#share(visit);
  }

  removeConnection(connection: VisitorConnection): void {
    const visit = this.#find(connection.account, connection.visitorId);
    if (visit === null || !visit.connections.delete(connection) || visit.connections.size > 0)
      return;
    visit.leftAt = this.#clock.now();
    this.#departing.add(visit);
    this.#writer.schedule(visit);
    this.#share(visit);
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
      this.#shared.delete(account, visit.visitorId);
    }
    if (visits?.size === 0) this.#byAccount.delete(account);
  }

  /** Records an invitation (WG-060). Returns null if the visitor is not online. */
  setInvitation(
    account: number,
    visitorId: number,
    invitation: Omit<Invitation, "at">,
  ): Invitation | null {
    const visit = this.#find(account, visitorId);
    if (visit === null) return null;
    const recorded = recordInvitation(visit, invitation, this.#clock.now());
    this.#writer.schedule(visit);
    this.#share(visit);
    return recorded;
  }
  /** Calls the listener when another node sent or withdrew an operator's invitation. */
  onRemoteInvitation(listener: (change: InvitationChange) => void): void {
    this.#invitationListeners.add(listener);
  }

  /** Removes an unknown department from the invitation. */
  removeInvitedDepartment(account: number, visitorId: number, departmentId: number): void {
    const visit = this.#find(account, visitorId);
    if (visit?.invitation?.departmentId !== departmentId) return;
    visit.invitation = { ...visit.invitation, departmentId: null };
    this.#share(visit);
  }

  /**
   * Advances the state of the invitation. If several connections report a state, the most advanced
   * one counts.
   */
  advanceInvitation(account: number, visitorId: number, state: InvitationState): void {
    const visit = this.#find(account, visitorId);
    if (visit === null) return;
    advanceInvitation(visit, state);
    this.#writer.schedule(visit);
    this.#share(visit);
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
    if (outcome !== "none") this.#share(visit);
    return outcome !== "none";
  }

  /**
   * Counts an operator's invitation in this visit. Returns false if a limit of the widget is
   * reached, and null if the visitor is not online.
   */
  countInvitation(account: number, visitorId: number, limits: InvitationLimits): boolean | null {
    const visit = this.#find(account, visitorId);
    if (visit === null || visit.connections.size === 0) return null;
    const remote = this.#shared.getRemote(account, visitorId);
    const sent = Math.max(visit.invitations, ...remote.map(({ invitations }) => invitations));
    if (!canInviteVisitor(visit, sent, limits, this.#clock.now())) return false;
    visit.invitations += 1;
    this.#writer.schedule(visit);
    return true;
  }

  /** Removes the invitation because the visitor now has a chat. */
  clearInvitation(account: number, visitorId: number): void {
    const visit = this.#find(account, visitorId);
    if (visit === null || visit.invitation === null) return;
    visit.invitation = null;
    // Every node reads the entry of the chat.
    this.#share(visit);
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

  /** Returns the visitors who are online on any node. */
  online(account: number): readonly OnlineVisitor[] {
    this.#evictDeparted();
    const online = new Map<number, OnlineVisitor>(this.#byAccount.get(account));
    const before = this.#clock.now() - pageChangeGraceMs;
    for (const [visitorId, visit] of this.#shared.listRemote(account)) {
      if (visit.leftAt !== null && visit.leftAt <= before) continue;
      const known = online.get(visitorId);
      if (known === undefined || getPageTime(visit) > getPageTime(known))
        online.set(visitorId, visit);
    }
    return [...online.values()];
  }
  /** Returns a visitor who is online on this node. */
  getVisitor(account: number, visitorId: number): OnlineVisitor | null {
    const visit = this.#find(account, visitorId);
    return visit && toSharedVisit(visit);
  }
  /** Returns another node on which the visitor has an open page. Null: there is none. */
  findOtherNode(account: number, visitorId: number): number | null {
    return (
      this.#shared
        .findNodes(account, visitorId)
        .find((node) => this.#shared.getOfNode(node, account, visitorId)?.leftAt === null) ?? null
    );
  }

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

  /** Creates a visit. An invitation that is pending on another node is pending here too. */
  #startVisit(
    connection: VisitorConnection,
    arrival: { readonly referrer: string; readonly first: string },
  ): Visit {
    const visit = createVisit(connection, arrival, this.#clock.now());
    for (const shared of this.#shared.getRemote(visit.account, visit.visitorId))
      mergeInvitation(visit, shared);
    return visit;
  }
  /** Returns false if the page is unchanged. */
  #recordPage(visit: Visit, connection: VisitorConnection): boolean {
    const isChanged = recordPage(visit, connection, this.#clock.now());
    if (isChanged) this.#writer.schedule(visit);
    return isChanged;
  }
  #share(visit: Visit): void {
    const { account, visitorId } = visit;
    if (this.#find(account, visitorId) === visit)
      this.#shared.set(account, visitorId, toSharedVisit(visit));
  }
  /**
   * Adopts what other nodes share about the visitor's invitation. Shared visits heal after a lost
   * message (CORE-132), so every page learns of it in the end.
   */
  #adoptInvitation(account: number, visitorId: number): void {
    const visit = this.#find(account, visitorId);
    if (visit === null) return;
    const before = visit.invitation;
    const changes = this.#shared
      .getRemote(account, visitorId)
      .map((shared) => mergeInvitation(visit, shared));
    if (!changes.includes(true)) return;
    this.#share(visit);
    const { invitation } = visit;
    if (invitation?.at === before?.at || (invitation ?? before)?.by !== "operator") return;
    for (const listener of this.#invitationListeners) listener({ account, visitorId, invitation });
  }

  #evictDeparted(): void {
    const before = this.#clock.now() - pageChangeGraceMs;
    for (const visit of this.#departing) {
      if ((visit.leftAt ?? 0) > before) return;
      this.#departing.delete(visit);
      const visits = this.#byAccount.get(visit.account);
      if (visits?.get(visit.visitorId) === visit) {
        visits.delete(visit.visitorId);
        this.#shared.delete(visit.account, visit.visitorId);
      }
      if (visits?.size === 0) this.#byAccount.delete(visit.account);
    }
  }
}

/** Returns the time at which the visitor opened the current page, in ms since 1970. */
const getPageTime = ({ trail, since }: OnlineVisitor): number => trail[0]?.at ?? since;
