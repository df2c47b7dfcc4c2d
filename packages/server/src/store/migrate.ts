import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Migration, MigrationResultSet } from "kysely/migration";
import pg from "pg";
import { advisoryLocks } from "./advisory-locks.ts";
import { openShortPool, startConnectMs, withConnection } from "./connections.ts";
import { readMigrationNames, readSteps, withoutTrailing, type MigrationStep } from "./migration-steps.ts";
import { runOutside } from "./outside-step.ts";

/** The user of DATABASE_URL may not create the roles: `sql` is what an administrator has to run once (CFG-004). */
export class RolesMissing extends Error {
  readonly sql: string;
  constructor(text: string) {
    super(`The database user may not create roles. Run as an administrator of the database:\n${text}`);
    this.name = "RolesMissing";
    this.sql = text;
  }
}
export const roles = ["parlour_writer", "parlour_reader", "parlour_search"] as const;

interface MigrateOptions {
  /** The last step to run; default: the newest. */
  readonly upTo?: string;
  /** Leaves out the last steps if they run outside of a transaction: a server runs them after its start. */
  readonly leavesTrailing?: boolean;
  readonly signal?: AbortSignal;
  /** Default: those of this release. */
  readonly steps?: readonly MigrationStep[];
}

/**
 * Brings the database to the newest schema, forward only (F25, CORE-166). One process migrates at a time; the others wait, and find the steps done.
 * Resolves with the names of the steps that were run. Rejects with RolesMissing or the error of the step.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<readonly string[]> {
  const steps = stepsFor(options, options.steps ?? (await readSteps()));
  const config = { connectionString: url, connectionTimeoutMillis: startConnectMs, application_name: "parlour migrate" };
  const pool = openShortPool({ ...config, max: 2 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const run: string[] = [];
  try {
    await withConnection(config, async (client) => {
      if ((await pendingOf(client, steps)).length === 0) return;
      // A query under way is cut off together with its connection. PostgreSQL notices that while it builds an index.
      await client.query("set client_connection_check_interval = '2s'");
      const abort = (): void => void client.end().catch(() => undefined);
      options.signal?.addEventListener("abort", abort, { once: true });
      try {
        await takeLock(client, options.signal);
        await ensureRoles(pool);
        const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(toMigrations(steps)) } });
        for (const part of partsOf(await pendingOf(client, steps))) {
          options.signal?.throwIfAborted();
          const last = part.at(-1);
          if (last === undefined) continue;
          if (last.kind === "plain") throwOf(await migrator.migrateTo(last.name));
          else await runOutside(client, last, options.signal);
          run.push(...part.map(({ name }) => name));
        }
      } finally {
        options.signal?.removeEventListener("abort", abort);
      }
    });
    return run;
  } finally {
    await db.destroy();
  }
}

function stepsFor({ upTo, leavesTrailing = false }: MigrateOptions, all: readonly MigrationStep[]): readonly MigrationStep[] {
  const steps = upTo === undefined ? all : all.slice(0, all.findIndex(({ name }) => name === upTo) + 1);
  return leavesTrailing ? withoutTrailing(steps) : steps;
}

/**
 * Takes the lock of migrations for the connection. It asks again and again instead of waiting in one statement: a statement that waits has a snapshot, and
 * the holder of the lock, which creates an index concurrently, waits for all snapshots.
 */
async function takeLock(client: pg.Client, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [advisoryLocks.migrations]);
    if (rows[0]?.taken === true) return;
    await client.query("select pg_sleep(0.1)");
  }
}

async function pendingOf(client: pg.Client, steps: readonly MigrationStep[]): Promise<readonly MigrationStep[]> {
  const done = new Set(await readMigrationNames(client));
  return steps.filter(({ name }) => !done.has(name));
}

/** Returns the plain steps that run in one transaction together, and each other step alone, in order. */
function partsOf(steps: readonly MigrationStep[]): readonly (readonly MigrationStep[])[] {
  const parts: MigrationStep[][] = [];
  for (const [n, step] of steps.entries()) {
    if (step.kind === "plain" && steps[n - 1]?.kind === "plain") parts.at(-1)?.push(step);
    else parts.push([step]);
  }
  return parts;
}

/** The newest schema's steps by name, in order. `leavesTrailing`: those that a server runs before it starts to serve. */
export async function knownMigrations(options: Pick<MigrateOptions, "leavesTrailing"> = {}): Promise<readonly string[]> {
  return stepsFor(options, await readSteps()).map(({ name }) => name);
}

/** The steps as Kysely wants them. It runs the plain ones only: the others before them are recorded already. */
function toMigrations(steps: readonly MigrationStep[]): Record<string, Migration> {
  return Object.fromEntries(
    steps.map(({ name, sql: text }) => [name, { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }]),
  );
}

function throwOf({ error }: MigrationResultSet): void {
  if (error !== undefined) throw error;
}

/** Roles belong to the whole cluster, so another database's start may create them at the same moment. */
async function ensureRoles(pool: pg.Pool): Promise<void> {
  for (const role of roles) {
    await tolerateRace(async () => {
      const known = await pool.query("select from pg_roles where rolname = $1", [role]);
      if (known.rowCount === 0) await pool.query(`create role ${role} nologin`);
      const member = await pool.query<{ may: boolean }>("select pg_has_role(current_user, $1, 'member') as may", [role]);
      if (!member.rows[0]?.may) await pool.query(`grant ${role} to current_user`);
    });
  }
}

async function tolerateRace(step: () => Promise<void>): Promise<void> {
  for (let n = 1; ; n++) {
    try {
      return await step();
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (code === "42501")
        throw new RolesMissing(
          [
            ...roles.map((role) => `create role ${role} nologin;`),
            ...roles.map((role) => `grant ${role} to "<user of DATABASE_URL>";`),
          ].join("\n"),
        );
      // 42710, 23505: created meanwhile; XX000: "tuple concurrently updated".
      if (n >= 20 || !(code === "42710" || code === "23505" || code === "XX000")) throw error;
    }
  }
}
