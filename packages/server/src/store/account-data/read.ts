import { lastPosition } from "../last-entry.ts";
import type { Sql } from "../database/sql.ts";
import type { DataTable } from "./tables.ts";

const rowsPerPage = 1_000;

export interface DataColumn {
  readonly name: string;
  readonly type: string;
}
/** Returns the exported columns of a table: none that are generated, bytes or excluded. */
export async function readExportedColumns(
  sql: Sql,
  table: DataTable,
): Promise<readonly DataColumn[]> {
  const columns = await sql.query<DataColumn & { readonly generated: string }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attgenerated::text as generated from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table.name],
  );
  return columns.filter(
    ({ name, type, generated }) =>
      generated === "" &&
      !(table.without ?? []).includes(name) &&
      (type !== "bytea" || (table.bytes ?? []).includes(name)),
  );
}

/** Yields the account's rows as JSON texts by pages, never all in memory. */
export async function* readRows(
  sql: Sql,
  table: DataTable,
  account: number,
): AsyncGenerator<readonly string[]> {
  const columns = await readExportedColumns(sql, table);
  if (columns.length === 0) return;
  const key = table.key ?? (await readKeyColumns(sql, table.name));
  const types = new Map(columns.map((column) => [column.name, column.type]));
  const list = columns.map(({ name }) => `t."${name}"`).join(", ");
  let after: readonly string[] | null = null;
  for (;;) {
    const cursor: readonly string[] = after ?? [];
    const cursorCondition =
      after === null
        ? ""
        : `and (${key.map((name) => `t."${name}"`).join(", ")}) > (${key.map((name, n) => `$${n + 2}::${types.get(name)}`).join(", ")})`;
    const rows: readonly { line: string; row_key: string[] }[] = await sql.query(
      `select (select row_to_json(q) from (select ${list}) q)::text as line, array[${key.map((name) => `t."${name}"::text`).join(", ")}] as row_key from ${table.name} t
       where (${table.rows ?? "t.account_id = $1"}) ${cursorCondition} order by ${key.map((name) => `t."${name}"`).join(", ")} limit ${rowsPerPage}`,
      [account, ...cursor],
    );
    if (rows.length > 0) yield rows.map((row) => row.line);
    if (rows.length < rowsPerPage) return;
    after = rows.at(-1)?.row_key ?? null;
  }
}

/** Returns the columns of the primary key, without the account. */
async function readKeyColumns(sql: Sql, table: string): Promise<readonly string[]> {
  const rows = await sql.query<{ name: string }>(
    `select a.attname as name from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality k (number, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
     where i.indrelid = $1::regclass and i.indisprimary and a.attname <> 'account_id' order by k.place`,
    [table],
  );
  return rows.map((row) => row.name);
}

/**
 * Returns the account's name and journal position, and the id counters of the installation. With
 * these counters, another installation with the same SECRET_KEY assigns no id twice.
 */
export async function readExportState(
  sql: Sql,
  account: number,
): Promise<{
  readonly name: string;
  readonly position: number;
  readonly counters: Readonly<Record<"chat" | "visitor" | "event", number>>;
} | null> {
  const [row] = await sql.query<{
    name: string;
    position: number;
    chat: number;
    visitor: number;
    event: number;
  }>(
    `select a.name, ${lastPosition("a.id")}::float8 as position, i.chat_counter::float8 as chat, i.visitor_counter::float8 as visitor, i.event_counter::float8 as event
     from account a, instance i where a.id = $1`,
    [account],
  );
  return row === undefined
    ? null
    : {
        name: row.name,
        position: row.position,
        counters: { chat: row.chat, visitor: row.visitor, event: row.event },
      };
}
