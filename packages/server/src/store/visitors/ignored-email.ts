import type { Sql } from "../database/sql.ts";

/** Limits of the ignored emails of a channel (MAIL-083). */
const maxCount = 500;
const maxBytes = 100 * 1024 * 1024;
const maxAge = "30 days";
/** Maximum length of the text that is stored beside the raw email, in characters. */
const maxTextLength = 4_000;

/**
 * Stores an ignored email once, and removes what exceeds the limits of its channel, oldest first.
 */
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
