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
}

/** Stores the id of a message. A known id keeps its first message. */
export async function insertChannelMessage(
  sql: Sql,
  { account, id }: ChannelKey,
  { externalId, chatId, messageId }: ChannelMessageRow,
): Promise<void> {
  await sql.query(
    `insert into channel_message (account_id, channel_id, external_id, chat_id, message_id)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [account, id, externalId, chatId, messageId],
  );
}

const columns = "external_id, chat_id, message_id";
interface Row {
  readonly external_id: string;
  readonly chat_id: string;
  readonly message_id: string;
}
const toMessage = (row: Row | undefined): ChannelMessageRow | null =>
  row === undefined
    ? null
    : {
        externalId: row.external_id,
        chatId: toInteger(row.chat_id),
        messageId: toInteger(row.message_id),
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
  message: { readonly chatId: number; readonly messageId: number },
): Promise<string[]> {
  const rows = await sql.query<Pick<Row, "external_id">>(
    `select external_id from channel_message
     where account_id = $1 and chat_id = $3 and message_id = $4 and channel_id = $2 order by external_id`,
    [account, id, message.chatId, message.messageId],
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
    `select m.external_id, m.chat_id, m.message_id from journal j
     join channel_message m on m.account_id = j.account_id and m.chat_id = j.chat_id and m.channel_id = $2
       and m.message_id = (j.body::json ->> 'id')::bigint
     where j.account_id = $1 and j.chat_id = $3 and j.seq is not null
     order by j.seq desc limit 1`,
    [account, id, chatId],
  );
  return toMessage(rows[0]);
}
