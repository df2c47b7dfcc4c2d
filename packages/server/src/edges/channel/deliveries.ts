import { getSendDelayMs } from "../../core/chat/message/pending-delivery.ts";
import type { DeliveryPlanner } from "../../delivery/index.ts";

/**
 * Plans the deliveries of a channel: each message of an operator or bot, in order per customer
 * (CH-070, CH-085). Notes and system messages are not delivered. Kinds of channels that send
 * several messages together let them wait (MAIL-062).
 */
export const planChannelDeliveries: DeliveryPlanner = (event, context) => {
  if (
    event.name !== "message_created" ||
    event.message.delivery === undefined ||
    context.visitor === null
  )
    return [];
  const { message } = event;
  const chat = context.chat ?? context.currentChat;
  const channel = context.config.channels.get(chat?.channelId ?? context.visitor.channelId);
  if (channel === undefined || channel.endpointId === null || message.delivery === undefined)
    return [];
  const delayMs = getSendDelayMs(channel.kind);
  return [
    {
      ...(delayMs === 0 ? {} : { delayMs }),
      endpointId: channel.endpointId,
      orderKey: context.visitor.id,
      deliveryId: message.delivery.id,
      event: message.kind,
    },
  ];
};
