import { omitAbsent } from "@parlour/protocol/omit-absent";
import { lastSeq } from "../last-entry.ts";
import type { ChatEntity, Message, Visitor } from "../../core/entity.ts";
import type { ChatData, VisitorData } from "../../core/event.ts";
import { toPlainText } from "../../core/chat/message/message-text.ts";
import type { Reader } from "../database/reader.ts";
import { lookupJoin, toInteger, createParameters } from "../database/parameters.ts";

/** Data of webhook bodies beside their entries (WH-033). Times are in ms since 1970. */

export interface WebhookFacts {
  readonly sequence: number;
  readonly chatsCount: number;
  readonly invitation: { readonly text: string; readonly at: number } | null;
  readonly userToken: string | null;
}

/**
 * Reads the facts of a webhook body. `chatId` is null for an offline message, which belongs to no
 * chat. The invitation is read only on request, because that scans the whole chat.
 */
export async function readWebhookFacts(
  reader: Reader,
  source: {
    account: number;
    endpointId: number;
    chatId: number | null;
    visitorId: number;
    position: number;
    at: number;
    withInvitation: boolean;
  },
): Promise<WebhookFacts> {
  const row = await reader.one<{
    earlier: string;
    chats: string;
    line: string | null;
    token: string | null;
  }>(
    source.account,
    `select
       (select count(*) from delivery d where d.account_id = $1 and d.chat_id = $2 and d.endpoint_id = $3 and d.position < $4) as earlier,
       (select count(*) from chat c where c.account_id = $1 and c.visitor_id = $5 and c.created_at <= to_timestamp($6::float8 / 1000)) as chats,
       case when $7 then (select j.body from journal j where j.account_id = $1 and j.chat_id = $2 and j.seq is not null and j.position <= $4
          and j.author_kind = 'system' and j.body like '%"code":"invitation"%' order by j.seq desc limit 1) end as line,
       (select u.token from user_token u where u.account_id = $1 and u.visitor_id = $5) as token`,
    [
      source.account,
      source.chatId,
      source.endpointId,
      source.position,
      source.visitorId,
      source.at,
      source.withInvitation,
    ],
  );
  const line = row?.line ? (JSON.parse(row.line) as Message) : null;
  return {
    sequence: toInteger(row?.earlier ?? 0) + 1,
    chatsCount: toInteger(row?.chats ?? 0),
    invitation:
      line === null ? null : { text: line.line?.detail ?? "", at: Date.parse(line.created_at) },
    userToken: row?.token ?? null,
  };
}

/** Returns the current state of the chat. */
export async function readWebhookChat(
  reader: Reader,
  account: number,
  chatId: number,
): Promise<ChatEntity | null> {
  const row = await reader.one<{ body: string; last_seq: number; visitor: string; number: string }>(
    account,
    `select c.body, ${lastSeq("c.account_id", "c.id")} as last_seq, v.body as visitor, v.number from chat c
       ${lookupJoin("visitor", "v", "v.account_id = c.account_id and v.id = c.visitor_id")} where c.account_id = $1 and c.id = $2`,
    [account, chatId],
  );
  if (row === null) return null;
  return {
    ...(JSON.parse(row.body) as ChatData),
    seq: row.last_seq,
    visitor: toVisitor(row.visitor, row.number),
  };
}

/** Returns the current data of a visitor. */
export async function readWebhookVisitor(
  reader: Reader,
  account: number,
  visitorId: number,
): Promise<Visitor | null> {
  const row = await reader.one<{ body: string; number: string }>(
    account,
    "select v.body, v.number from visitor v where v.account_id = $1 and v.id = $2",
    [account, visitorId],
  );
  return row === null ? null : toVisitor(row.body, row.number);
}

export async function readWebhookMessage(
  reader: Reader,
  account: number,
  chatId: number,
  seq: number,
): Promise<Message | null> {
  const row = await reader.one<{ body: string }>(
    account,
    "select j.body from journal j where j.account_id = $1 and j.chat_id = $2 and j.seq = $3",
    [account, chatId, seq],
  );
  return row === null ? null : { ...(JSON.parse(row.body) as Message), seq };
}

export interface WebhookOperator {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}

export async function readWebhookOperators(
  reader: Reader,
  account: number,
  ids: readonly number[],
): Promise<readonly WebhookOperator[]> {
  const rows = await reader.rows<OperatorRow>(
    account,
    "select o.id, o.name, o.email, o.phone from operator o where o.account_id = $1 and o.id = any($2::bigint[])",
    [account, [...ids]],
  );
  return rows.map(toOperator);
}

/** Returns the participants of a chat in the order in which they joined (WH-024). */
export async function readWebhookAgents(
  reader: Reader,
  account: number,
  chatId: number,
): Promise<readonly WebhookOperator[]> {
  const rows = await reader.rows<OperatorRow>(
    account,
    `select o.id, o.name, o.email, o.phone from participant p
       ${lookupJoin("operator", "o", "o.account_id = p.account_id and o.id = p.operator_id")}
     where p.account_id = $1 and p.chat_id = $2 order by p.joined_at, o.id`,
    [account, chatId],
  );
  return rows.map(toOperator);
}

export interface WebhookLogLine {
  readonly author: Message["author"];
  readonly text: string;
  readonly at: number;
  /** Set if the visitor was blocked when the message arrived (CORE-071). */
  readonly isBlacklisted?: true;
}
/** Number of messages read at a time. A body of 1 MiB contains a few thousand short ones. */
const pageSize = 500;

/**
 * Returns the messages that the customer saw up to a journal position, newest first (WH-103).
 * `next` is the value to pass as `before` for the next page, or null at the beginning of the chat.
 */
export async function readWebhookLog(
  reader: Reader,
  account: number,
  chatId: number,
  { position, before }: { readonly position: number; readonly before: number | null },
): Promise<{ readonly messages: readonly WebhookLogLine[]; readonly next: number | null }> {
  const v = createParameters(account, chatId, position);
  const rows = await reader.rows<{ body: string; seq: number }>(
    account,
    // Quotes inside texts are escaped, so no text of a message matches these patterns.
    `select j.body, j.seq from journal j where j.account_id = $1 and j.chat_id = $2 and j.seq is not null and j.position <= $3
       and j.author_kind <> 'system' and j.body not like '%"kind":"note"%' and j.body not like '%"hidden":true%'
       ${before === null ? "" : `and j.seq < ${v.put(before)}`} order by j.seq desc limit ${pageSize}`,
    v.list,
  );
  const messages = rows.map((row) => {
    const message = JSON.parse(row.body) as Message;
    return {
      author: message.author,
      text: toPlainText(message),
      at: Date.parse(message.created_at),
      ...omitAbsent({ isBlacklisted: message.blacklisted }),
    };
  });
  return { messages, next: rows.length < pageSize ? null : (rows.at(-1)?.seq ?? null) };
}

interface OperatorRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}
function toOperator(row: OperatorRow): WebhookOperator {
  return { id: toInteger(row.id), name: row.name, email: row.email, phone: row.phone };
}
function toVisitor(body: string, number: string): Visitor {
  return { ...(JSON.parse(body) as VisitorData), number: toInteger(number) };
}
