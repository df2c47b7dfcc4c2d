import type pg from "pg";
import {
  getNextBatchSize,
  maxRowsPerBatch,
  pauseAfterBatch,
  waitForFastCommits,
  type BatchPace,
} from "./batch-pace.ts";
import { runBriefTransaction } from "./brief-transaction.ts";
import { recordMigrationStep, type MigrationStep } from "./migration-steps.ts";
import type { RoleNames } from "./database/roles/names.ts";

interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** If present, batches leave time to the servers on the database (CORE-280). */
  readonly pace?: BatchPace | undefined;
  /** Names of the roles of the installation. */
  readonly roles: RoleNames;
}

/** Runs a step outside a transaction. An interrupted one continues, so crashes are harmless. */
export async function runOutsideTransaction(
  client: pg.Client,
  step: MigrationStep,
  options: RunOptions,
): Promise<void> {
  if (step.kind === "index") await buildIndex(client, step);
  else if (step.kind === "constraint") await validateConstraint(client, step);
  else await runBatches(client, step, options);
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
  const index = /^create (?:unique )?index concurrently (?<index>[a-z_]+) on [^;]+;?$/.exec(
    withoutComments(sql),
  )?.groups?.["index"];
  if (index === undefined)
    throw new Error(`${name}: must be one statement "create index concurrently NAME on …"`);
  return index;
}

/**
 * Checks all rows against a constraint that an earlier step added as `not valid`. Readers and
 * writers continue. PostgreSQL skips a constraint that is already valid.
 */
async function validateConstraint(client: pg.Client, step: MigrationStep): Promise<void> {
  parseConstraint(step);
  await client.query(step.sql);
  await recordMigrationStep(client, step.name);
}

/** Returns table and name of the constraint that a step validates. Throws for other steps. */
export function parseConstraint({ name, sql }: MigrationStep): {
  readonly table: string;
  readonly constraint: string;
} {
  const { table, constraint } =
    /^alter table (?<table>[a-z_]+) validate constraint (?<constraint>[a-z_]+);?$/.exec(
      withoutComments(sql),
    )?.groups ?? {};
  if (table === undefined || constraint === undefined)
    throw new Error(`${name}: must be one statement "alter table … validate constraint NAME"`);
  return { table, constraint };
}

const withoutComments = (sql: string): string => sql.replaceAll(/--.*$/gm, "").trim();

/**
 * Runs the statement of a step until it returns no cursor. Its parameters are the previous cursor
 * ($1, jsonb, null at first) and the batch size ($2). It returns one row with the next `cursor`.
 * The cursor is stored in the transaction of its batch, so no batch runs twice.
 */
async function runBatches(
  client: pg.Client,
  step: MigrationStep,
  { signal, pace, roles }: RunOptions,
): Promise<void> {
  const run = (size: number): Promise<boolean> =>
    runBriefTransaction(client, () => runBatch(client, { step, size, role: roles.writer }), signal);
  if (!pace) {
    while (!(await run(maxRowsPerBatch)));
    return;
  }
  for (let size = maxRowsPerBatch; ;) {
    await waitForFastCommits(client, pace, signal);
    const logStart = await readLogPosition(client);
    const startedAt = pace.monotonic();
    if (await run(size)) return;
    const ms = pace.monotonic() - startedAt;
    size = getNextBatchSize(size, ms);
    const logBytes = (await readLogPosition(client)) - logStart;
    await pauseAfterBatch(pace, { ms, logBytes }, signal);
  }
}

/** Returns the bytes that all sessions have written to the write-ahead log. */
async function readLogPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes",
  );
  return rows[0]?.bytes ?? 0;
}

/**
 * The columns of migration 0010, which batches of earlier steps use too. A restore of an earlier
 * release runs these batches on empty tables and needs the columns of that release, so they are
 * added only if rows remain.
 */
const addProgressColumns = `alter table migration_cursor
  add column if not exists changed_rows bigint not null default 0, add column if not exists total_rows bigint`;

interface Batch {
  readonly step: MigrationStep;
  readonly size: number;
  /** The role that may change the rows. */
  readonly role: string;
}

/** Runs one batch of at most `size` rows. Returns whether it was the last one. */
async function runBatch(client: pg.Client, { step, size, role }: Batch): Promise<boolean> {
  const progress = await client.query<{ cursor: unknown; hasProgress: boolean }>(
    `select c.cursor, to_jsonb(c) ? 'changed_rows' as "hasProgress" from migration_cursor c where step = $1`,
    [step.name],
  );
  // Row-level security also applies to the owner of the tables, who sees no rows unless they are a
  // superuser.
  await client.query(`set local role ${role}`);
  const [stored] = progress.rows;
  const cursor = stored === undefined ? null : JSON.stringify(stored.cursor);
  const { rows } = await client.query<{ cursor: unknown }>(step.sql, [cursor, size]);
  await client.query("reset role");
  const next = rows[0]?.cursor ?? null;
  if (next === null) {
    await client.query("delete from migration_cursor where step = $1", [step.name]);
    await recordMigrationStep(client, step.name);
  } else {
    if (stored?.hasProgress !== true) await client.query(addProgressColumns);
    await client.query(
      `insert into migration_cursor as c (step, cursor, stored_at, changed_rows, total_rows)
       values ($1, $2, now(), $3, (select nullif(reltuples, -1)::bigint from pg_class where oid = to_regclass($4)))
       on conflict (step) do update set cursor = excluded.cursor, stored_at = excluded.stored_at, changed_rows = c.changed_rows + $3`,
      [step.name, JSON.stringify(next), size, parseBatchTable(step)],
    );
  }
  return next === null;
}

/** Returns the table whose rows a step changes: the first one that its statement reads. */
export function parseBatchTable({ sql }: MigrationStep): string | null {
  return /\bfrom (?<table>[a-z_]+)/i.exec(withoutComments(sql))?.groups?.["table"] ?? null;
}
