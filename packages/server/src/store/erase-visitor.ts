import type { Call, OfflineMessage } from "../core/entity.ts";
import type { ChatDraft, EventName, VisitorDraft } from "../core/event.ts";
import { erasedCall, erasedChat, erasedEntry, erasedOffline, erasedVisitor } from "../core/visitor/erase.ts";
import type { VisitorPart } from "../core/visitor/parts.ts";
import { eraseFromSearch } from "./erase-search.ts";
import type { Sql } from "./sql.ts";
import { blacklistAbout, blacklistKeys, blacklistNaming, filesOf, recordsOf } from "./visitor-data.ts";

/** Whose data goes. `visitor`: his id, `number` as people see it. */
export interface Erased {
  readonly account: number;
  readonly id: number;
  readonly visitor: number;
  readonly number: number;
}
/** What stands before `customer` of an erased visitor, so that the same person comes back as a new one. */
export const gone = "erased:";

/** Rows that were removed or emptied, by what they were. */
export type Counts = { [P in VisitorPart]?: number };

/** Adds what another step counted. */
export function addCounts(to: Counts, step: Counts): void {
  for (const part of Object.keys(step) as VisitorPart[]) to[part] = (to[part] ?? 0) + (step[part] ?? 0);
}

/** The order to erase; the first one counts. null: no such visitor. */
export async function orderErasure(
  tx: Sql,
  account: number,
  number: number,
  by: number | null,
  now: number,
): Promise<(Erased & { readonly isNew: boolean }) | null> {
  const [visitor] = await tx.query<{ id: number }>("select id::float8 as id from visitor where account_id = $1 and number = $2", [
    account,
    number,
  ]);
  if (visitor === undefined) return null;
  const [made] = await tx.query<{ id: number }>(
    `insert into erasure (account_id, visitor_id, number, requested_by, requested_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, number) do nothing returning id::float8 as id`,
    [account, visitor.id, number, by, new Date(now)],
  );
  const [row] = made
    ? [made]
    : await tx.query<{ id: number }>("select id::float8 as id from erasure where account_id = $1 and number = $2", [account, number]);
  return { account, id: row?.id ?? 0, visitor: visitor.id, number, isNew: made !== undefined };
}

/** Those that a crash interrupted, oldest first. */
export function openErasures(sql: Sql): Promise<readonly Erased[]> {
  return sql.query<Erased>(
    `select account_id::float8 as account, id::float8 as id, visitor_id::float8 as visitor, number::float8 as number from erasure
     where done_at is null order by requested_at`,
  );
}

/** Of these visitors, those who stand here although they were erased once: an older copy of the database was put back. */
export function unerased(
  sql: Sql,
  listed: readonly { readonly account: number; readonly visitor: number }[],
): Promise<readonly { account: number; number: number }[]> {
  return sql.query(
    `select v.account_id::float8 as account, v.number::float8 as number from unnest($1::bigint[], $2::bigint[]) q (account, id)
     join visitor v on v.account_id = q.account and v.id = q.id where not starts_with(v.customer, '${gone}')`,
    [listed.map((one) => one.account), listed.map((one) => one.visitor)],
  );
}

/** His chats; `open`: those that are not closed. */
export async function chatsOfErased(
  sql: Sql,
  { account, visitor }: Erased,
): Promise<{ readonly all: readonly number[]; readonly open: readonly number[] }> {
  const rows = await sql.query<{ id: number; state: string }>(
    "select id::float8 as id, state from chat where account_id = $1 and visitor_id = $2 order by id",
    [account, visitor],
  );
  return { all: rows.map((row) => row.id), open: rows.filter((row) => row.state !== "closed").map((row) => row.id) };
}

/**
 * Everything that verbs read or that is sent: visitor, chats, records, deliveries that wait, tokens. In one transaction under the account's head, and
 * only while none of his chats is open: false otherwise, and nothing was done. What may be long, the journal, is `eraseEntries`.
 */
