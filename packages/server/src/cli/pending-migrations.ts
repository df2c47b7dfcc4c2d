import type { Clock } from "../core/command.ts";
import type { Log } from "../log.ts";
import { waitUnlessAborted } from "../store/batch-pace.ts";
import { migrateDatabase } from "../store/migrate.ts";

/** Delay between attempts after a failure, in ms. */
const retryDelayMs = 60_000;

/** The trailing schema steps, which run while the server is running (CORE-252). */
export interface PendingMigrations {
  /** Interrupts a running step. The next start of the server continues it. */
  stop(): Promise<void>;
}

/**
 * Runs the schema steps that were skipped at startup. Of several nodes, the one with the migration
 * lock runs them. Retries after a failure, every minute.
 */
export function startPendingMigrations({
  url,
  clock,
  log,
}: {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
}): PendingMigrations {
  const abortController = new AbortController();
  const { signal } = abortController;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const done = await migrateDatabase(url, { signal, pace: clock });
        if (done.length > 0)
          log.info({ migrations: done.length, latest: done.at(-1) }, "database.migrated");
        return;
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error, retryMs: retryDelayMs }, "database.migration_failed");
        await waitUnlessAborted(clock, retryDelayMs, signal);
      }
    }
  };
  const running = run();
  return {
    async stop() {
      abortController.abort();
      await running;
    },
  };
}
