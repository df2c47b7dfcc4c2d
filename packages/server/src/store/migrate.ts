import type pg from "pg";
import { advisoryLocks } from "./database/locks.ts";
import { repeatAfterLockWait, runBriefTransaction } from "./brief-transaction.ts";
import { openShortPool, startConnectMs, withConnection } from "./database/connections.ts";
import { BackfillRunningError, findBackfill } from "./backfill-progress.ts";
import { ensureRoles } from "./database-roles.ts";
import {
  readMigrationNames,
  readMigrationSteps,
  recordBaseline,
  replaceEarlierSteps,
  withoutTrailingSteps,
  type MigrationStep,
} from "./migration-steps.ts";
import type { BatchPace } from "./batch-pace.ts";
import { runOutsideTransaction } from "./non-transactional-step.ts";
import type { PlainSteps } from "./plain-steps.ts";
import {
  applySqlFunctions,
  countFunctionChanges,
  readSqlFunctions,
  type SqlFunction,
} from "./sql-functions.ts";

interface MigrateOptions {
  /** Name of the last step to run. The default is the newest step. */
  readonly upTo?: string;
  /** Omits steps at the end that run outside a transaction. A server runs them after its start. */
  readonly leavesTrailing?: boolean;
  readonly signal?: AbortSignal;
  /** If present, batches leave time to the servers on the database (CORE-280). */
  readonly pace?: BatchPace;
  /** Attempts, 0.1 s apart, to lock while another process runs a backfill. Default: 100. */
  readonly backfillAttempts?: number;
  /** Steps to run. The default is the steps of this release. */
  readonly steps?: readonly MigrationStep[];
  /** Functions to apply. Default: those of this release, or none with other steps. */
  readonly functions?: readonly SqlFunction[];
  /** Called with the names of the functions that were created, replaced or dropped. */
  readonly onFunctions?: (names: readonly string[]) => void;
}

/**
 * Migrates the database to the newest schema, forward only (F25, CORE-166), and applies the changed
 * functions. One process migrates at a time. The others wait, and then find that the steps are
 * done. Returns the names of the steps that ran. Throws RolesMissingError, EarlierSchemaError,
 * BackfillRunningError or the error of a step.
 */
export async function migrateDatabase(
  url: string,
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  const target = await loadTarget(options);
  const config = {
    connectionString: url,
    connectionTimeoutMillis: startConnectMs,
    application_name: "parlour migrate",
  };
  return withConnection(config, async (client) => {
    if (!(await hasPendingWork(client, target))) return [];
    // Loaded only here, because most starts have no pending steps (PERF-12).
    const { openPlainSteps } = await import("./plain-steps.ts");
    const pool = openShortPool({ ...config, max: 2 });
    const plainSteps = openPlainSteps(pool, target.steps);
    // Cancels a running query when its connection closes. PostgreSQL checks this also while it
    // builds an index.
    const abort = (): void => void client.end().catch(() => undefined);
    try {
      await client.query("set client_connection_check_interval = '2s'");
      // A build of an index with parallel workers would take all cores from the commits.
      if (options.pace) await client.query("set max_parallel_maintenance_workers = 0");
      options.signal?.addEventListener("abort", abort, { once: true });
      await acquireMigrationLock(client, target, options);
      await ensureRoles(pool);
      return await reachTarget(client, plainSteps, target, options);
    } finally {
      options.signal?.removeEventListener("abort", abort);
      await plainSteps.close();
    }
  });
}

/**
 * Runs the pending steps, and applies the functions before the steps at the end that may run while
 * the server is in use. Returns the names of the steps. The caller must have the migration lock.
 */
async function reachTarget(
  client: pg.Client,
  plainSteps: PlainSteps,
  target: Target,
  options: MigrateOptions,
): Promise<readonly string[]> {
  const completed = [...(await adoptBaseline(client, target, options))];
  const runPending = async (steps: readonly MigrationStep[]): Promise<void> => {
    for (const part of groupSteps(await readPendingSteps(client, steps))) {
      options.signal?.throwIfAborted();
      const last = part.at(-1);
      if (last === undefined) continue;
      if (last.kind === "plain")
        await repeatAfterLockWait(client, () => plainSteps.runUpTo(last.name), options.signal);
      else await runOutsideTransaction(client, last, options);
      completed.push(...part.map(({ name }) => name));
    }
  };
  await runPending(withoutTrailingSteps(target.steps));
  options.signal?.throwIfAborted();
  await runBriefTransaction(
    client,
    () => applyTargetFunctions(client, target, options),
    options.signal,
  );
  await runPending(target.steps);
  return completed;
}

/** What a migration to the newest schema would do. */
export interface MigrationPlan {
  /** Pending steps, in order. `runsLate`: a server runs the step after its start. */
  readonly steps: readonly {
    readonly name: string;
    readonly kind: MigrationStep["kind"];
    readonly runsLate: boolean;
  }[];
  /** Number of functions to create, replace or drop. */
  readonly functions: number;
}

