import type { WebhookBlock, WebhookEvent } from "../../../core/command.ts";
import type { EndpointSummary } from "./endpoint.ts";
import type { Reader } from "../../database/reader.ts";
import {
  endpointUseColumns,
  endpointUseJoin,
  toEndpointUse,
  type EndpointUseRow,
} from "./endpoint-use.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
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

/** A webhook with its endpoint (WH-001). */
export interface WebhookRecord {
  readonly id: number;
  /** "" if it has no name. */
  readonly name: string;
  readonly endpoint: EndpointSummary;
  readonly enabled: boolean;
  readonly events: readonly WebhookEvent[];
  /** null: all channels. */
  readonly channels: readonly number[] | null;
  readonly blocks: readonly WebhookBlock[];
  /** Seconds (WH-080). */
  readonly ratingWaitS: number;
  /** Set if Parlour disabled the webhook (WH-062). */
  readonly off: { readonly at: string; readonly reason: string | null } | null;
  readonly createdAt: string;
  readonly managed: boolean;
}
/** Data of a new webhook. */
export interface WebhookRow {
  /** Exactly as entered (WH-002). */
  readonly url: string;
  readonly enabled: boolean;
  readonly events: readonly WebhookEvent[];
  /** null: all channels. */
  readonly channels: readonly number[] | null;
  readonly blocks: readonly WebhookBlock[];
  readonly name: string;
  readonly ratingWaitS: number;
  readonly secret: string;
  readonly managed: boolean;
  readonly createdBy: number | null;
  readonly now: number;
}
/** Changes of a webhook; absent fields stay. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly channels?: readonly number[] | null | undefined;
  readonly blocks?: readonly WebhookBlock[] | undefined;
  readonly name?: string | undefined;
  readonly ratingWaitS?: number | undefined;
}

/** Lists webhooks of the account, oldest first. */
export async function listWebhooks(
  reader: Reader,
  account: number,
): Promise<readonly WebhookRecord[]> {
  return (await reader.rows<WebhookColumns>(account, `${select} order by w.id`, [account])).map(
    toRecord,
  );
}
export async function findWebhook(
  reader: Reader,
  account: number,
  id: number,
): Promise<WebhookRecord | null> {
  const row = await reader.one<WebhookColumns>(account, `${select} and w.id = $2`, [account, id]);
  return row === null ? null : toRecord(row);
}

const select = `select w.*, e.off_at, e.off_reason, coalesce(e.name, '') as name, ${endpointUseColumns},
    case when not w.all_channels then array(select wc.channel_id from webhook_channel wc join channel c on c.account_id = wc.account_id and c.id = wc.channel_id
      where wc.account_id = w.account_id and wc.webhook_id = w.id and c.deleted_at is null order by 1) end as channels
  from webhook w ${endpointUseJoin("w")} where w.account_id = $1 and w.deleted_at is null`;

interface WebhookColumns extends EndpointUseRow {
  readonly id: string;
  readonly enabled: boolean;
  readonly events: readonly WebhookEvent[];
  readonly channels: readonly (string | number)[] | null;
  readonly blocks: readonly WebhookBlock[];
  readonly name: string;
  readonly rating_wait_s: number;
  readonly off_at: Date | null;
  readonly off_reason: string | null;
  readonly created_at: Date;
  readonly managed: boolean;
}
function toRecord(row: WebhookColumns): WebhookRecord {
  return {
    id: toInteger(row.id),
    name: row.name,
    endpoint: toEndpointUse(row),
    enabled: row.enabled,
    events: row.events,
    channels: row.channels === null ? null : row.channels.map(toInteger),
    blocks: row.blocks,
    ratingWaitS: row.rating_wait_s,
    off: row.off_at === null ? null : { at: toIsoTime(row.off_at), reason: row.off_reason },
    createdAt: toIsoTime(row.created_at),
    managed: row.managed,
  };
}

/** Inserts a webhook with its endpoint (WH-001) and returns its id. */
export async function createWebhook(
  tx: Sql,
  account: number,
  row: WebhookRow,
  seal: Seal,
): Promise<number> {
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
  if (change.channels !== undefined)
    await setSelectedChannels(tx, "webhook_channel", account, id, change.channels);
  return true;
}

/**
 * Marks a webhook as deleted. A journal subscriber withdraws pending deliveries (WH-066). Returns
 * false if the webhook does not exist.
 */
export async function deleteWebhook(
  tx: Sql,
  account: number,
  id: number,
  now: number,
): Promise<boolean> {
  const rows = await tx.query(
    "update webhook set deleted_at = $3 where account_id = $1 and id = $2 and deleted_at is null returning id",
    [account, id, new Date(now)],
  );
  return rows.length > 0;
}

/**
 * Sets a new signing secret. The previous one also signs for 24 h (CORE-124). Returns false if the
 * webhook does not exist.
 */
export async function rotateWebhookSecret(
  tx: Sql,
  account: number,
  id: number,
  secret: string,
  seal: Seal,
  now: number,
): Promise<boolean> {
  const [row] = await tx.query<{ endpoint_id: number }>(
    "select endpoint_id::float8 as endpoint_id from webhook where account_id = $1 and id = $2 and deleted_at is null",
    [account, id],
  );
  if (row !== undefined)
    await rotateEndpointSecret(tx, account, row.endpoint_id, { secret, now }, seal);
  return row !== undefined;
}
