import type pg from "pg";
import type { Sql } from "./database/sql.ts";

/** A step of the schema that changes rows in batches and has not finished (CORE-281). */
export interface Backfill {
  /** Name of the step. */
  readonly step: string;
  /** Approximate number of rows that are done. */
  readonly rows: number;
  /** Rows of the table as PostgreSQL estimated them at the start. Null: not known. */
  readonly total: number | null;
}

const selectBackfills =
  "select step, changed_rows::float8 as rows, total_rows::float8 as total from migration_cursor";

/** Returns the unfinished backfills in their order. */
export const listBackfills = (sql: Sql): Promise<readonly Backfill[]> =>
  sql.query<Backfill>(`${selectBackfills} order by step`);

/** Returns the unfinished backfill of a step, also on a database without any table. */
export async function findBackfill(
  client: Pick<pg.Client, "query">,
  step: string,
): Promise<Backfill | null> {
  const { rows: columns } = await client.query(
    "select from pg_attribute where attrelid = to_regclass('migration_cursor') and attname = 'total_rows'",
  );
  if (columns.length === 0) return null;
  const { rows } = await client.query<Backfill>(`${selectBackfills} where step = $1`, [step]);
  return rows[0] ?? null;
}

/** Thrown if a step must wait for a backfill that another process runs. */
export class BackfillRunningError extends Error {
  constructor({ step, rows, total }: Backfill, waiting: string) {
    super(
      `step ${waiting} of the schema needs ${step}, which another Parlour still runs (${rows} of about ${total ?? "an unknown number of"} rows); ` +
        "nothing was changed; start this release when `parlour doctor` no longer shows that step",
    );
    this.name = "BackfillRunning";
  }
}
