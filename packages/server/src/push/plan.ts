import { isWaitingCall } from "../core/call/later.ts";
import { chatBefore } from "../core/chat/before.ts";
import type { ChatDraft, Event } from "../core/event.ts";
import type { Call } from "../core/entity.ts";
import type { Scene } from "../core/ports.ts";
import { devicesOf } from "../core/routing/reach.ts";
import type { Owed, Planner } from "../delivery/index.ts";

/** What a device is owed, in words of the ledger: a chat or a call waits; nobody need come any more. */
export type PushEvent = "chat_waiting" | "chat_taken" | "call_waiting" | "call_taken";

/**
 * What events owe to the devices of operators (CORE-035, product.md 4): a notice when the ladder comes to its push and when a bot hands over,
 * which alarms like a new chat, and its withdrawal when the chat waits no longer. A call asks at once (CORE-109): its visitor sits by his telephone.
 * In order for each chat and device.
 */
export const planPush: Planner = (event, scene, decided) => {
  const devices = scene.config.push ?? [];
  if (devices.length === 0) return [];
  const due = dueFor(event, scene, decided);
  if (due === null) return [];
  const operators = new Set(due.operators ?? devicesOf(scene.config, due.chat));
  const owed: Owed[] = [];
  for (const { endpointId, operatorId } of devices)
    if (operators.has(operatorId))
      owed.push({ endpointId, orderKey: due.chat.id, deliveryId: scene.ids.delivery(), event: due.event, chatId: due.chat.id });
  return owed;
};

type Place = Pick<ChatDraft, "id" | "channel" | "department">;

interface Due {
  readonly event: PushEvent;
  readonly chat: Place;
  /** Absent: whoever has a device and may take the chat. */
  readonly operators?: readonly number[];
}

function dueFor(event: Event, scene: Scene, decided: readonly Event[]): Due | null {
  if (event.name === "call_updated") return event.cause === "noted" ? null : callDue(event.call, scene, decided);
  if (event.name === "message_created") {
    const { line, chat_id: id } = event.message;
    const chat = line?.code === "ladder_push" ? chatBefore(scene, id) : null;
    return chat === null ? null : { event: "chat_waiting", chat, ...(line?.assignment ? { operators: line.assignment.eligible } : {}) };
  }
  if (!("chat" in event)) return null;
  const { chat } = event;
  if (event.name === "chat_handed_over" && chat.state === "waiting") return { event: "chat_waiting", chat };
  // One verb may write several events of its chat; the last one says where it stands.
  const last = decided.findLast((one) => "chat" in one && one.chat.id === chat.id);
  if (last !== undefined && last !== event) return null;
  const was = chatBefore(scene, chat.id);
  return was !== null && wasTold(was) && chat.state !== "waiting" ? { event: "chat_taken", chat } : null;
}

/** A call that nobody has begins to wait, now or again; what was told is taken back when it does no longer. */
function callDue(call: Call, scene: Scene, decided: readonly Event[]): Due | null {
  const was = scene.calls.find((one) => one.id === call.id);
  const waited = was !== undefined && isWaitingCall(was);
  if (waited === isWaitingCall(call)) return null;
  const begun = decided.find((one) => one.name === "chat_created" && one.chat.id === call.chat_id);
  const chat = chatBefore(scene, call.chat_id) ?? (begun?.name === "chat_created" ? begun.chat : null);
  const channel = scene.visitor === null ? undefined : scene.config.channels.get(scene.visitor.channelId);
  const place = chat ?? (channel === undefined ? null : { id: call.chat_id, channel, department: null });
  return place === null ? null : { event: waited ? "call_taken" : "call_waiting", chat: place };
}

/** Whether devices were told of the wait that this state is in: by the bot's hand-over, or by the step of the ladder or one after it. */
function wasTold(chat: ChatDraft): boolean {
  if (chat.state !== "waiting" || chat.wait === null) return false;
  const { step = "", push_waits: isOwed, invited_until: invited } = chat.wait;
  return (chat.bot !== null && !chat.bot.attached) || invited !== undefined || (told.has(step) && isOwed !== true);
}
const told: ReadonlySet<string> = new Set(["push", "mail", "visitor"]);
