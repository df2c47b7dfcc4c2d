import type { WidgetChat, WidgetServerFrame } from "@parlour/protocol/widget";
import { isCallFinished } from "../../../core/call/transitions.ts";
import type { Call, ChatEntity, Message, Visitor } from "../../../core/entity.ts";
import type { AccountConfig, Clock } from "../../../core/command.ts";
import type { WidgetStore } from "../deps.ts";
import { serializeCall } from "../format/call.ts";
import { serializeChat, serializeContacts } from "../format/chat.ts";
import { serializeMessage } from "../format/message.ts";
import { copyVisitorToConnection } from "../session/handshake.ts";
import { maxInitialMessages } from "../session/welcome.ts";
import { findNamedSegments } from "../session/widget-triggers.ts";
import type { VisitorEntry } from "../types.ts";
import { hasOpenChat, type VisitorConnection } from "../visitor-connection.ts";

/**
 * Converts a journal entry into the frames that its visitor may see, or [] if there are none.
 * Updates the state of the connection.
 */
export async function buildEntryFrames(
  deps: { readonly store: WidgetStore; readonly clock: Clock },
  connection: VisitorConnection,
  entry: VisitorEntry,
  config: AccountConfig,
): Promise<readonly WidgetServerFrame[]> {
  const { data } = JSON.parse(entry.frame) as {
    readonly data: {
      readonly message?: Message;
      readonly chat?: ChatEntity;
      readonly visitor?: Visitor;
      readonly call?: Call;
    };
  };
  if (data.message !== undefined)
    return entry.name === "message_updated"
      ? [
          ...readMarkFrames(connection, data.message),
          ...editFrames(connection, data.message, config),
        ]
      : messageFrames(connection, data.message, config);
  if (data.chat !== undefined) {
    // A change of an earlier chat is not sent if a later chat exists.
    if (
      connection.chat !== null &&
      data.chat.id !== connection.chat.id &&
      entry.name !== "chat_created"
    )
      return [];
    return [
      buildChatFrame(
        connection,
        serializeChat(
          data.chat,
          config,
          await deps.store.findQueuePosition(connection.account, config, data.chat),
        ),
      ),
    ];
  }
  if (data.call !== undefined) {
    const isActive = !isCallFinished(data.call);
    // Changes after the end of a call are only for operators.
    if (!isActive && connection.callId !== data.call.id) return [];
    connection.callId = isActive ? data.call.id : null;
    return [{ type: "call", call: serializeCall(data.call) }];
  }
  if (data.visitor !== undefined) {
    copyVisitorToConnection(connection, data.visitor);
    connection.segments = findNamedSegments(config, connection, data.visitor, deps.clock.now());
    return [{ type: "contacts", contacts: serializeContacts(data.visitor) }];
  }
  return [];
}

function messageFrames(
  connection: VisitorConnection,
  message: Message,
  config: AccountConfig,
): readonly WidgetServerFrame[] {
  const { chat } = connection;
  if (chat?.id === message.chat_id && message.seq > chat.seq)
    connection.chat = { ...chat, seq: message.seq };
  const frameMessage = serializeMessage(message, config);
  return frameMessage === null ? [] : [{ type: "message", message: frameMessage }];
}

/**
 * Builds the frames with a message that was changed (WG-260) or got a reaction (WG-281), also if
 * its visitor has only read it since. The window replaces what it has. A message that it may not
 * have loaded is not sent (WG-262).
 */
function editFrames(
  connection: VisitorConnection,
  message: Message,
  config: AccountConfig,
): readonly WidgetServerFrame[] {
  const { chat } = connection;
  const isLoaded = chat?.id === message.chat_id && message.seq > chat.seq - maxInitialMessages;
  const isChanged = message.edited_at !== undefined || message.reactions !== undefined;
  if (!isChanged || !isLoaded) return [];
  const frameMessage = serializeMessage(message, config);
  return frameMessage === null ? [] : [{ type: "message", message: frameMessage }];
}

/**
 * Builds the frames with the read mark for the visitor's other connections, so that all show the
 * same number of unread messages (WG-085).
 */
function readMarkFrames(
  connection: VisitorConnection,
  message: Message,
): readonly WidgetServerFrame[] {
  const { chat } = connection;
  if (chat?.id !== message.chat_id || message.seen_at === undefined || message.seq <= chat.read)
    return [];
  return [buildChatFrame(connection, { ...chat, read: message.seq })];
}

/** Builds a chat frame and remembers the chat as the last one sent. */
export function buildChatFrame(connection: VisitorConnection, chat: WidgetChat): WidgetServerFrame {
  connection.chat = chat;
  if (hasOpenChat(connection)) connection.isChatOpening = false;
  return { type: "chat", chat };
}
