import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type pg from "pg";
import { packageFolder } from "../version.ts";

/**
 * How a schema step runs. `plain`: in a transaction of its own, so that deferred triggers of its
 * changes run before the next step alters their table (CORE-460).
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

/**
 * Number of the newest step of the latest release. Before the first release: of the last step that
 * only development builds lack.
 */
const lastReleasedStep = "0098";

/** Returns whether a step is of the release in work. */
const isUnreleased = ({ name }: MigrationStep): boolean => name.slice(0, 4) > lastReleasedStep;

/**
 * Returns the steps that run before the start of a server: all plain ones, and long ones of earlier
 * releases that a plain step follows. Long steps of the release in work run late, whatever their
 * number is, because its plain steps must not need them (CORE-252).
 */
export function withoutTrailingSteps(steps: readonly MigrationStep[]): readonly MigrationStep[] {
  const lastPlain = steps.findLastIndex(({ kind }) => kind === "plain");
  return steps.filter((step, n) => step.kind === "plain" || (n < lastPlain && !isUnreleased(step)));
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
 * Present names of steps that builds of the main branch recorded with another number (CORE-462).
 * The SQL of a step did not change with its name.
 */
const renamedSteps: Readonly<Record<string, string>> = {
  "0002_search_pending_list": "0003_search_pending_list",
  "0004_batch_rows": "0006_batch_rows",
  "0018_all_channels": "0019_all_channels",
  "0022_mail_tested": "0023_mail_tested",
  "0075_promise_report": "0085_promise_report",
  "0150_missed_chats": "0165_missed_chats",
  "0157_missed_chats": "0165_missed_chats",
  "0159_missed_chats": "0165_missed_chats",
  "0160_missed_chats": "0165_missed_chats",
  "0162_missed_chats": "0165_missed_chats",
  "0163_missed_chats": "0165_missed_chats",
};

/**
 * Returns the completed steps in the names of this release: the baseline replaces all steps of
 * earlier builds (CORE-256), and renamed steps have their present name. Throws EarlierSchemaError
 * if the earlier steps are not complete. `subject` is the start of the error message.
 */
export function replaceEarlierSteps(
  names: readonly string[],
  subject = "this database",
): readonly string[] {
  const hasEarlier = names.includes(firstEarlierStep);
  if (hasEarlier && !names.includes(lastEarlierStep))
    throw new EarlierSchemaError(subject, names.at(-1));
  const present = hasEarlier
    ? [baselineStep, ...names.filter((name) => name > lastEarlierStep)]
    : names;
  return present.map(getPresentName);
}

/** Returns the present name of a step, which may have been renamed several times. */
export function getPresentName(name: string): string {
  const next = renamedSteps[name];
  return next === undefined ? name : getPresentName(next);
}

/** Returns whether an earlier build created the database, so that the baseline is not recorded. */
export const lacksBaseline = (names: readonly string[]): boolean =>
  names.includes(firstEarlierStep);

/** Records the baseline in place of earlier steps, in the transaction. Returns its name. */
export async function recordBaseline(client: pg.ClientBase): Promise<string> {
  const names = await readMigrationNames(client);
  await client.query("delete from kysely_migration where name = any ($1)", [
    names.filter((name) => name <= lastEarlierStep),
  ]);
  await recordMigrationStep(client, baselineStep);
  return baselineStep;
}

/** Creates the table of the completed steps. Earlier builds created it with Kysely. */
export async function createStepTable(client: pg.ClientBase): Promise<void> {
  if (await hasStepTable(client)) return;
  await client.query(
    "create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)",
  );
}

/** Records a step as done. */
export async function recordMigrationStep(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(
    `insert into kysely_migration (name, timestamp) values ($1, to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`,
    [name],
  );
}

/** Returns the names of completed steps in order, or [] for an empty database. */
export async function readMigrationNames(client: pg.ClientBase): Promise<readonly string[]> {
  if (!(await hasStepTable(client))) return [];
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name collate "C"',
  );
  return rows.map((row) => row.name);
}

async function hasStepTable(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.kysely_migration') is not null as there",
  );
  return rows[0]?.there === true;
}
