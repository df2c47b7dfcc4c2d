import { toInteger } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";

/** Limits of the ignored emails of a channel (MAIL-083). */
const maxCount = 500;
const maxBytes = 100 * 1024 * 1024;
const maxAge = "30 days";
/** Maximum length of the text that is stored beside the raw email, in characters. */
const maxTextLength = 4_000;

/** An email that became no chat (MAIL-082). */
export interface IgnoredEmailRow {
  readonly id: number;
  readonly channelId: number;
  readonly channelName: string;
  readonly reason: string;
  readonly from: string;
  readonly name: string;
  readonly subject: string;
  readonly text: string;
  /** Time in the format of the API. */
  readonly receivedAt: string;
  /** The chat that an operator started from it, or null. */
  readonly chatId: number | null;
}

/** Stores an ignored email once, and removes the oldest above the limits of its channel. */
export async function insertIgnoredEmail(
  sql: Sql,
  channel: { readonly account: number; readonly id: number },
  email: {
    readonly externalId: string;
    readonly reason: string;
    readonly from: string;
    readonly name: string;
    readonly subject: string;
    readonly text: string;
    readonly receivedAt: number;
    readonly raw: Buffer;
  },
): Promise<void> {
  await sql.query(
    `insert into ignored_email (account_id, channel_id, external_id, reason, sender, sender_name, subject, body, received_at, raw)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (account_id, channel_id, external_id) do nothing`,
    [
      channel.account,
      channel.id,
      email.externalId,
      email.reason,
      email.from.toLowerCase(),
      email.name,
      email.subject,
      email.text.slice(0, maxTextLength).toWellFormed(),
      new Date(email.receivedAt).toISOString(),
      email.raw,
    ],
  );
  await sql.query(
    `delete from ignored_email e using (
       select id, row_number() over newest as place, sum(length(raw)) over newest as bytes, received_at
       from ignored_email where account_id = $1 and channel_id = $2 window newest as (order by id desc)) q
     where e.account_id = $1 and e.id = q.id and q.place > 1
       and (q.place > ${maxCount} or q.bytes > ${maxBytes} or q.received_at < $3::timestamptz - interval '${maxAge}')`,
    [channel.account, channel.id, new Date(email.receivedAt).toISOString()],
  );
}

/** Removes the ignored emails of all accounts that are too old. */
export async function removeOldIgnoredEmails(sql: Sql, now: number): Promise<void> {
  await sql.query(
    `delete from ignored_email where received_at < $1::timestamptz - interval '${maxAge}'`,
    [new Date(now).toISOString()],
  );
}
const columns = `e.id, e.channel_id, c.name as channel_name, e.reason, e.sender, e.sender_name, e.subject, e.body, e.received_at, e.chat_id`;
const from =
  "ignored_email e join channel c on c.account_id = e.account_id and c.id = e.channel_id";
interface Row {
  readonly id: string;
  readonly channel_id: string;
  readonly channel_name: string;
  readonly reason: string;
  readonly sender: string;
  readonly sender_name: string;
  readonly subject: string;
  readonly body: string;
  readonly received_at: Date;
  readonly chat_id: string | null;
}
const toRow = (row: Row): IgnoredEmailRow => ({
  id: toInteger(row.id),
  channelId: toInteger(row.channel_id),
  channelName: row.channel_name,
  reason: row.reason,
  from: row.sender,
  name: row.sender_name,
  subject: row.subject,
  text: row.body,
  receivedAt: new Date(row.received_at).toISOString(),
  chatId: row.chat_id === null ? null : toInteger(row.chat_id),
});

/** Lists ignored emails that became no chat, newest first. `channels`: null means all. */
export async function listIgnoredEmails(
  reader: Reader,
  account: number,
  filter: {
    readonly channels: readonly number[] | null;
    readonly before?: number | undefined;
    readonly limit: number;
  },
): Promise<readonly IgnoredEmailRow[]> {
  const rows = await reader.rows<Row>(
    account,
    `select ${columns} from ${from} where e.account_id = $1 and e.chat_id is null
       and ($2::bigint[] is null or e.channel_id = any($2::bigint[])) and ($3::bigint is null or e.id < $3)
     order by e.id desc limit $4`,
    [account, filter.channels, filter.before ?? null, filter.limit],
  );
  return rows.map(toRow);
}

/** Counts the ignored emails of channels that became no chat yet. */
export async function countIgnoredEmails(
  reader: Reader,
  account: number,
  channels: readonly number[] | null,
): Promise<number> {
  const row = await reader.one<{ n: string }>(
    account,
    `select count(*) as n from ignored_email e where e.account_id = $1 and e.chat_id is null
       and ($2::bigint[] is null or e.channel_id = any($2::bigint[]))`,
    [account, channels],
  );
  return toInteger(row?.n ?? 0);
}

/** Finds an ignored email, or resolves with null. */
export async function findIgnoredEmail(
  reader: Reader,
  account: number,
  id: number,
): Promise<IgnoredEmailRow | null> {
  const row = await reader.one<Row>(
    account,
    `select ${columns} from ${from} where e.account_id = $1 and e.id = $2`,
    [account, id],
  );
  return row === null ? null : toRow(row);
}

/** Reads an ignored email as it was received, or resolves with null. */
export async function readRawIgnoredEmail(
  sql: Sql,
  account: number,
  id: number,
): Promise<Buffer | null> {
  const [row] = await sql.query<{ raw: Buffer }>(
    "select raw from ignored_email where account_id = $1 and id = $2",
    [account, id],
  );
  return row?.raw ?? null;
}

/** Stores the chat that an ignored email became. The raw email is no longer needed. */
export async function markIgnoredEmailAccepted(
  sql: Sql,
  account: number,
  { id, chatId }: { readonly id: number; readonly chatId: number },
): Promise<void> {
  await sql.query(
    "update ignored_email set chat_id = $3, raw = '' where account_id = $1 and id = $2 and chat_id is null",
    [account, id, chatId],
  );
}
