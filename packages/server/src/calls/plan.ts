import { isCallFinished } from "../core/call/transitions.ts";
import type { Call } from "../core/entity.ts";
import type { DeliveryPlanner } from "../delivery/index.ts";

/** Events that are delivered to a telephony server, named as in the delivery log. */
export type CallEvent = "call_request" | "call_end";

/**
 * Plans the request for an outgoing call if the account has a telephony server (CORE-232). Also
 * plans the end of a call that the server did not report itself. That delivery is withdrawn if the
 * request was never sent. Each call has its own lane: the end follows the request, and calls do not
 * wait for each other.
 */
export const planCallDeliveries: DeliveryPlanner = (event, context) => {
  const { calls } = context.config;
  if (
    event.name !== "call_updated" ||
    event.cause !== undefined ||
    calls?.driver !== "http" ||
    calls.endpointId === null
  )
    return [];
  const { call } = event;
  const callBefore = context.calls.find(({ id }) => id === call.id);
  const plannedEvent = isCallFinished(call)
    ? "call_end"
    : mustBePlaced(call, callBefore)
      ? "call_request"
      : null;
  if (plannedEvent === null) return [];
  return [
    {
      endpointId: calls.endpointId,
      orderKey: call.id,
      deliveryId: context.ids.delivery(),
      event: plannedEvent satisfies CallEvent,
      chatId: call.chat_id,
    },
  ];
};

/** Returns true if the call starts now, or if the time of a postponed call has come (CORE-236). */
function mustBePlaced(call: Call, callBefore: Call | undefined): boolean {
  const isDue =
    call.due_at === undefined && (callBefore === undefined || callBefore.due_at !== undefined);
  return isDue && call.type !== "incoming" && call.status === "start";
}
