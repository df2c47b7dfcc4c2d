import { isOver } from "../core/call/moves.ts";
import type { Planner } from "../delivery/index.ts";

/** What a telephony server is owed, in words of the ledger. */
export type CallEvent = "call_request" | "call_end";

/**
 * A call that begins is owed to the telephony server when there is one (CORE-104); an incoming one came from there. So is the end of one that the
 * server did not report itself. In its own lane: no call waits for another, and its end comes after its request.
 */
export const planCall: Planner = (event, scene) => {
  const { calls } = scene.config;
  if (event.name !== "call_updated" || event.cause !== undefined || calls?.driver !== "http" || calls.endpointId === null) return [];
  const { call } = event;
  const isNew = call.type !== "incoming" && call.status === "start" && !scene.calls.some((one) => one.id === call.id);
  if (!isNew && !isOver(call)) return [];
  const owed: CallEvent = isNew ? "call_request" : "call_end";
  return [{ endpointId: calls.endpointId, orderKey: call.id, deliveryId: scene.ids.delivery(), event: owed, chatId: call.chat_id }];
};
