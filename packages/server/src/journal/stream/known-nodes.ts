import type pg from "pg";
import type { Clock } from "../../core/command.ts";
import { listOtherNodes } from "../../store/database/nodes.ts";

export interface KnownNodesDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly node: number;
  /** Returns whether this node has its connection, and with it its lock. */
  readonly isConnected: () => boolean;
}
export type OtherNodesListener = (nodes: readonly number[]) => void;

/**
 * Time in milliseconds after a reconnect in which known nodes without a lock count as running. If
 * the database crashed, all nodes lost their locks, and each takes its own again at its reconnect.
 */
const lockRecoveryMs = 5_000;

/** The other running nodes, as their locks show (CORE-132, CORE-375). */
export class KnownNodes {
  readonly #deps: KnownNodesDeps;
  readonly #listeners = new Set<OtherNodesListener>();
  #nodes: readonly number[] = [];
  /** Monotonic time of the last reconnect of this node. */
  #reconnectedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: KnownNodesDeps) {
    this.#deps = deps;
  }
  /** Returns the ids at the latest read, in ascending order. */
  list(): readonly number[] {
    return this.#nodes;
  }
  /** Calls the listener now and after each change with the ids. */
  onChange(listener: OtherNodesListener): void {
    this.#listeners.add(listener);
    listener(this.#nodes);
  }
  async read(): Promise<void> {
    const locked = await listOtherNodes(this.#deps.pool, this.#deps.node);
    const before = this.#nodes;
    this.#nodes = this.#mayLackLocks()
      ? [...new Set([...before, ...locked])].toSorted((a, b) => a - b)
      : locked;
    if (before.join() !== this.#nodes.join())
      for (const listener of this.#listeners) listener(this.#nodes);
  }
  /** Must be called when this node has its lock again. */
  noteReconnect(): void {
    this.#reconnectedAt = this.#deps.clock.monotonic();
  }
  #mayLackLocks(): boolean {
    const { clock, isConnected } = this.#deps;
    return !isConnected() || clock.monotonic() - this.#reconnectedAt < lockRecoveryMs;
  }
}
