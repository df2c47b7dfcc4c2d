import { readdir, readFile } from "node:fs/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Migration } from "kysely/migration";
import pg from "pg";
import { packageFolder } from "../package.ts";
import { openShortPool } from "./short-pool.ts";

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

/**
 * Brings the database to the newest schema, or to that of the step `upTo`: files `migrations/NNNN_name.sql`, forward only, in one transaction under an
 * advisory lock (F25). Resolves with the names that were run. Rejects with RolesMissing or the error of the file.
 */
export async function migrate(url: string, upTo?: string): Promise<readonly string[]> {
  const pool = openShortPool({ connectionString: url, max: 2, application_name: "parlour migrate" });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await ensureRoles(pool);
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
    const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
    if (error !== undefined) throw error;
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}

/** The schema's steps that this release knows, in order. */
export async function knownMigrations(): Promise<readonly string[]> {
  return Object.keys(await readMigrations());
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const folder = new URL("src/store/migrations/", packageFolder);
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[\w-]+\.sql$/.test(file)).toSorted();
  const found = await Promise.all(
    files.map(async (file): Promise<[string, Migration]> => {
      const text = await readFile(new URL(file, folder), "utf8");
      return [file.slice(0, -".sql".length), { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }];
    }),
  );
  return Object.fromEntries(found);
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
