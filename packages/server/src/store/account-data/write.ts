import { lockProvisioning } from "../settings/provision-account.ts";
import type { Sql } from "../sql.ts";
import { columnsOf } from "./read.ts";
import { dataTables, type DataTable } from "./tables.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Whether nothing is here that an account that is put in could meet. Until the transaction ends, no other import and no provisioning file makes an account. */
export async function isEmpty(tx: Sql): Promise<boolean> {
  await lockProvisioning(tx);
  const [row] = await tx.query<{ there: boolean }>("select exists (select from account) as there");
  return row?.there === false;
}

/**
 * Puts rows of one table in. `more`: columns that stayed behind and must have a value. Columns that this version does not know are left out, so that an
 * older file can be read; what it does not have takes its default.
 */
export async function putRows(tx: Sql, table: DataTable, rows: readonly Row[], more: readonly string[]): Promise<void> {
  const first = rows[0];
  if (first === undefined) return;
  const known = new Set([...(await columnsOf(tx, table)).map((column) => column.name), ...more]);
  const columns = Object.keys(first)
    .filter((name) => known.has(name))
    .map((name) => `"${name}"`)
    .join(", ");
  // With its schema: a table's name alone may be a type's of PostgreSQL, as `record` is.
  await tx.query(
    `insert into ${table.name} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::public.${table.name}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** After the last row: counters go on behind those that came, and ids of these are never drawn again. */
export async function settleNumbers(
  tx: Sql,
  account: number,
  counters: Readonly<Record<"chat" | "visitor" | "event", number>>,
): Promise<void> {
  await tx.query(
    "update instance set chat_counter = greatest(chat_counter, $1), visitor_counter = greatest(visitor_counter, $2), event_counter = greatest(event_counter, $3)",
    [counters.chat, counters.visitor, counters.event],
  );
  await tx.query(
    `insert into taken_id (account_id, kind, id) select account_id, 'chat', id from chat where account_id = $1
     union all select account_id, 'visitor', id from visitor where account_id = $1 on conflict do nothing`,
    [account],
  );
  // Somebody must be able to manage the installation.
  await tx.query(
    `update operator set instance_owner = true where account_id = $1 and id = (select min(id) from operator where account_id = $1 and role = 'owner' and active)
       and not exists (select from operator where instance_owner and active)`,
    [account],
  );
  await tx.query("update instance set setup_token_hash = null, setup_token_expires_at = null");
}

/**
 * Numbers that the tables give go on behind those that came. Read as the writer, whom row-level security shows the rows, and set as the owner of the tables:
 * the writer draws from sequences, he does not set them.
 */
export async function settleSequences(tx: Sql): Promise<void> {
  const highest: { readonly sequence: string; readonly id: number }[] = [];
  for (const { name } of dataTables) {
    const [column] = await tx.query<{ sequence: string | null }>(
      `select case when exists (select from pg_attribute where attrelid = $1::text::regclass and attname = 'id' and attidentity <> '')
         then pg_get_serial_sequence($1::text, 'id') end as sequence`,
      [name],
    );
    if (!column?.sequence) continue;
    const [row] = await tx.query<{ id: number | null }>(`select max(id)::float8 as id from ${name}`);
    if (row?.id) highest.push({ sequence: column.sequence, id: row.id });
  }
  await tx.query("set local role none");
  for (const { sequence, id } of highest)
    await tx.query(`select setval($1::text::regclass, greatest($2::bigint, (select last_value from ${sequence})))`, [sequence, id]);
}
