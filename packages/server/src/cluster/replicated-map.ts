import type { Clock } from "../core/command.ts";
import { runInNextTurn } from "./next-turn.ts";

/** Change of an entry as it is sent. `null` removes the entry. */
type SentEntry<V> = readonly [account: number, id: number, value: V | null];

/** Message of a node about the entries that it owns in one map. `node` is the sender. */
export type MapMessage<V> =
  /** Changes with the number `n`. Each node numbers its changes of a map from 1. */
  | {
      readonly kind: "change";
      readonly node: number;
      readonly n: number;
      readonly entries: readonly SentEntry<V>[];
    }
  /** Asks the node `of` for all of its entries. */
  | { readonly kind: "ask"; readonly node: number; readonly of: number }
  /** One of `parts` parts of all entries after change `n`. `part` counts from 0. */
  | {
      readonly kind: "snapshot";
      readonly node: number;
      readonly n: number;
      readonly part: number;
      readonly parts: number;
      readonly entries: readonly SentEntry<V>[];
    };

export interface ReplicatedMapDeps {
  readonly clock: Clock;
  readonly node: number;
  /** Sends a message to the other nodes. It may be lost. */
  readonly publish: (message: object) => void;
  /** Returns whether other nodes run. Without them, changes are not sent. */
  readonly hasOtherNodes: () => boolean;
  /** Called when the entries of a node are complete. */
  readonly onSynced: () => void;
}
export interface ReplicatedMapOptions {
  /** In ms: entries of a node that ended remain while its clients connect to another one. */
  readonly graceMs: number;
}

/** Entries of another node, as far as this node has received them. */
interface RemoteEntries<V> {
  readonly accounts: AccountEntries<V>;
  /** Number of the last applied change. */
  n: number;
  /** False until a snapshot is complete, and after a change was lost. */
  isSynced: boolean;
  /** Parts of the snapshot that is being received. */
  parts: (readonly SentEntry<V>[])[];
  /** Monotonic time of the last request for a snapshot. */
  askedAt: number;
  /** Ends the grace period of a node that has ended. */
  cancelRemoval: (() => void) | null;
}
type AccountEntries<V> = Map<number, Map<number, V>>;

/** Minimum time between two requests for a snapshot of the same node, in milliseconds. */
const askIntervalMs = 1_000;
const maxEntriesPerMessage = 200;

/**
 * Map whose entries belong to the nodes that set them, and that every node can read (decision
 * 0144). A node sends its changes with consecutive numbers. A node that misses one asks for all
 * entries of the sender. Values are compared and sent as JSON.
 */
export class ReplicatedMap<V> {
  readonly #deps: ReplicatedMapDeps;
  readonly #graceMs: number;
  readonly #own: AccountEntries<V> = new Map();
  readonly #remotes = new Map<number, RemoteEntries<V>>();
  readonly #listeners = new Set<(account: number, id: number) => void>();
  /** Changed own entries that are not sent yet, by account. */
  #changed = new Map<number, Set<number>>();
  #n = 0;
  #cancelSend: (() => void) | null = null;
  #cancelSnapshot: (() => void) | null = null;

  constructor(deps: ReplicatedMapDeps, { graceMs }: ReplicatedMapOptions) {
    this.#deps = deps;
    this.#graceMs = graceMs;
  }

