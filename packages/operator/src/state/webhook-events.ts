import type { Webhook } from "@parlour/protocol/api";

type WebhookEvent = Webhook["events"][number];
/** Webhook events by the heading under which screens show them. */
export const webhookEventGroups = {
  chats: [
    "chat_created",
    "chat_accepted",
    "chat_updated",
    "chat_assigned",
    "chat_finished",
    "chat_rated",
  ],
  messages: ["message_created", "message_delivery_failed", "offline_message"],
  others: ["visitor_updated", "call_event"],
} as const satisfies Readonly<Record<string, readonly WebhookEvent[]>>;

/** All webhook events in the order of screens. */
export const webhookEvents: Webhook["events"] = Object.values(webhookEventGroups).flat();
