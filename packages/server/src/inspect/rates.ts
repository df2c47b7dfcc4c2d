import type { Clock } from "../core/command.ts";

/**
 * Maximum successful items stored per account and second. People cannot read faster, and storing
 * every item took a tenth of the cost of a message.
 */
const keptPerSecond = 100;
/** Maximum items published per account and second. Further items are only counted. */
const toldPerSecond = 50;

/**
 * Counts of one account: items of this second, published items of this second, and items skipped
 * since the last published one.
 */
interface Rate {
  second: number;
  count: number;
  told: number;
  skipped: number;
}

/** Counts the items of each account in the current second. */
export class Rates {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #rates = new Map<number, Rate>();

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Counts an item. Returns false if too many were stored in this second. */
  keep(account: number): boolean {
    const rate = this.#of(account);
    rate.count += 1;
    return rate.count <= keptPerSecond;
  }

  /**
   * Counts a published item and returns how many were skipped before it. Null if too many were
   * published in this second.
   */
  tell(account: number): number | null {
    const rate = this.#of(account);
    if (rate.told >= toldPerSecond) {
      rate.skipped += 1;
      return null;
    }
    rate.told += 1;
    const { skipped } = rate;
    rate.skipped = 0;
    return skipped;
  }

  /** Counts an item that is not published. */
  skip(account: number): void {
    this.#of(account).skipped += 1;
  }

  forget(account: number): void {
    this.#rates.delete(account);
  }

  #of(account: number): Rate {
    const second = Math.floor(this.#clock.monotonic() / 1_000);
    let rate = this.#rates.get(account);
    if (rate === undefined) this.#rates.set(account, (rate = { second, count: 0, told: 0, skipped: 0 }));
    if (rate.second !== second) {
      rate.second = second;
      rate.count = 0;
      rate.told = 0;
    }
    return rate;
  }
}
