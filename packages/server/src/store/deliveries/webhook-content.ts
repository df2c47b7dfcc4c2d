import type { Sql } from "../database/sql.ts";

/** Content of a webhook request, the same in every attempt (WH-033). */

export interface WebhookRequestContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export async function findWebhookRequest(
  sql: Sql,
  account: number,
  deliveryId: number,
): Promise<WebhookRequestContent | null> {
  const rows = await sql.query<WebhookRequestContent>(
    "select headers, body from delivery_content where account_id = $1 and delivery_id = $2",
    [account, deliveryId],
  );
  return rows[0] ?? null;
}

/**
 * Saves the first request of a delivery, and returns the stored one. Stores nothing for a delivery
 * that has ended, because its visitor may have been erased (CORE-116).
 */
export async function saveWebhookRequest(
  sql: Sql,
  account: number,
  deliveryId: number,
  content: WebhookRequestContent,
): Promise<WebhookRequestContent> {
  const created = await sql.query<WebhookRequestContent>(
    `insert into delivery_content (account_id, delivery_id, headers, body)
     select $1, $2, $3::json, $4 from (select from delivery where account_id = $1 and id = $2 and state = 'pending' for share) waiting
     on conflict (account_id, delivery_id) do nothing returning headers, body`,
    [account, deliveryId, JSON.stringify(content.headers), content.body],
  );
  return created[0] ?? (await findWebhookRequest(sql, account, deliveryId)) ?? content;
}
