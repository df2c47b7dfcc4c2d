import { isOver } from "../core/call/moves.ts";
import type { Call } from "../core/entity.ts";
import type { Planner } from "../delivery/index.ts";

/** What a telephony server is owed, in words of the ledger. */
export type CallEvent = "call_request" | "call_end";

/**
 * A call that is to be made is owed to the telephony server when there is one (CORE-104); an incoming one came from there. So is the end of one that
 * the server did not report itself, which is withdrawn when the request was never sent. In its own lane: no call waits for another, and its end
 * comes after its request.
 */
export const planCall: Planner = (event, scene) => {
  const { calls } = scene.config;
  if (event.name !== "call_updated" || event.cause !== undefined || calls?.driver !== "http" || calls.endpointId === null) return [];
  const { call } = event;
  const before = scene.calls.find((one) => one.id === call.id);
  const owed = isOver(call) ? "call_end" : isToBeMade(call, before) ? "call_request" : null;
  if (owed === null) return [];
  return [
    {
      endpointId: calls.endpointId,
      orderKey: call.id,
      deliveryId: scene.ids.delivery(),
      event: owed satisfies CallEvent,
      chatId: call.chat_id,
    },
  ];
};

/** It begins, or was put off while operators called by hand (CORE-107) and is wanted now. */
function isToBeMade(call: Call, before: Call | undefined): boolean {
  const isWanted = call.due_at === undefined && (before === undefined || before.due_at !== undefined);
  return isWanted && call.type !== "incoming" && call.status === "start";
}
