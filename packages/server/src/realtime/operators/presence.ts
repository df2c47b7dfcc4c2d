import type { Principal } from "../../auth/index.ts";
import type { ReplicatedMap } from "../../cluster/index.ts";
import type { Presence } from "../../core/entity.ts";
import type { Clock } from "../../core/command.ts";
import {
  hasEnded,
  serializeCustomStatus,
  type CustomStatus,
  type CustomStatusFields,
  type PresenceChoice,
} from "../../core/operator/custom-status.ts";

/**
 * Time in ms for which the status remains after the last socket closed, so that a page reload does
 * not change it (CORE-010). It also applies if the node of the sockets ends.
 */
export const presenceGraceMs = 20_000;

/** Sockets on this node of an operator or API key, with the status chosen last. */
interface PresenceSource {
  sockets: number;
  choice: Choice;
  /** Cancels the grace period that starts when the last socket closes. */
  grace: (() => void) | null;
}
interface OperatorPresence {
  readonly sessions: PresenceSource;
  readonly keys: Map<number, PresenceSource>;
  /** Time of the sessions' latest "offline" in ms since 1970. Earlier choices of keys are void. */
  keysResetAt: number;
  published: PresenceChoice;
  /** Cancels the timer that runs until a chosen status ends. */
  cancelEnd: (() => void) | null;
}
/** Presence of an operator on one node, as the other nodes receive it. */
export interface NodePresence extends Choice {
  /** Whether a session is connected, or was within the grace period. */
  readonly hasSession: boolean;
  /** API keys that are connected or have a status, which is the same at every node. */
  readonly keys: readonly KeyPresence[];
  /** As in `OperatorPresence`. */
  readonly keysResetAt: number;
}
interface KeyPresence extends Choice {
  readonly key: number;
  readonly isConnected: boolean;
}
/** What was chosen for sessions or a key. */
interface Choice {
  /** null: nothing is known. */
  readonly status: Presence | null;
  /** Absent in the messages of nodes with an earlier version. */
  readonly custom?: CustomStatus | null;
  /** Time of the choice in ms since 1970. 0 if this is not known. */
  readonly chosenAt: number;
}
/** Presence of an operator in frames (API-104). */
export interface PresenceEntry extends CustomStatusFields {
  readonly operator_id: number;
  readonly status: Presence;
}

export type PresenceListener = (account: number, operatorId: number, status: Presence) => void;

/**
 * Presence of operators (CORE-010, CORE-011). A status counts while a socket is open and for 20 s
 * afterwards. All sessions use the status that the operator chose last, on whichever node they are
 * connected. An API key counts, separately from the sessions, only after it has chosen a status, on
 * whichever node it did. The operator's presence is the best status. However, "offline" in a
 * session also resets the operator's API keys.
 */
export class PresenceRegistry {
  readonly #clock: Clock;
  readonly #nodes: ReplicatedMap<NodePresence>;
  readonly #listeners = new Set<PresenceListener>();
  readonly #accounts = new Map<number, Map<number, OperatorPresence>>();

