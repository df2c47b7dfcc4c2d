import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type pg from "pg";
import { packageFolder } from "../version.ts";

/**
 * How a schema step runs. `plain`: in one transaction with the plain steps before and after it.
 * The other kinds run outside a transaction, because they take long on large tables. `index`: an
 * index is created concurrently. `constraint`: all rows are checked. `batches`: rows are changed in
 * batches (CORE-166).
 */
type StepKind = "plain" | "index" | "constraint" | "batches";

/** A file `migrations/NNNN_name.sql`, or `NNNN_name.KIND.sql` for the other kinds. */
export interface MigrationStep {
  /** Name of the step as recorded in the database: `NNNN_name`. */
  readonly name: string;
  readonly kind: StepKind;
  readonly sql: string;
}

const fileNamePattern = /^(?<name>\d{4}_[\w-]+)(?:\.(?<kind>index|constraint|batches))?\.sql$/;
const migrationsFolder = new URL("src/store/migrations/", packageFolder);

/**
 * Lists the schema steps of a folder, in order. The SQL of a step is read when it is used, because
 * most starts execute none (PERF-12).
 */
export async function readMigrationSteps(
  folder: URL = migrationsFolder,
): Promise<readonly MigrationStep[]> {
  const files = (await readdir(folder)).toSorted();
  return files.flatMap((file): readonly MigrationStep[] => {
    const { name, kind = "plain" } = fileNamePattern.exec(file)?.groups ?? {};
    if (name === undefined) return [];
    return [
      {
        name,
        kind: kind as StepKind,
        get sql() {
          return readFileSync(new URL(file, folder), "utf8");
        },
      },
    ];
  });
}

/** Returns the steps without the last ones that run late, after the start of a server. */
export function withoutTrailingSteps(steps: readonly MigrationStep[]): readonly MigrationStep[] {
  return steps.slice(0, steps.findLastIndex(({ kind }) => kind === "plain") + 1);
}

/** The first step. It creates the schema that all steps of earlier builds created together. */
const baselineStep = "0001_baseline";
/** The first and the last step of the unreleased builds before the baseline. */
const firstEarlierStep = "0001_tables";
const lastEarlierStep = "0109_recent_attempts";

/** The database or backup stopped before the last step of earlier builds (CORE-256). */
export class EarlierSchemaError extends Error {
  constructor(subject: string, step: string | undefined) {
    super(
      `${subject} ends at step ${step} of a build from before the first release, and this build continues only from ${lastEarlierStep}; ` +
        "start the last build before this one on it once, then start this one (docs/operate/upgrade.md)",
    );
    this.name = "EarlierSchema";
  }
}

/**
 * Returns the completed steps, in which the baseline replaces all steps of earlier builds
 * (CORE-256). Throws EarlierSchemaError if those steps are not complete. `subject` is the start of
 * the error message.
 */
export function replaceEarlierSteps(
  names: readonly string[],
  subject = "this database",
): readonly string[] {
  if (!names.includes(firstEarlierStep)) return names;
  if (!names.includes(lastEarlierStep)) throw new EarlierSchemaError(subject, names.at(-1));
  return [baselineStep, ...names.filter((name) => name > lastEarlierStep)];
}

/** Records the baseline in place of earlier steps, in the transaction. Returns its name. */
export async function recordBaseline(client: pg.ClientBase): Promise<string> {
  const names = await readMigrationNames(client);
  await client.query("delete from kysely_migration where name = any ($1)", [
    names.filter((name) => name <= lastEarlierStep),
  ]);
  await recordMigrationStep(client, baselineStep);
  return baselineStep;
}

/** Records a step as done, in the same way as Kysely for plain steps. */
export async function recordMigrationStep(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(
    `insert into kysely_migration (name, timestamp) values ($1, to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`,
    [name],
  );
}

/** Returns the names of completed steps in order, or [] for an empty database. */
export async function readMigrationNames(client: pg.ClientBase): Promise<readonly string[]> {
  const table = await client.query<{ there: boolean }>(
    "select to_regclass('public.kysely_migration') is not null as there",
  );
  if (table.rows[0]?.there !== true) return [];
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name collate "C"',
  );
  return rows.map((row) => row.name);
}
