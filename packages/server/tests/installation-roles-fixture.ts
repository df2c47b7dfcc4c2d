import { randomBytes } from "node:crypto";
import { createEmptyDatabase, databaseServerVariable, openTestPool } from "@parlour/testkit";
import pg from "pg";
import { onTestFinished } from "vitest";
import { migrateDatabase } from "../src/store/migrate.ts";
import { readMigrationSteps, type MigrationStep } from "../src/store/migration-steps.ts";
import {
  ownName,
  roleKinds,
  sharedRoles,
  type RoleNames,
} from "../src/store/database/roles/names.ts";
import { RightsMissingError } from "../src/store/installation-roles/rights.ts";
import { readSqlFunctions } from "../src/store/sql-functions.ts";

/** A database on the test server, and the user of its DATABASE_URL, who is no superuser. */
export interface Installation {
  readonly database: string;
  readonly user: string;
  /** URL with the user of the installation. */
  readonly url: string;
  /** Runs SQL in the database as the administrator of the server. */
  readonly asAdmin: <R extends pg.QueryResultRow>(sql: string) => Promise<readonly R[]>;
}

export interface InstallationOptions {
  /** Attributes of the user, such as `createrole`. */
  readonly attributes?: string;
  /** Whether the user owns the database, which is the default. */
  readonly ownsDatabase?: boolean;
}
export interface SharedInstallationOptions extends InstallationOptions {
  /** Names of the steps of its build, in the order in which they ran. Default: the last one's. */
  readonly stepNames?: readonly string[];
}

/** Creates an empty database and its user. Both are removed after the test. */
export async function createInstallation({
  attributes = "",
  ownsDatabase = true,
}: InstallationOptions = {}): Promise<Installation> {
  const database = await createEmptyDatabase();
  const user = `user_${randomBytes(5).toString("hex")}`;
  const admin = openTestPool(database.url);
  const asAdmin = async <R extends pg.QueryResultRow>(sql: string): Promise<readonly R[]> =>
    (await admin.query<R>(sql)).rows;
  await asAdmin(`create role ${user} login ${attributes}`);
  if (ownsDatabase) await asAdmin(`alter database ${database.name} owner to ${user}`);
  onTestFinished(async () => {
    await asAdmin(`drop owned by ${user} cascade`);
    await admin.end();
    await database.drop();
    await runAtServer(`drop role ${user}`);
  });
  const url = new URL(database.url);
  url.username = user;
  return { database: database.name, user, url: url.toString(), asAdmin };
}

