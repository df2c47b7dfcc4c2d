import type { Exclusion, RecipientState } from "@parlour/protocol/broadcast";
import { toInteger, toIsoTimeOrNull } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";
import { personQuery } from "../visitors/person.ts";
import type { BroadcastKey, RunningBroadcast } from "./broadcast.ts";

/** Visitors of the segments of broadcasts, with the result of each message. */

/** Number of the latest results that the failure rate is about (BC-021). */
export const failureWindow = 50;

/** A visitor of the segment. `leftOut`: why they get no message, or null. */
export interface ListedVisitor {
  readonly number: number;
  readonly visitorId: number;
  readonly personId: number;
  readonly address: string | null;
  readonly leftOut: Exclusion | null;
}

/** Returns the person of each visitor: the smallest id among the visitors of the person. */
export async function findPersons(
  reader: Reader,
  account: number,
  visitors: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await reader.rows<{ id: string; person: string }>(
    account,
    `select q.id, (select min(p.id) from (${personQuery("array[q.id]")}) p) as person from unnest($2::bigint[]) q (id)
     where exists (select from person_link l where l.account_id = $1 and l.kind = 'same' and (l.visitor_id = q.id or l.other_id = q.id))`,
    [account, visitors],
  );
  return new Map(rows.map(({ id, person }) => [toInteger(id), toInteger(person)]));
}

/**
 * Stores a page of the visitors of a broadcast. A person or an address that has a message already
 * is left out. `below`: where the next page begins, 0 after the last one.
 */
export async function addRecipients(
  tx: Sql,
  { account, id }: BroadcastKey,
  page: readonly ListedVisitor[],
  below: number,
): Promise<void> {
  const insert = (leftOut: string, which: string): Promise<unknown> =>
    tx.query(
      `insert into broadcast_recipient (account_id, broadcast_id, number, visitor_id, person_id, address, left_out)
       select $1, $2, q.number, q."visitorId", q."personId", q.address, ${leftOut}
       from jsonb_to_recordset($3::jsonb) q (number bigint, "visitorId" bigint, "personId" bigint, address text, "leftOut" text)
       where ${which} order by q.number desc on conflict do nothing`,
      [account, id, JSON.stringify(page)],
    );
  await insert("null", `q."leftOut" is null`);
  await insert(`coalesce(q."leftOut", 'duplicate')`, "true");
  await tx.query(
    `update broadcast b set listed_below = $3,
       total = (select count(*) from broadcast_recipient r where r.account_id = $1 and r.broadcast_id = $2 and r.left_out is null)
     where account_id = $1 and id = $2`,
    [account, id, below],
  );
}

/** A recipient whose message is written next. */
export interface WaitingRecipient {
  readonly number: number;
  readonly visitorId: number;
  readonly address: string;
}
/** Result of a recipient: where the message is, why it was refused, or why they get none. */
export interface RecipientResult {
  readonly number: number;
  readonly leftOut?: Exclusion;
  readonly error?: { readonly code: string; readonly message: string };
  readonly chat_id?: number;
  readonly seq?: number;
  readonly delivery_id?: number;
}

/** Returns how many messages wait for their first attempt, and how many of the latest failed. */
export async function readSending(
  sql: Sql,
  { account, id, countedFrom }: RunningBroadcast,
): Promise<{ readonly inFlight: number; readonly failed: number }> {
  const [row] = await sql.query<{ in_flight: number; failed: number }>(
    `with recent as (
       select case when r.error is not null then 'failed' else d.state end as state, d.tries, coalesce(d.updated_at, r.sent_at) as at
       from (select * from broadcast_recipient where account_id = $1 and broadcast_id = $2 and sent_at >= ${fromMilliseconds("$3")}
         and left_out is null order by sent_at desc limit 500) r
       left join delivery d on d.account_id = $1 and d.id = r.delivery_id),
     ended as (select state from recent where state <> 'pending' order by at desc limit ${failureWindow})
     select (select count(*)::int from recent where state = 'pending' and tries = 0) as in_flight,
       (select count(*)::int from ended where state in ('failed', 'dead')) as failed`,
    [account, id, countedFrom],
  );
  return { inFlight: row?.in_flight ?? 0, failed: row?.failed ?? 0 };
}

/**
 * Returns the next recipients of a broadcast, and notes that they begin. The outcome of those who
 * began 20 hours ago without a result is unknown, because the keys of their messages expire.
 */
export async function takeRecipients(
  sql: Sql,
  { account, id }: BroadcastKey,
  { limit, now }: { readonly limit: number; readonly now: number },
): Promise<readonly WaitingRecipient[]> {
  return sql.query<WaitingRecipient>(
    `with slice as (
       select account_id, broadcast_id, number from broadcast_recipient
       where account_id = $1 and broadcast_id = $2 and left_out is null and sent_at is null order by number limit $3),
     begun as (
       update broadcast_recipient r set began_at = coalesce(r.began_at, ${fromMilliseconds("$4")}),
         sent_at = case when r.began_at < ${fromMilliseconds("$4")} - interval '20 hours' then ${fromMilliseconds("$4")} end,
         error = case when r.began_at < ${fromMilliseconds("$4")} - interval '20 hours' then '${outcomeUnknown}'::jsonb end
       from slice s where r.account_id = s.account_id and r.broadcast_id = s.broadcast_id and r.number = s.number
       returning r.number, r.visitor_id, r.address, r.sent_at),
     expired as (
       update broadcast b set processed = b.processed + n.count from (select count(*) from begun where sent_at is not null) n
       where b.account_id = $1 and b.id = $2 and n.count > 0)
     select number::float8 as number, visitor_id::float8 as "visitorId", address from begun where sent_at is null`,
    [account, id, limit, now],
  );
}
const outcomeUnknown = JSON.stringify({
  code: "outcome_unknown",
  message: "Parlour was interrupted while it wrote the message.",
});

