import { serializeFailedRecipients } from "../../core/delivery/failed-recipients.ts";
import type { Delivery } from "../../core/entity.ts";
import type { AccountConfig } from "../../core/command.ts";
import type { DeliveryRow } from "../../store/deliveries/delivery-row.ts";
import type { DeliveryTransition } from "../../journal/index.ts";

/** Kind and name of an endpoint, as shown in journal entries about deliveries. */
export interface EndpointLabel {
  readonly kind: Delivery["endpoint"]["kind"];
  readonly name: string;
}
/** The channel, bot or other owner of an endpoint, with the owner's name from the settings. */
export interface EndpointOwner {
  readonly kind: Delivery["endpoint"]["kind"];
  /** null for a webhook without a name, which is labelled by its URL. */
  readonly name: string | null;
  /** The channel id that delivery entries contain. null for other owners. */
  readonly channelId: number | null;
  readonly enabled: boolean;
  readonly deleted: boolean;
}

/** Returns the owner of an endpoint, if any. Deleted bots and webhooks are disabled. */
export function findEndpointOwner(
  config: AccountConfig,
  endpointId: number,
): EndpointOwner | undefined {
  for (const channel of config.channels.values())
    if (channel.endpointId === endpointId) {
      const { id, name, enabled, deleted } = channel;
      return { kind: "channel", name, channelId: id, enabled, deleted };
    } else if (channel.oldSystem?.endpointId === endpointId)
      return {
        kind: "old_system",
        name: null,
        channelId: channel.id,
        enabled: true,
        deleted: channel.deleted,
      };
  for (const bot of config.bots.values())
    if (bot.endpointId === endpointId)
      return { kind: "bot", name: bot.name, channelId: null, enabled: bot.enabled, deleted: false };
  for (const webhook of config.webhooks.values())
    if (webhook.endpointId === endpointId) {
      const { name, enabled } = webhook;
      return { kind: "webhook", name: name || null, channelId: null, enabled, deleted: false };
    }
  for (const device of config.push ?? [])
    if (device.endpointId === endpointId)
      return { kind: "push", name: device.name, channelId: null, enabled: true, deleted: false };
  if (config.calls?.endpointId === endpointId)
    return { kind: "call", name: "Telephony", channelId: null, enabled: true, deleted: false };
  if (config.mail?.endpointId === endpointId)
    return { kind: "mail", name: "Mail", channelId: null, enabled: true, deleted: false };
  return undefined;
}

/** Builds the API entity of a delivery after a change (API-050). */
export function serializeDelivery(
  row: DeliveryRow,
  next: DeliveryTransition,
  endpoint: EndpointLabel,
): Delivery {
  return {
    id: row.id,
    endpoint: { id: row.endpointId, ...endpoint },
    event: row.event,
    chat_id: row.chatId,
    seq: row.seq,
    state: next.state as Delivery["state"],
    attempts: next.attempts,
    outcome: next.outcome as Delivery["outcome"],
    error: next.code === null ? null : { code: next.code, message: next.message ?? "" },
    unconfirmed: next.unconfirmed,
    next_at: next.next === null ? null : toIsoTime(next.next),
    ...serializeFailedRecipients(
      next.failedRecipients === undefined
        ? row.failedRecipients
        : { ...row.failedRecipients, ...next.failedRecipients },
    ),
    created_at: toIsoTime(row.createdAt),
    updated_at: toIsoTime(next.now),
  };
}

function toIsoTime(ms: number): string {
  return new Date(ms).toISOString();
}
