import type { Webhook } from "@parlour/protocol/api";

/** Events by the heading under which the form shows them. */
export const eventGroups = {
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
} as const satisfies Readonly<Record<string, readonly Webhook["events"][number][]>>;
