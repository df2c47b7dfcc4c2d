import type { WebhookBlock, WebhookEvent } from "../../../core/command.ts";
import type { WebhookRecord } from "./webhook-record.ts";
import type { Reader } from "../../database/reader.ts";
import { endpointUseColumns, endpointUseJoin, toEndpointUse, type EndpointUseRow } from "./endpoint-use.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";

/** Lists webhooks of the account, oldest first. */
export async function listWebhooks(reader: Reader, account: number): Promise<readonly WebhookRecord[]> {
  return (await reader.rows<WebhookRow>(account, `${select} order by w.id`, [account])).map(toRecord);
}
export async function findWebhook(reader: Reader, account: number, id: number): Promise<WebhookRecord | null> {
  const row = await reader.one<WebhookRow>(account, `${select} and w.id = $2`, [account, id]);
  return row === null ? null : toRecord(row);
}

const select = `select w.*, e.off_at, e.off_reason, coalesce(e.name, '') as name, ${endpointUseColumns},
    case when not w.all_channels then array(select wc.channel_id from webhook_channel wc join channel c on c.account_id = wc.account_id and c.id = wc.channel_id
      where wc.account_id = w.account_id and wc.webhook_id = w.id and c.deleted_at is null order by 1) end as channels
  from webhook w ${endpointUseJoin("w")} where w.account_id = $1 and w.deleted_at is null`;

interface WebhookRow extends EndpointUseRow {
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
function toRecord(row: WebhookRow): WebhookRecord {
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
