import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { evictOldest } from "../../../core/bounded-map.ts";
import type { Clock } from "../../../core/command.ts";
import type { SendEmailCode } from "../deps.ts";

/** Validity of a code, 15 minutes, and of a proof, one day, in ms. */
const codeTtlMs = 15 * 60_000;
const proofTtlMs = 24 * 3_600_000;
/**
 * Number of wrong attempts after which a new code is required. The chance to guess six digits is
 * then 1 in 200,000.
 */
const maxAttempts = 5;
const maxEntries = 20_000;

interface Code {
  readonly hash: Buffer;
  readonly until: number;
  attempts: number;
}

/**
 * Keeps in memory which visitors proved to own an email address (CORE-241). After a restart, a
 * visitor must request a new code. Codes are stored as hashes.
 */
export class EmailProofs {
  readonly #clock: Pick<Clock, "now">;
  readonly #sendCode: SendEmailCode;
  readonly #codes = new Map<string, Code>();
  readonly #proven = new Map<string, number>();
  readonly #counted = new Set<string>();

  constructor(clock: Pick<Clock, "now">, sendCode: SendEmailCode) {
    this.#clock = clock;
    this.#sendCode = sendCode;
  }
  isProven(visitor: number, address: string): boolean {
    return (this.#proven.get(toKey(visitor, address)) ?? 0) > this.#clock.now();
  }
  /** Returns a new code and invalidates the previous one. */
  issue(visitor: number, address: string): string {
    const key = toKey(visitor, address);
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    this.#codes.delete(key);
    this.#codes.set(key, {
      hash: hashCode(key, code),
      until: this.#clock.now() + codeTtlMs,
      attempts: 0,
    });
    evictOldest(this.#codes, maxEntries);
    return code;
  }
  /** Emails a new code to the address and invalidates the previous one. */
  async sendCode(
    account: number,
    visitor: number,
    address: string,
    mail: Omit<Parameters<SendEmailCode>[2], "code">,
  ): Promise<void> {
    await this.#sendCode(account, address, { ...mail, code: this.issue(visitor, address) });
  }
  /** Redeems a code. Returns false if the code is wrong, expired or had too many attempts. */
  redeem(visitor: number, address: string, input: string): boolean {
    const key = toKey(visitor, address);
    const code = this.#codes.get(key);
    if (code === undefined || code.until <= this.#clock.now() || code.attempts >= maxAttempts)
      return false;
    code.attempts += 1;
    if (!timingSafeEqual(code.hash, hashCode(key, input))) return false;
    this.#codes.delete(key);
    this.#proven.delete(key);
    this.#proven.set(key, this.#clock.now() + proofTtlMs);
    evictOldest(this.#proven, maxEntries);
    return true;
  }
  /** Returns whether this request counts against a limit. A repeated request does not. */
  isNewRequest(visitor: number, ref: string): boolean {
    const key = `${visitor} ${ref}`;
    if (this.#counted.has(key)) return false;
    this.#counted.add(key);
    for (const first of this.#counted) {
      if (this.#counted.size <= maxEntries) break;
      this.#counted.delete(first);
    }
    return true;
  }
}

const toKey = (visitor: number, address: string): string =>
  `${visitor} ${address.trim().toLowerCase()}`;
const hashCode = (key: string, code: string): Buffer =>
  createHash("sha256").update(`${key} ${code}`).digest();
