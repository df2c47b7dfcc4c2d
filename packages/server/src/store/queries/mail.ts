import type { MailWishesRecord } from "../../core/record/mail.ts";
import { messageText } from "../../core/chat/message-text.ts";
import type { ChatEntity, Message, Visitor } from "../../core/entity.ts";
import { mailWishes } from "../settings/mail.ts";
import type { Sql } from "../sql.ts";
import { int } from "./values.ts";

/** What mails are made of, as the writer, at the moment they are sent. */

export async function mailLocale(sql: Sql, account: number): Promise<string> {
  const [row] = await sql.query<{ locale: string }>("select locale from account where id = $1", [account]);
  return row?.locale ?? "en";
}

/** Somebody who gets a mail; `locale`: the one he chose, else that of the page where he signed in last, else the account's. */
export interface MailReader {
  readonly email: string;
  readonly locale: string;
}
const reader =
  "select o.email, coalesce(o.language, o.page_language, a.locale) as locale from operator o join account a on a.id = o.account_id";

/** Those of these operators who are active, by rising id. */
export function mailReaders(sql: Sql, account: number, operators: readonly number[]): Promise<readonly MailReader[]> {
  return sql.query<MailReader>(`${reader} where o.account_id = $1 and o.id = any($2::bigint[]) and o.active order by o.id`, [
    account,
    operators,
  ]);
}
/** Who wants to hear of endpoints in trouble (CORE-112). */
export function faultReaders(sql: Sql, account: number): Promise<readonly MailReader[]> {
  return sql.query<MailReader>(
    `${reader} where o.account_id = $1 and o.active and o.mail_faults and o.role in ('owner', 'admin', 'developer') order by o.id`,
    [account],
  );
}
/** Owners, who learn of new outbound addresses (CORE-165). */
export function ownerReaders(sql: Sql, account: number): Promise<readonly MailReader[]> {
  return sql.query<MailReader>(`${reader} where o.account_id = $1 and o.active and o.role = 'owner' order by o.id`, [account]);
}
/** How far the audit entries of a change may be from its delivery: both were written in one transaction. */
const sameChangeMs = 60_000;
/**
 * The addresses that a channel, bot, webhook or the telephony server got around a time, newest first, as the audit log keeps them: one that was
 * replaced a moment later is among them. null: none.
 */
export async function openedAddress(sql: Sql, account: number, changed: { readonly kind: string; readonly id: number | null }, at: number) {
  const { id } = changed;
  const thing = changed.kind === "account" ? ("calls" as const) : (changed.kind as "channel" | "bot" | "webhook");
  const target = thing === "calls" ? thing : `${thing} ${id}`;
  const rows = await sql.query<{ target: string; at: Date; by: string | null; name: string | null; zone: string | null }>(
    `select a.target, a.at, case a.actor_kind when 'operator' then (select name from operator where id = a.actor_id)
         when 'key' then (select k.name || ' (API, ' || o.name || ')' from api_key k join operator o on o.id = k.operator_id where k.id = a.actor_id) end as by,
       case $5 when 'channel' then (select name from channel where account_id = $1 and id = $6)
         when 'bot' then (select name from bot where account_id = $1 and id = $6)
         when 'webhook' then (select coalesce(nullif(name, ''), id::text) from webhook where account_id = $1 and id = $6) end as name,
       c.settings -> 'hours' ->> 'timezone' as zone
     from audit a join account c on c.id = a.account_id
     where a.account_id = $1 and a.action = 'outbound_address.open' and starts_with(a.target, $2 || ': ') and a.at between $3 and $4
     order by a.id desc limit 10`,
    [account, target, new Date(at - sameChangeMs), new Date(at + sameChangeMs), thing, id],
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    kind: thing,
    name: first.name ?? "",
    zone: first.zone ?? "UTC",
    changes: rows.map((row) => ({ address: row.target.slice(target.length + 2), by: row.by ?? "", at: row.at.getTime() })),
  };
}
/** The language of a mail to this address of the account. */
export async function localeOfReader(sql: Sql, account: number, email: string): Promise<string> {
  const [row] = await sql.query<MailReader>(`${reader} where o.account_id = $1 and lower(o.email) = lower($2)`, [account, email]);
  return row?.locale ?? mailLocale(sql, account);
}

