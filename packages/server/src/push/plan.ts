import { isWaitingCall } from "../core/call/postpone.ts";
import { chatBeforeCommand } from "../core/chat/previous-state.ts";
import type { ChatData, NewEvent } from "../core/event.ts";
import type { Call } from "../core/entity.ts";
import type { CommandContext } from "../core/command.ts";
import { pushRecipients } from "../core/routing/recipients.ts";
import type { Owed, Planner } from "../delivery/index.ts";

/**
 * Events delivered to devices, with their names in the delivery log. `…_taken` withdraws the
 * notification.
 */
export type PushEvent = "chat_waiting" | "chat_taken" | "call_waiting" | "call_taken";

/**
 * Plans push messages to devices of operators (CORE-035, product.md 4): at the push step of the
 * escalation, at the hand-over of a bot, and a withdrawal when the chat no longer waits. A call is
 * pushed immediately (CORE-109), because its visitor waits at the phone. Messages are in order per
 * chat and device.
 */
export const planPush: Planner = (event, scene, decided) => {
  const devices = scene.config.push ?? [];
  if (devices.length === 0) return [];
  const due = dueFor(event, scene, decided);
  if (due === null) return [];
  const operators = new Set(due.operators ?? pushRecipients(scene.config, due.chat));
  const owed: Owed[] = [];
  for (const { endpointId, operatorId } of devices)
    if (operators.has(operatorId))
      owed.push({ endpointId, orderKey: due.chat.id, deliveryId: scene.ids.delivery(), event: due.event, chatId: due.chat.id });
  return owed;
};

type Place = Pick<ChatData, "id" | "channel" | "department">;

interface Due {
  readonly event: PushEvent;
  readonly chat: Place;
  /** Absent: all operators with a device who may take the chat. */
  readonly operators?: readonly number[];
}

function dueFor(event: NewEvent, scene: CommandContext, decided: readonly NewEvent[]): Due | null {
  if (event.name === "call_updated") return event.cause === "noted" ? null : callDue(event.call, scene, decided);
  if (event.name === "message_created") {
    const { line, chat_id: id } = event.message;
    const chat = line?.code === "ladder_push" ? chatBeforeCommand(scene, id) : null;
    return chat === null ? null : { event: "chat_waiting", chat, ...(line?.assignment ? { operators: line.assignment.eligible } : {}) };
  }
  if (!("chat" in event)) return null;
  const { chat } = event;
  if (event.name === "chat_handed_over" && chat.state === "waiting") return { event: "chat_waiting", chat };
  // A command may write several events of its chat. Only the last one has the final state.
  const last = decided.findLast((one) => "chat" in one && one.chat.id === chat.id);
  if (last !== undefined && last !== event) return null;
  const was = chatBeforeCommand(scene, chat.id);
  return was !== null && wasTold(was) && chat.state !== "waiting" ? { event: "chat_taken", chat } : null;
}

/**
 * Plans a push message when a call without an operator starts to wait, and its withdrawal when it
 * no longer waits.
 */
function callDue(call: Call, scene: CommandContext, decided: readonly NewEvent[]): Due | null {
  const was = scene.calls.find((one) => one.id === call.id);
  const waited = was !== undefined && isWaitingCall(was);
  if (waited === isWaitingCall(call)) return null;
  const begun = decided.find((one) => one.name === "chat_created" && one.chat.id === call.chat_id);
  const chat = chatBeforeCommand(scene, call.chat_id) ?? (begun?.name === "chat_created" ? begun.chat : null);
  const channel = scene.visitor === null ? undefined : scene.config.channels.get(scene.visitor.channelId);
  const place = chat ?? (channel === undefined ? null : { id: call.chat_id, channel, department: null });
  return place === null ? null : { event: waited ? "call_taken" : "call_waiting", chat: place };
}

/**
 * Returns whether devices were notified of the current wait: by the hand-over of the bot, or by the
 * push step or a later step of the escalation.
 */
function wasTold(chat: ChatData): boolean {
  if (chat.state !== "waiting" || chat.wait === null) return false;
  const { step = "", push_waits: isOwed, invited_until: invited } = chat.wait;
  return (chat.bot !== null && !chat.bot.attached) || invited !== undefined || (told.has(step) && isOwed !== true);
}
const told: ReadonlySet<string> = new Set(["push", "mail", "visitor"]);
