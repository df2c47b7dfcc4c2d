import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import { packageFolder } from "../version.ts";

/**
 * How a schema step runs. `plain`: in one transaction with its neighbours. `index` and `batches`
 * run outside a transaction because they take long on large tables: an index is created
 * concurrently, rows are changed in batches (CORE-166).
 */
type StepKind = "plain" | "index" | "batches";

/** A file `migrations/NNNN_name.sql`, `NNNN_name.index.sql` or `NNNN_name.batches.sql`. */
export interface MigrationStep {
  /** `NNNN_name`, as recorded in the database. */
  readonly name: string;
  readonly kind: StepKind;
  readonly sql: string;
}

const fileNamePattern = /^(?<name>\d{4}_[\w-]+)(?:\.(?<kind>index|batches))?\.sql$/;
const migrationsFolder = new URL("src/store/migrations/", packageFolder);

/** Reads the steps of a folder, in order. */
export async function readSteps(folder: URL = migrationsFolder): Promise<readonly MigrationStep[]> {
  const files = (await readdir(folder)).toSorted();
  const steps = files.map(async (file): Promise<readonly MigrationStep[]> => {
    const { name, kind = "plain" } = fileNamePattern.exec(file)?.groups ?? {};
    return name === undefined ? [] : [{ name, kind: kind as StepKind, sql: await readFile(new URL(file, folder), "utf8") }];
  });
  return (await Promise.all(steps)).flat();
}

/**
 * Returns the steps without trailing ones that run outside a transaction. A server runs those after
 * its start.
 */
export function withoutTrailing(steps: readonly MigrationStep[]): readonly MigrationStep[] {
  return steps.slice(0, steps.findLastIndex(({ kind }) => kind === "plain") + 1);
}

/** Returns the names of completed steps in order, or [] for an empty database. */
export async function readMigrationNames(client: pg.ClientBase): Promise<readonly string[]> {
  const table = await client.query<{ there: boolean }>("select to_regclass('public.kysely_migration') is not null as there");
  if (table.rows[0]?.there !== true) return [];
  const { rows } = await client.query<{ name: string }>("select name from kysely_migration order by name");
  return rows.map((row) => row.name);
}
