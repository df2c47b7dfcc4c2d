import type { Clock } from "../../core/command.ts";
import { removeOldIgnoredEmails } from "../visitors/ignored-email.ts";
import { removeExpiredEmailProofs } from "../visitors/email-proof.ts";
import { removeUnusedMailSignIns } from "../settings/channels/mail-sign-in.ts";
import { removeExpiredApplications } from "./applications.ts";
import { removeExpiredAttempts } from "./sign-in-attempts.ts";
import type { Sql } from "../database/sql.ts";

/** Validity of idempotency keys in milliseconds (CH-057, API-005). */
const idempotencyKeyTtlMs = 24 * 3_600_000;
const cleanupIntervalMs = 10 * 60_000;
/** Maximum number of rows per statement, so that no cleanup blocks other work for long. */
const rowsPerStatement = 5_000;

export interface CleanupJob {
  /** Removes expired rows immediately. Resolves when none is left. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the removal of expired rows every ten minutes: idempotency keys, sessions, sign-in
 * attempts, proofs of email addresses, tokens of applications, ignored emails and unused
 * sign-ins to mailboxes. Two nodes may run it at the same time.
 */
export function startCleanup(deps: {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  /** Further cleanup that runs after each removal. */
  readonly also?: () => Promise<void>;
}): CleanupJob {
  const { sql, clock, onFault, also } = deps;
  let running: Promise<void> = Promise.resolve();
  let closed = false;
  let cancel = (): void => undefined;

  const sweep = async (): Promise<void> => {
    await inChunks(
      `delete from idempotency where (account_id, scope, key) in (select account_id, scope, key from idempotency where created_at < $1 and not starts_with(scope, 'move:') order by created_at limit ${rowsPerStatement})
       returning 1`,
      new Date(clock.now() - idempotencyKeyTtlMs),
    );
    await sql.query("delete from session where idle_expires_at < $1 or absolute_expires_at < $1", [
      new Date(clock.now()),
    ]);
    await removeExpiredAttempts(sql, clock.now());
    await removeExpiredEmailProofs(sql, clock.now());
    await removeExpiredApplications(sql, clock.now());
    await removeOldIgnoredEmails(sql, clock.now());
    await removeUnusedMailSignIns(sql, clock.now());
    await also?.();
  };
  const inChunks = async (text: string, before: Date): Promise<void> => {
    for (;;) {
      const removed = await sql.query(text, [before]);
      if (removed.length < rowsPerStatement || closed) return;
    }
  };
  const schedule = (): void => {
    cancel = clock.scheduleAt(clock.now() + cleanupIntervalMs, () => {
      running = sweep()
        .catch(onFault)
        .finally(() => {
          if (!closed) schedule();
        });
    });
  };
  schedule();
  return {
    sweep,
    async close() {
      closed = true;
      cancel();
      await running;
    },
  };
}
