import type { WebhookChange, WebhookRow } from "./webhook-record.ts";
import type { Sql } from "../../database/sql.ts";
import {
  createEndpoint,
  setEndpointUrl,
  renameEndpoint,
  rotateEndpointSecret,
  setSelectedChannels,
  switchEndpointOn,
  type Seal,
} from "./endpoint-changes.ts";

/** Inserts a webhook with its endpoint (WH-001) and returns its id. */
export async function createWebhook(tx: Sql, account: number, row: WebhookRow, seal: Seal): Promise<number> {
  const endpoint = await createEndpoint(
    tx,
    account,
    { kind: "webhook", url: row.url, secret: row.secret, now: row.now, name: row.name },
    seal,
  );
  const rows = await tx.query<{ id: number }>(
    `insert into webhook (account_id, endpoint_id, enabled, events, all_channels, blocks, rating_wait_s, managed, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id::float8 as id`,
    [
      account,
      endpoint,
      row.enabled,
      row.events,
      row.channels === null,
      row.blocks,
      row.ratingWaitS,
      row.managed,
      row.createdBy,
      new Date(row.now),
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("insert into webhook returned no row");
  await setSelectedChannels(tx, "webhook_channel", account, id, row.channels);
  return id;
}

/**
 * Updates the given fields. `enabled: true` also switches on a webhook that Parlour switched off
 * (WH-062). Returns false if the webhook does not exist.
 */
export async function updateWebhook(
  tx: Sql,
  account: number,
  id: number,
  change: WebhookChange & { readonly managed?: boolean | undefined },
): Promise<boolean> {
  const [row] = await tx.query<{ endpoint_id: number }>(
    `update webhook set enabled = coalesce($3, enabled), events = coalesce($4, events), blocks = coalesce($5, blocks),
       all_channels = coalesce($6, all_channels), managed = coalesce($7, managed), rating_wait_s = coalesce($8, rating_wait_s)
     where account_id = $1 and id = $2 and deleted_at is null returning endpoint_id::float8 as endpoint_id`,
    [
      account,
      id,
      change.enabled ?? null,
      change.events ?? null,
      change.blocks ?? null,
      change.channels === undefined ? null : change.channels === null,
      change.managed ?? null,
      change.ratingWaitS ?? null,
    ],
  );
  if (row === undefined) return false;
  if (change.enabled === true) await switchEndpointOn(tx, account, row.endpoint_id);
  if (change.url !== undefined) await setEndpointUrl(tx, account, row.endpoint_id, change.url);
  if (change.name !== undefined) await renameEndpoint(tx, account, row.endpoint_id, change.name);
  if (change.channels !== undefined) await setSelectedChannels(tx, "webhook_channel", account, id, change.channels);
  return true;
}

/**
 * Marks a webhook as deleted. A journal subscriber withdraws pending deliveries (WH-066). Returns
 * false if the webhook does not exist.
 */
export async function deleteWebhook(tx: Sql, account: number, id: number, now: number): Promise<boolean> {
  const rows = await tx.query("update webhook set deleted_at = $3 where account_id = $1 and id = $2 and deleted_at is null returning id", [
    account,
    id,
    new Date(now),
  ]);
  return rows.length > 0;
}

/**
 * Sets a new signing secret. The previous one also signs for 24 h (CORE-124). Returns false if the
 * webhook does not exist.
 */
export async function rotateWebhookSecret(tx: Sql, account: number, id: number, secret: string, seal: Seal, now: number): Promise<boolean> {
  const [row] = await tx.query<{ endpoint_id: number }>(
    "select endpoint_id::float8 as endpoint_id from webhook where account_id = $1 and id = $2 and deleted_at is null",
    [account, id],
  );
  if (row !== undefined) await rotateEndpointSecret(tx, account, row.endpoint_id, { secret, now }, seal);
  return row !== undefined;
}
