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
interface WebhookEventFacts {
  /** The heading under which screens show it. */
  readonly group: "chats" | "messages" | "others";
  /** Whether its reply can contain data for the operator (WH-042). */
  readonly takesData: boolean;
  /** What happened, in one sentence for the API document. */
  readonly summary: string;
}
/** The facts of each event, in the order of screens. */
export const webhookEventFacts: Readonly<Record<WebhookEventName, WebhookEventFacts>> = {
  chat_created: { group: "chats", takesData: true, summary: "A chat began" },
  chat_accepted: {
    group: "chats",
    takesData: true,
    summary: "An operator accepted a chat for the first time",
  },
  chat_updated: {
    group: "chats",
    takesData: true,
    summary: "Data of the visitor changed during a chat",
  },
  chat_assigned: {
    group: "chats",
    takesData: false,
    summary: "An operator assigned a chat to its CRM card",
  },
  chat_finished: { group: "chats", takesData: false, summary: "A chat was closed" },
  chat_rated: {
    group: "chats",
    takesData: false,
    summary: "A visitor rated a chat or changed the rating",
  },
  snoozed: {
    group: "chats",
    takesData: false,
    summary: "A chat was snoozed, or its snooze was changed",
  },
  snooze_ended: { group: "chats", takesData: false, summary: "The snooze of a chat ended" },
  sla_at_risk: { group: "chats", takesData: false, summary: "The due time of a chat is near" },
  sla_broken: { group: "chats", takesData: false, summary: "The due time of a chat has passed" },
  promised: {
    group: "chats",
    takesData: false,
    summary: "The visitor was promised an answer by a time",
  },
  promise_kept: {
    group: "chats",
    takesData: false,
    summary: "An operator answered before the promised time",
  },
  promise_broken: {
    group: "chats",
    takesData: false,
    summary: "The promised time passed without an answer",
  },
  chat_action: {
    group: "chats",
    takesData: true,
    summary: "A macro, bulk action or rule called the webhook with a chat",
  },
  message_created: { group: "messages", takesData: false, summary: "A chat has a new message" },
  message_delivery_failed: {
    group: "messages",
    takesData: false,
    summary: "A message could not be delivered",
  },
  offline_message: {
    group: "messages",
    takesData: false,
    summary: "A visitor left an offline message",
  },
  visitor_updated: {
    group: "others",
    takesData: true,
    summary: "Contact data of a visitor changed",
  },
  field_changed: { group: "others", takesData: false, summary: "The value of a field changed" },
  call_event: {
    group: "others",
    takesData: false,
    summary: "A call was requested or changed its status",
  },
};
/** Optional parts of the body (WH-026). */
export const webhookBlocks = ["tags", "invitation", "custom_data", "rating_comment"] as const;
