import type { ImportResult, ImportRowError } from "@parlour/protocol/visitor-import";
import type { StoredVisitor } from "../../core/command.ts";
import type { VisitorData } from "../../core/event.ts";
import { toInteger } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";
import type { ActiveImport, ImportKey } from "./visitor-import.ts";

/** Rows of the files of imports, with their results. */

/** A row of a file. `line`: where it begins, from 1. */
export interface FileRow {
  readonly line: number;
  readonly cells: readonly string[];
}
/** A row that is processed next. `n`: its number, from 1. `cells`: null if they were erased. */
export interface ImportRow {
  readonly n: number;
  readonly line: number;
  readonly cells: readonly string[] | null;
  readonly result: ImportResult | null;
}
export interface RowOutcome {
  readonly n: number;
  readonly result: ImportResult;
  readonly customer?: string | undefined;
  readonly code?: ImportRowError | undefined;
  readonly column?: number | null | undefined;
  readonly message?: string | undefined;
}

const rowsPerInsert = 2_000;

/** Stores the rows of a draft. */
export async function insertImportRows(
  tx: Sql,
  { account, id }: ImportKey,
  rows: readonly FileRow[],
): Promise<void> {
  for (let first = 0; first < rows.length; first += rowsPerInsert)
    await tx.query(
      `insert into visitor_import_row (account_id, import_id, n, line, cells)
       select $1, $2, $3 + q.i, (q.row ->> 'line')::int, q.row -> 'cells' from jsonb_array_elements($4::jsonb) with ordinality q (row, i)`,
      [account, id, first, JSON.stringify(rows.slice(first, first + rowsPerInsert))],
    );
}

/** Returns the next rows of an import. */
export async function takeImportRows(
  sql: Sql,
  { account, id, processed }: ActiveImport,
  limit: number,
): Promise<readonly ImportRow[]> {
  return sql.query<ImportRow>(
    `select n, line, cells, result from visitor_import_row
     where account_id = $1 and import_id = $2 and n > $3 order by n limit $4`,
    [account, id, processed, limit],
  );
}

/** Returns the lines of earlier rows of the import that have one of the keys. */
export async function findEarlierLines(
  sql: Sql,
  { account, id, processed }: ActiveImport,
  customers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ customer: string; line: number }>(
    `select customer, min(line) as line from visitor_import_row
     where account_id = $1 and customer = any($3) and import_id = $2 and n <= $4 and result <> 'refused' group by customer`,
    [account, id, customers, processed],
  );
  return new Map(rows.map(({ customer, line }) => [customer, line]));
}

/** Returns the visitors of a channel who have one of the keys, by their key. */
export async function findVisitorsByKey(
  sql: Sql,
  { account, channelId }: ActiveImport,
  customers: readonly string[],
): Promise<ReadonlyMap<string, StoredVisitor>> {
  const rows = await sql.query<{
    id: number;
    customer: string;
    recipient: string;
    invite: string | null;
    body: string;
  }>(
    `select id::float8 as id, customer, recipient, invite, body from visitor
     where account_id = $1 and source = $2 and customer = any($3)`,
    [account, channelId, customers],
  );
  return new Map(
    rows.map(({ body, ...row }) => [
      row.customer,
      { ...row, channelId, entity: JSON.parse(body) as VisitorData },
    ]),
  );
}

/**
 * Stores the outcomes of the next rows, and ends the plan or the run after the last one. `taken`:
 * number of these rows. Rows of visitors that were written lose their data. Does nothing if another
 * node has stored the outcomes.
 */
export async function saveImportRows(
  tx: Sql,
  { account, id, state, processed }: ActiveImport,
  outcomes: readonly RowOutcome[],
  { taken, now }: { readonly taken: number; readonly now: number },
): Promise<void> {
  await tx.query(
    `with job as (
       update visitor_import set processed = processed + $6,
         state = case when state = 'cancelled' or processed + $6 < total then state when state = 'planning' then 'planned' else 'done' end,
         ended_at = case when state = 'running' and processed + $6 = total then ${fromMilliseconds("$7")} else ended_at end
       where account_id = $1 and id = $2 and state in ($3, 'cancelled') and processed = $4 returning account_id, id)
     update visitor_import_row r set result = g.result, code = g.code, column_number = g."column", message = g.message,
       customer = case when $3 = 'planning' or g.result = 'refused' then coalesce(g.customer, r.customer) end,
       cells = case when $3 = 'planning' or g.result = 'refused' then r.cells end
     from job, jsonb_to_recordset($5::jsonb) g (n int, result text, customer text, code text, "column" int, message text)
     where r.account_id = job.account_id and r.import_id = job.id and r.n = g.n`,
    [account, id, state, processed, JSON.stringify(outcomes), taken, now],
  );
}

/** Counts the processed rows of an import by result. */
export async function countImportRows(
  reader: Reader,
  account: number,
  { id, processed }: { readonly id: number; readonly processed: number },
): Promise<readonly { readonly result: ImportResult; readonly count: number }[]> {
  const rows = await reader.rows<{ result: ImportResult; count: string }>(
    account,
    `select result, count(*) from visitor_import_row
     where account_id = $1 and import_id = $2 and n <= $3 and result is not null group by result`,
    [account, id, processed],
  );
  return rows.map(({ result, count }) => ({ result, count: toInteger(count) }));
}

/** A row that is not imported. `column`: index of its column, or null. */
export interface RefusedRecord {
  readonly n: number;
  readonly line: number;
  readonly cells: readonly string[] | null;
  readonly code: ImportRowError;
  readonly column: number | null;
  readonly message: string;
}

/** Lists the refused rows of an import after the number `after`, in their order. */
export function listRefusedRows(
  reader: Reader,
  account: number,
  { id, after, limit }: { readonly id: number; readonly after: number; readonly limit: number },
): Promise<readonly RefusedRecord[]> {
  return reader.rows<RefusedRecord>(
    account,
    `select n, line, cells, code, column_number as column, message from visitor_import_row
     where account_id = $1 and import_id = $2 and n > $3 and result = 'refused' order by n limit $4`,
    [account, id, after, limit],
  );
}

/** Lists the first rows of an import, as examples. */
export async function listFirstRows(
  reader: Reader,
  account: number,
  { id, limit }: { readonly id: number; readonly limit: number },
): Promise<readonly (readonly string[])[]> {
  const rows = await reader.rows<{ cells: readonly string[] | null }>(
    account,
    "select cells from visitor_import_row where account_id = $1 and import_id = $2 and n <= $3 order by n",
    [account, id, limit],
  );
  return rows.flatMap(({ cells }) => (cells === null ? [] : [cells]));
}

/** Removes the data of an erased visitor from rows of imports. Their visitor is not written. */
export async function eraseImportRows(
  tx: Sql,
  account: number,
  { channelId, customer }: { readonly channelId: number; readonly customer: string },
): Promise<void> {
  await tx.query(
    `update visitor_import_row r set cells = null, customer = null from visitor_import i
     where r.account_id = $1 and r.customer = $3 and i.account_id = r.account_id and i.id = r.import_id and i.channel_id = $2`,
    [account, channelId, customer],
  );
}
