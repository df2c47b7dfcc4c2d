import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { keepWithin } from "../../core/keep-within.ts";
import type { Clock } from "../../core/ports.ts";

/** A code is good for so long, and a proof for a day. */
const codeMs = 15 * 60_000;
const provenMs = 24 * 3_600_000;
/** Wrong codes until another one is needed: six digits are guessed with a chance of 1 in 200,000. */
const mostTries = 5;
const mostKept = 20_000;

interface Code {
  readonly hash: Buffer;
  readonly until: number;
  tries: number;
}

/**
 * Proofs that visitors read the mail of an address (CORE-162), in memory: after a restart a visitor asks for another code. Codes are kept as hashes.
 */
export class MailProofs {
  readonly #clock: Pick<Clock, "now">;
  readonly #codes = new Map<string, Code>();
  readonly #proven = new Map<string, number>();
  readonly #counted = new Set<string>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }
  isProven(visitor: number, address: string): boolean {
    return (this.#proven.get(keyOf(visitor, address)) ?? 0) > this.#clock.now();
  }
  /** Returns a new code; the one before is void. */
  issue(visitor: number, address: string): string {
    const key = keyOf(visitor, address);
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    this.#codes.delete(key);
    this.#codes.set(key, { hash: hashOf(key, code), until: this.#clock.now() + codeMs, tries: 0 });
    keepWithin(this.#codes, mostKept);
    return code;
  }
  /** Takes a code; false: it is wrong or over, or was tried too often. */
  take(visitor: number, address: string, given: string): boolean {
    const key = keyOf(visitor, address);
    const code = this.#codes.get(key);
    if (code === undefined || code.until <= this.#clock.now() || code.tries >= mostTries) return false;
    code.tries += 1;
    if (!timingSafeEqual(code.hash, hashOf(key, given))) return false;
    this.#codes.delete(key);
    this.#proven.delete(key);
    this.#proven.set(key, this.#clock.now() + provenMs);
    keepWithin(this.#proven, mostKept);
    return true;
  }
  /** Whether this request of the visitor counts against a limit: a repeat of it does not. */
  counts(visitor: number, ref: string): boolean {
    const key = `${visitor} ${ref}`;
    if (this.#counted.has(key)) return false;
    this.#counted.add(key);
    for (const first of this.#counted) {
      if (this.#counted.size <= mostKept) break;
      this.#counted.delete(first);
    }
    return true;
  }
}

const keyOf = (visitor: number, address: string): string => `${visitor} ${address.trim().toLowerCase()}`;
const hashOf = (key: string, code: string): Buffer => createHash("sha256").update(`${key} ${code}`).digest();
