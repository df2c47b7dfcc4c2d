import pg from "pg";

/**
 * Limits how long the current transaction waits for a lock. A step that waits longer gives up its
 * other locks. So readers and writers of a running server wait at most this long for it, and
 * PostgreSQL, which looks for deadlocks after 1 s, ends none of their queries. The wait is short
 * and the pause is long, because messages that need the table queue behind a step that waits.
 */
const limitLockWait = "set local lock_timeout = '50ms'";
const pauseSeconds = 0.25;
/** Maximum number of repeats, with 0.3 s each: three minutes. */
const maxRepeats = 600;

/**
 * Runs `run` again after a pause while it fails because it gave way to another transaction. `run`
 * starts a transaction with {@link limitLockWait}, and rolls it back when it rejects.
 */
async function repeatAfterLockWait<R>(
  client: pg.Client,
  run: () => Promise<R>,
  signal?: AbortSignal,
): Promise<R> {
  for (let repeats = 0; ; repeats++) {
    signal?.throwIfAborted();
    try {
      return await run();
    } catch (error) {
      if (!isLockConflict(error)) throw error;
      if (repeats === maxRepeats)
        throw new Error(
          "the schema could not be changed for three minutes, because another transaction holds a lock on a table; wait until it ends, or end it (pg_stat_activity shows it), then start again",
          { cause: error },
        );
      await client.query(`select pg_sleep(${pauseSeconds})`);
    }
  }
}

/** Runs a transaction that gives way to other transactions and is then repeated. */
export function runBriefTransaction<R>(
  client: pg.Client,
  run: () => Promise<R>,
  signal?: AbortSignal,
): Promise<R> {
  const runOnce = async (): Promise<R> => {
    await client.query(`begin; ${limitLockWait}`);
    try {
      const result = await run();
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
  };
  return repeatAfterLockWait(client, runOnce, signal);
}

/** Returns whether the error is a lock timeout or a deadlock. */
const isLockConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "55P03" || error.code === "40P01");
