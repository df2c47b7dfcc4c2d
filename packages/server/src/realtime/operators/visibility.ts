import {
  maskCall,
  maskChat,
  maskMessage,
  maskOffline,
  can,
  type Principal,
  type ChatVisibilityInput,
} from "../../auth/index.ts";
import type { Call, ChatEntity, Message, OfflineMessage } from "../../core/entity.ts";

/** The fields of a journal entry that sockets use (docs/architecture.md, JournalEntry). */
export interface PublishedEntry {
  readonly position: number;
  readonly name: string;
  readonly channelId: number | null;
  readonly chatId: number | null;
  /** The complete event frame of API-102. */
  readonly frame: string;
}

/** Returns whether an entry contains a chat entity. */
export function hasChat(entry: PublishedEntry): boolean {
  return entry.chatId !== null && entry.name.startsWith("chat_");
}
/**
 * Returns whether an entry may contain text that people wrote. Such entries are messages, offline
 * messages, calls with a note, and chats with a rating comment, transfer, invitation or notice.
 * Quotes inside JSON strings are escaped, so a match is always a key.
 */
export function hasText(entry: PublishedEntry): boolean {
  if (
    entry.name === "message_created" ||
    entry.name === "message_updated" ||
    entry.name === "offline_message_updated"
  )
    return true;
  if (entry.name === "call_updated") return entry.frame.includes('"note":{');
  return hasChat(entry) && textKeys.some((key) => entry.frame.includes(key));
}
const textKeys = ['"transfer":{', '"invited":[', '"notices":[', '"rating_comment":'] as const;

/**
 * Returns whether the principal may read an entry without a channel. Everyone may read settings,
 * but deliveries need the permission for the delivery log.
 */
export function canReadAccountEntry(principal: Principal, entry: PublishedEntry): boolean {
  return (
    entry.name === "settings_changed" ||
    (entry.name === "delivery_updated" && can(principal, "deliveries.read"))
  );
}
/** Returns whether the operator is the assignee or a participant of the chat. */
export function isParticipant(
  operatorId: number,
  chat: ChatVisibilityInput | undefined | null,
): boolean {
  if (!chat) return false;
  return (
    chat.assignee?.id === operatorId ||
    chat.participants.some((participant) => participant.id === operatorId)
  );
}

/** Returns the masked frame, for operators who test channels and must not read text (CORE-001). */
export function maskFrame(entry: PublishedEntry): string {
  const frame = JSON.parse(entry.frame) as {
    data:
      | { message: Message }
      | { chat: ChatEntity }
      | { call: Call }
      | { offline_message: OfflineMessage };
  };
  const { data } = frame;
  const masked =
    "chat" in data
      ? { chat: maskChat(data.chat) }
      : "call" in data
        ? { call: maskCall(data.call) }
        : "offline_message" in data
          ? { offline_message: maskOffline(data.offline_message) }
          : { message: maskMessage(data.message) };
  return JSON.stringify({ ...frame, data: { ...data, ...masked } });
}