/** Stores the results of recipients. A recipient who has one keeps it. */
export async function saveRecipientResults(
  sql: Sql,
  { account, id }: BroadcastKey,
  results: readonly RecipientResult[],
  now: number,
): Promise<void> {
  await sql.query(
    `with saved as (
       update broadcast_recipient r set left_out = g."leftOut", error = g.error, chat_id = g.chat_id, seq = g.seq, delivery_id = g.delivery_id,
         sent_at = ${fromMilliseconds("$4")}
       from jsonb_to_recordset($3::jsonb) g (number bigint, "leftOut" text, error jsonb, chat_id bigint, seq int, delivery_id bigint)
       where r.account_id = $1 and r.broadcast_id = $2 and r.number = g.number and r.sent_at is null returning r.left_out)
     update broadcast b set processed = b.processed + n.written, total = b.total - n.left_out
     from (select count(*) filter (where left_out is null) as written, count(left_out) as left_out from saved) n
     where b.account_id = $1 and b.id = $2`,
    [account, id, JSON.stringify(results), now],
  );
}

/** A visitor of a broadcast, as the list of results shows them. */
export interface RecipientRecord {
  readonly number: number;
  readonly name: string;
  readonly address: string | null;
  readonly state: RecipientState;
  readonly leftOut: Exclusion | null;
  readonly chatId: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly sentAt: string | null;
}

/** Rows `r` with states (BC-012) and errors. Delivered and seen are marks of the chat. */
const recipientRows = `select r.*, v.body::jsonb -> 'name' ->> 'value' as name,
    case when r.left_out is not null then 'left_out' when r.sent_at is null then 'waiting'
      when r.error is not null or d.state in ('failed', 'dead') then 'failed' when d.state = 'pending' then 'saved'
      when (m.marks ->> 'seen')::int >= r.seq then 'seen' when (m.marks ->> 'received')::int >= r.seq then 'delivered' else 'sent' end as state,
    coalesce(r.error, case when d.state in ('failed', 'dead') then jsonb_build_object('code', coalesce(d.error_code, d.outcome, 'failed'), 'message', coalesce(d.error_message, '')) end) as reason
  from broadcast_recipient r
  left join visitor v on v.account_id = r.account_id and v.id = r.visitor_id
  left join delivery d on d.account_id = r.account_id and d.id = r.delivery_id
  left join chat c on c.account_id = r.account_id and c.id = r.chat_id
  cross join lateral (select c.body::jsonb -> 'visitor_read' as marks) m
  where r.account_id = $1 and r.broadcast_id = $2`;

/** Lists visitors of a broadcast with numbers above `after`, in their order. */
export async function listRecipients(
  reader: Reader,
  account: number,
  filter: {
    readonly id: number;
    readonly state: RecipientState | null;
    readonly after: number;
    readonly limit: number;
  },
): Promise<readonly RecipientRecord[]> {
  const rows = await reader.rows<RecipientRow>(
    account,
    `select number, name, address, state, left_out, chat_id, reason, sent_at from (${recipientRows} and r.number > $3) q
     where $4::text is null or state = $4 order by number limit $5`,
    [account, filter.id, filter.after, filter.state, filter.limit],
  );
  return rows.map((row) => ({
    number: toInteger(row.number),
    name: row.name ?? "",
    address: row.address,
    state: row.state,
    leftOut: row.left_out,
    chatId: row.chat_id === null ? null : toInteger(row.chat_id),
    error: row.reason,
    sentAt: row.left_out === null ? toIsoTimeOrNull(row.sent_at) : null,
  }));
}
interface RecipientRow {
  readonly number: string;
  readonly name: string | null;
  readonly address: string | null;
  readonly state: RecipientState;
  readonly left_out: Exclusion | null;
  readonly chat_id: string | null;
  readonly reason: RecipientRecord["error"];
  readonly sent_at: Date | null;
}

/** Counts the visitors of a broadcast by state and by the reason why they get no message. */
export async function countRecipients(
  reader: Reader,
  account: number,
  id: number,
): Promise<readonly { state: RecipientState; leftOut: Exclusion | null; count: number }[]> {
  const rows = await reader.rows<{
    state: RecipientState;
    left_out: Exclusion | null;
    count: string;
  }>(
    account,
    `select state, left_out, count(*) from (${recipientRows}) q group by state, left_out`,
    [account, id],
  );
  return rows.map((row) => ({
    state: row.state,
    leftOut: row.left_out,
    count: toInteger(row.count),
  }));
}

/** Removes the addresses of an erased visitor or chats. Unwritten messages are not sent. */
export async function eraseRecipients(
  tx: Sql,
  account: number,
  { visitor, chats }: { readonly visitor: number | null; readonly chats: readonly number[] },
): Promise<void> {
  await tx.query(
    `update broadcast_recipient set address = null, error = null, left_out = case when sent_at is null then coalesce(left_out, 'erased') else left_out end
     where account_id = $1 and (visitor_id = $2 or chat_id = any($3::bigint[]))`,
    [account, visitor, chats],
  );
}
