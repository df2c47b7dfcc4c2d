import type { Sql } from "../../database/sql.ts";
import { sharedIds } from "./installation.ts";
import { hasAccountRows, type MovedTable } from "./tables.ts";

/** Ids of each kind that a cell may assign. 31 bits have room for 214 cells (CORE-004). */
const idsPerCell = 10_000_000;
export const maxCell = 213;
/** The counter of events has 52 bits. */
const eventsPerCell = 10_000_000_000_000;

/** Returns the identity sequences of tables with an account, by table. */
async function readSequences(sql: Sql): Promise<readonly { table: string; sequence: string }[]> {
  return sql.query(
    `select c.relname as table, pg_get_serial_sequence('public.' || quote_ident(c.relname), 'id') as sequence from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
     where ${hasAccountRows}`,
  );
}

/** Gives the installation its number. New ids begin in its range. Needs the owner role. */
export async function setCellNumber(sql: Sql, cell: number): Promise<void> {
  const first = cell * idsPerCell;
  await sql.query(
    `update instance set cell = $1, chat_counter = greatest(chat_counter, $2), visitor_counter = greatest(visitor_counter, $2),
       event_counter = greatest(event_counter, $3)`,
    [cell, first, cell * eventsPerCell],
  );
  for (const { sequence } of await readSequences(sql))
    await sql.query(
      `select setval($1::text::regclass, greatest($2::bigint, (select last_value from ${sequence})))`,
      [sequence, Math.max(first, 1)],
    );
}

/**
 * Raises the sequences above the ids of an account that arrived. Ids that are unique in the
 * installation and belong to the range of another cell do not count. Needs the owner role.
 */
export async function raiseSequences(
  sql: Sql,
  highest: ReadonlyMap<string, number>,
  cell: number,
): Promise<void> {
  const raised = (await readSequences(sql)).flatMap(({ table, sequence }) => {
    const id = highest.get(table) ?? 0;
    const isShared = table === "account" || sharedIds.includes(table);
    return id === 0 || (isShared && Math.floor(id / idsPerCell) !== cell) ? [] : [{ sequence, id }];
  });
  await sql.query(
    `select setval(q.sequence::regclass, greatest(q.id, coalesce(pg_sequence_last_value(q.sequence::regclass), 1)))
     from json_to_recordset($1::json) q(sequence text, id bigint)`,
    [JSON.stringify(raised)],
  );
}
/** Returns the highest id of an account in each table with ids. Reads with the writer role. */
export async function readHighestIds(
  sql: Sql,
  tables: readonly MovedTable[],
  account: number,
): Promise<ReadonlyMap<string, number>> {
  const withIds = tables.filter(({ columns }) => columns.get("id") === "bigint");
  const rows = await sql.query<{ name: string; id: number | null }>(
    withIds
      .map(
        ({ name, accountColumn }) =>
          `select '${name}' as name, max(id)::float8 as id from public.${name} where ${accountColumn} = $1`,
      )
      .join(" union all "),
    [account],
  );
  return new Map(rows.map(({ name, id }) => [name, id ?? 0]));
}
