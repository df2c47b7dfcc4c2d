import type { MovedTo } from "../../../core/failure.ts";
import type { Sql } from "../../database/sql.ts";
import { hostName } from "../../articles/help-center.ts";
import { lastPosition } from "../../last-entry.ts";

type MoveState = "copying" | "switching" | "moved" | "arriving" | "arrived";
export interface MoveRow {
  readonly id: string;
  readonly state: MoveState;
}
/** What an installation is, for a move. */
export interface InstallationFacts {
  /** Epoch of its cursors, with the timeline. */
  readonly epoch: string;
  readonly cell: number;
  readonly counters: Readonly<Record<"chat" | "visitor" | "event", number>>;
}

export async function readInstallationFacts(sql: Sql): Promise<InstallationFacts> {
  const [row] = await sql.query<
    Omit<InstallationFacts, "counters"> & { chat: number; visitor: number; event: number }
  >(
    `select epoch || '.' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as epoch, cell,
       chat_counter::float8 as chat, visitor_counter::float8 as visitor, event_counter::float8 as event from instance`,
  );
  if (row === undefined) throw new Error("the table instance is empty");
  const { chat, visitor, event, ...facts } = row;
  return { ...facts, counters: { chat, visitor, event } };
}

export async function readMove(sql: Sql, account: number): Promise<MoveRow | null> {
  const [row] = await sql.query<MoveRow>(
    "select id, state from account_move where account_id = $1",
    [account],
  );
  return row ?? null;
}
/** Returns the addresses of the installation to which an account moved, or null. */
export async function readMovedTo(sql: Sql, account: number): Promise<MovedTo | null> {
  const [row] = await sql.query<{ movedTo: MovedTo | null }>(
    'select moved_to as "movedTo" from account where id = $1',
    [account],
  );
  return row?.movedTo ?? null;
}
export async function writeMove(sql: Sql, account: number, { id, state }: MoveRow): Promise<void> {
  await sql.query(
    `insert into account_move (account_id, id, state) values ($1, $2, $3)
     on conflict (account_id) do update set id = excluded.id, state = excluded.state, changed_at = now()`,
    [account, id, state],
  );
}
export async function deleteMove(sql: Sql, account: number): Promise<void> {
  await sql.query("delete from account_move where account_id = $1", [account]);
}

/** Returns the number of the last journal entry of an account, or 0. */
export async function readHead(sql: Sql, account: number): Promise<number> {
  const [row] = await sql.query<{ position: number }>(
    `select ${lastPosition("$1::bigint")}::float8 as position`,
    [account],
  );
  return row?.position ?? 0;
}

/**
 * Tables whose ids are unique in the installation, not only in the account. `emails` and `names`
 * are unique too.
 */
export const sharedIds = [
  "operator",
  "channel",
  "department",
  "endpoint",
  "bot",
  "webhook",
  "chat",
  "visitor",
];

export interface UniqueValues {
  readonly ids: ReadonlyMap<string, readonly number[]>;
  readonly emails: readonly string[];
  readonly hosts: readonly string[];
}
/** Reads the values of an account that must not exist twice in one installation. */
export async function readUniqueValues(sql: Sql, account: number): Promise<UniqueValues> {
  const ids = new Map<string, readonly number[]>();
  for (const table of sharedIds) {
    const rows = await sql.query<{ id: number }>(
      `select id::float8 as id from public.${table} where account_id = $1`,
      [account],
    );
    ids.set(
      table,
      rows.map(({ id }) => id),
    );
  }
  const emails = await sql.query<{ email: string }>(
    "select email_key as email from operator where account_id = $1 and email_key is not null",
    [account],
  );
  const hosts = await sql.query<{ host: string }>(
    `select ${hostName} as host from account a where a.id = $1 and ${hostName} is not null`,
    [account],
  );
  return { ids, emails: emails.map(({ email }) => email), hosts: hosts.map(({ host }) => host) };
}
/** Returns what another account of this installation has already, in words, or null. */
export async function findTakenValue(
  sql: Sql,
  account: { readonly id: number; readonly name: string },
  { ids, emails, hosts }: UniqueValues,
): Promise<string | null> {
  const exists = async (condition: string, values: readonly unknown[]): Promise<string | null> =>
    (await sql.query<{ value: string }>(`select ${condition} limit 1`, values))[0]?.value ?? null;
  if (await exists("id::text as value from account where id = $1", [account.id]))
    return `an account with the number ${account.id}`;
  if (await exists("name as value from account where lower(name) = lower($1)", [account.name]))
    return `an account with the name ${account.name}`;
  const email = await exists("email_key as value from operator where email_key = any($1::text[])", [
    emails,
  ]);
  if (email !== null) return `an operator with the email ${email}`;
  const host = await exists(
    `a.help_center ->> 'host' as value from account a where ${hostName} = any($1::text[])`,
    [hosts],
  );
  if (host !== null) return `a help centre at ${host}`;
  for (const [table, values] of ids) {
    const taken = await exists(
      `id::text as value from public.${table} where id = any($1::bigint[])`,
      [values],
    );
    if (taken !== null) return `the id ${taken} of a row in ${table}`;
  }
  return null;
}

