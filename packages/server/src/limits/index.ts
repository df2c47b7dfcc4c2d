import type { Clock } from "../core/command.ts";
import { SharedSlots } from "./shared-slots.ts";
import { TokenBuckets, type Rate, type LimitResult } from "./token-buckets.ts";
import { TokenExchange, type LimitNodes } from "./token-exchange.ts";
import {
  defaultLimits,
  rateLimits,
  type LimitName,
  type LimitValues,
  type RateName,
} from "./names.ts";

export type { SharedSlots } from "./shared-slots.ts";
export type { ReleaseSlot } from "./slot-counter.ts";
export type { LimitResult } from "./token-buckets.ts";
export {
  defaultLimits,
  isLimitName,
  validateLimits,
  type LimitName,
  type LimitValues,
  type RateName,
} from "./names.ts";

/** Limits on rates: token buckets by name and key. */
export interface RateLimits {
  /**
   * Takes tokens from the bucket of `key`, or returns when to try again. The same key has a
   * separate bucket for each name. Returns a promise only while other nodes run, and only if this
   * node's share is used up: others are then asked for tokens, for at most 150 ms.
   */
  take(name: RateName, key: string | number, cost?: number): LimitResult | Promise<LimitResult>;
  /** Returns tokens that were taken for something that did not happen. */
  restore(name: RateName, key: string | number, cost?: number): void;
}

/** Limits of the installation (CFG-030). All nodes share rates and slots, but not other limits. */
export interface Limits extends RateLimits {
  /** Known to be empty. For displays, because it asks no other node. */
  isExceeded(name: RateName, key: string | number): boolean;
  /**
   * Opens a counter of concurrent uses per key, which all nodes share. `name` is the same on all
   * nodes and is opened once, after `connectNodes`.
   */
  openSlots(name: string, getMax: () => number): SharedSlots;
  /** Shares the buckets with the other nodes from now on. */
  connectNodes(nodes: LimitNodes): void;
  /** Returns the current value of a limit on a size or on concurrency. */
  value(name: LimitName): number;
  /** Absent ones get their default. They apply at once, and the buckets keep their state. */
  configure(values: LimitValues): void;
  /** Returns the number of keys in memory, for a metric. */
  size(): number;
}
export interface LimitsDeps {
  readonly clock: Clock;
  readonly values?: LimitValues;
  /** Maximum number of keys per name. */
  readonly capacity?: number;
}

export function createLimits({ clock, values = {}, capacity = 100_000 }: LimitsDeps): Limits {
  let current: Readonly<Record<LimitName, number>> = { ...defaultLimits, ...values };
  let currentRates = toRates(current);
  const names = Object.keys(rateLimits) as RateName[];
  const buckets = Object.fromEntries(
    names.map((name) => [name, new TokenBuckets(capacity)]),
  ) as Record<RateName, TokenBuckets>;
  let nodes: LimitNodes | null = null;
  let exchange: TokenExchange<RateName> | null = null;
  const findExchange = (): TokenExchange<RateName> | null =>
    nodes?.hasOtherNodes() === true ? exchange : null;
  return {
    take: (name, key, cost = 1) =>
      findExchange()?.take(name, key, cost) ??
      buckets[name].take(key, currentRates[name], clock.monotonic(), cost),
    restore(name, key, cost = 1) {
      const shared = findExchange();
      if (shared !== null) return shared.restore(name, key, cost);
      buckets[name].add(key, currentRates[name], clock.monotonic(), cost);
    },
    isExceeded: (name, key) =>
      findExchange()?.isExceeded(name, key) ??
      !buckets[name].peek(key, currentRates[name], clock.monotonic()).ok,
    openSlots: (name, getMax) => new SharedSlots({ name, getMax, nodes }),
    connectNodes(cluster) {
      nodes = cluster;
      exchange = new TokenExchange({
        clock,
        nodes: cluster,
        buckets,
        getRate: (name) => currentRates[name],
      });
    },
    value: (name) => current[name],
    configure(next) {
      current = { ...defaultLimits, ...next };
      currentRates = toRates(current);
    },
    size: () => names.reduce((sum, name) => sum + buckets[name].size, 0),
  };
}

function toRates(values: Readonly<Record<LimitName, number>>): Record<RateName, Rate> {
  const result: Partial<Record<RateName, Rate>> = {};
  for (const [name, rate] of Object.entries(rateLimits) as [
    RateName,
    { per: LimitName; periodMs: number; burst?: LimitName },
  ][]) {
    result[name] = {
      intervalMs: rate.periodMs / values[rate.per],
      burst: values[rate.burst ?? rate.per],
    };
  }
  return result as Record<RateName, Rate>;
}