  /** `nodes`: the presence on each node, by account and operator. */
  constructor(clock: Clock, nodes: ReplicatedMap<NodePresence>) {
    this.#clock = clock;
    this.#nodes = nodes;
    nodes.onRemoteChange((account, operatorId) => this.#handleRemoteChange(account, operatorId));
  }

  of(account: number, operatorId: number): Presence {
    return this.#getPublished(account, operatorId).status;
  }
  /** Returns the chosen status of the account, or null. */
  customStatus(account: number, operatorId: number): CustomStatus | null {
    return this.#getPublished(account, operatorId).custom;
  }
  entryOf(account: number, operatorId: number): PresenceEntry {
    const { status, custom } = this.#getPublished(account, operatorId);
    return { operator_id: operatorId, status, ...serializeCustomStatus(custom) };
  }
  list(account: number): PresenceEntry[] {
    return [...(this.#accounts.get(account) ?? [])]
      .filter(([, operator]) => operator.published.status !== "offline")
      .map(([operatorId]) => this.entryOf(account, operatorId));
  }
  /** Counts a socket that has sent its hello. */
  addConnection(principal: Principal): void {
    const { accountId, operatorId } = principal;
    const present = this.#getPresence(accountId, operatorId);
    const source = getSource(present, principal);
    const isFirst = source.sockets++ === 0 && source.grace === null;
    if (isFirst && principal.credential.kind === "session")
      this.#initializeSessions(present, principal);
    source.grace?.();
    source.grace = null;
    this.#update(accountId, operatorId, present);
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
        : this.#clock.scheduleAt(this.#clock.now() + presenceGraceMs, () => {
            source.grace = null;
            this.#update(accountId, operatorId, present);
          });
    }
    this.#update(accountId, operatorId, present);
  }
  /** Sets what was chosen. It takes effect immediately if a socket is open (CORE-011). */
  set(principal: Principal, chosen: PresenceChoice): void {
    const { accountId, operatorId, credential } = principal;
    const present = this.#getPresence(accountId, operatorId);
    // The clocks of nodes differ. A later choice must have a later time.
    const chosenAt = Math.max(this.#clock.now(), getLatestTime(present) + 1);
    const choice = { ...chosen, chosenAt };
    if (credential.kind === "session") chooseStatus(present, choice);
    else getSource(present, principal).choice = choice;
    this.#update(accountId, operatorId, present);
  }
  /** Calls the listener synchronously for each change, in order. */
  onChange(listener: PresenceListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  /** Cancels all timers. */
  close(): void {
    for (const present of this.#accounts.values()) {
      for (const operator of present.values()) {
        operator.cancelEnd?.();
        for (const source of [operator.sessions, ...operator.keys.values()]) source.grace?.();
      }
    }
  }

  /** Sets the status of the first session here: that of other nodes, or the stored one. */
  #initializeSessions(present: OperatorPresence, principal: Principal): void {
    const { accountId, operatorId, chosenPresence } = principal;
    const remote = this.#nodes.getRemote(accountId, operatorId);
    const latest = findLatestChoice(remote.filter(({ hasSession }) => hasSession));
    const chosenAt = Math.max(present.sessions.choice.chosenAt, latest?.chosenAt ?? 0);
    present.sessions.choice = toChoice({ ...(latest ?? chosenPresence), chosenAt });
  }
  #getPublished(account: number, operatorId: number): PresenceChoice {
    return this.#accounts.get(account)?.get(operatorId)?.published ?? offline;
  }
  #getPresence(account: number, operatorId: number): OperatorPresence {
    let present = this.#accounts.get(account);
    if (!present) this.#accounts.set(account, (present = new Map()));
    let operator = present.get(operatorId);
    if (!operator)
      present.set(
        operatorId,
        (operator = {
          sessions: createSource(),
          keys: new Map(),
          keysResetAt: 0,
          published: offline,
          cancelEnd: null,
        }),
      );
    return operator;
  }
  /** Adopts later choices of other nodes, and publishes the presence if it changed. */
  #handleRemoteChange(account: number, operatorId: number): void {
    const present = this.#getPresence(account, operatorId);
    if (adoptChoices(present, this.#nodes.getRemote(account, operatorId)))
      this.#update(account, operatorId, present);
    else this.#publish(account, operatorId, present);
  }
  /** Sends the presence on this node to the others, and publishes the result. */
  #update(account: number, operatorId: number, present: OperatorPresence): void {
    const { sessions, keysResetAt } = present;
    const own: NodePresence = {
      ...sessions.choice,
      hasSession: isPresent(sessions),
      keys: [...present.keys]
        .filter(([, source]) => isPresent(source) || source.choice.chosenAt > keysResetAt)
        .map(([key, source]) => ({ ...source.choice, key, isConnected: isPresent(source) })),
      keysResetAt,
    };
    if (own.hasSession || own.chosenAt > 0 || own.keys.length > 0)
      this.#nodes.set(account, operatorId, own);
    else this.#nodes.delete(account, operatorId);
    this.#publish(account, operatorId, present);
  }
  #publish(account: number, operatorId: number, present: OperatorPresence): void {
    const remote = this.#nodes.getRemote(account, operatorId);
    const ownSessions = isPresent(present.sessions) ? [present.sessions.choice] : [];
    const sessions = [...ownSessions, ...remote.filter(({ hasSession }) => hasSession)];
    const latest = findLatestChoice(sessions);
    const choices = [...(latest === null ? [] : [latest]), ...listKeyChoices(present, remote)];
    this.#scheduleEnd(account, operatorId, { present, choices });
    const published = findBest(choices, this.#clock.now());
    if (isSameChoice(published, present.published)) return;
    present.published = published;
    for (const listener of this.#listeners) listener(account, operatorId, published.status);
  }
  /** Publishes again when the next status ends, which every node knows (STATUS-004). */
  #scheduleEnd(
    account: number,
    operatorId: number,
    { present, choices }: { present: OperatorPresence; choices: readonly Choice[] },
  ): void {
    present.cancelEnd?.();
    const now = this.#clock.now();
    const ends = choices.flatMap(({ custom = null }) =>
      hasEnded(custom, now) ? [] : (custom?.until ?? []),
    );
    present.cancelEnd =
      ends.length === 0
        ? null
        : this.#clock.scheduleAt(Math.min(...ends), () =>
            this.#publish(account, operatorId, present),
          );
  }
}

