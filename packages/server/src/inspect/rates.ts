import type { Clock } from "../core/ports.ts";

/** Of what went well, items kept per account and second: nobody reads faster, and keeping each took a tenth of what a message costs. */
const keptPerSecond = 100;
/** Items told per account and second; more are counted only. */
const toldPerSecond = 50;

/** Of an account: items of this second, those told in it, those not told since the last one told. */
interface Rate {
  second: number;
  count: number;
  told: number;
  skipped: number;
}

/** How many items each account has had in this second. */
export class Rates {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #rates = new Map<number, Rate>();

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Counts one that may be kept; false: too many in this second. */
  keep(account: number): boolean {
    const rate = this.#of(account);
    rate.count += 1;
    return rate.count <= keptPerSecond;
  }

  /** Counts one that is told: how many before it were not. null: too many in this second. */
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

  /** One that nobody is told of. */
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
