/** Events and optional parts of webhooks as plain data, for the declaration of webhooks. */

/** The events of a webhook that names none, in the order of the documentation (WH-001). */
export const defaultWebhookEvents = [
  "call_event",
  "chat_accepted",
  "chat_assigned",
  "chat_updated",
  "chat_finished",
  "offline_message",
] as const;
/** All events. Those after the default ones are sent only to webhooks that name them (WH-105). */
export const webhookEvents = [
  ...defaultWebhookEvents,
  "chat_created",
  "message_created",
  "chat_rated",
  "visitor_updated",
  "message_delivery_failed",
  "snoozed",
  "snooze_ended",
  "field_changed",
  "sla_at_risk",
  "sla_broken",
  "promised",
  "promise_kept",
  "promise_broken",
  "chat_action",
] as const;
export type WebhookEventName = (typeof webhookEvents)[number];
/** The heading under which screens show each event, in the order of screens. */
export const webhookEventGroups = {
  chat_created: "chats",
  chat_accepted: "chats",
  chat_updated: "chats",
  chat_assigned: "chats",
  chat_finished: "chats",
  chat_rated: "chats",
  snoozed: "chats",
  snooze_ended: "chats",
  sla_at_risk: "chats",
  sla_broken: "chats",
  promised: "chats",
  promise_kept: "chats",
  promise_broken: "chats",
  chat_action: "chats",
  message_created: "messages",
  message_delivery_failed: "messages",
  offline_message: "messages",
  visitor_updated: "others",
  field_changed: "others",
  call_event: "others",
} as const satisfies Readonly<Record<WebhookEventName, "chats" | "messages" | "others">>;
/** Optional parts of the body (WH-026). */
export const webhookBlocks = ["tags", "invitation", "custom_data", "rating_comment"] as const;
