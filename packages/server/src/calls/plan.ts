import type { Planner } from "../delivery/index.ts";

/**
 * A call that begins is owed to the telephony server when there is one (CORE-104). An incoming one came from there. In its own lane: no call
 * waits for another.
 */
export const planCall: Planner = (event, scene) => {
  const { calls } = scene.config;
  if (event.name !== "call_updated" || calls?.driver !== "http" || calls.endpointId === null) return [];
  const { call } = event;
  if (call.type === "incoming" || call.status !== "start" || scene.calls.some((one) => one.id === call.id)) return [];
  return [
    {
      endpointId: calls.endpointId,
      orderKey: call.id,
      deliveryId: scene.ids.delivery(),
      event: "call_request",
      chatId: call.chat_id,
    },
  ];
};