/** An endpoint that is off or fails, as far as it was told of; null: it is well, or its owner is switched off or deleted. */
export async function endpointTrouble(sql: Sql, account: number, endpointId: number, isOff: boolean) {
  const [row] = await sql.query<{
    kind: "channel" | "bot" | "webhook";
    owner: string;
    name: string | null;
    url: string;
    reason: "gone" | "failing" | null;
    since: Date;
    outcome: string | null;
    status: number | null;
    zone: string | null;
    pending: string;
  }>(
    `select e.kind, o.id as owner, o.name, e.url, e.off_reason as reason, coalesce(e.off_at, h.failing_since) as since, h.last_failure_outcome as outcome,
       h.last_failure_status as status, a.settings -> 'hours' ->> 'timezone' as zone,
       (select count(*) from delivery d where d.account_id = e.account_id and d.endpoint_id = e.id and d.state = 'pending') as pending
     from endpoint e join account a on a.id = e.account_id
     join (select endpoint_id, id, name from channel where account_id = $1 and deleted_at is null and enabled
       union all select endpoint_id, id, name from bot where account_id = $1 and deleted_at is null and enabled
       union all select endpoint_id, id, null from webhook where account_id = $1 and deleted_at is null and enabled) o on o.endpoint_id = e.id
     left join endpoint_health h on h.account_id = e.account_id and h.endpoint_id = e.id
     where e.account_id = $1 and e.id = $2 and case when $3 then e.off_at is not null and e.off_reason is not null
       else e.off_at is null and e.paused_at is null and h.failing_since = h.told_since end`,
    [account, endpointId, isOff],
  );
  if (row === undefined) return null;
  const { kind, reason, status, zone } = row;
  return {
    endpointId,
    ownerId: Number(row.owner),
    kind,
    isOff,
    reason,
    status,
    name: row.name ?? row.url,
    since: row.since.getTime(),
    zone: zone ?? "UTC",
    outcome: row.outcome ?? "",
    pending: int(row.pending),
  };
}

export async function isOfflineNew(sql: Sql, account: number, id: number): Promise<boolean> {
  const rows = await sql.query("select from record where account_id = $1 and id = $2 and kind = 'offline_message' and state = 'new'", [
    account,
    id,
  ]);
  return rows.length > 0;
}

/** A chat with its visitor and what he wrote last; null: there is none. */
export async function waitingChat(sql: Sql, account: number, id: number) {
  const [row] = await sql.query<{ chat: string; visitor: string | null; number: string | null; last: string | null }>(
    `select c.body as chat, v.body as visitor, v.number, (select j.body from journal j where j.account_id = c.account_id and j.chat_id = c.id
         and j.seq is not null and j.author_kind = 'visitor' order by j.seq desc limit 1) as last
     from chat c left join visitor v on v.account_id = c.account_id and v.id = c.visitor_id where c.account_id = $1 and c.id = $2`,
    [account, id],
  );
  if (row === undefined) return null;
  const chat = JSON.parse(row.chat) as ChatEntity;
  const visitor = JSON.parse(row.visitor ?? "{}") as Partial<Visitor>;
  return {
    isWaiting: chat.state === "waiting",
    visitor: visitor.name?.value ?? `#${int(row.number ?? 0)}`,
    channel: chat.channel.name,
    since: Date.parse(chat.wait?.since ?? chat.created_at),
    text: row.last === null ? "" : messageText(JSON.parse(row.last) as Message),
  };
}

/** A chat as its visitor read it, the latest messages only; null: there is none. `language`: of the visitor's window. */
export async function transcriptOf(sql: Sql, account: number, id: number) {
  const [row] = await sql.query<{ chat: string; zone: string | null }>(
    `select c.body as chat, a.settings -> 'hours' ->> 'timezone' as zone from chat c join account a on a.id = c.account_id
     where c.account_id = $1 and c.id = $2`,
    [account, id],
  );
  if (row === undefined) return null;
  const rows = await sql.query<{ body: string }>(
    `select body from journal where account_id = $1 and chat_id = $2 and seq is not null and author_kind in ('visitor', 'operator', 'bot')
     order by seq desc limit $3`,
    [account, id, transcriptMost + 1],
  );
  const chat = JSON.parse(row.chat) as ChatEntity;
  const messages = rows.slice(0, transcriptMost).map(({ body }) => JSON.parse(body) as Message);
  return {
    channel: chat.channel.name,
    language: chat.session?.language ?? null,
    zone: row.zone ?? "UTC",
    isCut: rows.length > transcriptMost,
    // Notes and what a bot said behind an operator's back are not the visitor's (CORE-040).
    entries: messages
      .filter(({ kind, hidden }) => kind !== "note" && hidden !== true)
      .toReversed()
      .map((message) => ({ at: message.created_at, by: message.author.kind, name: message.author.name, text: messageText(message) })),
  };
}
/** What a mail holds of a long chat. */
const transcriptMost = 500;

/** Which mails an operator wants. */
export async function findMailWishes(sql: Sql, account: number, operator: number): Promise<MailWishesRecord | null> {
  const [row] = await sql.query<MailWishesRecord>(`select ${mailWishes} from operator where account_id = $1 and id = $2`, [
    account,
    operator,
  ]);
  return row ?? null;
}
