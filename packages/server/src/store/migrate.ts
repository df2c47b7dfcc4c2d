import type pg from "pg";
import { advisoryLocks } from "./database/locks.ts";
import { runBriefTransaction } from "./brief-transaction.ts";
import { startConnectMs, withConnection } from "./database/connections.ts";
import { BackfillRunningError, findBackfill } from "./backfill-progress.ts";
import { needsRoleChanges, planRoles, prepareRoles } from "./installation-roles/index.ts";
import type { RightsMissingError } from "./installation-roles/rights.ts";
import { nameRoles, type RoleNames } from "./database/roles/names.ts";
import {
  createStepTable,
  getPresentName,
  lacksBaseline,
  readMigrationNames,
  readMigrationSteps,
  recordBaseline,
  recordMigrationStep,
  replaceEarlierSteps,
  withoutTrailingSteps,
  type MigrationStep,
} from "./migration-steps.ts";
import type { BatchPace } from "./batch-pace.ts";
import { runOutsideTransaction } from "./non-transactional-step.ts";
import {
  applySqlFunctions,
  countFunctionChanges,
  readSqlFunctions,
  type SqlFunction,
} from "./sql-functions.ts";

interface MigrateOptions {
  /** Name of the last step to run. The default is the newest step. */
  readonly upTo?: string;
  /** Names of the only steps to run, as of a backup whose builds had them in another order. */
  readonly only?: readonly string[];
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

/** A step of the schema, or the functions, could not be applied. The cause has the reason. */
export class MigrationError extends Error {
  /** Name of the step, or `functions`. */
  readonly step: string;
  /** Clause that says how to go back to the earlier release, or "". The command line sets it. */
  wayBack = "";
  constructor(step: string, cause: unknown) {
    super(`${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "MigrationError";
    this.step = step;
  }
}

/**
 * Migrates the database to the newest schema, forward only (F25, CORE-166), and applies the changed
 * functions. One process migrates at a time. The others wait, and then find that the steps are
 * done. Returns the names of the steps that ran. Throws RightsMissingError, EarlierSchemaError,
 * BackfillRunningError or MigrationError.
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
    // Cancels a running query when its connection closes. PostgreSQL checks this also while it
    // builds an index.
    const abort = (): void => void client.end().catch(() => undefined);
    try {
      await client.query("set client_connection_check_interval = '2s'");
      // A build of an index with parallel workers would take all cores from the commits.
      if (options.pace) await client.query("set max_parallel_maintenance_workers = 0");
      options.signal?.addEventListener("abort", abort, { once: true });
      await acquireMigrationLock(client, target, options);
      const roles = await prepareRoles(client, options.signal);
      await createStepTable(client);
      return await reachTarget(client, withRoleNames(target, roles), { ...options, roles });
    } finally {
      options.signal?.removeEventListener("abort", abort);
    }
  });
}

interface ReachOptions extends MigrateOptions {
  /** Names of the roles of the installation, which batches take. */
  readonly roles: RoleNames;
}

/**
 * Runs the pending steps, and applies the functions before the steps at the end that may run while
 * the server is in use. Returns the names of the steps. The caller must have the migration lock.
 */
async function reachTarget(
  client: pg.Client,
  target: Target,
  options: ReachOptions,
): Promise<readonly string[]> {
  const completed = [...(await adoptBaseline(client, target, options))];
  const runPending = async (steps: readonly MigrationStep[]): Promise<void> => {
    for (const step of await readPendingSteps(client, steps)) {
      options.signal?.throwIfAborted();
      await runStep(client, step, options);
      completed.push(step.name);
    }
  };
  await runPending(withoutTrailingSteps(target.steps));
  options.signal?.throwIfAborted();
  await nameFailure("functions", () =>
    runBriefTransaction(
      client,
      () => applyTargetFunctions(client, target, options),
      options.signal,
    ),
  );
  await runPending(target.steps);
  return completed;
}

/**
 * Runs a step and records it. A plain step has a transaction of its own (CORE-460). Steps run in
 * any order, because builds of the main branch added some below others (CORE-461).
 */
function runStep(client: pg.Client, step: MigrationStep, options: ReachOptions): Promise<void> {
  return nameFailure(step.name, () =>
    step.kind === "plain"
      ? runBriefTransaction(
          client,
          async () => {
            await client.query(step.sql);
            await recordMigrationStep(client, step.name);
          },
          options.signal,
        )
      : runOutsideTransaction(client, step, options),
  );
}

async function nameFailure(step: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw new MigrationError(step, error);
  }
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
  /** Rights that the user lacks, with their SQL. Null: none. */
  readonly refusal: RightsMissingError | null;
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
    refusal: await planRoles(client),
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
  if (withoutTrailingSteps(allSteps).some((step) => !steps.includes(step)))
    return { steps, functions: null };
  return {
    steps,
    functions: options.functions ?? (options.steps === undefined ? await readSqlFunctions() : null),
  };
}

/** Gives the SQL of steps and functions the names of the roles of the installation (CFG-173). */
function withRoleNames({ steps, functions }: Target, roles: RoleNames): Target {
  return {
    steps: steps.map((step) => ({
      name: step.name,
      kind: step.kind,
      get sql() {
        return nameRoles(step.sql, roles);
      },
    })),
    functions: functions?.map((file) => ({ ...file, sql: nameRoles(file.sql, roles) })) ?? null,
  };
}

function selectSteps(
  { upTo, only, leavesTrailing = false }: MigrateOptions,
  allSteps: readonly MigrationStep[],
): readonly MigrationStep[] {
  const end =
    upTo === undefined ? allSteps.length : allSteps.findIndex(({ name }) => name === upTo) + 1;
  const steps = allSteps
    .slice(0, end)
    .filter(({ name }) => only === undefined || only.includes(name));
  return leavesTrailing ? withoutTrailingSteps(steps) : steps;
}

async function hasPendingWork(client: pg.Client, { steps, functions }: Target): Promise<boolean> {
  return (
    (await readPendingSteps(client, steps)).length > 0 ||
    (await hasEarlierSteps(client)) ||
    (functions !== null && (await countFunctionChanges(client, functions)) > 0) ||
    (await needsRoleChanges(client))
  );
}

async function hasEarlierSteps(client: pg.Client): Promise<boolean> {
  const names = await readMigrationNames(client);
  replaceEarlierSteps(names);
  return lacksBaseline(names);
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
  return steps.filter(({ name }) => !completed.has(getPresentName(name)));
}

/** Returns the names of the steps. `leavesTrailing`: those before requests are accepted. */
export async function listMigrationNames(options: MigrateOptions = {}): Promise<readonly string[]> {
  return selectSteps(options, await readMigrationSteps()).map(({ name }) => name);
}
