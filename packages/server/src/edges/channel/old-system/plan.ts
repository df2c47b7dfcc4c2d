import type { DeliveryPlanner } from "../../../delivery/index.ts";
import { findRecipient } from "../deliveries.ts";

/**
 * Plans the deliveries to the old system behind a channel: each message of a visitor, in order per
 * visitor (MV-081). Answers, notes and what was imported are not forwarded.
 */
export const planForwardedMessages: DeliveryPlanner = (event, context, decidedEvents) => {
  if (event.name !== "message_created") return [];
  const { message } = event;
  if (message.author.kind !== "visitor" || message.blacklisted === true) return [];
  const { channelId, visitorId } = findRecipient(context, decidedEvents, message.chat_id);
  const oldSystem = context.config.channels.get(channelId)?.oldSystem;
  if (oldSystem === undefined) return [];
  return [
    {
      endpointId: oldSystem.endpointId,
      orderKey: visitorId,
      deliveryId: context.ids.delivery(),
      event: message.kind,
    },
  ];
};
