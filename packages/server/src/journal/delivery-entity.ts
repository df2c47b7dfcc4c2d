import type { Delivery } from "../core/entity.ts";
import type { AccountConfig } from "../core/ports.ts";
import type { DeliveryRow } from "../queue/rows.ts";
import type { DeliveryChange } from "./job.ts";

/** An endpoint as its owner's settings show it. */
export interface EndpointOwner {
  readonly kind: Delivery["endpoint"]["kind"];
  /** null: a webhook, which is named by its address. */
  readonly name: string | null;
  /** Of a channel: what its deliveries' entries name. */
  readonly channelId: number | null;
  readonly enabled: boolean;
  readonly deleted: boolean;
}

/** undefined: nobody has such an endpoint. A deleted bot or webhook is one that is off. */
export function ownerOf(config: AccountConfig, endpointId: number): EndpointOwner | undefined {
  for (const { id, name, enabled, deleted, endpointId: own } of config.channels.values())
    if (own === endpointId) return { kind: "channel", name, channelId: id, enabled, deleted };
  for (const { name, enabled, endpointId: own } of config.bots.values())
    if (own === endpointId) return { kind: "bot", name, channelId: null, enabled, deleted: false };
  for (const { name, enabled, endpointId: own } of config.webhooks.values())
    if (own === endpointId) return { kind: "webhook", name: name === "" ? null : name, channelId: null, enabled, deleted: false };
  for (const { name, endpointId: own } of config.push ?? [])
    if (own === endpointId) return { kind: "push", name, channelId: null, enabled: true, deleted: false };
  if (config.calls?.endpointId === endpointId) return { kind: "call", name: "Telephony", channelId: null, enabled: true, deleted: false };
  if (config.mail?.endpointId === endpointId) return { kind: "mail", name: "Mail", channelId: null, enabled: true, deleted: false };
  return undefined;
}

/** The delivery as a change leaves it (API-050). */
export function deliveryEntity(
  row: DeliveryRow,
  next: Pick<DeliveryChange, "state" | "attempts" | "outcome" | "code" | "message" | "unconfirmed" | "next" | "now">,
  endpoint: Pick<Delivery["endpoint"], "kind" | "name">,
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
    next_at: next.next === null ? null : timeText(next.next),
    created_at: timeText(row.createdAt),
    updated_at: timeText(next.now),
  };
}

function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