/** Runs SQL in the maintenance database, as an administrator who pastes it there. */
export async function runAtServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env[databaseServerVariable] });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Ends the connections to a database, so that it can be copied or renamed. */
export const endConnections = (database: string): Promise<void> =>
  runAtServer(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`,
  );

/** An administrator runs the SQL that a start prints, twice. */
export async function allowRoles(url: string): Promise<void> {
  const error = await migrateDatabase(url, { steps: [refusedStep] }).catch(
    (reason: unknown) => reason,
  );
  if (!(error instanceof RightsMissingError)) throw new Error("not refused", { cause: error });
  await runAtServer(error.sql);
  await runAtServer(error.sql);
}
/** Ends with an error if the user has all rights. */
const refusedStep: MigrationStep = { name: "0000_refused", kind: "plain", sql: "select 1 / 0" };

/** Migrates as a start does, after the SQL that it prints. */
export async function start(url: string): Promise<readonly string[]> {
  await allowRoles(url);
  return migrateDatabase(url);
}

export async function readNames({ asAdmin }: Installation): Promise<RoleNames> {
  const [names] = await asAdmin<{ [K in keyof RoleNames]: string }>(
    `select ${roleKinds.map((kind) => `${ownName(kind)} as ${kind}`).join(", ")}`,
  );
  return names ?? sharedRoles;
}

/** The last step of the builds that shared their roles. */
const lastSharedStep = "0170_earlier_content";

/**
 * Creates an installation as the builds did that shared their roles: with the names in the files.
 * The user is a member of the roles, as their SQL said.
 */
export async function createSharedInstallation({
  stepNames,
  ...options
}: SharedInstallationOptions = {}): Promise<Installation> {
  const installation = await createInstallation(options);
  const { user, url } = installation;
  const roles = Object.values(sharedRoles);
  for (const role of roles)
    await runAtServer(
      `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if; end $$`,
    );
  await runAtServer(`grant ${roles.join(", ")} to ${user}`);
  const client = openTestPool(url);
  await client.query(
    `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
     create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
     insert into kysely_migration_lock values ('migration_lock')`,
  );
  const steps = new Map((await readMigrationSteps()).map((step) => [step.name, step]));
  for (const name of stepNames ?? [...steps.keys()].filter((step) => step <= lastSharedStep)) {
    const { kind, sql } = steps.get(name) ?? refusedStep;
    if (kind !== "batches") await client.query(sql);
    await client.query("insert into kysely_migration values ($1, '2026-12-01T00:00:00.000Z')", [
      name,
    ]);
  }
  await client.query(
    "create table schema_function (name text primary key, checksum text not null, signature text not null)",
  );
  // The functions of this release need its last steps.
  for (const { name, sql, checksum } of stepNames === undefined ? await readSqlFunctions() : []) {
    await client.query(`begin; set local check_function_bodies = off; ${sql}; commit`);
    await client.query(
      `insert into schema_function select proname, $2, oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace and proname = $1`,
      [name, checksum],
    );
  }
  await client.query(
    "insert into account (name) values ('Acme'); insert into account_head (account_id) select id from account",
  );
  await client.end();
  return installation;
}

/** Every right in a database, as lines that can be compared. `rename` maps the names of roles. */
export async function listRights(
  { asAdmin }: Installation,
  rename: (role: string) => string = (role) => role,
): Promise<readonly string[]> {
  const rows = await asAdmin<{ what: string; role: string; right: string }>(
    `select c.oid::regclass || '' as what, pg_get_userbyid(a.grantee)::text as role, a.privilege_type || a.is_grantable as right
       from pg_class c, aclexplode(c.relacl) a where c.relnamespace = 'public'::regnamespace
     union all select c.oid::regclass || '.' || t.attname, pg_get_userbyid(a.grantee)::text, a.privilege_type || a.is_grantable
       from pg_attribute t join pg_class c on c.oid = t.attrelid, aclexplode(t.attacl) a where c.relnamespace = 'public'::regnamespace
     union all select f.oid::regprocedure || '', case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee)::text end, a.privilege_type || a.is_grantable
       from pg_proc f, aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) a where f.pronamespace = 'public'::regnamespace
     union all select f.oid::regprocedure || ' owner', pg_get_userbyid(f.proowner)::text, pg_get_functiondef(f.oid)
       from pg_proc f where f.pronamespace = 'public'::regnamespace
     union all select 'schema ' || s.nspname, case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee)::text end, a.privilege_type || a.is_grantable
       from pg_namespace s, aclexplode(s.nspacl) a where s.nspname = 'public'
     union all select 'defaults ' || d.defaclobjtype::text || d.defaclnamespace::text, pg_get_userbyid(a.grantee)::text, a.privilege_type || a.is_grantable
       from pg_default_acl d, aclexplode(d.defaclacl) a
     union all select c.oid::regclass || ' policy ' || o.polname, case r when 0 then 'public' else pg_get_userbyid(r)::text end, o.polcmd::text || coalesce(pg_get_expr(o.polqual, o.polrelid), '') || ' ' || coalesce(pg_get_expr(o.polwithcheck, o.polrelid), '')
       from pg_policy o join pg_class c on c.oid = o.polrelid, unnest(o.polroles) r`,
  );
  return rows.map(({ what, role, right }) => `${what}: ${rename(role)} ${right}`).toSorted();
}

/** Returns what roles can do in a database: tables, columns, sequences, functions, connections. */
export async function listReach(
  { asAdmin, database }: Installation,
  roles: readonly string[],
): Promise<readonly string[]> {
  const rows = await asAdmin<{ reach: string }>(
    `with role (name) as (select r.rolname::text from pg_roles r where r.rolname = any ('{${roles.join(",")}}')),
       class as (select * from pg_class where relnamespace = 'public'::regnamespace)
     select format('%s: %s of %s', name, p, c.oid::regclass) as reach from role, class c, unnest('{select,insert,update,delete,truncate,references,trigger}'::text[]) p
       where c.relkind in ('r', 'p', 'v', 'm', 'f') and has_table_privilege(name, c.oid, p)
     union all select format('%s: %s of a column of %s', name, p, c.oid::regclass) from role, class c, unnest('{select,insert,update,references}'::text[]) p
       where c.relkind in ('r', 'p', 'v', 'm', 'f') and has_any_column_privilege(name, c.oid, p)
     union all select format('%s: %s', name, c.oid::regclass) from role, class c where c.relkind = 'S' and has_sequence_privilege(name, c.oid, 'usage, select, update')
     union all select format('%s: %s', name, f.oid::regprocedure) from role, pg_proc f where f.pronamespace = 'public'::regnamespace
       and has_function_privilege(name, f.oid, 'execute') and (f.prosecdef and f.prorettype <> 'trigger'::regtype or not has_function_privilege('public', f.oid, 'execute'))
     union all select format('%s: policy of %s', name, o.polrelid::regclass) from role, pg_policy o, unnest(o.polroles) r where r <> 0 and pg_has_role(name, r, 'member')
     union all select format('%s: connect', name) from role where has_database_privilege(name, '${database}', 'connect')`,
  );
  return rows.map(({ reach }) => reach);
}
