import { isWaitingCall } from "../core/call/postpone.ts";
import { chatBeforeCommand } from "../core/chat/previous-state.ts";
import type { ChatData, NewEvent, NewMessage } from "../core/event.ts";
import type { Call } from "../core/entity.ts";
import type { CommandContext } from "../core/command.ts";
import { getAbsentAssignee } from "../core/chat/participants/absent-assignee.ts";
import { pushRecipients } from "../core/routing/recipients.ts";
import type { PlannedDelivery, DeliveryPlanner } from "../delivery/index.ts";

/** Events that devices receive, as in the delivery log. `…_taken` withdraws one. */
type PushEvent =
  | "chat_waiting"
  | "chat_notice"
  | "operator_assigned"
  | "chat_taken"
  | "call_waiting"
  | "call_taken";

/**
 * Plans push messages to devices of operators (CORE-035, product.md 4): at the push step of the
 * escalation, at the hand-over of a bot, and a withdrawal when the chat no longer waits. A call is
 * pushed immediately (CORE-109), because its visitor waits at the phone. Messages are sent in order
 * for each chat and device.
 */
export const planPushDeliveries: DeliveryPlanner = (event, context, decided) => {
  const devices = context.config.push ?? [];
  if (devices.length === 0) return [];
  const duePush = findDuePush(event, context, decided);
  if (duePush === null) return [];
  const operators = new Set(
    duePush.operators ?? pushRecipients(context.config, duePush.chat, context.now),
  );
  const deliveries: PlannedDelivery[] = [];
  for (const { endpointId, operatorId } of devices)
    if (operators.has(operatorId))
      deliveries.push({
        endpointId,
        orderKey: duePush.chat.id,
        deliveryId: context.ids.delivery(),
        event: duePush.event,
        chatId: duePush.chat.id,
      });
  return deliveries;
};

/** Which operators may take a chat. */
interface ChatRoute {
  readonly id: number;
  readonly channel: ChatData["channel"];
  readonly department: ChatData["department"];
}
interface DuePush {
  readonly event: PushEvent;
  readonly chat: ChatRoute;
  /** Operators whose devices get it. Absent: all with a device who may take the chat. */
  readonly operators?: readonly number[] | undefined;
}

function findDuePush(
  event: NewEvent,
  context: CommandContext,
  decided: readonly NewEvent[],
): DuePush | null {
  if (event.name === "call_updated")
    return event.cause === "noted" ? null : findDueCallPush(event.call, context, decided);
  if (event.name === "message_created") return findEscalationPush(event.message, context);
  if (!("chat" in event)) return null;
  const { chat } = event;
  if (event.name === "chat_handed_over" && chat.state === "waiting")
    return { event: "chat_waiting", chat };
  // A command may write several events of its chat. Only the last one contains the final state.
  const lastEvent = decided.findLast(
    (decidedEvent) => "chat" in decidedEvent && decidedEvent.chat.id === chat.id,
  );
  if (lastEvent !== undefined && lastEvent !== event) return null;
  const chatBeforeEvent = chatBeforeCommand(context, chat.id);
  return chatBeforeEvent !== null &&
    wereDevicesNotified(chatBeforeEvent) &&
    (chat.state !== "waiting" || chat.snoozed !== undefined)
    ? { event: "chat_taken", chat }
    : null;
}

/**
 * Returns the push of the escalation, which its system message announces (CORE-035), the one to an
 * operator who got the chat while they were not online (CORE-341), or a notice (ACT-038).
 */
function findEscalationPush(
  { line, chat_id }: NewMessage,
  context: CommandContext,
): DuePush | null {
  if (line?.notice) {
    const chat = line.notice.by === "email" ? null : chatBeforeCommand(context, chat_id);
    return (
      chat && { event: "chat_notice", chat, operators: line.notice.operators.map((to) => to.id) }
    );
  }
  const assigned = line && getAbsentAssignee(line);
  if (assigned) {
    const chat = chatBeforeCommand(context, chat_id);
    return chat && { event: "operator_assigned", chat, operators: [assigned.id] };
  }
  const chat = line?.code === "ladder_push" ? chatBeforeCommand(context, chat_id) : null;
  return chat === null
    ? null
    : {
        event: "chat_waiting",
        chat,
        operators: line?.assignment ? line.assignment.eligible : undefined,
      };
}

/** Plans a push when a call without an operator starts to wait, and its withdrawal. */
function findDueCallPush(
  call: Call,
  context: CommandContext,
  decided: readonly NewEvent[],
): DuePush | null {
  const callBefore = context.calls.find((entry) => entry.id === call.id);
  const wasWaiting = callBefore !== undefined && isWaitingCall(callBefore);
  if (wasWaiting === isWaitingCall(call)) return null;
  const chatCreated = decided.find(
    (entry) => entry.name === "chat_created" && entry.chat.id === call.chat_id,
  );
  const chat =
    chatBeforeCommand(context, call.chat_id) ??
    (chatCreated?.name === "chat_created" ? chatCreated.chat : null);
  const channel =
    context.visitor === null ? undefined : context.config.channels.get(context.visitor.channelId);
  const route =
    chat ?? (channel === undefined ? null : { id: call.chat_id, channel, department: null });
  return route === null ? null : { event: wasWaiting ? "call_taken" : "call_waiting", chat: route };
}

/**
 * Returns whether devices were notified of the current wait: by the hand-over of the bot, or by the
 * push step or a later step of the escalation.
 */
function wereDevicesNotified(chat: ChatData): boolean {
  if (chat.state !== "waiting" || chat.wait === null) return false;
  const { step = "", push_waits, invited_until } = chat.wait;
  return (
    (chat.bot !== null && !chat.bot.attached) ||
    invited_until !== undefined ||
    (notifiedSteps.has(step) && push_waits !== true)
  );
}
const notifiedSteps: ReadonlySet<string> = new Set(["push", "mail", "visitor"]);
