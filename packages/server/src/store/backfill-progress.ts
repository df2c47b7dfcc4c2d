import type { Sql, Queryable } from "./database/sql.ts";

/** A step of the schema that changes rows in batches and has not finished (CORE-281). */
export interface Backfill {
  readonly step: string;
  /** Approximate number of rows that are done. */
  readonly rows: number;
  /** Rows of the table as PostgreSQL estimated them at the start. Null: not known. */
  readonly total: number | null;
}

/** Also reads the table of an earlier release, without the columns of the progress. */
const selectBackfills = `select c.step, coalesce((to_jsonb(c) ->> 'changed_rows')::float8, 0) as rows,
  (to_jsonb(c) ->> 'total_rows')::float8 as total from migration_cursor c`;

/** Returns the unfinished backfills in their order. */
export const listBackfills = (sql: Sql): Promise<readonly Backfill[]> =>
  sql.query<Backfill>(`${selectBackfills} order by c.step`);

/** Returns the unfinished backfill of a step, also on a database without any table. */
export async function findBackfill(client: Queryable, step: string): Promise<Backfill | null> {
  const table = await client.query("select where to_regclass('migration_cursor') is not null");
  if (table.rowCount === 0) return null;
  const { rows } = await client.query<Backfill>(`${selectBackfills} where c.step = $1`, [step]);
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