export async function eraseState(tx: Sql, erased: Erased, now: number): Promise<Counts | false> {
  const { account, visitor } = erased;
  const [row] = await tx.query<{ body: string; source: number; customer: string }>(
    "select body, source::float8 as source, customer from visitor where account_id = $1 and id = $2 for update",
    [account, visitor],
  );
  const chats = await tx.query<{ id: number; state: string; body: string }>(
    "select id::float8 as id, state, body from chat where account_id = $1 and visitor_id = $2 order by id for update",
    [account, visitor],
  );
  if (row === undefined || chats.some((chat) => chat.state !== "closed")) return false;
  const ids = chats.map((chat) => chat.id);
  const counts: Counts = { chats: ids.length };
  const many = async (name: VisitorPart, text: string, values: readonly unknown[]): Promise<void> => {
    counts[name] = (counts[name] ?? 0) + (await tx.query(`${text} returning 1`, values)).length;
  };
  await tx.query(
    "update visitor set body = $3, customer = $4, recipient = '\"\"', invite = null, version = version + 1 where account_id = $1 and id = $2",
    [account, visitor, JSON.stringify(erasedVisitor(JSON.parse(row.body) as VisitorDraft)), `${gone}${visitor}`],
  );
  await tx.query(
    `update chat c set body = q.body, version = c.version + 1 from unnest($2::bigint[], $3::text[]) q (id, body) where c.account_id = $1 and c.id = q.id`,
    [account, ids, chats.map((chat) => JSON.stringify(erasedChat(JSON.parse(chat.body) as ChatDraft)))],
  );
  const records = await tx.query<{ id: number; kind: "call" | "offline_message"; body: string }>(
    `select id::float8 as id, kind, body from record where ${recordsOf}`,
    [account, visitor],
  );
  await tx.query(
    `update record r set body = q.body, version = r.version + 1, state = case when r.kind = 'call' and r.state <> 'end' then 'error' else r.state end
     from unnest($2::bigint[], $3::text[]) q (id, body) where r.account_id = $1 and r.id = q.id`,
    [account, records.map((record) => record.id), records.map(({ kind, body }) => erasedRecord(kind, body))],
  );
  counts.calls = records.filter((record) => record.kind === "call").length;
  counts.offline_messages = records.length - counts.calls;
  await tx.query("delete from call_timer where account_id = $1 and call_id = any($2::bigint[])", [
    account,
    records.map((record) => record.id),
  ]);
  // Values that were his and nobody else's. An entry by his number holds nothing of him.
  await many("blacklist", `delete from blacklist_entry where ${blacklistNaming}`, [account, visitor, ...blacklistKeys(row)]);
  await tx.query(`update blacklist_entry set reason = null where ${blacklistAbout}`, [account, visitor]);
  await many("tokens", "delete from user_token where account_id = $1 and visitor_id = $2", [account, visitor]);
  await many("tokens", "delete from widget_token where account_id = $1 and channel_id = $2 and customer = $3", [
    account,
    row.source,
    row.customer,
  ]);
  await many("visits", "delete from visit where account_id = $1 and visitor_id = $2", [account, visitor]);
  await many("drafts", "delete from draft where account_id = $1 and chat_id = any($2::bigint[])", [account, ids]);
  // Answers kept for repeated keys hold what was written. They have no chat of their own, and live a day.
  await many("answers", `delete from idempotency where account_id = $1 and not starts_with(answer, 'sealed:') and answer ~ $2`, [
    account,
    `"(chat_id|id|visitor_id)":(${[visitor, ...ids].join("|")})[,}]`,
  ]);
  await many("files", `update file set state = 'gone', named = false where ${filesOf}`, [account, visitor]);
  // A request under way may arrive, and nobody reports it any more: it counts as received.
  await tx.query(
    `insert into attempt (account_id, delivery_id, n, started_at, duration_ms, outcome)
     select d.account_id, d.id, d.tries + 1, l.started_at, 0, 'interrupted' from delivery d
     join lane l on l.account_id = d.account_id and l.endpoint_id = d.endpoint_id and l.order_key = d.order_key and l.started_at is not null
     where d.account_id = $1 and d.chat_id = any($2::bigint[]) and d.state = 'pending' on conflict do nothing`,
    [account, ids],
  );
  await tx.query(
    `update delivery d set ${withdrawn}, updated_at = $3 where d.account_id = $1 and d.chat_id = any($2::bigint[]) and d.state = 'pending'`,
    [account, ids, new Date(now)],
  );
  return counts;
}

/** What is not sent any more: a series of a channel or bot failed, anything else is given up. */
const withdrawn = `state = case when exists (select from endpoint e where e.account_id = d.account_id and e.id = d.endpoint_id and e.kind in ('channel', 'bot'))
  then 'failed' else 'dead' end, outcome = 'withdrawn', error_code = null, error_message = null, next_at = null`;

/** How many positions of the journal one step looks at. */
const stepOf = 20_000;

/**
 * Empties what the journal says of him and of his chats, after position `after`, one step: entries, their deliveries, requests and answers. `next`: where
 * the next step begins; null: the end; `apart`: entries that belong to no chat. The account's writers are not held up.
 */
