import { evictOldest } from "../core/bounded-map.ts";
import type { Clock } from "../core/command.ts";
import type { Cluster } from "../cluster/index.ts";
import {
  GivenTokens,
  listUnused,
  type TokenTransfer,
  type ReceivedTokens,
  type UnusedTokens,
} from "./given-tokens.ts";
import type { LimitResult, Rate, TokenBuckets } from "./token-buckets.ts";

/** The other nodes, as the limits need them. */
export type LimitNodes = Cluster;
export interface TokenExchangeDeps<N extends string> {
  readonly clock: Clock;
  readonly nodes: LimitNodes;
  readonly buckets: Readonly<Record<N, TokenBuckets>>;
  /** Returns the rate of the whole installation. */
  readonly getRate: (name: N) => Rate;
}
/** Request for tokens of one key, and those who wait for them. */
interface Ask<N> {
  readonly name: N;
  readonly key: string | number;
  readonly waiting: Waiter[];
  /** Tokens that other nodes gave for it, by message and number of the ask in it. */
  readonly received: ReceivedTokens[];
  /** Received tokens above the share of this node, which its bucket cannot keep. */
  surplus: number;
}
interface Waiter {
  readonly cost: number;
  readonly resolve: (result: LimitResult) => void;
}
/** Asks each other node for at most `amount` tokens of each key. */
interface AskMessage {
  readonly node: number;
  /** Number of the message, among those of its node. Earlier releases send none. */
  readonly id?: number;
  readonly asks: readonly (readonly [name: string, key: string | number, amount: number])[];
}
/** The number of tokens that a node gives for each ask of the message, in the same order. */
type AskResponse = readonly number[];
/** Sent to nodes whose response came too late: they take their tokens back. */
interface ReturnMessage {
  readonly node: number;
  readonly id: number;
  readonly to: readonly number[];
}
/** Sent to all: the fraction of the given tokens that is not used and returns. */
interface UnusedMessage {
  readonly node: number;
  readonly asks: readonly UnusedTokens[];
}
/** Tells the other nodes that each gets so many tokens, because the share of this one is full. */
interface RestoreMessage {
  readonly name: string;
  readonly key: string | number;
  readonly tokens: number;
}
/** What a refusal showed of the whole bucket of a key. Times are monotonic. */
interface KnownLevel {
  /** Time at which the bucket was empty, if it was refilled at its rate since then. */
  readonly emptyAt: number;
  /** Time before which nobody is asked again. */
  readonly askAt: number;
}

const askTopic = "limit tokens";
const returnTopic = "limit tokens returned";
const unusedTopic = "limit tokens unused";
const restoreTopic = "limit tokens restored";
const responseTimeoutMs = 150;
/** Minimum time between two asks for the same key if all nodes were empty. */
const minPauseMs = 50;
/** Time in ms without asks after a node has not responded. */
const silencePauseMs = 1_000;
const maxAsksPerMessage = 100;
/** Maximum number of keys whose level is in memory. */
const maxLevels = 10_000;
/** Tolerance for rounding errors of added and divided tokens. */
const tolerance = 1e-6;

/**
 * Shares the token buckets between the nodes (decision 0148). Each of n nodes has a share: a bucket
 * with 1/n of the rate and of the burst, in whole tokens if the burst is at least n. A node whose
 * share is used up asks the others, which give from theirs, so the tokens of all shares never
 * exceed one bucket. If they do not have enough for a cost above a share, they take back what they
 * gave, because the share cannot keep it (CORE-376). If others do not respond in time, the node
 * continues with its share, and those that are only slow take back what they gave. It then gets a
 * burst of at least 1, so that small limits let something pass.
 */
export class TokenExchange<N extends string> {
  readonly #deps: TokenExchangeDeps<N>;
  readonly #asks = new Map<string, Ask<N>>();
  /** Asks that are sent together in the next turn of the event loop. */
  #unsent: Ask<N>[] = [];
  readonly #levels = new Map<string, KnownLevel>();
  #silentUntil = Number.NEGATIVE_INFINITY;
  #lastId = 0;
  readonly #given = new GivenTokens<N>();

