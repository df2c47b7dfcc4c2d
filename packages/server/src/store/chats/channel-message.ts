import type { Message } from "../../core/entity.ts";
import type { Sql } from "../database/sql.ts";
import { toInteger } from "../database/parameters.ts";

/** Ids that services gave to messages (CON-030). `channel`: a channel of `account`. */
interface ChannelKey {
  readonly account: number;
  readonly id: number;
}
interface ChannelMessageRow {
  readonly externalId: string;
  readonly chatId: number;
  readonly messageId: number;
  readonly seq: number;
}

/** Stores the id of a message. A known id keeps its first message. Times: ms since 1970. */
export async function insertChannelMessage(
  sql: Sql,
  { account, id }: ChannelKey,
  message: ChannelMessageRow & { readonly receivedAt?: number },
): Promise<void> {
  const { externalId, chatId, messageId, seq, receivedAt } = message;
  await sql.query(
    `insert into channel_message (account_id, channel_id, external_id, chat_id, message_id, seq, received_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [
      account,
      id,
      externalId,
      chatId,
      messageId,
      seq,
      receivedAt === undefined ? null : new Date(receivedAt),
    ],
  );
}

/** Removes an id of a message. The message stays. */
export async function deleteChannelMessage(
  sql: Sql,
  { account, id }: ChannelKey,
  externalId: string,
): Promise<void> {
  await sql.query(
    "delete from channel_message where account_id = $1 and channel_id = $2 and external_id = $3",
    [account, id, externalId],
  );
}

const columns = "external_id, chat_id, message_id, seq";
interface Row {
  readonly external_id: string;
  readonly chat_id: string;
  readonly message_id: string;
  readonly seq: number;
}
const toMessage = (row: Row | undefined): ChannelMessageRow | null =>
  row === undefined
    ? null
    : {
        externalId: row.external_id,
        chatId: toInteger(row.chat_id),
        messageId: toInteger(row.message_id),
        seq: row.seq,
      };

/** Finds the message of an id, or resolves with null. */
export async function findChannelMessage(
  sql: Sql,
  { account, id }: ChannelKey,
  externalId: string,
): Promise<ChannelMessageRow | null> {
  const rows = await sql.query<Row>(
    `select ${columns} from channel_message where account_id = $1 and channel_id = $2 and external_id = $3`,
    [account, id, externalId],
  );
  return toMessage(rows[0]);
}

/** Lists the ids of a message, sorted as text. */
export async function listExternalIds(
  sql: Sql,
  { account, id }: ChannelKey,
  message: { readonly chatId: number; readonly seq: number },
): Promise<string[]> {
  const rows = await sql.query<Row>(
    `select external_id from channel_message
     where account_id = $1 and chat_id = $3 and seq = $4 and channel_id = $2 order by external_id`,
    [account, id, message.chatId, message.seq],
  );
  return rows.map((row) => row.external_id);
}

/** Finds the newest message of the chat that has an id, or resolves with null. */
export async function findLatestChannelMessage(
  sql: Sql,
  { account, id }: ChannelKey,
  chatId: number,
): Promise<ChannelMessageRow | null> {
  const rows = await sql.query<Row>(
    `select ${columns} from channel_message where account_id = $1 and chat_id = $3 and channel_id = $2
     order by seq desc limit 1`,
    [account, id, chatId],
  );
  return toMessage(rows[0]);
}

/** Finds a message of a chat by its number, with its visitor, or resolves with null. */
export async function findMessageOfChat(
  sql: Sql,
  account: number,
  { chatId, seq }: { readonly chatId: number; readonly seq: number },
): Promise<{ readonly visitorId: number; readonly message: Message } | null> {
  const rows = await sql.query<{ visitor_id: string; body: string }>(
    "select visitor_id, body from journal where account_id = $1 and chat_id = $2 and seq = $3",
    [account, chatId, seq],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const stored = JSON.parse(row.body) as Omit<Message, "seq">;
  return { visitorId: toInteger(row.visitor_id), message: { ...stored, seq } };
}

/** Finds the newest message with an id that the customer sent, or resolves with null. */
export const findLatestMessageOfCustomer = (
  sql: Sql,
  channel: ChannelKey,
  customer: string,
): Promise<ChannelMessageRow | null> =>
  findLatestOfAuthors(sql, channel, customer, { authors: ["visitor"], until: null });

/** Finds the newest message with an id that was sent to the customer until a time, or null. */
export const findLatestSentMessage = (
  sql: Sql,
  channel: ChannelKey,
  customer: string,
  until: number,
): Promise<ChannelMessageRow | null> =>
  findLatestOfAuthors(sql, channel, customer, {
    authors: ["operator", "bot"],
    until: new Date(until),
  });

async function findLatestOfAuthors(
  sql: Sql,
  { account, id }: ChannelKey,
  customer: string,
  { authors, until }: { readonly authors: readonly string[]; readonly until: Date | null },
): Promise<ChannelMessageRow | null> {
  const rows = await sql.query<Row>(
    `select m.external_id, m.chat_id, m.message_id, m.seq from visitor v
     join lateral (select c.id from chat c where c.account_id = v.account_id and c.visitor_id = v.id and c.source = v.source
       order by c.created_at desc, c.id desc limit 1) c on true
     join journal j on j.account_id = v.account_id and j.chat_id = c.id and j.seq is not null
       and j.author_kind = any($4) and ($5::timestamptz is null or j.at <= $5)
     join channel_message m on m.account_id = j.account_id and m.chat_id = j.chat_id and m.seq = j.seq and m.channel_id = $2
     where v.account_id = $1 and v.source = $2 and v.customer = $3 order by j.seq desc limit 1`,
    [account, id, customer, authors, until],
  );
  return toMessage(rows[0]);
}
