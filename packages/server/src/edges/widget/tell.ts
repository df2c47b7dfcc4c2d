import type { WidgetChat, WidgetServerFrame } from "@parlour/protocol/widget";
import { isFinished } from "../../core/call/transitions.ts";
import type { Call, ChatEntity, Message, Visitor } from "../../core/entity.ts";
import type { AccountConfig } from "../../core/command.ts";
import type { Entry, WidgetEdgeDeps } from "./deps.ts";
import { widgetCall } from "./format/call.ts";
import { widgetChat, widgetContacts } from "./format/chat.ts";
import { widgetMessage } from "./format/message.ts";
import { noteVisitor } from "./hello.ts";
import type { Seat } from "./seat.ts";

/**
 * Converts a journal entry into the frames its visitor may see. Empty if the visitor must not see
 * it. Updates the connection's state.
 */
export async function framesFor(
  deps: Pick<WidgetEdgeDeps, "placeInQueue">,
  seat: Seat,
  entry: Entry,
  config: AccountConfig,
): Promise<readonly WidgetServerFrame[]> {
  const { data } = JSON.parse(entry.frame) as {
    readonly data: { readonly message?: Message; readonly chat?: ChatEntity; readonly visitor?: Visitor; readonly call?: Call };
  };
  if (data.message !== undefined)
    return entry.name === "message_updated" ? readFurther(seat, data.message) : told(seat, data.message, config);
  if (data.chat !== undefined) {
    // A change of an earlier chat is not sent if a later chat exists.
    if (seat.chat !== null && data.chat.id !== seat.chat.id && entry.name !== "chat_created") return [];
    return [chatFrame(seat, widgetChat(data.chat, config, await deps.placeInQueue(seat.account, config, data.chat)))];
  }
  if (data.call !== undefined) {
    const isRunning = !isFinished(data.call);
    // Changes after the end of a call are for operators only.
    if (!isRunning && seat.callId !== data.call.id) return [];
    seat.callId = isRunning ? data.call.id : null;
    return [{ type: "call", call: widgetCall(data.call) }];
  }
  if (data.visitor !== undefined) {
    noteVisitor(seat, data.visitor);
    return [{ type: "contacts", contacts: widgetContacts(data.visitor) }];
  }
  return [];
}

function told(seat: Seat, message: Message, config: AccountConfig): readonly WidgetServerFrame[] {
  const { chat } = seat;
  if (chat?.id === message.chat_id && message.seq > chat.seq) seat.chat = { ...chat, seq: message.seq };
  const shown = widgetMessage(message, config);
  return shown === null ? [] : [{ type: "message", message: shown }];
}

/**
 * Sends the read mark to the visitor's other connections, so that all count the same unread
 * messages (WG-085).
 */
function readFurther(seat: Seat, message: Message): readonly WidgetServerFrame[] {
  const { chat } = seat;
  if (chat?.id !== message.chat_id || message.seen_at === undefined || message.seq <= chat.read) return [];
  return [chatFrame(seat, { ...chat, read: message.seq })];
}

/** Builds a chat frame and stores the chat as last sent. */
export function chatFrame(seat: Seat, chat: WidgetChat): WidgetServerFrame {
  seat.chat = chat;
  return { type: "chat", chat };
}
