import { lockProvisioning } from "../provisioning/account.ts";
import type { Sql } from "../database/sql.ts";
import { readExportedColumns } from "./read.ts";
import { dataTables, type DataTable } from "./tables.ts";

export type ImportedRow = Readonly<Record<string, unknown>>;

/** Returns whether no account exists. None can be created until the transaction ends. */
export async function isInstallationEmpty(tx: Sql): Promise<boolean> {
  await lockProvisioning(tx);
  const [row] = await tx.query<{ there: boolean }>("select exists (select from account) as there");
  return row?.there === false;
}

/**
 * Inserts rows of one table. `extraColumns`: columns that the export leaves out and that need a
 * value. Columns that this version does not have are ignored, so that older files can be imported.
 * Missing columns get their default.
 */
export async function insertRows(
  tx: Sql,
  table: DataTable,
  rows: readonly ImportedRow[],
  extraColumns: readonly string[],
): Promise<void> {
  const first = rows[0];
  if (first === undefined) return;
  const importedColumns = new Set([
    ...(await readExportedColumns(tx, table)).map((column) => column.name),
    ...extraColumns,
  ]);
  const columns = Object.keys(first)
    .filter((name) => importedColumns.has(name))
    .map((name) => `"${name}"`)
    .join(", ");
  // The name contains the schema, because a table name alone may be a PostgreSQL type, such as
  // `record`.
  await tx.query(
    `insert into ${table.name} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::public.${table.name}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** Raises the id counters above the imported ids. Call it after the last row. */
export async function advanceCounters(
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
  await numberChats(tx, account);
  // Makes the first active owner an instance owner if there is none, so that one operator can
  // manage the installation.
  await tx.query(
    `update operator set instance_owner = true where account_id = $1 and id = (select min(id) from operator where account_id = $1 and role = 'owner' and active)
       and not exists (select from operator where instance_owner and active)`,
    [account],
  );
  await tx.query("update instance set setup_token_hash = null, setup_token_expires_at = null");
}

/** Numbers the chats of an export that has none for them, after all others (CORE-348). */
async function numberChats(tx: Sql, account: number): Promise<void> {
  const [highest] = await tx.query<{ number: number }>(
    `with top as (select coalesce(max(number), 0) as number from chat where account_id = $1),
       unnumbered as (select c.id, row_number() over (order by c.created_at, c.id) as nth from chat c where c.account_id = $1 and c.number is null),
       numbered as (update chat c set number = top.number + u.nth from unnumbered u, top where c.account_id = $1 and c.id = u.id returning c.number)
     select greatest((select number from top), (select max(number) from numbered))::float8 as number`,
    [account],
  );
  await tx.query(
    "update account_head set chats = greatest(chats, $2::bigint) where account_id = $1",
    [account, highest?.number ?? 0],
  );
}

/**
 * Raises identity sequences above the imported ids. Reads with the role of the writer, which
 * row-level security does not restrict. Sets them with the owner role, because the writer may not
 * set sequences.
 */
export async function advanceSequences(tx: Sql): Promise<void> {
  const highest: { readonly sequence: string; readonly id: number }[] = [];
  for (const { name } of dataTables) {
    const [column] = await tx.query<{ sequence: string | null }>(
      `select case when exists (select from pg_attribute where attrelid = $1::text::regclass and attname = 'id' and attidentity <> '')
         then pg_get_serial_sequence($1::text, 'id') end as sequence`,
      [name],
    );
    if (!column?.sequence) continue;
    const [row] = await tx.query<{ id: number | null }>(
      `select max(id)::float8 as id from ${name}`,
    );
    if (row?.id) highest.push({ sequence: column.sequence, id: row.id });
  }
  await tx.query("set local role none");
  for (const { sequence, id } of highest)
    await tx.query(
      `select setval($1::text::regclass, greatest($2::bigint, (select last_value from ${sequence})))`,
      [sequence, id],
    );
}
