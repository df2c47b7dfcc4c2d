import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Migration, MigrationResultSet } from "kysely/migration";
import pg from "pg";
import { advisoryLocks } from "./database/advisory-locks.ts";
import { openShortPool, startConnectMs, withConnection } from "./database/connections.ts";
import { readMigrationNames, readSteps, withoutTrailing, type MigrationStep } from "./migration-steps.ts";
import { runOutsideTransaction } from "./non-transactional-step.ts";

/**
 * The user of DATABASE_URL may not create roles. `sql` contains the statements that an
 * administrator must run once (CFG-004).
 */
export class RolesMissingError extends Error {
  readonly sql: string;
  constructor(text: string) {
    super(`The database user may not create roles. Run as an administrator of the database:\n${text}`);
    this.name = "RolesMissing";
    this.sql = text;
  }
}
export const roles = ["parlour_writer", "parlour_reader", "parlour_search"] as const;

interface MigrateOptions {
  /** The last step to run. Default: the newest. */
  readonly upTo?: string;
  /** Omits trailing steps that run outside a transaction. A server runs them after its start. */
  readonly leavesTrailing?: boolean;
  readonly signal?: AbortSignal;
  /** Default: the steps of this release. */
  readonly steps?: readonly MigrationStep[];
}

/**
 * Migrates the database to the newest schema, forward only (F25, CORE-166). One process migrates at
 * a time. The others wait and then find the steps done. Returns the names of the steps that ran.
 * Throws RolesMissingError or the error of a step.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<readonly string[]> {
  const steps = selectSteps(options, options.steps ?? (await readSteps()));
  const config = { connectionString: url, connectionTimeoutMillis: startConnectMs, application_name: "parlour migrate" };
  const pool = openShortPool({ ...config, max: 2 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const completed: string[] = [];
  try {
    await withConnection(config, async (client) => {
      if ((await readPendingSteps(client, steps)).length === 0) return;
      // Cancels a running query when its connection closes. PostgreSQL checks for that while it
      // builds an index.
      await client.query("set client_connection_check_interval = '2s'");
      const abort = (): void => void client.end().catch(() => undefined);
      options.signal?.addEventListener("abort", abort, { once: true });
      try {
        await acquireMigrationLock(client, options.signal);
        await ensureRoles(pool);
        const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(toMigrations(steps)) } });
        for (const part of groupSteps(await readPendingSteps(client, steps))) {
          options.signal?.throwIfAborted();
          const last = part.at(-1);
          if (last === undefined) continue;
          if (last.kind === "plain") throwMigrationError(await migrator.migrateTo(last.name));
          else await runOutsideTransaction(client, last, options.signal);
          completed.push(...part.map(({ name }) => name));
        }
      } finally {
        options.signal?.removeEventListener("abort", abort);
      }
    });
    return completed;
  } finally {
    await db.destroy();
  }
}

function selectSteps({ upTo, leavesTrailing = false }: MigrateOptions, allSteps: readonly MigrationStep[]): readonly MigrationStep[] {
  const steps = upTo === undefined ? allSteps : allSteps.slice(0, allSteps.findIndex(({ name }) => name === upTo) + 1);
  return leavesTrailing ? withoutTrailing(steps) : steps;
}

/**
 * Takes the migration lock for the connection. It polls instead of waiting in one statement,
 * because a waiting statement has a snapshot. The lock's owner creates an index concurrently and
 * would wait for that snapshot.
 */
async function acquireMigrationLock(client: pg.Client, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [advisoryLocks.migrations]);
    if (rows[0]?.taken === true) return;
    await client.query("select pg_sleep(0.1)");
  }
}

async function readPendingSteps(client: pg.Client, steps: readonly MigrationStep[]): Promise<readonly MigrationStep[]> {
  const completed = new Set(await readMigrationNames(client));
  return steps.filter(({ name }) => !completed.has(name));
}

/**
 * Groups consecutive plain steps, which run in one transaction. Every other step is alone. Keeps
 * the order.
 */
function groupSteps(steps: readonly MigrationStep[]): readonly (readonly MigrationStep[])[] {
  const parts: MigrationStep[][] = [];
  for (const [n, step] of steps.entries()) {
    if (step.kind === "plain" && steps[n - 1]?.kind === "plain") parts.at(-1)?.push(step);
    else parts.push([step]);
  }
  return parts;
}

/**
 * Returns the names of the newest schema's steps, in order. `leavesTrailing`: only those that a
 * server runs before it serves.
 */
export async function listMigrationNames(options: Pick<MigrateOptions, "leavesTrailing"> = {}): Promise<readonly string[]> {
  return selectSteps(options, await readSteps()).map(({ name }) => name);
}

/**
 * Converts the steps for Kysely. It runs plain steps only, because the others are already recorded.
 */
function toMigrations(steps: readonly MigrationStep[]): Record<string, Migration> {
  return Object.fromEntries(
    steps.map(({ name, sql: text }) => [name, { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }]),
  );
}

function throwMigrationError({ error }: MigrationResultSet): void {
  if (error !== undefined) throw error;
}

/**
 * Creates missing roles. Roles belong to the whole cluster, so a start on another database may
 * create them at the same time.
 */
async function ensureRoles(pool: pg.Pool): Promise<void> {
  for (const role of roles) {
    await retryOnRace(async () => {
      const existing = await pool.query("select from pg_roles where rolname = $1", [role]);
      if (existing.rowCount === 0) await pool.query(`create role ${role} nologin`);
      const member = await pool.query<{ may: boolean }>("select pg_has_role(current_user, $1, 'member') as may", [role]);
      if (!member.rows[0]?.may) await pool.query(`grant ${role} to current_user`);
    });
  }
}

async function retryOnRace(step: () => Promise<void>): Promise<void> {
  for (let n = 1; ; n++) {
    try {
      return await step();
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (code === "42501")
        throw new RolesMissingError(
          [
            ...roles.map((role) => `create role ${role} nologin;`),
            ...roles.map((role) => `grant ${role} to "<user of DATABASE_URL>";`),
          ].join("\n"),
        );
      // 42710, 23505: created meanwhile. XX000: "tuple concurrently updated".
      if (n >= 20 || !(code === "42710" || code === "23505" || code === "XX000")) throw error;
    }
  }
}
