import { randomInt } from "node:crypto";

/**
 * A time limit in milliseconds for attempts that are repeated until one succeeds, such as the
 * connections after a failover. On a machine without idle time, all attempts would exceed a fixed
 * limit, and each one begins anew. So the limit doubles with each attempt that exceeds it, up to
 * `maxMs`, and returns by half with each success (CORE-500).
 */
export class GrowingLimit {
  #firstMs: number;
  readonly #maxMs: number;
  #ms: number;

  constructor(firstMs: number, maxMs: number) {
    this.#firstMs = firstMs;
    this.#maxMs = Math.max(firstMs, maxMs);
    this.#ms = firstMs;
  }
  /** Begins again with another first limit. */
  restart(firstMs: number): void {
    this.#firstMs = this.#ms = firstMs;
  }
  /**
   * Returns the limit of the next attempt. A grown one varies by a tenth, so that nodes that lost
   * the database together do not connect together.
   */
  next(): number {
    return this.#ms === this.#firstMs ? this.#ms : (this.#ms * randomInt(90, 110)) / 100;
  }
  /** Notes the end of an attempt. Errors that are not time limits change nothing. */
  note(error: unknown): void {
    if (error === null) this.#ms = Math.max(this.#firstMs, this.#ms / 2);
    else if (isTimeLimit(error)) this.#ms = Math.min(this.#ms * 2, this.#maxMs);
  }
  /** Runs an attempt with the limit. Resolves or rejects as it does. */
  async run<R>(attempt: (ms: number) => Promise<R>): Promise<R> {
    try {
      const result = await attempt(this.next());
      this.note(null);
      return result;
    } catch (error) {
      this.note(error);
      throw error;
    }
  }
}

/** The errors of pg and its pool for a time limit have no code. */
const isTimeLimit = (error: unknown): boolean =>
  error instanceof Error &&
  (/^timeout (?:exceeded|expired)|^Query read timeout|^no answer within/.test(error.message) ||
    isTimeLimit(error.cause));
