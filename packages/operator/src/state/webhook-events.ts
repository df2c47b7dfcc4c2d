import {
  webhookEventGroups as groups,
  type WebhookEventName,
} from "@parlour/protocol/settings/webhook-events";

/** All webhook events in the order of screens. */
export const webhookEvents = Object.keys(groups) as WebhookEventName[];

const listGroup = (group: (typeof groups)[WebhookEventName]) =>
  webhookEvents.filter((event) => groups[event] === group);
/** Webhook events by the heading under which screens show them. */
export const webhookEventGroups = {
  chats: listGroup("chats"),
  messages: listGroup("messages"),
  others: listGroup("others"),
};