export interface Activation {
  readonly account: number;
  readonly epoch: string;
  readonly position: number;
  /** Counters of the source, if both installations count from the same numbers. */
  readonly counters: InstallationFacts["counters"] | null;
}
/** Completes the copied rows of an account at the target. The account is in use with the commit. */
export async function activateAccount(
  tx: Sql,
  { account, epoch, position, counters }: Activation,
): Promise<void> {
  await tx.query(
    "insert into earlier_epoch (account_id, epoch, position) values ($1, $2, $3) on conflict (account_id, epoch) do update set position = excluded.position",
    [account, epoch, position],
  );
  await tx.query("update account set moved_to = null where id = $1", [account]);
  await tx.query("update operator set instance_owner = false where account_id = $1", [account]);
  await tx.query(
    `update operator set instance_owner = true where account_id = $1 and id = (select min(id) from operator where account_id = $1 and role = 'owner' and active)
       and not exists (select from operator where instance_owner and active)`,
    [account],
  );
  await tx.query(
    `insert into taken_id (account_id, kind, id) select account_id, 'chat', id from chat where account_id = $1
     union all select account_id, 'visitor', id from visitor where account_id = $1 on conflict do nothing`,
    [account],
  );
  await tx.query(
    `update instance set setup_token_hash = null, setup_token_expires_at = null,
       chat_counter = greatest(chat_counter, $1), visitor_counter = greatest(visitor_counter, $2), event_counter = greatest(event_counter, $3)`,
    [counters?.chat ?? 0, counters?.visitor ?? 0, counters?.event ?? 0],
  );
}

/** Records at the source that an account moved. Work that becomes due is the target's from now. */
export async function markMoved(
  tx: Sql,
  account: number,
  id: string,
  { addresses, due }: { readonly addresses: MovedTo; readonly due: readonly string[] },
): Promise<void> {
  await tx.query("select set_config('app.moves', 'on', true)");
  const deleted = due.map((table) => `delete from public.${table} where account_id = ${account}`);
  const pending = `delete from delivery where account_id = ${account} and state = 'pending'`;
  await tx.query([...deleted, pending].join("; "));
  await tx.query("update account set moved_to = $2 where id = $1", [
    account,
    JSON.stringify(addresses),
  ]);
  await writeMove(tx, account, { id, state: "moved" });
}

/** Copies rows of the installation to which rows of the account refer: applications, providers. */
export async function readSharedRows(
  sql: Sql,
  account: number,
): Promise<{ readonly applications: readonly string[]; readonly providers: readonly string[] }> {
  const read = async (text: string): Promise<readonly string[]> =>
    (await sql.query<{ line: string }>(text, [account])).map(({ line }) => line);
  return {
    applications: await read(
      "select row_to_json(a)::text as line from application a where a.id in (select application_id from application_grant where account_id = $1)",
    ),
    providers: await read(
      "select row_to_json(p)::text as line from bot_provider p where p.account_id = $1 or p.id in (select provider_id from bot where account_id = $1)",
    ),
  };
}
export async function insertSharedRows(
  sql: Sql,
  { applications, providers }: Awaited<ReturnType<typeof readSharedRows>>,
): Promise<void> {
  await sql.query(
    "insert into application select * from json_populate_recordset(null::public.application, $1::json) on conflict do nothing",
    [`[${applications.join(",")}]`],
  );
  await sql.query(
    `insert into bot_provider (id, account_id, name, contact, endpoint_url, state, managed, created_at, deleted_at)
     select id, account_id, name, contact, endpoint_url, state, managed, created_at, deleted_at
     from json_populate_recordset(null::public.bot_provider, $1::json) on conflict do nothing`,
    [`[${providers.join(",")}]`],
  );
}
