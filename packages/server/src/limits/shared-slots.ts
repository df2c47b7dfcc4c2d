import type { Cluster } from "../cluster/index.ts";
import { evictOldest } from "../core/bounded-map.ts";
import { createSlotCounter, type ReleaseSlot, type SlotCounter } from "./slot-counter.ts";

/** The other nodes, as the slots need them. */
export type SlotNodes = Cluster;
export interface SharedSlotsDeps {
  /** Name of the slots, the same on all nodes. */
  readonly name: string;
  /** Returns the maximum number of concurrent uses per key on all nodes together. */
  readonly getMax: () => number;
  /** Null: this node counts alone. */
  readonly nodes: SlotNodes | null;
}
/** Those who wait for slots of a key. */
interface Ask {
  /** Those whose request is on its way to the other nodes, with its logical time. */
  sent: Waiter[];
  time: number;
  /** Those who came later. They are part of the next request. */
  queued: Waiter[];
}
type Waiter = (release: ReleaseSlot | null) => void;
/** Asks each other node for the number of its slots of a key. */
interface AskMessage {
  readonly node: number;
  readonly time: number;
  readonly key: string;
  /** Whether the asking node would use more than its share. */
  readonly isAboveShare: boolean;
}
interface AskResponse {
  /** Slots in use, and those that the node asked for before. */
  readonly count: number;
  /** Whether the node uses or asks for more than its share. */
  readonly isAboveShare: boolean;
}

const responseTimeoutMs = 150;
/** Maximum number of contended keys in memory. */
const maxContended = 10_000;

/**
 * Concurrent uses per key, counted over all nodes (CFG-030, decision 0157). Each of n nodes may use
 * 1/n of the slots of a key without asking. A node that needs more asks the others how many they
 * use. From then on they ask too before they use more of that key, until they learn that every node
 * is within its share again. Nodes that do not respond are not counted.
 */
export class SharedSlots {
  readonly #deps: SharedSlotsDeps;
  readonly #own: SlotCounter;
  readonly #topic: string;
  readonly #asks = new Map<string, Ask>();
  /** Another node may use more than its share. With the logical time of its request. */
  readonly #contended = new Map<string, number>();
  /** Lamport clock. Of two nodes that ask each other, the earlier one is served first. */
  #time = 0;

  constructor(deps: SharedSlotsDeps) {
    this.#deps = deps;
    this.#own = createSlotCounter(deps.getMax);
    this.#topic = `slots ${deps.name}`;
    deps.nodes?.onRequest<AskMessage, AskResponse>(this.#topic, (ask) => this.#respond(ask));
  }

  /**
   * Acquires a slot and returns a function that releases it, or null if all slots are in use.
   * Returns a promise only if other nodes must be asked, for at most 150 ms.
   */
  acquire(key: string): ReleaseSlot | null | Promise<ReleaseSlot | null> {
    const { nodes, getMax } = this.#deps;
    if (nodes?.hasOtherNodes() !== true) return this.#own.acquire(key);
    const ask = this.#asks.get(key);
    const used = this.#own.count(key);
    if (ask === undefined && !this.#contended.has(key) && used < this.#getShare(nodes))
      return this.#own.acquire(key);
    // More than the maximum cannot be served.
    if (used + countWaiting(ask) >= getMax()) return null;
    return new Promise((resolve) => {
      if (ask !== undefined) return void ask.queued.push(resolve);
      const started: Ask = { sent: [], time: 0, queued: [resolve] };
      this.#asks.set(key, started);
      void this.#runAsk(nodes, key, started);
    });
  }

  #getShare(nodes: SlotNodes): number {
    return Math.floor(this.#deps.getMax() / nodes.countNodes().running);
  }
  #isAboveShare(nodes: SlotNodes, key: string): boolean {
    return this.#own.count(key) + countWaiting(this.#asks.get(key)) > this.#getShare(nodes);
  }
  /** Asks until nobody waits. One request at a time serves all who waited when it was sent. */
  async #runAsk(nodes: SlotNodes, key: string, ask: Ask): Promise<void> {
    while (ask.queued.length > 0) {
      ask.sent = ask.queued;
      ask.queued = [];
      ask.time = ++this.#time;
      const message: AskMessage = {
        node: nodes.node,
        time: ask.time,
        key,
        isAboveShare: this.#isAboveShare(nodes, key),
      };
      const { results } = await nodes.requestAll<AskResponse>(
        this.#topic,
        message,
        responseTimeoutMs,
      );
      // A node that asked later may have got more since it responded.
      const isOutdated = (this.#contended.get(key) ?? 0) > ask.time;
      if (!isOutdated && results.every(({ isAboveShare }) => !isAboveShare))
        this.#contended.delete(key);
      const others = results.reduce((sum, { count }) => sum + count, 0);
      for (const resolve of ask.sent.splice(0)) {
        const isFree = this.#own.count(key) + others < this.#deps.getMax();
        resolve(isFree ? this.#own.acquire(key) : null);
      }
    }
    this.#asks.delete(key);
  }
  #respond({ node, time, key, isAboveShare }: AskMessage): AskResponse {
    const { nodes } = this.#deps;
    if (nodes === null) return { count: 0, isAboveShare: false };
    this.#time = Math.max(this.#time, time);
    if (isAboveShare) {
      this.#contended.delete(key);
      this.#contended.set(key, time);
      evictOldest(this.#contended, maxContended);
    }
    const ask = this.#asks.get(key);
    const isEarlier =
      ask !== undefined && (ask.time < time || (ask.time === time && nodes.node < node));
    return {
      count: this.#own.count(key) + (isEarlier ? ask.sent.length : 0),
      isAboveShare: this.#isAboveShare(nodes, key),
    };
  }
}

const countWaiting = (ask: Ask | undefined): number =>
  ask === undefined ? 0 : ask.sent.length + ask.queued.length;
