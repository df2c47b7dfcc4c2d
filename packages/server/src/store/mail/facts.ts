import {
  type MailPreferencesRecord,
  mailPreferences,
} from "../settings/installation/mail-changes.ts";
import { toPlainText } from "../../core/chat/message/message-text.ts";
import { findUnopenedAssignment } from "../../core/routing/assigned.ts";
import type { ChatEntity, Message, Visitor } from "../../core/entity.ts";
import type { Sql } from "../database/sql.ts";
import { toInteger } from "../database/parameters.ts";

/**
 * Maximum difference in milliseconds between the audit entries of a change and its delivery. Both
 * are written in one transaction.
 */
const maxAuditOffsetMs = 60_000;
/**
 * Returns the addresses that a channel, bot, webhook or telephony server received around a given
 * time, newest first. They are read from the audit log, so addresses that were replaced soon
 * afterwards are included. Returns null if there are none.
 */
export async function findOpenedAddresses(
  sql: Sql,
  account: number,
  changed: { readonly kind: string; readonly id: number | null },
  at: number,
) {
  const { id } = changed;
  const ownerKind =
    changed.kind === "account"
      ? ("calls" as const)
      : (changed.kind as "channel" | "bot" | "webhook");
  const target = ownerKind === "calls" ? ownerKind : `${ownerKind} ${id}`;
  const rows = await sql.query<{
    target: string;
    at: Date;
    by: string | null;
    name: string | null;
    zone: string | null;
  }>(
    `select a.target, a.at, case a.actor_kind when 'operator' then (select name from operator where id = a.actor_id)
         when 'key' then (select k.name || ' (API, ' || o.name || ')' from api_key k join operator o on o.id = k.operator_id where k.id = a.actor_id) end as by,
       case $5 when 'channel' then (select name from channel where account_id = $1 and id = $6)
         when 'bot' then (select name from bot where account_id = $1 and id = $6)
         when 'webhook' then (select coalesce(nullif(name, ''), id::text) from webhook where account_id = $1 and id = $6) end as name,
       c.settings -> 'hours' ->> 'timezone' as zone
     from audit a join account c on c.id = a.account_id
     where a.account_id = $1 and a.action = 'outbound_address.open' and starts_with(a.target, $2 || ': ') and a.at between $3 and $4
     order by a.id desc limit 10`,
    [
      account,
      target,
      new Date(at - maxAuditOffsetMs),
      new Date(at + maxAuditOffsetMs),
      ownerKind,
      id,
    ],
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    kind: ownerKind,
    name: first.name ?? "",
    zone: first.zone ?? "UTC",
    changes: rows.map((row) => ({
      address: row.target.slice(target.length + 2),
      by: row.by ?? "",
      at: row.at.getTime(),
    })),
  };
}

/** Returns the outage of an endpoint as last reported, or null if there is none. */
export async function findEndpointOutage(
  sql: Sql,
  account: number,
  endpointId: number,
  isOff: boolean,
) {
  const [row] = await sql.query<{
    kind: "channel" | "bot" | "webhook" | "old_system";
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
       union all select endpoint_id, id, null from webhook where account_id = $1 and deleted_at is null and enabled
       union all select endpoint_id, channel_id, null from old_system where account_id = $1) o on o.endpoint_id = e.id
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
    pending: toInteger(row.pending),
  };
}

export async function isOfflineMessageNew(sql: Sql, account: number, id: number): Promise<boolean> {
  const rows = await sql.query(
    "select from record where account_id = $1 and id = $2 and kind = 'offline_message' and state = 'new'",
    [account, id],
  );
  return rows.length > 0;
}

/** Returns a chat with its visitor and the visitor's last message, or null. */
export async function findWaitingChat(sql: Sql, account: number, id: number) {
  const [row] = await sql.query<{
    chat: string;
    visitor: string | null;
    number: string | null;
    last: string | null;
  }>(
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
    assigned: findUnopenedAssignment(chat),
    visitor: visitor.name?.value ?? `#${toInteger(row.number ?? 0)}`,
    channel: chat.channel.name,
    since: Date.parse(chat.wait?.since ?? chat.created_at),
    text: row.last === null ? "" : toPlainText(JSON.parse(row.last) as Message),
  };
}

/**
 * Returns the latest messages of a chat as its visitor saw them, or null if the chat does not
 * exist. `language` is the language of the visitor's chat window.
 */