const offline: PresenceChoice = { status: "offline", custom: null };
const createSource = (): PresenceSource => ({
  sockets: 0,
  choice: { status: null, chosenAt: 0 },
  grace: null,
});
function getSource(present: OperatorPresence, { credential }: Principal): PresenceSource {
  return credential.kind === "session" ? present.sessions : getKey(present, credential.id);
}
function getKey(present: OperatorPresence, id: number): PresenceSource {
  const source = present.keys.get(id) ?? createSource();
  present.keys.set(id, source);
  return source;
}
/** Returns the choice of each API key that is connected to any node. */
function listKeyChoices(
  { keys, keysResetAt }: OperatorPresence,
  remote: readonly NodePresence[],
): readonly Choice[] {
  const remoteKeys = remote.flatMap((node) => node.keys).filter(({ isConnected }) => isConnected);
  const connected = new Set(remoteKeys.map(({ key }) => key));
  return [...keys]
    .filter(([key, source]) => isPresent(source) || connected.has(key))
    .map(([, { choice }]) => choice)
    .filter(({ chosenAt }) => chosenAt > keysResetAt);
}
function getLatestTime({ sessions, keys, keysResetAt }: OperatorPresence): number {
  return Math.max(
    sessions.choice.chosenAt,
    keysResetAt,
    ...[...keys.values()].map(({ choice }) => choice.chosenAt),
  );
}
/** Sets the status of the sessions. "offline" also resets the API keys. */
function chooseStatus(present: OperatorPresence, choice: Choice): void {
  present.sessions.choice = choice;
  if (choice.status === "offline")
    present.keysResetAt = Math.max(present.keysResetAt, choice.chosenAt);
}
/** Adopts what was chosen later on other nodes. Returns whether there is anything. */
function adoptChoices(present: OperatorPresence, remote: readonly NodePresence[]): boolean {
  const latest = findLatestChoice(remote);
  const isSessionsChoiceLater =
    latest !== null && latest.chosenAt > present.sessions.choice.chosenAt;
  if (isSessionsChoiceLater && latest.status !== null) chooseStatus(present, toChoice(latest));
  const resetAt = Math.max(0, ...remote.map(({ keysResetAt }) => keysResetAt));
  const isResetLater = resetAt > present.keysResetAt;
  if (isResetLater) present.keysResetAt = resetAt;
  let isKeyChoiceLater = false;
  for (const choice of remote.flatMap(({ keys }) => keys)) {
    const source = getKey(present, choice.key);
    if (!isLaterChoice(choice, source.choice)) continue;
    source.choice = toChoice(choice);
    isKeyChoiceLater = true;
  }
  return isSessionsChoiceLater || isResetLater || isKeyChoiceLater;
}
const isPresent = (source: PresenceSource): boolean => source.sockets > 0 || source.grace !== null;

/** Returns the latest choice. Of two with the same time, all nodes return the same one. */
function findLatestChoice(choices: readonly Choice[]): Choice | null {
  return choices.reduce<Choice | null>(
    (latest, choice) => (latest === null || isLaterChoice(choice, latest) ? choice : latest),
    null,
  );
}
function isLaterChoice(a: Choice, b: Choice): boolean {
  return a.chosenAt === b.chosenAt ? (a.status ?? "") > (b.status ?? "") : a.chosenAt > b.chosenAt;
}
/** Returns a choice without what else a node knows about sessions or a key. */
const toChoice = ({ status, custom = null, chosenAt }: Choice): Choice => ({
  status,
  custom,
  chosenAt,
});
/** Returns the best of the choices as they are now. Of equal ones, it is the first. */
function findBest(choices: readonly Choice[], now: number): PresenceChoice {
  const current = choices.map(({ status, custom = null }) =>
    hasEnded(custom, now) ? { status: "online" as const, custom: null } : { status, custom },
  );
  for (const status of ["online", "away"] as const) {
    const best = current.find((choice) => choice.status === status);
    if (best !== undefined) return { status, custom: best.custom };
  }
  return offline;
}
const isSameChoice = (a: PresenceChoice, b: PresenceChoice): boolean =>
  a.status === b.status &&
  a.custom?.id === b.custom?.id &&
  a.custom?.until === b.custom?.until &&
  a.custom?.comment === b.custom?.comment;
