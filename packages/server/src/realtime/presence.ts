import type { Principal } from "../auth/index.ts";
import type { Presence } from "../core/entity.ts";
import type { Clock } from "../core/command.ts";

/**
 * Time after the last socket closed during which the status remains, so that a page reload does not
 * change it (CORE-010).
 */
const graceMs = 20_000;

/** Presence chosen by an operator's sessions (all together) or by one API key. */
interface Voice {
  sockets: number;
  status: Presence | null;
  /** Cancels the grace period after the last socket. */ grace: (() => void) | null;
}
interface Present {
  readonly session: Voice;
  readonly keys: Map<number, Voice>;
  told: Presence;
}

export type PresenceListener = (account: number, operatorId: number, status: Presence) => void;

/**
 * Presence of operators on this node (CORE-010, CORE-011). A status counts while a socket is open
 * and for 20 s after. Sessions use the status that the operator chose last. An API key counts only
 * after it chose a status, separately from the sessions. The best status is the operator's
 * presence, but "offline" chosen in a session also resets the operator's keys.
 */
export class PresenceRegistry {
  readonly #clock: Pick<Clock, "now" | "scheduleAt">;
  readonly #listeners = new Set<PresenceListener>();
  readonly #accounts = new Map<number, Map<number, Present>>();

  constructor(clock: Pick<Clock, "now" | "scheduleAt">) {
    this.#clock = clock;
  }

  of(account: number, operatorId: number): Presence {
    return this.#accounts.get(account)?.get(operatorId)?.told ?? "offline";
  }
  /** Returns all operators who are not offline. */
  list(account: number): { operator_id: number; status: Presence }[] {
    const present = this.#accounts.get(account);
    if (!present) return [];
    return [...present].filter(([, one]) => one.told !== "offline").map(([operator_id, one]) => ({ operator_id, status: one.told }));
  }
  /** Handles a socket that sent its hello. */
  opened(principal: Principal): void {
    const present = this.#present(principal.accountId, principal.operatorId);
    const voice = voiceOf(present, principal);
    if (voice.sockets++ === 0 && principal.credential.kind === "session" && voice.grace === null) voice.status = principal.chosenPresence;
    voice.grace?.();
    voice.grace = null;
    this.#tell(principal.accountId, principal.operatorId, present);
  }
  /** Handles a closed socket. `retryNow`: signed out, so no grace period after the last one. */
  closed(principal: Principal, atOnce: boolean): void {
    const { accountId, operatorId } = principal;
    const present = this.#present(accountId, operatorId);
    const voice = voiceOf(present, principal);
    voice.sockets = Math.max(0, voice.sockets - 1);
    if (voice.sockets === 0) {
      voice.grace?.();
      voice.grace = atOnce
        ? null
        : this.#clock.scheduleAt(this.#clock.now() + graceMs, () => {
            voice.grace = null;
            this.#tell(accountId, operatorId, present);
          });
    }
    this.#tell(accountId, operatorId, present);
  }
  /** Sets a chosen status. It takes effect immediately if a socket is open (CORE-011). */
  set(principal: Principal, status: Presence): void {
    const present = this.#present(principal.accountId, principal.operatorId);
    voiceOf(present, principal).status = status;
    if (principal.credential.kind === "session" && status === "offline") for (const key of present.keys.values()) key.status = null;
    this.#tell(principal.accountId, principal.operatorId, present);
  }
  /** Calls the listener synchronously for each change, in order. */
  onChange(listener: PresenceListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  /** Cancels all grace periods. */
  close(): void {
    for (const present of this.#accounts.values()) {
      for (const one of present.values()) for (const voice of [one.session, ...one.keys.values()]) voice.grace?.();
    }
  }

  #present(account: number, operatorId: number): Present {
    let present = this.#accounts.get(account);
    if (!present) this.#accounts.set(account, (present = new Map()));
    let one = present.get(operatorId);
    if (!one) present.set(operatorId, (one = { session: { sockets: 0, status: null, grace: null }, keys: new Map(), told: "offline" }));
    return one;
  }
  #tell(account: number, operatorId: number, present: Present): void {
    const status = best([present.session, ...present.keys.values()]);
    if (status === present.told) return;
    present.told = status;
    for (const listener of this.#listeners) listener(account, operatorId, status);
  }
}

function voiceOf(present: Present, principal: Principal): Voice {
  if (principal.credential.kind === "session") return present.session;
  let voice = present.keys.get(principal.credential.id);
  if (!voice) present.keys.set(principal.credential.id, (voice = { sockets: 0, status: null, grace: null }));
  return voice;
}
function best(voices: readonly Voice[]): Presence {
  const heard = voices.filter((voice) => voice.sockets > 0 || voice.grace !== null).map((voice) => voice.status);
  return heard.includes("online") ? "online" : heard.includes("away") ? "away" : "offline";
}