export async function readTranscript(sql: Sql, account: number, id: number) {
  const [row] = await sql.query<{ chat: string; visitor: string; zone: string | null }>(
    `select c.body as chat, v.body as visitor, a.settings -> 'hours' ->> 'timezone' as zone from chat c join account a on a.id = c.account_id
     join visitor v on v.account_id = c.account_id and v.id = c.visitor_id
     where c.account_id = $1 and c.id = $2`,
    [account, id],
  );
  if (row === undefined) return null;
  const rows = await sql.query<{ body: string }>(
    `select body from journal where account_id = $1 and chat_id = $2 and seq is not null and author_kind in ('visitor', 'operator', 'bot')
     order by seq desc limit $3`,
    [account, id, maxTranscriptMessages + 1],
  );
  const chat = JSON.parse(row.chat) as ChatEntity;
  const { email } = JSON.parse(row.visitor) as Visitor;
  const messages = rows
    .slice(0, maxTranscriptMessages)
    .map(({ body }) => JSON.parse(body) as Message);
  return {
    channel: chat.channel.name,
    language: chat.session?.language ?? null,
    zone: row.zone ?? "UTC",
    isCut: rows.length > maxTranscriptMessages,
    visitorAddresses: [email ?? [], email?.others ?? []].flat().map(({ value }) => value),
    // The visitor never saw notes and hidden bot messages, so they are left out (CORE-040).
    entries: messages
      .filter(({ kind, hidden }) => kind !== "note" && hidden !== true)
      .toReversed()
      .map((message) => ({
        at: message.created_at,
        by: message.author.kind,
        name: message.author.name,
        text: toPlainText(message),
      })),
  };
}
/**
 * Returns the answers of operators and bots from a message on that were written before `until` (ms
 * since 1970), with the address to which they are mailed. Null: there is none any more.
 */
export async function readChatAnswers(
  sql: Sql,
  account: number,
  chatId: number,
  { fromSeq, until }: { readonly fromSeq: number; readonly until: number },
) {
  const [row] = await sql.query<{ chat: string }>(
    "select body as chat from chat where account_id = $1 and id = $2",
    [account, chatId],
  );
  const chat = row === undefined ? null : (JSON.parse(row.chat) as ChatEntity);
  if (chat?.answers_mailed_to === undefined) return null;
  const rows = await sql.query<{ body: string }>(
    `select body from journal where account_id = $1 and chat_id = $2 and seq >= $3 and at < $4 and author_kind in ('operator', 'bot')
     order by seq limit ${maxMailedAnswers}`,
    [account, chatId, fromSeq, new Date(until)],
  );
  return {
    to: chat.answers_mailed_to,
    channel: chat.channel.name,
    language: chat.session?.language ?? null,
    messages: rows
      .map(({ body }) => JSON.parse(body) as Message)
      .filter(({ kind, hidden }) => kind !== "note" && hidden !== true)
      .map((message) => ({
        author: message.author.name,
        isBot: message.author.kind === "bot",
        text: toPlainText(message),
      })),
  };
}
/** Maximum number of answers in one mail. */
const maxMailedAnswers = 100;

/** Maximum number of messages in the transcript of a long chat. */
const maxTranscriptMessages = 500;

/** Returns the email preferences of an operator. */
export async function findMailPreferences(
  sql: Sql,
  account: number,
  operator: number,
): Promise<MailPreferencesRecord | null> {
  const [row] = await sql.query<MailPreferencesRecord>(
    `select ${mailPreferences} from operator where account_id = $1 and id = $2`,
    [account, operator],
  );
  return row ?? null;
}

/** Returns an agent that stopped by itself, or null if its state was set again. */
export async function findStoppedAgent(
  sql: Sql,
  account: number,
  id: number,
): Promise<{ readonly name: string; readonly reason: "hand_overs" | "ratings" } | null> {
  const [row] = await sql.query<{ name: string; reason: "hand_overs" | "ratings" }>(
    "select name, stopped as reason from agent where account_id = $1 and id = $2 and stopped is not null",
    [account, id],
  );
  return row ?? null;
}

/** Returns the name of a rule that has switched itself off, or null if it runs again. */
export async function findFailedRule(
  sql: Sql,
  account: number,
  id: number,
): Promise<string | null> {
  const [row] = await sql.query<{ name: string }>(
    "select name from rule where account_id = $1 and id = $2 and switched_off_at is not null",
    [account, id],
  );
  return row?.name ?? null;
}
