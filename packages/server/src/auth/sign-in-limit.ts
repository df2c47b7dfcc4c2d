import { refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import { clientKey } from "../limits/client-key.ts";
import type { Limits } from "../limits/index.ts";
import { countFailure, forgetFailures, readFailures, type FailuresRow } from "../store/sign-in-memory.ts";
import type { Sql } from "../store/sql.ts";
import { hashToken } from "./credentials.ts";

/** Period in which failures are counted together (CFG-030). */
const windowMs = 15 * 60_000;
/**
 * Maximum delay of an address that guesses one name. For one that guesses many names it is shorter,
 * because an office may share the address.
 */
const longestPairDelayMs = windowMs;
const longestAddressDelayMs = 60_000;

export interface SignInLimitDeps {
  readonly db: Sql;
  readonly clock: Pick<Clock, "now">;
  readonly limits: Pick<Limits, "value">;
}
export type Outcome = "ok" | "failed" | "not tried";
export interface SignInLimit {
  /**
   * Admits an attempt, or refuses `rate_limited` with the delay. Call the returned function with
   * the outcome. Without a name (passkeys) only the address counts.
   */
  enter(name: string | null, address: string): Promise<(outcome: Outcome) => Promise<void>>;
}

/**
 * Limits failed sign-ins (CFG-030). After too many failures for a name or an address within 15 min,
 * each further failure doubles a delay. It applies to the failing pair of name and address, or to
 * an address that fails with many names. An operator with the right password at another address
 * never waits. All nodes count together. Running attempts on this node count as failures, so that
 * parallel attempts gain nothing.
 */
export function openSignInLimit({ db, clock, limits }: SignInLimitDeps): SignInLimit {
  const underWay = new Map<string, number>();
  const begin = (name: string): number => {
    const others = underWay.get(name) ?? 0;
    underWay.set(name, others + 1);
    return others;
  };
  const end = (name: string): void => {
    const left = (underWay.get(name) ?? 1) - 1;
    if (left > 0) underWay.set(name, left);
    else underWay.delete(name);
  };
  const failed = async (name: Buffer | null, address: Buffer, pair: Buffer): Promise<void> => {
    const now = clock.now();
    const byName = name === null ? 0 : await countFailure(db, name, { now, windowMs, sliding: false });
    if (byName >= limits.value("login_failures_per_name")) await countFailure(db, pair, { now, windowMs, sliding: true });
    await countFailure(db, address, { now, windowMs, sliding: false });
  };
  return {
    async enter(given, from) {
      // A client with an IPv6 network can use all its addresses, so the network counts as one.
      const address = clientKey(from);
      const name = given ?? `nobody at ${address}`;
      const keys = [hashToken(`name ${name}`), hashToken(`address ${address}`), hashToken(`pair ${address} ${name}`)] as const;
      // Counted before the query, so that an attempt that ends meanwhile is in one of the two
      // counts.
      const others = begin(name);
      try {
        const now = clock.now();
        const [ofName = null, ofAddress = null, ofPair = null] = await readFailures(db, keys);
        const tooMany = countOf(ofAddress, now) - limits.value("login_failures_per_address") + 1;
        const waitMs = Math.max(
          waitAfter(ofPair, countOf(ofPair, now, true), longestPairDelayMs, now),
          waitAfter(ofAddress, tooMany, longestAddressDelayMs, now),
        );
        if (waitMs > 0) refuseTry(waitMs);
        const [counted, most] =
          given === null ? ([ofAddress, "login_failures_per_address"] as const) : ([ofName, "login_failures_per_name"] as const);
        if (others > 0 && countOf(counted, now) + others >= limits.value(most)) refuseTry(1_000);
        return async (outcome) => {
          try {
            if (outcome === "failed") await failed(given === null ? null : keys[0], keys[1], keys[2]);
            else if (outcome === "ok" && ofPair !== null) await forgetFailures(db, keys[2]);
          } finally {
            end(name);
          }
        };
      } catch (error) {
        end(name);
        throw error;
      }
    },
  };
}

/**
 * Returns the current number of failures. A time far ahead was recorded before the clock was set
 * back (F14).
 */
function countOf(row: FailuresRow | null, now: number, sliding = false): number {
  return row !== null && Math.abs((sliding ? row.at : row.since) - now) < windowMs ? row.failures : 0;
}
/**
 * Returns the remaining delay after the latest failure: 1 s for the first failure over the limit,
 * doubled for each further one.
 */
function waitAfter(row: FailuresRow | null, tooMany: number, longestMs: number, now: number): number {
  if (row === null || tooMany < 1) return 0;
  const delayMs = Math.min(1_000 * 2 ** Math.min(tooMany - 1, 20), longestMs);
  return Math.min(Math.max(0, row.at + delayMs - now), longestMs);
}

function refuseTry(retryAfterMs: number): never {
  refuse("rate_limited", "Too many failed sign-ins. Wait before the next try.", { retryAfterMs });
}