/** Returns what `migrateDatabase` would do (CLI-004). Throws EarlierSchemaError. */
export async function planMigration(
  client: pg.ClientBase,
  options: MigrateOptions = {},
): Promise<MigrationPlan> {
  const { steps, functions } = await loadTarget(options);
  const early = new Set(withoutTrailingSteps(steps));
  const pending = await readPendingSteps(client, steps);
  return {
    steps: pending.map((step) => ({
      name: step.name,
      kind: step.kind,
      runsLate: !early.has(step),
    })),
    functions: await countFunctionChanges(client, functions ?? []),
  };
}

/** The steps and functions of the schema to reach. */
interface Target {
  readonly steps: readonly MigrationStep[];
  /** null means that functions are not applied, because they fit only the newest schema. */
  readonly functions: readonly SqlFunction[] | null;
}

async function loadTarget(options: MigrateOptions): Promise<Target> {
  const allSteps = options.steps ?? (await readMigrationSteps());
  const steps = selectSteps(options, allSteps);
  if (steps.length < withoutTrailingSteps(allSteps).length) return { steps, functions: null };
  return {
    steps,
    functions: options.functions ?? (options.steps === undefined ? await readSqlFunctions() : null),
  };
}

function selectSteps(
  { upTo, leavesTrailing = false }: MigrateOptions,
  allSteps: readonly MigrationStep[],
): readonly MigrationStep[] {
  const steps =
    upTo === undefined
      ? allSteps
      : allSteps.slice(0, allSteps.findIndex(({ name }) => name === upTo) + 1);
  return leavesTrailing ? withoutTrailingSteps(steps) : steps;
}

async function hasPendingWork(client: pg.Client, { steps, functions }: Target): Promise<boolean> {
  return (
    (await readPendingSteps(client, steps)).length > 0 ||
    (await hasEarlierSteps(client)) ||
    (functions !== null && (await countFunctionChanges(client, functions)) > 0)
  );
}

async function hasEarlierSteps(client: pg.Client): Promise<boolean> {
  const names = await readMigrationNames(client);
  return replaceEarlierSteps(names) !== names;
}

/**
 * Records the baseline on a database that an earlier build created (CORE-256). If no other step is
 * pending, the functions are applied in the same transaction. Returns the names of recorded steps.
 */
async function adoptBaseline(
  client: pg.Client,
  target: Target,
  options: MigrateOptions,
): Promise<readonly string[]> {
  if (!(await hasEarlierSteps(client))) return [];
  const adopt = async (): Promise<readonly string[]> => {
    const name = await recordBaseline(client);
    if ((await readPendingSteps(client, withoutTrailingSteps(target.steps))).length === 0)
      await applyTargetFunctions(client, target, options);
    return [name];
  };
  return runBriefTransaction(client, adopt, options.signal);
}

async function applyTargetFunctions(
  client: pg.Client,
  { functions }: Target,
  { onFunctions }: MigrateOptions,
): Promise<void> {
  if (functions === null) return;
  const names = await applySqlFunctions(client, functions);
  if (names.length > 0) onFunctions?.(names);
}

/**
 * Takes the migration lock for the connection. It polls, because a statement that waits for the
 * lock has a snapshot. The lock's owner may create an index concurrently and would wait for that
 * snapshot.
 */
async function acquireMigrationLock(
  client: pg.Client,
  target: Target,
  { signal, backfillAttempts = 100 }: MigrateOptions,
): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock($1) as taken",
      [advisoryLocks.migrations],
    );
    if (rows[0]?.taken === true) return;
    if (attempts % backfillAttempts === 0) await assertNoBackfillAhead(client, target);
    await client.query("select pg_sleep(0.1)");
  }
}

/**
 * Throws BackfillRunningError if a plain step must wait for batches that another process runs. They
 * can take hours, and a start must not wait that long.
 */
async function assertNoBackfillAhead(client: pg.Client, { steps }: Target): Promise<void> {
  const pending = await readPendingSteps(client, steps);
  const lastPlain = pending.findLastIndex(({ kind }) => kind === "plain");
  const needed = pending.slice(0, Math.max(0, lastPlain)).filter(({ kind }) => kind === "batches");
  for (const { name } of needed) {
    const backfill = await findBackfill(client, name);
    if (backfill) throw new BackfillRunningError(backfill, pending[lastPlain]?.name ?? "");
  }
}

async function readPendingSteps(
  client: pg.ClientBase,
  steps: readonly MigrationStep[],
): Promise<readonly MigrationStep[]> {
  const completed = new Set(replaceEarlierSteps(await readMigrationNames(client)));
  return steps.filter(({ name }) => !completed.has(name));
}

/** Groups consecutive plain steps, which run in one transaction. The order stays. */
function groupSteps(steps: readonly MigrationStep[]): readonly (readonly MigrationStep[])[] {
  const parts: MigrationStep[][] = [];
  for (const [n, step] of steps.entries()) {
    if (step.kind === "plain" && steps[n - 1]?.kind === "plain") parts.at(-1)?.push(step);
    else parts.push([step]);
  }
  return parts;
}

/** Returns the names of the steps. `leavesTrailing`: those before requests are accepted. */
export async function listMigrationNames(options: MigrateOptions = {}): Promise<readonly string[]> {
  return selectSteps(options, await readMigrationSteps()).map(({ name }) => name);
}
