import type { Clock } from "../core/command.ts";

/** Number of ids per millisecond and node without ids that are ahead of the clock. */
const ticksPerMs = 4;
/** Number of nodes with different ids. Nodes that run at the same time have consecutive ids. */
const nodesPerTick = 500;

/**
 * Creates the ids of inspected requests. An id consists of the time and the node, so the ids of all
 * nodes form one order, and ids of later processes are greater. They stay below 2^53 until 2112.
 */
export class ItemIds {
  readonly #clock: Clock;
  readonly #node: number;
  #tick = 0;

  constructor(clock: Clock, node: number) {
    this.#clock = clock;
    this.#node = node % nodesPerTick;
  }

  /** Returns an id that is greater than all earlier ids of this node. */
  next(): number {
    this.#tick = Math.max(this.#tick + 1, this.#now());
    return this.#tick * nodesPerTick + this.#node;
  }
  /**
   * Returns a number between the ids that this node has created and those that it will create. The
   * number is at least `reached`, a fence of another node, so that ids stay in order although the
   * clocks of nodes differ.
   */
  fence(reached = 0): number {
    this.#tick = Math.max(this.#tick, this.#now(), Math.floor(reached / nodesPerTick));
    return this.#tick * nodesPerTick + nodesPerTick - 1;
  }
  #now(): number {
    return Math.floor(this.#clock.now()) * ticksPerMs;
  }
}