  constructor(deps: TokenExchangeDeps<N>) {
    this.#deps = deps;
    deps.nodes.onRequest<AskMessage, AskResponse>(askTopic, (message) => this.#give(message));
    deps.nodes.subscribe<ReturnMessage>(returnTopic, (message) => this.#takeBackAll(message));
    deps.nodes.subscribe<UnusedMessage>(unusedTopic, (message) => this.#takeBackUnused(message));
    deps.nodes.subscribe<RestoreMessage>(restoreTopic, ({ name, key, tokens }) => {
      if (Object.hasOwn(deps.buckets, name)) this.#add(name as N, key, tokens);
    });
  }

  /** Waits for tokens of other nodes only if the share is used up, at most 150 ms. */
  take(name: N, key: string | number, cost: number): LimitResult | Promise<LimitResult> {
    const { buckets, clock, getRate } = this.#deps;
    const result = buckets[name].take(key, this.#getShare(name), clock.monotonic(), cost);
    if (result.ok) return result;
    const id = toId(name, key);
    const pauseMs = this.#getPauseMs(name, id, cost);
    if (pauseMs > 0) return { ok: false, retryAfterMs: Math.ceil(pauseMs) };
    const existing = this.#asks.get(id);
    if (existing === undefined)
      return this.#wait(
        this.#startAsk(id, { name, key, waiting: [], received: [], surplus: 0 }),
        cost,
      );
    // More than the whole burst cannot pass.
    return existing.waiting.length < getRate(name).burst
      ? this.#wait(existing, cost)
      : { ok: false, retryAfterMs: minPauseMs };
  }
  /** Tokens above the share came from several nodes, which get them back. */
  restore(name: N, key: string | number, cost: number): void {
    const { buckets, clock, nodes } = this.#deps;
    const share = this.#getShare(name);
    const rest = buckets[name].count(key, share, clock.monotonic()) + cost - share.burst;
    this.#add(name, key, cost);
    const others = nodes.countNodes().reachable - 1;
    if (cost <= share.burst || rest <= tolerance || others === 0) return;
    const message: RestoreMessage = { name, key, tokens: Math.min(rest, cost) / others };
    nodes.publish(restoreTopic, message);
  }
  /** Returns whether all nodes together are known to have no token. Does not ask them. */
  isExceeded(name: N, key: string | number): boolean {
    const { buckets, clock } = this.#deps;
    return (
      this.#getPauseMs(name, toId(name, key), 1) > 0 &&
      !buckets[name].peek(key, this.#getShare(name), clock.monotonic()).ok
    );
  }

  /** Adds tokens to the share of this node. It keeps at most its burst. */
  #add(name: N, key: string | number, tokens: number): void {
    const { buckets, clock } = this.#deps;
    buckets[name].add(key, this.#getShare(name), clock.monotonic(), tokens);
  }
  #getShare(name: N): Rate {
    const { clock, nodes, getRate } = this.#deps;
    const { running, reachable, rank } = nodes.countNodes();
    const { intervalMs, burst } = getRate(name);
    const isCutOff = reachable < running || this.#silentUntil > clock.monotonic();
    const share = divideBurst(burst, running, rank);
    return {
      intervalMs: intervalMs * running,
      burst: isCutOff ? Math.max(1, share) : share,
      wholeBurst: burst,
    };
  }
  /** Returns for how long the other nodes need not be asked, or a number that is not positive. */
  #getPauseMs(name: N, id: string, cost: number): number {
    const level = this.#levels.get(id);
    const until =
      level === undefined
        ? Number.NEGATIVE_INFINITY
        : Math.max(level.askAt, level.emptyAt + this.#getRefillMs(name, cost));
    return Math.max(this.#silentUntil, until) - this.#deps.clock.monotonic();
  }
  /** Returns the time until an empty bucket has the tokens of a cost. */
  #getRefillMs(name: N, cost: number): number {
    const { burst, intervalMs } = this.#deps.getRate(name);
    return Math.min(cost, burst) * intervalMs;
  }
  #wait(ask: Ask<N>, cost: number): Promise<LimitResult> {
    return new Promise((resolve) => void ask.waiting.push({ cost, resolve }));
  }
  #startAsk(id: string, ask: Ask<N>): Ask<N> {
    this.#asks.set(id, ask);
    this.#schedule(ask);
    return ask;
  }
  #schedule(ask: Ask<N>): void {
    if (this.#unsent.length === 0) setImmediate(() => this.#sendAsks());
    this.#unsent.push(ask);
  }
  #sendAsks(): void {
    const all = this.#unsent;
    this.#unsent = [];
    for (let start = 0; start < all.length; start += maxAsksPerMessage)
      void this.#sendMessage(all.slice(start, start + maxAsksPerMessage));
  }
  async #sendMessage(sent: readonly Ask<N>[]): Promise<void> {
    const { clock, nodes } = this.#deps;
    const others = Math.max(1, nodes.countNodes().reachable - 1);
    const amounts = sent.map((ask) => this.#countMissing(ask) / others);
    const id = ++this.#lastId;
    const message: AskMessage = {
      node: nodes.node,
      id,
      asks: sent.map(({ name, key }, n) => [name, key, amounts[n] ?? 0]),
    };
    const { results, isComplete, missing } = await nodes.requestAll<AskResponse>(
      askTopic,
      message,
      responseTimeoutMs,
    );
    if (!isComplete) {
      this.#silentUntil = clock.monotonic() + silencePauseMs;
      const returned: ReturnMessage = { node: nodes.node, id, to: missing };
      nodes.publish(returnTopic, returned);
    }
    const unused = sent.flatMap((ask, n) => {
      const given = results.map((tokens) => tokens[n] ?? 0);
      // A node that gave everything that it was asked for may have more.
      const hasMore = isComplete && given.some((tokens) => tokens >= (amounts[n] ?? 0));
      ask.received.push({ id, n, tokens: given.reduce((sum, tokens) => sum + tokens, 0) });
      return this.#distribute(ask, hasMore);
    });
    if (unused.length > 0) {
      const returned: UnusedMessage = { node: nodes.node, asks: unused };
      nodes.publish(unusedTopic, returned);
    }
  }
  /** Returns what is missing for everybody who waits, and for a full share after that. */
  #countMissing({ name, key, waiting }: Ask<N>): number {
    const { buckets, clock, getRate } = this.#deps;
    const share = this.#getShare(name);
    const cost = waiting.reduce((sum, waiter) => sum + waiter.cost, 0);
    const missing = cost + share.burst - buckets[name].count(key, share, clock.monotonic());
    return Math.min(missing, getRate(name).burst);
  }
  /**
   * Serves those who wait with what the last message brought. Asks again for the rest if other
   * nodes may have more. Returns the tokens that the others must take back.
   */
  #distribute(ask: Ask<N>, hasMore: boolean): readonly UnusedTokens[] {
    const { name, key, received } = ask;
    const { buckets, clock, getRate } = this.#deps;
    const now = clock.monotonic();
    const share = this.#getShare(name);
    const { burst } = getRate(name);
    const before = buckets[name].count(key, share, now);
    let tokens = before + ask.surplus + (received.at(-1)?.tokens ?? 0);
    const refused: Waiter[] = [];
    for (const waiter of ask.waiting.splice(0)) {
      if (tokens + tolerance < Math.min(waiter.cost, burst)) refused.push(waiter);
      else {
        tokens -= waiter.cost;
        waiter.resolve({ ok: true });
      }
    }
    const repeatsRequest = refused.length > 0 && hasMore;
    // A cost above the share passes only if all shares grow until they are enough together.
    const isTooLarge = !repeatsRequest && refused.some(({ cost }) => cost > share.burst);
    const unused = isTooLarge ? listUnused(received, tokens) : { tokens: 0, parts: [] };
    const remaining = tokens - unused.tokens;
    ask.surplus = Math.max(0, remaining - share.burst);
    buckets[name].add(key, share, now, remaining - before);
    if (repeatsRequest) {
      ask.waiting.push(...refused);
      this.#schedule(ask);
      return [];
    }
    this.#asks.delete(toId(name, key));
    this.#refuse(ask, refused, tokens);
    return unused.parts;
  }
  /** Refuses requests. `tokens`: those of all nodes together. */
  #refuse({ name, key }: Ask<N>, refused: readonly Waiter[], tokens: number): void {
    const { clock, getRate } = this.#deps;
    const now = clock.monotonic();
    const id = toId(name, key);
    const emptyAt = now - tokens * getRate(name).intervalMs;
    for (const { cost, resolve } of refused) {
      this.#levels.delete(id);
      this.#levels.set(id, { emptyAt, askAt: now + minPauseMs });
      evictOldest(this.#levels, maxLevels);
      const waitMs = Math.max(minPauseMs, emptyAt + this.#getRefillMs(name, cost) - now);
      resolve({ ok: false, retryAfterMs: Math.ceil(waitMs) });
    }
  }
  /** Gives tokens of this node's share to another node. */
  #give({ node, id, asks }: AskMessage): AskResponse {
    const { buckets, clock, nodes } = this.#deps;
    const transfers: TokenTransfer<N>[] = [];
    const response = asks.map(([name, key, amount], n) => {
      // Two nodes that ask each other would exchange parts of a token. Only one of them gets both.
      const isFirst = this.#asks.has(toId(name, key)) && nodes.node < node;
      if (isFirst || !Object.hasOwn(buckets, name)) return 0;
      const share = this.#getShare(name as N);
      const now = clock.monotonic();
      const given = Math.max(0, Math.min(buckets[name as N].count(key, share, now), amount));
      if (given > 0) {
        buckets[name as N].add(key, share, now, -given);
        transfers.push({ n, name: name as N, key, tokens: given });
      }
      return given;
    });
    if (id !== undefined && transfers.length > 0) this.#given.add(node, id, transfers);
    return response;
  }
  /** Takes back what this node gave for a message, because its response came too late. */
  #takeBackAll({ node, id, to }: ReturnMessage): void {
    if (!to.includes(this.#deps.nodes.node)) return;
    for (const { name, key, tokens } of this.#given.remove(node, id)) this.#add(name, key, tokens);
  }
  /** Takes back what the asking node could not use. */
  #takeBackUnused({ node, asks }: UnusedMessage): void {
    for (const [id, n, fraction] of asks)
      for (const transfer of this.#given.list(node, id))
        if (transfer.n === n) this.#add(transfer.name, transfer.key, transfer.tokens * fraction);
  }
}

/**
 * Returns the share of one of n nodes in a burst. The shares of all ranks add up to the burst. They
 * are whole tokens if each node gets one, because parts of a token pass only after an exchange.
 */
const divideBurst = (burst: number, nodes: number, rank: number): number =>
  burst < nodes ? burst / nodes : Math.floor((burst + rank) / nodes);
const toId = (name: string, key: string | number): string => `${name} ${key}`;
