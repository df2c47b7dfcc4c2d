import type { Clock } from "../core/command.ts";

/** Time without a heartbeat after which a node counts as unreachable, in milliseconds. */
const unreachableAfterMs = 6_000;
/**
 * Time in milliseconds for which the entries of a node are awaited if it has never sent a
 * heartbeat. Its process may have ended, while the database has not noticed the loss of its
 * connection.
 */
const maxSilenceMs = 60_000;

/** Sockets of the other running nodes, as their heartbeats report them. */
export interface SocketReport {
  /** Number of nodes that accept sockets. Those that have not reported count too. */
  readonly acceptingNodes: number;
  /** Whether a node stops or lost the database, so that its clients come to the others. */
  readonly isNodeLeaving: boolean;
  /** Number of sockets of each reachable node that accepts more. */
  readonly counts: readonly number[];
  /** Monotonic time at which the latest of these nodes was found. -Infinity if there is none. */
  readonly lastFoundAt: number;
}

/** The other nodes that run, which of them are reachable, and who does which job. */
export class Membership {
  readonly #clock: Clock;
  readonly #node: number;
  /** Monotonic time of the last heartbeat of each running node. -Infinity: it has sent none. */
  readonly #heartbeats = new Map<number, number>();
  /** Monotonic time at which each running node was found. */
  readonly #foundAt = new Map<number, number>();
  /** What each running node last reported about its sockets. */
  readonly #sockets = new Map<number, number | null>();
  readonly #listeners = new Set<() => void>();
  #reachable: readonly number[] = [];
  /** Answers since the reachable nodes changed. Consumers of the journal ask at every batch. */
  readonly #jobs = new Map<string, boolean>();
  #rank = 0;

  constructor(clock: Clock, node: number) {
    this.#clock = clock;
    this.#node = node;
  }

  /** Number of other nodes that run. */
  get size(): number {
    return this.#heartbeats.size;
  }
  /** Running nodes with a lower id. Kept, because each check of a limit needs it. */
  get rank(): number {
    return this.#rank;
  }
  /** Returns the ids of the other nodes that run. */
  list(): readonly number[] {
    return [...this.#heartbeats.keys()];
  }
  /** Returns the ids of the other nodes that have sent a heartbeat recently. */
  listReachable(): readonly number[] {
    return this.#reachable;
  }
  /** Returns the other nodes whose entries must be known, to know who is connected. */
  listAwaited(): readonly number[] {
    const before = this.#clock.monotonic() - maxSilenceMs;
    return this.list().filter(
      (id) =>
        this.#heartbeats.get(id) !== Number.NEGATIVE_INFINITY ||
        (this.#foundAt.get(id) ?? 0) > before,
    );
  }
  /** Sets the other nodes that run. Returns whether one of them is new. */
  setRunning(nodes: ReadonlySet<number>): boolean {
    for (const id of this.list()) {
      if (nodes.has(id)) continue;
      this.#heartbeats.delete(id);
      this.#foundAt.delete(id);
      this.#sockets.delete(id);
    }
    const added = [...nodes].filter((id) => !this.#heartbeats.has(id));
    for (const id of added) {
      this.#heartbeats.set(id, Number.NEGATIVE_INFINITY);
      this.#foundAt.set(id, this.#clock.monotonic());
    }
    this.#rank = this.list().filter((id) => id < this.#node).length;
    this.checkReachable();
    return added.length > 0;
  }
  /** Returns false for an unknown node, which is read from the database within a second. */
  addHeartbeat(node: number, sockets: number | null | undefined): boolean {
    if (!this.#heartbeats.has(node)) return false;
    this.#heartbeats.set(node, this.#clock.monotonic());
    if (sockets !== undefined) this.#sockets.set(node, sockets);
    this.checkReachable();
    return true;
  }
  /** Updates which nodes are reachable, and calls the listeners after a change. */
  checkReachable(): void {
    const now = this.#clock.monotonic();
    const reachable = [...this.#heartbeats]
      .flatMap(([id, at]) => (now - at < unreachableAfterMs ? [id] : []))
      .toSorted((a, b) => a - b);
    if (reachable.join() === this.#reachable.join()) return;
    this.#reachable = reachable;
    this.#jobs.clear();
    for (const listener of this.#listeners) listener();
  }
  /** Returns what is known about the sockets of the other running nodes. */
  getSocketReport(): SocketReport {
    return {
      acceptingNodes: this.list().filter((id) => this.#sockets.get(id) !== null).length,
      isNodeLeaving: this.list().some((id) => this.#sockets.get(id) === null),
      counts: this.#reachable.flatMap((id) => this.#sockets.get(id) ?? []),
      lastFoundAt: Math.max(...this.#foundAt.values()),
    };
  }
  /** Returns whether this node does the job. */
  isResponsible(job: string): boolean {
    let isOwn = this.#jobs.get(job);
    if (isOwn === undefined) {
      isOwn = chooseNode(job, [this.#node, ...this.#reachable]) === this.#node;
      this.#jobs.set(job, isOwn);
    }
    return isOwn;
  }
  onResponsibilityChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** Chooses the node for a job by rendezvous hashing. If a node ends, only its jobs move. */
function chooseNode(job: string, nodes: readonly number[]): number | null {
  let chosen: number | null = null;
  let highest = -1;
  for (const node of nodes) {
    const score = hash(`${node} ${job}`);
    if (score > highest) [chosen, highest] = [node, score];
  }
  return chosen;
}
/** Returns the 32-bit FNV-1a hash of an ASCII text, with its bits mixed once more. */
function hash(text: string): number {
  let h = 0x81_1c_9d_c5;
  for (let n = 0; n < text.length; n++) h = Math.imul(h ^ text.charCodeAt(n), 0x01_00_01_93);
  h = Math.imul(h ^ (h >>> 16), 0x85_eb_ca_6b);
  return (h ^ (h >>> 13)) >>> 0;
}
