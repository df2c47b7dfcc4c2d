import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import pg from "pg";
import { packageFolder } from "../version.ts";

/** A file `functions/name.sql`, which creates the SQL function of this name and its triggers. */
export interface SqlFunction {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hexadecimal. */
  readonly checksum: string;
}

const functionsFolder = new URL("src/store/functions/", packageFolder);

/** Reads the SQL functions of a folder, sorted by name. */
export async function readSqlFunctions(
  folder: URL = functionsFolder,
): Promise<readonly SqlFunction[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).toSorted();
  // Each start reads them, and reading small files one after the other is faster (PERF-12).
  return files.map((file) =>
    toFunction(file.slice(0, -".sql".length), readFileSync(new URL(file, folder), "utf8")),
  );
}

export function toFunction(name: string, sql: string): SqlFunction {
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}

/** Returns the number of functions that `applySqlFunctions` would create, replace or drop. */
export async function countFunctionChanges(
  client: pg.ClientBase,
  functions: readonly SqlFunction[],
): Promise<number> {
  const { changed, removed } = compareFunctions(await readAppliedFunctions(client), functions);
  return changed.length + removed.length;
}

/**
 * Applies the files that changed since they were last applied, and drops the functions of removed
 * files. Runs inside the caller's transaction, with the migration lock. Returns the names of the
 * changed and dropped functions.
 */
export async function applySqlFunctions(
  client: pg.ClientBase,
  functions: readonly SqlFunction[],
): Promise<readonly string[]> {
  const applied = await readAppliedFunctions(client);
  const { changed, removed } = compareFunctions(applied, functions);
  if (changed.length + removed.length === 0) return [];
  if (applied.size === 0)
    await client.query(
      "create table if not exists schema_function (name text primary key, checksum text not null, signature text not null)",
    );
  // Bodies are not checked, because a function may call another one that is created after it.
  await client.query("set local check_function_bodies = off");
  for (const { name, signature } of removed) {
    await client.query(`drop function if exists ${signature}`);
    await client.query("delete from schema_function where name = $1", [name]);
  }
  for (const file of changed) {
    const signature = await applyFunction(client, file, applied.get(file.name));
    await client.query(
      `insert into schema_function (name, checksum, signature) values ($1, $2, $3)
       on conflict (name) do update set checksum = excluded.checksum, signature = excluded.signature`,
      [file.name, file.checksum, signature],
    );
  }
  return [...removed, ...changed].map(({ name }) => name);
}

interface AppliedFunction {
  readonly name: string;
  readonly checksum: string;
  /** Name and parameter types of the function in the format of `drop function`. */
  readonly signature: string;
}

async function readAppliedFunctions(
  client: pg.ClientBase,
): Promise<ReadonlyMap<string, AppliedFunction>> {
  const table = await client.query<{ exists: boolean }>(
    "select to_regclass('public.schema_function') is not null as exists",
  );
  if (table.rows[0]?.exists !== true) return new Map();
  const { rows } = await client.query<AppliedFunction>(
    "select name, checksum, signature from schema_function",
  );
  return new Map(rows.map((row) => [row.name, row]));
}

function compareFunctions(
  applied: ReadonlyMap<string, AppliedFunction>,
  functions: readonly SqlFunction[],
) {
  const names = new Set(functions.map(({ name }) => name));
  return {
    changed: functions.filter(({ name, checksum }) => applied.get(name)?.checksum !== checksum),
    removed: [...applied.values()].filter(({ name }) => !names.has(name)),
  };
}

/**
 * Runs the file and returns the signature of its function. `create or replace` cannot change the
 * return type or the names of parameters. For other parameter types it creates a second function.
 * In both cases the earlier function is dropped.
 */
async function applyFunction(
  client: pg.ClientBase,
  { name, sql }: SqlFunction,
  applied: AppliedFunction | undefined,
): Promise<string> {
  // Builds before the baseline did not record their functions, so their signatures are read from
  // the database.
  const earlier = applied === undefined ? await readSignatures(client, name) : [applied.signature];
  await client.query("savepoint before_function");
  try {
    await client.query(sql);
  } catch (error) {
    if (
      !(error instanceof pg.DatabaseError) ||
      error.code !== invalidFunctionDefinition ||
      earlier.length === 0
    )
      throw error;
    await client.query("rollback to savepoint before_function");
    await dropFunctions(client, earlier);
    await client.query(sql);
  }
  const present = await readSignatures(client, name);
  if (present.length > 1) await dropFunctions(client, earlier);
  const [signature, ...others] = present.length > 1 ? await readSignatures(client, name) : present;
  if (signature === undefined || others.length > 0)
    throw new Error(`functions/${name}.sql: must create one function "${name}"`);
  return signature;
}
const invalidFunctionDefinition = "42P13";

async function readSignatures(client: pg.ClientBase, name: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ signature: string }>(
    "select oid::regprocedure::text as signature from pg_proc where pronamespace = 'public'::regnamespace and proname = $1 order by oid",
    [name],
  );
  return rows.map(({ signature }) => signature);
}

async function dropFunctions(client: pg.ClientBase, signatures: readonly string[]): Promise<void> {
  for (const signature of signatures) await client.query(`drop function if exists ${signature}`);
}
