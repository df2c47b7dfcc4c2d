import {
  webhookEventFacts,
  type WebhookEventName,
} from "@parlour/protocol/settings/webhook-events";

/** All webhook events in the order of screens. */
export const webhookEvents = Object.keys(webhookEventFacts) as WebhookEventName[];

const listGroup = (group: "chats" | "messages" | "others") =>
  webhookEvents.filter((event) => webhookEventFacts[event].group === group);
/** Webhook events by the heading under which screens show them. */
export const webhookEventGroups = {
  chats: listGroup("chats"),
  messages: listGroup("messages"),
  others: listGroup("others"),
};
