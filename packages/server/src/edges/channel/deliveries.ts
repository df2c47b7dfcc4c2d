import { getSendDelayMs } from "../../core/chat/message/pending-delivery.ts";
import type { CommandContext } from "../../core/command.ts";
import type { PlannedDelivery } from "../../core/delivery/planner.ts";
import type { ChangeDelivery } from "../../core/event.ts";
import type { DeliveryPlanner } from "../../delivery/index.ts";

/**
 * Plans the deliveries of a channel: each message of an operator or bot, in order per customer
 * (CH-070, CH-085). Notes and system messages are not delivered. Kinds of channels that send
 * several messages together let them wait (MAIL-062). The greeting of a channel is a delivery
 * without a message, before all messages to the visitor (TG-044). So is a change of a message.
 */
export const planChannelDeliveries: DeliveryPlanner = (event, context, decidedEvents) => {
  if (event.name === "visitor_created" && event.greetingOf !== undefined) {
    const endpointId = context.config.channels.get(event.greetingOf)?.endpointId ?? null;
    if (endpointId === null) return [];
    const deliveryId = context.ids.delivery();
    return [{ endpointId, orderKey: event.visitor.id, deliveryId, event: "greeting" }];
  }
  if (event.name === "message_updated" && event.startsDelivery !== undefined)
    return planChange(event.startsDelivery, context);
  if (event.name !== "message_created" || event.message.delivery === undefined) return [];
  const { message } = event;
  const { channelId, visitorId } = findRecipient(context, decidedEvents, message.chat_id);
  const channel = context.config.channels.get(channelId);
  if (channel === undefined || channel.endpointId === null || message.delivery === undefined)
    return [];
  return [
    {
      delayMs: message.delivery.next_at === null ? undefined : getSendDelayMs(channel.kind),
      endpointId: channel.endpointId,
      orderKey: visitorId,
      deliveryId: message.delivery.id,
      event: message.kind,
    },
  ];
};

/** Plans the delivery of an edit, deletion or reaction that a service must make (CORE-430). */
function planChange(
  { id, event }: ChangeDelivery,
  { visitor, chat, config }: CommandContext,
): readonly PlannedDelivery[] {
  const endpointId = config.channels.get(chat?.channelId ?? 0)?.endpointId ?? null;
  return visitor === null || endpointId === null
    ? []
    : [{ endpointId, orderKey: visitor.id, deliveryId: id, event }];
}

/** Returns the channel and the visitor of the message. Its command may create both (MAIL-150). */
export function findRecipient(
  { visitor, chat, currentChat }: Parameters<DeliveryPlanner>[1],
  decidedEvents: Parameters<DeliveryPlanner>[2],
  chatId: number,
): { readonly channelId: number; readonly visitorId: number } {
  let channelId = (chat ?? currentChat)?.channelId ?? visitor?.channelId ?? 0;
  let visitorId = visitor?.id ?? 0;
  for (const event of decidedEvents) {
    if (event.name === "chat_created" && event.chat.id === chatId)
      channelId = event.chat.channel.id;
    if (event.name === "visitor_created") visitorId = event.visitor.id;
  }
  return { channelId, visitorId };
}
