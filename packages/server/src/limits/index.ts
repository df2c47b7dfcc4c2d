import type { Clock } from "../core/command.ts";
import { TokenBuckets, type Rate, type LimitResult } from "./token-buckets.ts";
import {
  defaultLimits,
  rateLimits,
  type LimitName,
  type LimitValues,
  type RateName,
} from "./names.ts";

export type { LimitResult } from "./token-buckets.ts";
export {
  defaultLimits,
  isLimitName,
  validateLimits,
  type LimitName,
  type LimitValues,
  type RateName,
} from "./names.ts";

/** Limits of one node (CFG-030). */
export interface Limits {
  /**
   * Takes tokens from the bucket of `key`, or returns when to try again. The same key has a
   * separate bucket for each name.
   */
  take(name: RateName, key: string | number, cost?: number): LimitResult;
  /** Returns the result of `take` without taking a token. */
  peek(name: RateName, key: string | number): LimitResult;
  /** Refills the bucket of the key, for example after a successful sign-in. */
  reset(name: RateName, key: string | number): void;
  /** Returns the current value of a limit on a size or on concurrency. */
  value(name: LimitName): number;
  /**
   * Sets the limits of the installation. Absent ones get their default. They apply immediately, and
   * the buckets keep their state.
   */
  configure(values: LimitValues): void;
  /** Returns the number of keys in memory, for a metric. */
  size(): number;
}
export interface LimitsDeps {
  readonly clock: Pick<Clock, "monotonic">;
  readonly values?: LimitValues;
  /** Maximum number of keys per name. */
  readonly capacity?: number;
}

/** Creates the limits of this node. */
export function createLimits({ clock, values = {}, capacity = 100_000 }: LimitsDeps): Limits {
  let current: Readonly<Record<LimitName, number>> = { ...defaultLimits, ...values };
  let currentRates = toRates(current);
  const names = Object.keys(rateLimits) as RateName[];
  const buckets = Object.fromEntries(
    names.map((name) => [name, new TokenBuckets(capacity)]),
  ) as Record<RateName, TokenBuckets>;
  return {
    take: (name, key, cost) => buckets[name].take(key, currentRates[name], clock.monotonic(), cost),
    peek: (name, key) => buckets[name].peek(key, currentRates[name], clock.monotonic()),
    reset: (name, key) => buckets[name].reset(key),
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
