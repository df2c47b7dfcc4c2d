import { webhook } from "@parlour/protocol/settings/kinds/webhook";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";
import type { Given, KindRow, KindStore, StoreContext } from "../kind-store.ts";
import { insertRow, updateRow, type RowKey } from "../rows.ts";
import { toColumns, toValues, type StoredColumns } from "../table-store.ts";
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
} from "./endpoint-changes.ts";

type WebhookFields = (typeof webhook)["fields"];
/** What Parlour knows of a webhook besides its settings. */
interface WebhookFacts {
  readonly endpoint: EndpointSummary;
  /** Time and reason if Parlour disabled the webhook (WH-062), or null. */
  readonly off: { readonly at: string; readonly reason: string | null } | null;
}
export type WebhookRow = KindRow<WebhookFields, WebhookFacts>;

/** Webhooks with their endpoints. Address, name and secret are those of the endpoint. */
export const webhookStore: KindStore<WebhookFields, WebhookFacts> = {
  list: listWebhooks,
  create: createWebhook,
  update: updateWebhook,
  remove: deleteWebhook,
};

/** Lists webhooks of the account, oldest first. Channels that were deleted are left out. */
async function listWebhooks(
  reader: Reader,
  account: number,
  { id = null }: { readonly id?: number | null } = {},
): Promise<readonly WebhookRow[]> {
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
  return rows.map((row) => {
    const endpoint = toEndpointUse(row);
    return {
      id: toInteger(row.id),
      managed: row.managed,
      createdAt: toIsoTime(row.created_at),
      values: toValues(webhook.fields, row, {
        url: row.url,
        name: row.name,
        channels: row.channels?.map(toInteger) ?? null,
        departments: row.departments?.map(toInteger) ?? null,
      }),
      secrets: { secret: { stored: row.secret, hint: endpoint.secretHint } },
      facts: {
        endpoint,
        off: row.off_at === null ? null : { at: toIsoTime(row.off_at), reason: row.off_reason },
      },
    };
  });
}
interface WebhookColumns extends EndpointUseRow, StoredColumns {
  readonly name: string;
  readonly secret: Buffer;
  readonly channels: readonly (string | number)[] | null;
  readonly departments: readonly (string | number)[] | null;
  readonly off_at: Date | null;
  readonly off_reason: string | null;
}

/** Inserts a webhook with its endpoint (WH-001) and returns its id. */
async function createWebhook(
  tx: Sql,
  account: number,
  { managed, ...given }: Given<WebhookFields> & { readonly managed: boolean },
  { now, operatorId, seal }: StoreContext,
): Promise<number | null> {
  const { url, name, secret, channels, departments } = given;
  const endpoint = { kind: "webhook", url, secret, now, name } as const;
  const id = await insertRow(tx, "webhook", account, {
    ...toColumns(webhook.fields, given),
    managed,
    endpoint_id: await createEndpoint(tx, account, endpoint, seal),
    all_channels: channels === null,
    all_departments: departments === null,
    created_by: operatorId,
    created_at: new Date(now),
  });
  if (id !== null) {
    await setSelection(tx, "webhook_channel", { account, id }, channels);
    await setSelection(tx, "webhook_department", { account, id }, departments);
  }
  return id;
}

/**
 * Updates the given fields. `enabled: true` also switches on a webhook that Parlour switched off
 * (WH-062). The previous secret also signs for 24 h (CORE-124).
 */
async function updateWebhook(
  tx: Sql,
  key: RowKey,
  { managed, ...given }: Partial<Given<WebhookFields>> & { readonly managed?: boolean },
  { now, seal }: StoreContext,
): Promise<"done" | "not_found"> {
  const { url, name, secret, channels, departments } = given;
  const { account, id } = key;
  const [row] = await tx.query<{ endpoint_id: number }>(
    "select endpoint_id::float8 as endpoint_id from webhook where account_id = $1 and id = $2 and deleted_at is null",
    [account, id],
  );
  if (row === undefined) return "not_found";
  const endpoint = row.endpoint_id;
  await updateRow(tx, "webhook", key, {
    ...toColumns(webhook.fields, given),
    managed,
    all_channels: channels === undefined ? undefined : channels === null,
    all_departments: departments === undefined ? undefined : departments === null,
  });
  if (given.enabled === true) await switchEndpointOn(tx, account, endpoint);
  if (url !== undefined) await setEndpointUrl(tx, account, endpoint, url);
  if (name !== undefined) await renameEndpoint(tx, account, endpoint, name);
  if (secret !== undefined)
    await rotateEndpointSecret(tx, { account, id: endpoint }, secret, { seal, now });
  if (channels !== undefined) await setSelection(tx, "webhook_channel", key, channels);
  if (departments !== undefined) await setSelection(tx, "webhook_department", key, departments);
  return "done";
}

/** Marks a webhook as deleted, for a subscriber (WH-066). Returns false without one. */
async function deleteWebhook(
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
