import type { Principal } from "../../auth/index.ts";
import type { Presence } from "../../core/entity.ts";
import type { Clock } from "../../core/command.ts";

/**
 * Time in ms for which the status remains after the last socket closed, so that a page reload does
 * not change it (CORE-010).
 */
const graceMs = 20_000;

/** Presence that was chosen in an operator's sessions, which share one, or by one API key. */
interface PresenceSource {
  sockets: number;
  status: Presence | null;
  /**
   * Cancels the grace period that starts when the last socket closes.
   */ grace: (() => void) | null;
}
interface OperatorPresence {
  readonly sessions: PresenceSource;
  readonly keys: Map<number, PresenceSource>;
  published: Presence;
}

export type PresenceListener = (account: number, operatorId: number, status: Presence) => void;

/**
 * Presence of operators on this node (CORE-010, CORE-011). A status counts while a socket is open
 * and for 20 s afterwards. All sessions use the status that the operator chose last. An API key
 * counts, separately from the sessions, only after it has chosen a status. The operator's presence
 * is the best status. However, "offline" in a session also resets the operator's API keys.
 */
export class PresenceRegistry {
  readonly #clock: Pick<Clock, "now" | "scheduleAt">;
  readonly #listeners = new Set<PresenceListener>();
  readonly #accounts = new Map<number, Map<number, OperatorPresence>>();

  constructor(clock: Pick<Clock, "now" | "scheduleAt">) {
    this.#clock = clock;
  }

  of(account: number, operatorId: number): Presence {
    return this.#accounts.get(account)?.get(operatorId)?.published ?? "offline";
  }
  /** Returns all operators who are not offline. */
  list(account: number): { operator_id: number; status: Presence }[] {
    const present = this.#accounts.get(account);
    if (!present) return [];
    return [...present]
      .filter(([, operator]) => operator.published !== "offline")
      .map(([operator_id, operator]) => ({ operator_id, status: operator.published }));
  }
  /** Counts a socket that has sent its hello. */
  addConnection(principal: Principal): void {
    const present = this.#getPresence(principal.accountId, principal.operatorId);
    const source = getSource(present, principal);
    if (source.sockets++ === 0 && principal.credential.kind === "session" && source.grace === null)
      source.status = principal.chosenPresence;
    source.grace?.();
    source.grace = null;
    this.#publish(principal.accountId, principal.operatorId, present);
  }
  /** Handles a closed socket. `atOnce`: signed out, so no grace period after the last one. */
  removeConnection(principal: Principal, atOnce: boolean): void {
    const { accountId, operatorId } = principal;
    const present = this.#getPresence(accountId, operatorId);
    const source = getSource(present, principal);
    source.sockets = Math.max(0, source.sockets - 1);
    if (source.sockets === 0) {
      source.grace?.();
      source.grace = atOnce
        ? null
        : this.#clock.scheduleAt(this.#clock.now() + graceMs, () => {
            source.grace = null;
            this.#publish(accountId, operatorId, present);
          });
    }
    this.#publish(accountId, operatorId, present);
  }
  /** Sets the chosen status. It takes effect immediately if a socket is open (CORE-011). */
  set(principal: Principal, status: Presence): void {
    const present = this.#getPresence(principal.accountId, principal.operatorId);
    getSource(present, principal).status = status;
    if (principal.credential.kind === "session" && status === "offline")
      for (const key of present.keys.values()) key.status = null;
    this.#publish(principal.accountId, principal.operatorId, present);
  }
  /** Calls the listener synchronously for each change, in order. */
  onChange(listener: PresenceListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  /** Cancels all grace periods. */
  close(): void {
    for (const present of this.#accounts.values()) {
      for (const operator of present.values())
        for (const source of [operator.sessions, ...operator.keys.values()]) source.grace?.();
    }
  }

  #getPresence(account: number, operatorId: number): OperatorPresence {
    let present = this.#accounts.get(account);
    if (!present) this.#accounts.set(account, (present = new Map()));
    let operator = present.get(operatorId);
    if (!operator)
      present.set(
        operatorId,
        (operator = {
          sessions: { sockets: 0, status: null, grace: null },
          keys: new Map(),
          published: "offline",
        }),
      );
    return operator;
  }
  #publish(account: number, operatorId: number, present: OperatorPresence): void {
    const status = computeStatus([present.sessions, ...present.keys.values()]);
    if (status === present.published) return;
    present.published = status;
    for (const listener of this.#listeners) listener(account, operatorId, status);
  }
}

function getSource(present: OperatorPresence, principal: Principal): PresenceSource {
  if (principal.credential.kind === "session") return present.sessions;
  let source = present.keys.get(principal.credential.id);
  if (!source)
    present.keys.set(principal.credential.id, (source = { sockets: 0, status: null, grace: null }));
  return source;
}
function computeStatus(sources: readonly PresenceSource[]): Presence {
  const statuses = sources
    .filter((source) => source.sockets > 0 || source.grace !== null)
    .map((source) => source.status);
  return statuses.includes("online") ? "online" : statuses.includes("away") ? "away" : "offline";
}
