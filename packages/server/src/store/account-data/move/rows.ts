import type { Sql } from "../../database/sql.ts";
import type { MovedTable } from "./tables.ts";

/** Values of the key columns of a row. */
export type RowKey = Readonly<Record<string, unknown>>;

/** Rows per statement. Rows of some tables contain whole emails. */
const rowsPerPage = 500;
const pageSizes: Readonly<Record<string, number>> = { ignored_email: 10 };
/** Rows that a move does not copy, of the alias `t`. */
const conditions: Readonly<Record<string, string>> = { endpoint: "t.kind <> 'push'" };

const list = (columns: Iterable<string>, alias = "t"): string =>
  [...columns].map((column) => `${alias}."${column}"`).join(", ");
const line = ({ columns }: MovedTable): string =>
  `(select row_to_json(q) from (select ${list(columns.keys())}) q)::text`;
const ofAccount = ({ name, accountColumn }: MovedTable): string =>
  `t.${accountColumn} = $1${conditions[name] === undefined ? "" : ` and ${conditions[name]}`}`;

/** Yields the rows of an account as JSON texts, page by page, each in its own statement. */
export async function* readPages(
  sql: Sql,
  table: MovedTable,
  account: number,
): AsyncGenerator<readonly string[]> {
  const { key, columns } = table;
  const limit = pageSizes[table.name] ?? rowsPerPage;
  const types = key.map((column) => columns.get(column) ?? "text");
  const order = key.length === 0 ? "1" : list(key);
  let after: readonly string[] | null = null;
  for (;;) {
    const condition =
      after === null
        ? ""
        : ` and (${list(key)}) > (${types.map((type, n) => `$${n + 2}::${type}`).join(", ")})`;
    const rows: readonly { line: string; row_key: string[] }[] = await sql.query(
      `select ${line(table)} as line, array[${key.map((column) => `t."${column}"::text`).join(", ")}]::text[] as row_key
       from public.${table.name} t where ${ofAccount(table)}${condition} order by ${order} limit ${limit}`,
      [account, ...(after ?? [])],
    );
    if (rows.length > 0) yield rows.map((row) => row.line);
    if (rows.length < limit || key.length === 0) return;
    after = rows.at(-1)?.row_key ?? null;
  }
}

/**
 * Reads all rows of several tables as of one moment, in one statement: the time of each statement
 * counts during the switch.
 */
export async function readTables(
  sql: Sql,
  tables: readonly MovedTable[],
  account: number,
): Promise<ReadonlyMap<MovedTable, readonly string[]>> {
  const rows = await sql.query<{ n: number; lines: readonly string[] }>(
    tables
      .map(
        (table, n) =>
          `select ${n} as n, array(select ${line(table)} from public.${table.name} t where ${ofAccount(table)}) as lines`,
      )
      .join(" union all "),
    [account],
  );
  const lines = new Map(rows.map((row) => [row.n, row.lines]));
  return new Map(tables.map((table, n) => [table, lines.get(n) ?? []]));
}

/** Matches rows of the alias `t` with the keys in `$2`. */
const hasKey = ({ key, columns, name }: MovedTable): string =>
  key.length === 0
    ? "true"
    : `(${list(key)}) in (select ${list(key, "k")} from json_to_recordset($2::json) k(${key
        .map((column) => `"${column}" ${columns.get(column) ?? `public.${name}`}`)
        .join(", ")}))`;
const keysPerStatement = 1_000;
function* inParts<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Returns the present rows of some keys as JSON texts. Missing rows were deleted. */
export async function readByKeys(
  sql: Sql,
  table: MovedTable,
  account: number,
  keys: readonly RowKey[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const part of inParts(keys, keysPerStatement)) {
    const rows = await sql.query<{ line: string }>(
      `select ${line(table)} as line from public.${table.name} t where ${ofAccount(table)} and ${hasKey(table)}`,
      [account, JSON.stringify(part)],
    );
    for (const row of rows) lines.push(row.line);
  }
  return lines;
}

export async function deleteByKeys(
  sql: Sql,
  table: MovedTable,
  account: number,
  keys: readonly RowKey[],
): Promise<void> {
  for (const part of inParts(keys, keysPerStatement))
    await sql.query(
      `delete from public.${table.name} t where t.${table.accountColumn} = $1 and ${hasKey(table)}`,
      [account, JSON.stringify(part)],
    );
}

/** Inserts rows from JSON texts. Skips rows that exist, which a later round writes again. */
export async function insertLines(
  sql: Sql,
  table: MovedTable,
  lines: readonly string[],
): Promise<void> {
  const columns = [...table.columns.keys()].map((column) => `"${column}"`).join(", ");
  for (const part of inParts(lines, rowsPerPage))
    await sql.query(
      `insert into public.${table.name} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::public.${table.name}, $1::json) on conflict do nothing`,
      [`[${part.join(",")}]`],
    );
}

/** Deletes all rows of an account. Triggers and foreign keys must be off. */
export async function deleteAccountRows(
  sql: Sql,
  tables: readonly MovedTable[],
  account: number,
): Promise<void> {
  for (const { name, accountColumn } of tables)
    await sql.query(`delete from public.${name} where ${accountColumn} = $1`, [account]);
}

/** Returns the number of rows of each table. */
export async function countRows(
  sql: Sql,
  tables: readonly MovedTable[],
  account: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ name: string; n: number }>(
    tables
      .map(
        (table) =>
          `select '${table.name}' as name, count(*)::float8 as n from public.${table.name} t where ${ofAccount(table)}`,
      )
      .join(" union all "),
    [account],
  );
  return new Map(rows.map(({ name, n }) => [name, n]));
}

/** Returns the lanes of deliveries that are due, as JSON. */
export async function readDueLanes(sql: Sql, account: number): Promise<string> {
  const rows = await sql.query(
    "select endpoint_id, order_key, due_at from lane where account_id = $1 and due_at is not null",
    [account],
  );
  return JSON.stringify(rows);
}
/** Makes lanes of the copy due. Until then they rest, so that the target sends nothing. */
export async function writeDueLanes(sql: Sql, account: number, lanes: string): Promise<void> {
  await sql.query(
    `update lane l set due_at = q.due_at from json_to_recordset($2::json) q(endpoint_id bigint, order_key bigint, due_at timestamptz)
     where l.account_id = $1 and l.endpoint_id = q.endpoint_id and l.order_key = q.order_key`,
    [account, lanes],
  );
}
