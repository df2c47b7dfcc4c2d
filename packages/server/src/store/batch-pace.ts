import type pg from "pg";
import type { Clock } from "../core/command.ts";

/** Maximum number of rows that one batch changes (CORE-166). */
export const maxRowsPerBatch = 1_000;
const minRowsPerBatch = 10;
/**
 * Duration of a batch in ms to aim at while a server serves. A batch keeps its row locks that long,
 * and the commits of messages wait while its share of the log is flushed.
 */
const targetMs = 20;
/** Pause as a multiple of the duration of a batch. Batches use at most a fifth of the time. */
const pauseFactor = 4;
/**
 * Bytes of the write-ahead log per ms of a pause, 4 MB/s. More log means more checkpoints, which
 * slow down every commit, and lets standbys lag.
 */
const logBytesPerMs = 4_000;
/** Duration in ms from which a running commit counts as slow. */
const slowCommitMs = 50;
/** Delay in ms until the commits are checked again. */
const recheckMs = 250;
/** Maximum number of checks, 10 s, so that batches progress on a slow disk too. */
const maxRechecks = 40;

/** Clock by which the batches leave time to the servers on the database (CORE-280). */
export type BatchPace = Clock;

/** Returns the number of rows of the next batch, after a batch of `rows` rows took `ms`. */
export function getNextBatchSize(rows: number, ms: number): number {
  const next = ms > targetMs ? Math.floor((rows * targetMs) / ms) : rows * 2;
  return Math.min(maxRowsPerBatch, Math.max(minRowsPerBatch, next));
}

/** Pauses after a batch that took `ms`, while `logBytes` were written to the log. */
export const pauseAfterBatch = (
  pace: BatchPace,
  { ms, logBytes }: { readonly ms: number; readonly logBytes: number },
  signal: AbortSignal | undefined,
): Promise<void> =>
  waitUnlessAborted(pace, Math.max(ms * pauseFactor, logBytes / logBytesPerMs), signal);

/** Waits while a node's commit takes long, at most 10 s. */
export async function waitForFastCommits(
  client: pg.Client,
  pace: BatchPace,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let rechecks = 0; rechecks < maxRechecks && signal?.aborted !== true; rechecks++) {
    if (!(await hasSlowCommit(client))) return;
    await waitUnlessAborted(pace, recheckMs, signal);
  }
}

/** Returns whether the commit gateway of any node waits for its database, for disk or a lock. */
async function hasSlowCommit(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ slow: boolean }>(
    `select exists (select from pg_stat_activity where datname = current_database() and application_name = 'parlour gateway'
       and state = 'active' and clock_timestamp() - query_start > $1::float8 * interval '1 ms') as slow`,
    [slowCommitMs],
  );
  return rows[0]?.slow === true;
}

/** Resolves after `ms`, or at once if the signal is or becomes aborted. */
export function waitUnlessAborted(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.scheduleAt(clock.now() + ms, end);
    signal?.addEventListener("abort", end, { once: true });
  });
}
