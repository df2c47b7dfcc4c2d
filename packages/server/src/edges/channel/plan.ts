import type { Planner } from "../../delivery/index.ts";

/**
 * Plans the deliveries of a channel: each operator or bot message, in order per customer (CH-070,
 * CH-085). Notes and system messages are not delivered.
 */
export const planChannel: Planner = (event, scene) => {
  if (event.name !== "message_created" || event.message.delivery === undefined || scene.visitor === null) return [];
  const { message } = event;
  const chat = scene.chat ?? scene.currentChat;
  const channel = scene.config.channels.get(chat?.channelId ?? scene.visitor.channelId);
  if (channel === undefined || channel.endpointId === null || message.delivery === undefined) return [];
  return [{ endpointId: channel.endpointId, orderKey: scene.visitor.id, deliveryId: message.delivery.id, event: message.kind }];
};