export async function eraseEntries(
  tx: Sql,
  { account, visitor }: Erased,
  chats: readonly number[],
  after: number,
  now: number,
): Promise<{ readonly next: number | null; readonly counts: Counts; readonly apart: readonly number[] }> {
  const [head] = await tx.query<{ position: number }>("select position::float8 as position from account_head where account_id = $1", [
    account,
  ]);
  const upTo = after + stepOf;
  const rows = await tx.query<{ position: number; name: EventName; seq: number | null; body: string }>(
    `select position::float8 as position, name, seq, body from journal where account_id = $1 and position > $2 and position <= $3
       and (visitor_id = $4 or chat_id = any($5::bigint[])) order by position`,
    [account, after, upTo, visitor, chats],
  );
  const positions = rows.map((row) => row.position);
  await tx.query(
    "update journal j set body = q.body from unnest($2::bigint[], $3::text[]) q (position, body) where j.account_id = $1 and j.position = q.position",
    [account, positions, rows.map(({ name, seq, body }) => erasedEntry(name, seq !== null, body))],
  );
  const counts = await emptyDeliveries(tx, account, positions, now);
  counts.messages = rows.filter((row) => row.seq !== null).length;
  counts.entries = rows.length;
  const apart = rows.filter((row) => row.name === "offline_message_updated").map((row) => row.position);
  return { next: upTo < (head?.position ?? 0) ? upTo : null, counts, apart };
}

/** Takes the contents of what these entries owed; what still waits is not sent any more. */
export async function emptyDeliveries(tx: Sql, account: number, positions: readonly number[], now: number): Promise<Counts> {
  await tx.query(
    `update delivery d set ${withdrawn}, updated_at = $3 where d.account_id = $1 and d.position = any($2::bigint[]) and d.state = 'pending'`,
    [account, positions, new Date(now)],
  );
  const rows = await tx.query<{ id: number }>(
    "update delivery set error_message = null where account_id = $1 and position = any($2::bigint[]) returning id::float8 as id",
    [account, positions],
  );
  const ids = rows.map((row) => row.id);
  const bodies = await tx.query("delete from delivery_content where account_id = $1 and delivery_id = any($2::bigint[]) returning 1", [
    account,
    ids,
  ]);
  const attempts = await tx.query(
    "update attempt set request = null, reply = null, error_message = null where account_id = $1 and delivery_id = any($2::bigint[]) returning 1",
    [account, ids],
  );
  return { deliveries: ids.length, bodies: bodies.length, attempts: attempts.length };
}

/** Takes messages of these chats out of the search. */
export async function eraseSearch(sql: Sql, account: number, chats: readonly number[]): Promise<number> {
  let count = 0;
  for (const chat of chats) count += await eraseFromSearch(sql, account, chat);
  return count;
}

/**
 * Writes down what was removed and who outside has some of it: of deliveries of his chats and of the entries `apart`. Attempts stay in the ledger without
 * their contents, so a second run finds the same.
 */
export async function closeErasure(
  tx: Sql,
  { account, id }: Erased,
  done: { readonly chats: readonly number[]; readonly apart: readonly number[]; readonly counts: Counts; readonly now: number },
): Promise<void> {
  await tx.query(
    `with owed as (
       select d.account_id, d.id, d.endpoint_id from delivery d where d.account_id = $1 and d.chat_id = any($5::bigint[])
       union select d.account_id, d.id, d.endpoint_id from delivery d where d.account_id = $1 and d.position = any($6::bigint[])),
     reached as (
       select d.endpoint_id, p.kind, coalesce(p.name, c.name) as name, case when p.kind = 'push' then '' else p.url end as url,
         count(distinct d.id) as count, min(a.started_at) as first_at, max(a.started_at) as last_at
       from owed d join endpoint p on p.account_id = d.account_id and p.id = d.endpoint_id
       join attempt a on a.account_id = d.account_id and a.delivery_id = d.id and a.outcome <> all('{dns_failed,connect_failed,tls_failed,private_address,token_failed}')
       left join channel c on c.account_id = d.account_id and c.endpoint_id = d.endpoint_id
       group by d.endpoint_id, p.kind, coalesce(p.name, c.name), p.url)
     update erasure set done_at = $3, counts = $4, received = coalesce((select jsonb_agg(r order by r.first_at) from reached r), '[]')
     where account_id = $1 and id = $2`,
    [account, id, new Date(done.now), JSON.stringify(done.counts), done.chats, done.apart],
  );
}

const erasedRecord = (kind: "call" | "offline_message", body: string): string =>
  JSON.stringify(kind === "call" ? erasedCall(JSON.parse(body) as Call) : erasedOffline(JSON.parse(body) as OfflineMessage));
