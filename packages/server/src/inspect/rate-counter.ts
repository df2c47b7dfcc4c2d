import type { Clock } from "../core/command.ts";

/**
 * Maximum number of successful items that are stored per account and second. People cannot read
 * faster, and storing every item would take a tenth of the cost of a message.
 */
const maxStoredPerSecond = 100;
/**
 * Maximum number of items per account and second that do not prove their sender (API-420). They do
 * not count as others, because anybody can send them.
 */
const maxUnprovedPerSecond = 5;
/**
 * Maximum number of items that are published per account and second, and of their bytes. Further
 * items are only counted. Items for other nodes pass through PostgreSQL or Redis.
 */
const maxPublishedPerSecond = 50;
const maxPublishedBytesPerSecond = 256 * 1024;

/**
 * Counts of one account: items, unproved items, published items and their bytes in this second, and
 * items skipped since the last published one.
 */
interface AccountRate {
  second: number;
  count: number;
  unproved: number;
  published: number;
  publishedBytes: number;
  skipped: number;
}

/** Counts the items of each account in the current second. */
export class RateCounter {
  readonly #clock: Clock;
  readonly #rates = new Map<number, AccountRate>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts an item. Returns false if too many were counted in this second. */
  countStored(account: number): boolean {
    const rate = this.#getRate(account);
    rate.count += 1;
    return rate.count <= maxStoredPerSecond;
  }
  /** Returns whether no further item of this second is stored, unless it has an error. */
  isFull(account: number): boolean {
    return this.#getRate(account).count >= maxStoredPerSecond;
  }
  /** Counts an item without proof of its sender. Returns false if there were too many. */
  countUnproved(account: number): boolean {
    const rate = this.#getRate(account);
    rate.unproved += 1;
    return rate.unproved <= maxUnprovedPerSecond;
  }

  /**
   * Counts a published item of `size` bytes. Returns how many items were skipped before it, or null
   * if too many were published in this second. One item per second is published at any size.
   */
  countPublished(account: number, size: number): number | null {
    const rate = this.#getRate(account);
    const isTooLarge =
      rate.published > 0 && rate.publishedBytes + size > maxPublishedBytesPerSecond;
    if (isTooLarge || rate.published >= maxPublishedPerSecond) {
      rate.skipped += 1;
      return null;
    }
    rate.published += 1;
    rate.publishedBytes += size;
    const { skipped } = rate;
    rate.skipped = 0;
    return skipped;
  }

  /** Counts an item that is not published. */
  countSkipped(account: number): void {
    this.#getRate(account).skipped += 1;
  }

  remove(account: number): void {
    this.#rates.delete(account);
  }

  #getRate(account: number): AccountRate {
    const second = Math.floor(this.#clock.monotonic() / 1_000);
    let rate = this.#rates.get(account);
    if (rate === undefined)
      this.#rates.set(
        account,
        (rate = { second, count: 0, unproved: 0, published: 0, publishedBytes: 0, skipped: 0 }),
      );
    if (rate.second !== second) {
      rate.second = second;
      rate.count = 0;
      rate.unproved = 0;
      rate.published = 0;
      rate.publishedBytes = 0;
    }
    return rate;
  }
}
