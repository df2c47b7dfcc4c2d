import type pg from "pg";
import { runBriefTransaction } from "./brief-transaction.ts";
import { recordMigrationStep, type MigrationStep } from "./migration-steps.ts";

/** Maximum number of rows that one batch changes. */
const rowsPerBatch = 1_000;

/**
 * Runs a step outside a transaction. A step that was interrupted continues, so a crash at any point
 * is harmless.
 */
export async function runOutsideTransaction(
  client: pg.Client,
  step: MigrationStep,
  signal?: AbortSignal,
): Promise<void> {
  await (step.kind === "index" ? buildIndex(client, step) : runBatches(client, step, signal));
}

/**
 * Builds the index of a step. An interrupted run leaves an invalid index, which PostgreSQL
 * maintains but never reads. Such an index is dropped first.
 */
async function buildIndex(client: pg.Client, step: MigrationStep): Promise<void> {
  const name = parseIndexName(step);
  const { rows } = await client.query<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [`public.${name}`],
  );
  if (rows[0]?.valid === false) await client.query(`drop index concurrently public.${name}`);
  if (rows[0]?.valid !== true) await client.query(step.sql);
  await recordMigrationStep(client, step.name);
}

/** Returns the name of the only index that a step builds. Throws for any other statement. */
export function parseIndexName({ name, sql }: MigrationStep): string {
  const statement = sql.replaceAll(/--.*$/gm, "").trim();
  const index = /^create (?:unique )?index concurrently (?<index>[a-z_]+) on [^;]+;?$/.exec(
    statement,
  )?.groups?.["index"];
  if (index === undefined)
    throw new Error(`${name}: must be one statement "create index concurrently NAME on …"`);
  return index;
}

/**
 * Runs the statement of a step until it returns no cursor. Its parameters are the previous cursor
 * ($1, jsonb, null at first) and the batch size ($2). It returns one row with the next `cursor`.
 * The cursor is stored in the transaction of its batch, so no batch runs twice.
 */
async function runBatches(
  client: pg.Client,
  step: MigrationStep,
  signal?: AbortSignal,
): Promise<void> {
  for (let isDone = false; !isDone;)
    isDone = await runBriefTransaction(client, () => runBatch(client, step), signal);
}

async function runBatch(client: pg.Client, step: MigrationStep): Promise<boolean> {
  const { rows: stored } = await client.query<{ cursor: unknown }>(
    "select cursor from migration_cursor where step = $1",
    [step.name],
  );
  // Row-level security also applies to the owner of the tables, who sees no rows unless they are a
  // superuser.
  await client.query("set local role parlour_writer");
  const cursor = stored[0] === undefined ? null : JSON.stringify(stored[0].cursor);
  const { rows } = await client.query<{ cursor: unknown }>(step.sql, [cursor, rowsPerBatch]);
  await client.query("reset role");
  const next = rows[0]?.cursor ?? null;
  if (next === null) {
    await client.query("delete from migration_cursor where step = $1", [step.name]);
    await recordMigrationStep(client, step.name);
  } else {
    await client.query(
      `insert into migration_cursor (step, cursor, stored_at) values ($1, $2, now())
       on conflict (step) do update set cursor = excluded.cursor, stored_at = excluded.stored_at`,
      [step.name, JSON.stringify(next)],
    );
  }
  return next === null;
}
