import type { Principal } from "../auth/index.ts";
import type { Presence } from "../core/entity.ts";
import type { Clock } from "../core/ports.ts";

/** A reload of the page does not flap (CORE-010). */
const graceMs = 20_000;

/** What a session (all of an operator's together) or one API key says. */
interface Voice {
  sockets: number;
  status: Presence | null;
  /** Ends the grace after the last socket. */ grace: (() => void) | null;
}
interface Present {
  readonly session: Voice;
  readonly keys: Map<number, Voice>;
  told: Presence;
}

export type PresenceListener = (account: number, operatorId: number, status: Presence) => void;

/**
 * Who is online, away or offline on this node (CORE-010, CORE-011). A status counts while a live socket stands behind it and 20 s
 * longer. A person's sockets speak with the status he chose last; a key's sockets only after the key chose one, and apart from his.
 * The best of them is his presence, but a person's own "offline" silences his keys too.
 */
export class PresenceRegistry {
  readonly #clock: Pick<Clock, "now" | "alarm">;
  readonly #listeners = new Set<PresenceListener>();
  readonly #accounts = new Map<number, Map<number, Present>>();

  constructor(clock: Pick<Clock, "now" | "alarm">) {
    this.#clock = clock;
  }

  of(account: number, operatorId: number): Presence {
    return this.#accounts.get(account)?.get(operatorId)?.told ?? "offline";
  }
  /** Everybody who is not offline. */
  list(account: number): { operator_id: number; status: Presence }[] {
    const present = this.#accounts.get(account);
    if (!present) return [];
    return [...present].filter(([, one]) => one.told !== "offline").map(([operator_id, one]) => ({ operator_id, status: one.told }));
  }
  /** A socket said hello. */
  opened(principal: Principal): void {
    const present = this.#present(principal.accountId, principal.operatorId);
    const voice = voiceOf(present, principal);
    if (voice.sockets++ === 0 && principal.by.kind === "session" && voice.grace === null) voice.status = principal.chosenPresence;
    voice.grace?.();
    voice.grace = null;
    this.#tell(principal.accountId, principal.operatorId, present);
  }
  /** A socket is gone. `atOnce`: signed out, so no grace when it was the last. */
  closed(principal: Principal, atOnce: boolean): void {
    const { accountId, operatorId } = principal;
    const present = this.#present(accountId, operatorId);
    const voice = voiceOf(present, principal);
    voice.sockets = Math.max(0, voice.sockets - 1);
    if (voice.sockets === 0) {
      voice.grace?.();
      voice.grace = atOnce
        ? null
        : this.#clock.alarm(this.#clock.now() + graceMs, () => {
            voice.grace = null;
            this.#tell(accountId, operatorId, present);
          });
    }
    this.#tell(accountId, operatorId, present);
  }
  /** A choice; acts at once where a socket stands behind it (CORE-011). */
  set(principal: Principal, status: Presence): void {
    const present = this.#present(principal.accountId, principal.operatorId);
    voiceOf(present, principal).status = status;
    if (principal.by.kind === "session" && status === "offline") for (const key of present.keys.values()) key.status = null;
    this.#tell(principal.accountId, principal.operatorId, present);
  }
  /** Called at once for each change, in the order of the calls of this. */
  onChange(listener: PresenceListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  /** Ends all waiting. */
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
  if (principal.by.kind === "session") return present.session;
  let voice = present.keys.get(principal.by.id);
  if (!voice) present.keys.set(principal.by.id, (voice = { sockets: 0, status: null, grace: null }));
  return voice;
}
function best(voices: readonly Voice[]): Presence {
  const heard = voices.filter((voice) => voice.sockets > 0 || voice.grace !== null).map((voice) => voice.status);
  return heard.includes("online") ? "online" : heard.includes("away") ? "away" : "offline";
}
