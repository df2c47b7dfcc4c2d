import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";

/**
 * Senders of a channel whose emails ask for replies to another address, and for whom an operator
 * chose to follow that (MAIL-097). `sender`: the address in lower case.
 */
export interface SenderKey {
  readonly account: number;
  readonly channelId: number;
  readonly sender: string;
}

/** Returns by sender whether the choice was made for a verified one, if there is one. */
export async function listUsedReplyTo(
  reader: Reader,
  { account, channelId }: Omit<SenderKey, "sender">,
  senders: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  if (senders.length === 0) return new Map();
  const rows = await reader.rows<{ sender: string; verified: boolean }>(
    account,
    "select sender, verified from used_reply_to where account_id = $1 and channel_id = $2 and sender = any($3::text[])",
    [account, channelId, senders],
  );
  return new Map(rows.map(({ sender, verified }) => [sender, verified]));
}

/** Stores the choice, or removes it if `used` is false. */
export async function writeUsedReplyTo(
  sql: Sql,
  { account, channelId, sender }: SenderKey,
  choice: { readonly used: boolean; readonly verified: boolean; readonly operatorId: number },
  now: number,
): Promise<void> {
  if (!choice.used) {
    await sql.query(
      "delete from used_reply_to where account_id = $1 and channel_id = $2 and sender = $3",
      [account, channelId, sender],
    );
    return;
  }
  await sql.query(
    `insert into used_reply_to (account_id, channel_id, sender, verified, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, channel_id, sender) do update set verified = excluded.verified, created_by = excluded.created_by, created_at = excluded.created_at`,
    [account, channelId, sender, choice.verified, choice.operatorId, new Date(now)],
  );
}

/** Returns the key of the customer and the contacts of the visitor of a chat. */
export async function findChatCustomer(
  reader: Reader,
  account: number,
  chatId: number,
): Promise<{
  readonly customer: string;
  readonly name: string;
} | null> {
  const row = await reader.one<{ customer: string; name: string | null }>(
    account,
    `select v.customer, v.body::json->'name'->>'value' as name from chat c
     join visitor v on v.account_id = c.account_id and v.id = c.visitor_id where c.account_id = $1 and c.id = $2`,
    [account, chatId],
  );
  return row === null ? null : { customer: row.customer, name: row.name ?? "" };
}
