import type { WebhookBlock, WebhookEvent } from "../../../core/command.ts";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";
import { insertRow, updateRow, type RowKey } from "../rows.ts";
import type { EndpointSummary } from "./endpoint.ts";
import {
  endpointUseColumns,
  endpointUseJoin,
  toEndpointUse,
  type EndpointUseRow,
} from "./endpoint-use.ts";
import {
  createEndpoint,
  setEndpointUrl,
  renameEndpoint,
  rotateEndpointSecret,
  setSelection,
  switchEndpointOn,
  type Seal,
} from "./endpoint-changes.ts";

/** Fields of a webhook that the API and the provisioning file can set (WH-001). */
export interface WebhookFields {
  /** URL exactly as entered (WH-002). */
  readonly url: string;
  readonly enabled: boolean;
  readonly events: readonly WebhookEvent[];
  /** Channels of the webhook. null means all. */
  readonly channels: readonly number[] | null;
  /** Departments of the webhook (WH-106). null means all. */
  readonly departments: readonly number[] | null;
  /** Whether `message_created` contains the text (WH-109). */
  readonly messageText: boolean;
  readonly blocks: readonly WebhookBlock[];
  /** Display name, or "" if the webhook has none. */
  readonly name: string;
  /** Wait for a rating in seconds (WH-080). */
  readonly ratingWaitS: number;
  /** Signing secret in plain text (CORE-124). */
  readonly secret: string;
}
/** A loaded webhook with its endpoint. */
export interface WebhookRecord extends Omit<WebhookFields, "secret"> {
  readonly id: number;
  readonly endpoint: EndpointSummary;
  readonly sealedSecret: Buffer;
  /** Time and reason if Parlour disabled the webhook (WH-062), or null. */
  readonly off: { readonly at: string; readonly reason: string | null } | null;
  readonly createdAt: string;
  readonly managed: boolean;
}

/** Lists webhooks of the account, oldest first. Channels that were deleted are left out. */
export async function listWebhooks(
  reader: Reader,
  account: number,
  { id = null }: { readonly id?: number | null } = {},
): Promise<readonly WebhookRecord[]> {
  const rows = await reader.rows<WebhookColumns>(
    account,
    `select w.*, e.off_at, e.off_reason, e.secret, coalesce(e.name, '') as name, ${endpointUseColumns},
       case when not w.all_channels then array(select wc.channel_id from webhook_channel wc join channel c on c.account_id = wc.account_id and c.id = wc.channel_id
         where wc.account_id = w.account_id and wc.webhook_id = w.id and c.deleted_at is null order by 1) end as channels,
       case when not w.all_departments then array(select wd.department_id from webhook_department wd
         where wd.account_id = w.account_id and wd.webhook_id = w.id order by 1) end as departments
     from webhook w ${endpointUseJoin("w")}
     where w.account_id = $1 and w.deleted_at is null and ($2::bigint is null or w.id = $2) order by w.id`,
    [account, id],
  );
  return rows.map((row) => ({
    id: toInteger(row.id),
    url: row.url,
    name: row.name,
    endpoint: toEndpointUse(row),
    sealedSecret: row.secret,
    enabled: row.enabled,
    events: row.events,
    channels: row.channels === null ? null : row.channels.map(toInteger),
    departments: row.departments === null ? null : row.departments.map(toInteger),
    messageText: row.message_text,
    blocks: row.blocks,
    ratingWaitS: row.rating_wait_s,
    off: row.off_at === null ? null : { at: toIsoTime(row.off_at), reason: row.off_reason },
    createdAt: toIsoTime(row.created_at),
    managed: row.managed,
  }));
}
interface WebhookColumns
  extends
    EndpointUseRow,
    Pick<WebhookRecord, "enabled" | "events" | "blocks" | "name" | "managed"> {
  readonly id: string;
  readonly secret: Buffer;
  readonly channels: readonly (string | number)[] | null;
  readonly departments: readonly (string | number)[] | null;
  readonly message_text: boolean;
  readonly rating_wait_s: number;
  readonly off_at: Date | null;
  readonly off_reason: string | null;
  readonly created_at: Date;
}

/** Inserts a webhook with its endpoint (WH-001) and returns its id. */
export async function createWebhook(
  tx: Sql,
  account: number,
  {
    url,
    name,
    secret,
    channels,
    departments,
    messageText,
    ratingWaitS,
    ...row
  }: WebhookFields & { readonly managed: boolean },
  { now, operatorId, seal }: WebhookWriteContext & { readonly operatorId: number | null },
): Promise<number | null> {
  const endpoint = { kind: "webhook", url, secret, now, name } as const;
  const id = await insertRow(tx, "webhook", account, {
    ...row,
    endpoint_id: await createEndpoint(tx, account, endpoint, seal),
    all_channels: channels === null,
    all_departments: departments === null,
    message_text: messageText,
    rating_wait_s: ratingWaitS,
    created_by: operatorId,
    created_at: new Date(now),
  });
  if (id !== null) {
    await setSelection(tx, "webhook_channel", { account, id }, channels);
    await setSelection(tx, "webhook_department", { account, id }, departments);
  }
  return id;
}
interface WebhookWriteContext {
  readonly now: number;
  readonly seal: Seal;
}

/**
 * Updates the given fields. `enabled: true` also switches on a webhook that Parlour switched off
 * (WH-062). The previous secret also signs for 24 h (CORE-124).
 */
export async function updateWebhook(
  tx: Sql,
  key: RowKey,
  {
    url,
    name,
    secret,
    channels,
    departments,
    messageText,
    ratingWaitS,
    ...change
  }: Partial<WebhookFields> & { readonly managed?: boolean },
  { now, seal }: WebhookWriteContext,
): Promise<"done" | "not_found"> {
  const { account, id } = key;
  const [row] = await tx.query<{ endpoint_id: number }>(
    "select endpoint_id::float8 as endpoint_id from webhook where account_id = $1 and id = $2 and deleted_at is null",
    [account, id],
  );
  if (row === undefined) return "not_found";
  const endpoint = row.endpoint_id;
  await updateRow(tx, "webhook", key, {
    ...change,
    all_channels: channels === undefined ? undefined : channels === null,
    all_departments: departments === undefined ? undefined : departments === null,
    message_text: messageText,
    rating_wait_s: ratingWaitS,
  });
  if (change.enabled === true) await switchEndpointOn(tx, account, endpoint);
  if (url !== undefined) await setEndpointUrl(tx, account, endpoint, url);
  if (name !== undefined) await renameEndpoint(tx, account, endpoint, name);
  if (secret !== undefined)
    await rotateEndpointSecret(tx, { account, id: endpoint }, secret, { seal, now });
  if (channels !== undefined) await setSelection(tx, "webhook_channel", key, channels);
  if (departments !== undefined) await setSelection(tx, "webhook_department", key, departments);
  return "done";
}

/**
 * Marks a webhook as deleted. A journal subscriber withdraws pending deliveries (WH-066). Returns
 * false if the webhook does not exist.
 */
export async function deleteWebhook(
  tx: Sql,
  account: number,
  id: number,
  { now }: { readonly now: number },
): Promise<boolean> {
  const rows = await tx.query(
    "update webhook set deleted_at = $3 where account_id = $1 and id = $2 and deleted_at is null returning id",
    [account, id, new Date(now)],
  );
  return rows.length > 0;
}
