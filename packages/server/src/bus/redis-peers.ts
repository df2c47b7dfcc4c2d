import type { Clock } from "../core/command.ts";

/** Report of a node about what it receives through Redis. It is sent through both engines. */
export interface RedisReport {
  /** Id of the sender's bus. */
  readonly bus: string;
  readonly node: number;
  /** Number of the report. A report with a lower number than the last is outdated. */
  readonly n: number;
  /** Ids of the buses whose reports arrived through Redis lately, including its own. */
  readonly receives: readonly string[];
}
interface Peer {
  /** Number of its last report. */
  n: number;
  /** Monotonic time of its last report, through either engine. */
  reportedAt: number;
  /** Monotonic time of its last report through Redis. */
  receivedAt: number;
}

/** Time after which a report through Redis proves nothing any more, in milliseconds. */
const maxReportAgeMs = 2_500;
/** Time without a report after which a peer is forgotten, in milliseconds. */
const maxSilenceMs = 60_000;

/**
 * Knows which of the other nodes receive what this node sends through Redis. A node counts only
 * while it confirms it, so nodes without Redis, with another Redis, or with a connection on which
 * nothing arrives do not count.
 */
export class RedisPeers {
  readonly #clock: Clock;
  readonly #bus: string;
  readonly #peers = new Map<string, Peer>();
  /** Monotonic time at which each other node last confirmed that it receives this bus. */
  readonly #confirmedAt = new Map<number, number>();
  #node = 0;
  #others: readonly number[] = [];
  /** False until it is known which other nodes run. */
  #areNodesKnown = false;
  #n = 0;
  /** Monotonic time at which a connection was opened or the last own report arrived. */
  #arrivedAt = 0;

  constructor(clock: Clock, bus: string) {
    this.#clock = clock;
    this.#bus = bus;
  }

  setNodes(node: number, others: readonly number[]): void {
    this.#node = node;
    this.#others = others;
    this.#areNodesKnown = true;
    for (const id of this.#confirmedAt.keys())
      if (!others.includes(id)) this.#confirmedAt.delete(id);
  }
  get hasOthers(): boolean {
    return this.#others.length > 0;
  }
  /** Forgets what was received, because the connection is another one or has ended. */
  reset(): void {
    this.#arrivedAt = this.#clock.monotonic();
    for (const peer of this.#peers.values()) peer.receivedAt = Number.NEGATIVE_INFINITY;
  }
  createReport(): RedisReport {
    for (const [bus, { reportedAt }] of this.#peers)
      if (this.#clock.monotonic() - reportedAt > maxSilenceMs) this.#peers.delete(bus);
    const receives = [...this.#peers].flatMap(([bus, { receivedAt }]) =>
      this.#isFresh(receivedAt) ? [bus] : [],
    );
    return { bus: this.#bus, node: this.#node, n: ++this.#n, receives };
  }
  /** Handles a report. Returns whether its sender was not received through Redis before. */
  receive({ bus, node, n, receives }: RedisReport, isThroughRedis: boolean): boolean {
    const now = this.#clock.monotonic();
    const peer = this.#peers.get(bus) ?? { n: 0, reportedAt: now, receivedAt: -Infinity };
    this.#peers.set(bus, peer);
    const isNew = isThroughRedis && !this.#isFresh(peer.receivedAt);
    if (isThroughRedis) peer.receivedAt = now;
    if (bus === this.#bus && isThroughRedis) this.#arrivedAt = now;
    if (n > peer.n) {
      peer.n = n;
      peer.reportedAt = now;
      if (receives.includes(this.#bus)) this.#confirmedAt.set(node, now);
      else this.#confirmedAt.delete(node);
    }
    return isNew;
  }
  /** Time for which nothing of this node has arrived back through Redis, in milliseconds. */
  silenceMs(): number {
    return this.#clock.monotonic() - this.#arrivedAt;
  }
  /** Returns whether this node's own reports arrive through Redis. */
  isReceiving(): boolean {
    return this.#isFresh(this.#peers.get(this.#bus)?.receivedAt ?? Number.NEGATIVE_INFINITY);
  }
  /** Returns the number of other nodes that do not confirm that they receive this node. */
  countUnreached(): number {
    return this.#others.filter(
      (node) => !this.#isFresh(this.#confirmedAt.get(node) ?? Number.NEGATIVE_INFINITY),
    ).length;
  }
  /** Returns whether all nodes receive what this node sends through Redis. */
  areAllReached(): boolean {
    return this.#areNodesKnown && this.isReceiving() && this.countUnreached() === 0;
  }

  #isFresh(at: number): boolean {
    return this.#clock.monotonic() - at < maxReportAgeMs;
  }
}
