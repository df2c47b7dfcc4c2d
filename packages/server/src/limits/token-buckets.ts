/** Result of a limit check. `retryAfterMs`: when the request passes if no other comes. */
export type LimitResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly retryAfterMs: number };
const allowed: LimitResult = { ok: true };

/** Rate of one kind of bucket. */
export interface Rate {
  /** Time in ms until one token is restored. */
  readonly intervalMs: number;
  readonly burst: number;
  /** If `burst` is the share of one node. A cost above it needs a full bucket. */
  readonly wholeBurst?: number;
}

/**
 * Token buckets of one kind by key, implemented as the generic cell rate algorithm. The only state
 * of a key is the time at which its bucket would be full again, so an unused key needs no entry.
 * The memory is limited to `capacity` keys. The keys that have been unused longest are evicted
 * first.
 */
export class TokenBuckets {
  private readonly capacity: number;
  // Two generations replace an LRU list. An access then needs only one map lookup, and half of the
  // keys are evicted together.
  private young = new Map<string | number, number>();
  private old = new Map<string | number, number>();

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Takes tokens if enough are available. A refusal takes none. `now` is in monotonic ms. */
  take(key: string | number, rate: Rate, now: number, cost = 1): LimitResult {
    const next = this.fullAt(key, now) + cost * rate.intervalMs;
    const result = check(next, rate, now, cost);
    if (result.ok) this.put(key, next);
    return result;
  }

  /** Returns the result of `take` without taking a token. */
  peek(key: string | number, rate: Rate, now: number, cost = 1): LimitResult {
    return check(this.fullAt(key, now) + cost * rate.intervalMs, rate, now, cost);
  }

  /** Returns the number of tokens of the key. Negative if a cost was above the burst. */
  count(key: string | number, rate: Rate, now: number): number {
    return rate.burst - (this.fullAt(key, now) - now) / rate.intervalMs;
  }
  /** Adds tokens to the bucket, or removes some. Tokens above the burst are lost. */
  add(key: string | number, rate: Rate, now: number, tokens: number): void {
    this.put(key, Math.max(now, this.fullAt(key, now) - tokens * rate.intervalMs));
  }

  get size(): number {
    return this.young.size + this.old.size;
  }

  private fullAt(key: string | number, now: number): number {
    return Math.max(this.young.get(key) ?? this.old.get(key) ?? 0, now);
  }

  private put(key: string | number, fullAt: number): void {
    if (this.young.size >= this.capacity / 2 && !this.young.has(key)) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, fullAt);
  }
}

/** Checks whether a bucket may be full again only at `next`, after `cost` tokens are taken. */
function check(next: number, rate: Rate, now: number, cost: number): LimitResult {
  // The tolerance of 0.001 ms absorbs rounding errors of added intervals.
  const excess = Math.max(0, cost - (rate.wholeBurst ?? rate.burst));
  const excessMs = next - now - (rate.burst + excess) * rate.intervalMs;
  return excessMs > 0.001 ? { ok: false, retryAfterMs: Math.ceil(excessMs) } : allowed;
}
