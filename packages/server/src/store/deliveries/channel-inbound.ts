import type { Message, VisitSource } from "../../core/entity.ts";
import type { MovedTo } from "../../core/failure.ts";
import type { ChatData, VisitorData } from "../../core/event.ts";
import { describeVisitor } from "../../core/visitor/resolve.ts";
import type { Sql } from "../database/sql.ts";
import { toInteger } from "../database/parameters.ts";

/** Finds a channel by public id, with the hashes of its strings (CH-020), or null. */
export async function findChannelAddress(
  sql: Sql,
  publicId: string,
): Promise<ChannelAddressRow | null> {
  const rows = await sql.query<{
    account_id: string;
    id: string;
    moved_to: MovedTo | null;
    secrets: { hash: string; until: number | null }[];
  }>(
    `select c.account_id, c.id, (select a.moved_to from account a where a.id = c.account_id) as moved_to, coalesce((select json_agg(json_build_object('hash', encode(s.hash, 'hex'), 'until', (extract(epoch from s.expires_at) * 1000)::float8))
       from channel_secret s where s.account_id = c.account_id and s.channel_id = c.id), '[]'::json) as secrets
     from channel c where c.public_id = $1 and c.kind = 'api' and c.deleted_at is null`,
    [publicId],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    account: toInteger(row.account_id),
    channelId: toInteger(row.id),
    movedTo: row.moved_to,
    secrets: row.secrets.map(({ hash, until }) => ({ hash: Buffer.from(hash, "hex"), until })),
  };
}
export interface ChannelAddressRow {
  readonly account: number;
  readonly channelId: number;
  /** Addresses of the installation to which the account moved, or null. */
  readonly movedTo: MovedTo | null;
  /** SHA-256 of each random string. `until`: end of its validity in milliseconds since 1970. */
  readonly secrets: readonly { readonly hash: Buffer; readonly until: number | null }[];
}

/** Returns the customer's running chat and display name (CH-056), or null without a chat. */
export async function findRunningChat(
  sql: Sql,
  account: number,
  channelId: number,
  customer: string,
): Promise<RunningChat | null> {
  const rows = await sql.query<{
    chat_id: string;
    chat_body: string;
    body: string;
  }>(
    `select c.id as chat_id, c.body as chat_body, v.body from visitor v
       join chat c on c.account_id = v.account_id and c.source = v.source and c.visitor_id = v.id and c.state <> 'closed'
     where v.account_id = $1 and v.source = $2 and v.customer = $3`,
    [account, channelId, customer],
  );
  const row = rows[0];
  if (row === undefined) return null;
  const visitor = JSON.parse(row.body) as VisitorData;
  const { session } = JSON.parse(row.chat_body) as ChatData;
  return {
    chatId: toInteger(row.chat_id),
    name: describeVisitor(visitor, session),
    visitor,
    session,
  };
}
export interface RunningChat {
  readonly chatId: number;
  readonly name: string;
  readonly visitor: VisitorData;
  readonly session: VisitSource | null;
}

/** Returns the newest chat of a channel's customer in any state, or null if there is none. */
export async function findLatestChat(
  sql: Sql,
  account: number,
  channelId: number,
  customer: string,
): Promise<number | null> {
  const rows = await sql.query<{ id: string }>(
    `select c.id from visitor v join chat c on c.account_id = v.account_id and c.visitor_id = v.id and c.source = v.source
     where v.account_id = $1 and v.source = $2 and v.customer = $3 order by c.created_at desc, c.id desc limit 1`,
    [account, channelId, customer],
  );
  return rows[0] === undefined ? null : toInteger(rows[0].id);
}

export interface FoundMessage {
  readonly chatId: number;
  readonly visitorId: number;
  readonly message: Message;
}

/**
 * Maximum number of chats of a customer, and of messages in each, that are searched for a message.
 * Receipts are about new messages, and messages have no index by id.
 */
const maxSearchedChats = 10;
const maxSearchedMessages = 1_000;

/**
 * Returns a message that operators or a bot sent to a channel's customer, by its id. Searches the
 * newest messages of the newest chats. Returns null if there is none.
 */
export async function findMessageToCustomer(
  sql: Sql,
  account: number,
  { channelId, customer }: { readonly channelId: number; readonly customer: string },
  messageId: number,
): Promise<FoundMessage | null> {
  const rows = await sql.query<FoundMessageRow>(
    `select ${foundMessageColumns} from (
       select c.account_id, c.id, c.visitor_id from visitor v
       join chat c on c.account_id = v.account_id and c.visitor_id = v.id and c.source = v.source
       where v.account_id = $1 and v.source = $2 and v.customer = $3 order by c.created_at desc, c.id desc limit ${maxSearchedChats}) c
     cross join lateral (select j.seq, j.body from (
         select j.seq, j.author_kind, j.body from journal j where j.account_id = c.account_id and j.chat_id = c.id and j.seq is not null
         order by j.seq desc limit ${maxSearchedMessages}) j
       where j.author_kind in ('operator', 'bot') and starts_with(j.body, $4)) m
     limit 1`,
    [account, channelId, customer, toBodyStart(messageId)],
  );
  return toFoundMessage(rows[0]);
}

interface FoundMessageRow {
  readonly chat_id: string;
  readonly visitor_id: string;
  readonly seq: number;
  readonly body: string;
}
const foundMessageColumns = "c.id as chat_id, c.visitor_id, m.seq, m.body";
/** The id is the first key of a stored message (core/events/message-events.ts). */
const toBodyStart = (messageId: number): string => `{"id":${messageId},`;

function toFoundMessage(row: FoundMessageRow | undefined): FoundMessage | null {
  if (row === undefined) return null;
  const stored = JSON.parse(row.body) as Omit<Message, "seq">;
  return {
    chatId: toInteger(row.chat_id),
    visitorId: toInteger(row.visitor_id),
    message: { ...stored, seq: row.seq },
  };
}
