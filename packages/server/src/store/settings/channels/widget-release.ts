import type { Sql } from "../../database/sql.ts";

/** Returns a file of a widget release that ended after `leftAfter` (ms since 1970). */
export async function findReleasedFile(
  sql: Sql,
  name: string,
  leftAfter: number,
): Promise<Buffer | null> {
  const [row] = await sql.query<{ body: Buffer }>(
    "select body from widget_file where name = $1 and (left_at is null or left_at >= $2)",
    [name, new Date(leftAfter)],
  );
  return row?.body ?? null;
}

export interface WidgetFileRow {
  readonly name: string;
  readonly body: Buffer;
}

/**
 * Stores the widget files of the current release. Files that are only in earlier releases are
 * deleted `retentionMs` after the first release without them.
 */
export async function saveReleaseFiles(
  sql: Sql,
  files: readonly WidgetFileRow[],
  now: number,
  retentionMs: number,
): Promise<void> {
  const names = files.map(({ name }) => name);
  const existing = await sql.query<{ name: string }>(
    "select name from widget_file where name = any($1::text[])",
    [names],
  );
  const has = new Set(existing.map(({ name }) => name));
  const missing = files.filter(({ name }) => !has.has(name));
  if (missing.length > 0) {
    await sql.query(
      "insert into widget_file (name, body) select * from unnest($1::text[], $2::bytea[]) on conflict (name) do nothing",
      [missing.map(({ name }) => name), missing.map(({ body }) => body)],
    );
  }
  await sql.query(
    `update widget_file set left_at = case when name = any($1::text[]) then null else $2::timestamptz end
     where (left_at is null) <> (name = any($1::text[]))`,
    [names, new Date(now)],
  );
  await sql.query("delete from widget_file where left_at < $1", [new Date(now - retentionMs)]);
}
