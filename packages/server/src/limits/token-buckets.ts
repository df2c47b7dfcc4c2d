/**
 * Result of a limit check. `retryAfterMs`: time after which the same request would pass if no
 * other came.
 */
export type LimitResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly retryAfterMs: number };
const allowed: LimitResult = { ok: true };

/** Rate of one kind of bucket. */
export interface Rate {
  /** Milliseconds until one token is restored. */
  readonly intervalMs: number;
  readonly burst: number;
}

/**
 * Token buckets of one kind by key, implemented as the generic cell rate algorithm. A key's whole
 * state is the time at which its bucket would be full again, so an unused key needs no entry.
 * Memory is bounded by `capacity` keys, and the longest unused keys are evicted first.
 */
export class TokenBuckets {
  private readonly capacity: number;
  // Two generations instead of an LRU list: a hit costs one map access, and half of the keys are
  // evicted at once.
  private young = new Map<string | number, number>();
  private old = new Map<string | number, number>();

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Takes tokens if available. A refusal takes none. `now`: monotonic milliseconds. */
  take(key: string | number, rate: Rate, now: number, cost = 1): LimitResult {
    const result = this.peek(key, rate, now, cost);
    if (result.ok) this.put(key, this.fullAt(key, now) + cost * rate.intervalMs);
    return result;
  }

  /** Returns the result of `take` without taking a token. */
  peek(key: string | number, rate: Rate, now: number, cost = 1): LimitResult {
    const next = this.fullAt(key, now) + cost * rate.intervalMs;
    // A tolerance of 0.001 ms absorbs rounding of interval sums.
    const excessMs = next - now - Math.max(rate.burst, cost) * rate.intervalMs;
    return excessMs > 0.001 ? { ok: false, retryAfterMs: Math.ceil(excessMs) } : allowed;
  }

  reset(key: string | number): void {
    this.young.delete(key);
    this.old.delete(key);
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