  /** Number of this node's last change. Other nodes compare it with what they received. */
  get lastChange(): number {
    return this.#n;
  }
  /** Sets an entry of this node. */
  set(account: number, id: number, value: V): void {
    setEntry(this.#own, account, id, value);
    this.#noteChange(account, id);
  }
  /** Removes an entry of this node. */
  delete(account: number, id: number): void {
    if (deleteEntry(this.#own, account, id)) this.#noteChange(account, id);
  }
  /** Returns the values that other nodes have set for this id. */
  getRemote(account: number, id: number): readonly V[] {
    return [...this.#remotes.values()].flatMap(({ accounts }) => {
      const value = accounts.get(account)?.get(id);
      return value === undefined ? [] : [value];
    });
  }
  /** Returns the account's entries of the other nodes. An id may occur several times. */
  listRemote(account: number): readonly (readonly [id: number, value: V])[] {
    return [...this.#remotes.values()].flatMap(({ accounts }) => [
      ...(accounts.get(account) ?? []),
    ]);
  }
  /** Returns the nodes that have set an entry for this id, except this one. */
  findNodes(account: number, id: number): readonly number[] {
    return [...this.#remotes].flatMap(([node, { accounts }]) =>
      accounts.get(account)?.has(id) === true ? [node] : [],
    );
  }
  /** Returns the value that another node has set for this id, or undefined. */
  getOfNode(node: number, account: number, id: number): V | undefined {
    return this.#remotes.get(node)?.accounts.get(account)?.get(id);
  }
  /** Returns whether the entries of this node are complete here. */
  isSynced(node: number): boolean {
    return this.#remotes.get(node)?.isSynced === true;
  }
  /** Calls the listener for each entry of another node that was set, changed or removed. */
  onRemoteChange(listener: (account: number, id: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Handles a message of another node. */
  receive(message: MapMessage<V>): void {
    switch (message.kind) {
      case "ask":
        if (message.of === this.#deps.node) this.#scheduleSnapshot();
        return;
      case "change":
        this.#applyChange(message);
        return;
      case "snapshot":
        this.#addSnapshotPart(message);
    }
  }
  /** Handles a node's own report of its last change. Asks for its entries if one was lost. */
  checkLastChange(node: number, n: number): void {
    const remote = this.#getRemote(node);
    if (remote.isSynced && remote.n >= n) return;
    remote.askedAt = Number.NEGATIVE_INFINITY;
    this.#ask(node, remote);
  }
  /** Updates the nodes that run. The entries of a node that ended are removed after the grace. */
  setRunningNodes(nodes: ReadonlySet<number>): void {
    for (const node of nodes) {
      const remote = this.#getRemote(node);
      if (!remote.isSynced) this.#ask(node, remote);
    }
    for (const [node, remote] of this.#remotes) {
      if (nodes.has(node)) {
        remote.cancelRemoval?.();
        remote.cancelRemoval = null;
      } else remote.cancelRemoval ??= this.#schedule(this.#graceMs, () => this.#removeNode(node));
    }
  }
  close(): void {
    this.#cancelSend?.();
    this.#cancelSnapshot?.();
    for (const { cancelRemoval } of this.#remotes.values()) cancelRemoval?.();
  }

  #getRemote(node: number): RemoteEntries<V> {
    const existing = this.#remotes.get(node);
    if (existing) return existing;
    const remote: RemoteEntries<V> = {
      accounts: new Map(),
      n: 0,
      isSynced: false,
      parts: [],
      askedAt: Number.NEGATIVE_INFINITY,
      cancelRemoval: null,
    };
    this.#remotes.set(node, remote);
    return remote;
  }
  #removeNode(node: number): void {
    const remote = this.#remotes.get(node);
    this.#remotes.delete(node);
    for (const [account, entries] of remote?.accounts ?? [])
      for (const id of entries.keys()) this.#emit(account, id);
  }

  // Own entries

  #noteChange(account: number, id: number): void {
    const ids = this.#changed.get(account) ?? new Set();
    this.#changed.set(account, ids.add(id));
    this.#cancelSend ??= runInNextTurn(() => this.#sendChanges());
  }
  #sendChanges(): void {
    this.#cancelSend = null;
    const changed = this.#changed;
    this.#changed = new Map();
    const entries = [...changed].flatMap(([account, ids]) =>
      [...ids].map((id): SentEntry<V> => [account, id, this.#own.get(account)?.get(id) ?? null]),
    );
    for (const part of splitEntries(entries)) {
      this.#n++;
      if (this.#deps.hasOtherNodes())
        this.#publish({ kind: "change", node: this.#deps.node, n: this.#n, entries: part });
    }
  }
  /** Several nodes may ask at the same time. All of them receive the same snapshot. */
  #scheduleSnapshot(): void {
    this.#cancelSnapshot ??= runInNextTurn(() => {
      this.#cancelSnapshot = null;
      this.#cancelSend?.();
      // What is not sent yet is part of the snapshot, and gets its number.
      this.#sendChanges();
      const entries = [...this.#own].flatMap(([account, ids]) =>
        [...ids].map(([id, value]): SentEntry<V> => [account, id, value]),
      );
      const parts = splitEntries(entries);
      if (parts.length === 0) parts.push([]);
      for (const [part, some] of parts.entries())
        this.#publish({
          kind: "snapshot",
          node: this.#deps.node,
          n: this.#n,
          part,
          parts: parts.length,
          entries: some,
        });
    });
  }

  // Entries of other nodes

  #applyChange({ node, n, entries }: Extract<MapMessage<V>, { kind: "change" }>): void {
    const remote = this.#getRemote(node);
    // It is part of the snapshot.
    if (remote.isSynced && n <= remote.n) return;
    if (!remote.isSynced || n !== remote.n + 1) {
      remote.isSynced = false;
      this.#ask(node, remote);
      return;
    }
    remote.n = n;
    for (const [account, id, value] of entries) {
      if (value === null) deleteEntry(remote.accounts, account, id);
      else setEntry(remote.accounts, account, id, value);
      this.#emit(account, id);
    }
  }
  #addSnapshotPart(message: Extract<MapMessage<V>, { kind: "snapshot" }>): void {
    const { node, n, part, parts, entries } = message;
    const remote = this.#getRemote(node);
    if (remote.isSynced && remote.n >= n) return;
    if (part === 0) remote.parts = [];
    // A part was lost. The next report of the node makes this node ask again.
    if (part !== remote.parts.length) return;
    remote.parts.push(entries);
    if (remote.parts.length < parts) return;
    const all = remote.parts.flat();
    remote.parts = [];
    remote.n = n;
    remote.isSynced = true;
    this.#replaceEntries(remote, all);
    this.#deps.onSynced();
  }
  #replaceEntries(remote: RemoteEntries<V>, entries: readonly SentEntry<V>[]): void {
    const before = new Map(remote.accounts);
    remote.accounts.clear();
    for (const [account, id, value] of entries)
      if (value !== null) setEntry(remote.accounts, account, id, value);
    for (const [account, id, value] of entries)
      if (JSON.stringify(before.get(account)?.get(id) ?? null) !== JSON.stringify(value))
        this.#emit(account, id);
    for (const [account, ids] of before)
      for (const id of ids.keys())
        if (remote.accounts.get(account)?.has(id) !== true) this.#emit(account, id);
  }
  #ask(node: number, remote: RemoteEntries<V>): void {
    const now = this.#deps.clock.monotonic();
    if (now - remote.askedAt < askIntervalMs) return;
    remote.askedAt = now;
    this.#publish({ kind: "ask", node: this.#deps.node, of: node });
  }

  #emit(account: number, id: number): void {
    for (const listener of this.#listeners) listener(account, id);
  }
  #publish(message: MapMessage<V>): void {
    this.#deps.publish(message);
  }
  #schedule(ms: number, run: () => void): () => void {
    return this.#deps.clock.scheduleAt(this.#deps.clock.now() + ms, run);
  }
}

function setEntry<V>(accounts: AccountEntries<V>, account: number, id: number, value: V): void {
  const entries = accounts.get(account) ?? new Map<number, V>();
  accounts.set(account, entries.set(id, value));
}
function deleteEntry<V>(accounts: AccountEntries<V>, account: number, id: number): boolean {
  const entries = accounts.get(account);
  const isDeleted = entries?.delete(id) === true;
  if (entries?.size === 0) accounts.delete(account);
  return isDeleted;
}
function splitEntries<V>(entries: readonly SentEntry<V>[]): (readonly SentEntry<V>[])[] {
  const parts: (readonly SentEntry<V>[])[] = [];
  for (let start = 0; start < entries.length; start += maxEntriesPerMessage)
    parts.push(entries.slice(start, start + maxEntriesPerMessage));
  return parts;
}
