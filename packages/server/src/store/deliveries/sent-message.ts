import type { Sql } from "../database/sql.ts";

/**
 * Returns whether the endpoint of a channel got a message (CH-127). `deleted` is the result of a
 * message that was deleted before. If the delivery log no longer has its delivery, it was sent.
 */
export async function wasMessageSent(
  sql: Sql,
  account: number,
  message: { readonly chat_id: number; readonly seq: number },
): Promise<boolean> {
  const unsent = await sql.query(
    `select from delivery d join endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id and e.kind = 'channel'
     where d.account_id = $1 and d.chat_id = $2 and d.seq = $3 and (d.state <> 'delivered' or d.error_code = 'deleted')`,
    [account, message.chat_id, message.seq],
  );
  return unsent.length === 0;
}
