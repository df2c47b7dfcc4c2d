import { refuse } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import type { Limits } from "../../limits/index.ts";
import type { Cluster } from "../../cluster/index.ts";
import {
  countFailure,
  clearFailures,
  readFailures,
  type FailuresRow,
} from "../../store/sign-in/sign-in-attempts.ts";
import type { Sql } from "../../store/database/sql.ts";
import { createRunningAttempts } from "./running-attempts.ts";
import { hashToken } from "../session/credentials.ts";

/** Period in milliseconds in which failures are counted together (CFG-030). */
const failureWindowMs = 15 * 60_000;
/**
 * Maximum delay for an address that guesses the password of one name. `maxAddressDelayMs` applies
 * to an address that tries many names. It is shorter, because a whole office may share the address.
 */
const maxPairDelayMs = failureWindowMs;
const maxAddressDelayMs = 60_000;

export interface SignInLimitDeps {
  readonly db: Sql;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly cluster: Cluster;
}
export type SignInAttemptOutcome = "ok" | "failed" | "not tried";
export interface SignInLimit {
  /**
   * Admits an attempt, or refuses it with `rate_limited` and the delay. The caller must call the
   * returned function with the outcome. Without a name (passkeys) only the address counts.
   * `address` is the key of `toClientKey`, or another name under which attempts are counted.
   */
  enter(
    name: string | null,
    address: string,
  ): Promise<(outcome: SignInAttemptOutcome) => Promise<void>>;
}

/**
 * Limits failed sign-ins (CFG-030). After too many failures for a name or an address within 15 min,
 * each further failure doubles a delay. The delay applies to the failing pair of name and address,
 * or to an address that fails with many names. An operator with the right password at another
 * address never waits. All nodes share the counts. Attempts that are running on any node count as
 * failures, so parallel attempts gain nothing. If a node does not respond, its running attempts do
 * not count.
 */
export function createSignInLimit({ db, clock, limits, cluster }: SignInLimitDeps): SignInLimit {
  const runningAttempts = createRunningAttempts(cluster);
  const recordFailure = async (
    name: Buffer | null,
    address: Buffer,
    pair: Buffer,
  ): Promise<void> => {
    const now = clock.now();
    const byName =
      name === null
        ? 0
        : await countFailure(db, name, { now, windowMs: failureWindowMs, sliding: false });
    if (byName >= limits.value("login_failures_per_name"))
      await countFailure(db, pair, { now, windowMs: failureWindowMs, sliding: true });
    await countFailure(db, address, { now, windowMs: failureWindowMs, sliding: false });
  };
  return {
    async enter(givenName, address) {
      const name = givenName ?? `nobody at ${address}`;
      const keys = [
        hashToken(`name ${name}`),
        hashToken(`address ${address}`),
        hashToken(`pair ${address} ${name}`),
      ] as const;
      // The attempt is counted before the query. An attempt that ends during the query is then in
      // at least one of the two counts.
      const nameHash = keys[0].toString("base64");
      try {
        const others = await runningAttempts.begin(nameHash);
        const now = clock.now();
        const [nameFailures = null, addressFailures = null, pairFailures = null] =
          await readFailures(db, keys);
        const excessFailures =
          countFailures(addressFailures, now) - limits.value("login_failures_per_address") + 1;
        const waitMs = Math.max(
          remainingDelayMs(
            pairFailures,
            countFailures(pairFailures, now, true),
            maxPairDelayMs,
            now,
          ),
          remainingDelayMs(addressFailures, excessFailures, maxAddressDelayMs, now),
        );
        if (waitMs > 0) rejectAttempt(waitMs);
        const [relevantFailures, limitName] =
          givenName === null
            ? ([addressFailures, "login_failures_per_address"] as const)
            : ([nameFailures, "login_failures_per_name"] as const);
        if (others > 0 && countFailures(relevantFailures, now) + others >= limits.value(limitName))
          rejectAttempt(1_000);
        return async (outcome) => {
          try {
            if (outcome === "failed")
              await recordFailure(givenName === null ? null : keys[0], keys[1], keys[2]);
            else if (outcome === "ok" && pairFailures !== null) await clearFailures(db, keys[2]);
          } finally {
            runningAttempts.end(nameHash);
          }
        };
      } catch (error) {
        runningAttempts.end(nameHash);
        throw error;
      }
    },
  };
}

/**
 * Returns the current number of failures. A time far in the future was recorded before the clock
 * was set back, so it does not count (F14).
 */
function countFailures(row: FailuresRow | null, now: number, sliding = false): number {
  return row !== null && Math.abs((sliding ? row.at : row.since) - now) < failureWindowMs
    ? row.failures
    : 0;
}
/** 1 s for the first failure over the limit, doubled for each further one. */
function remainingDelayMs(
  row: FailuresRow | null,
  excessFailures: number,
  maxDelayMs: number,
  now: number,
): number {
  if (row === null || excessFailures < 1) return 0;
  const delayMs = Math.min(1_000 * 2 ** Math.min(excessFailures - 1, 20), maxDelayMs);
  return Math.min(Math.max(0, row.at + delayMs - now), maxDelayMs);
}

function rejectAttempt(retryAfterMs: number): never {
  refuse("rate_limited", "Too many failed sign-ins. Wait before you try again.", { retryAfterMs });
}
