import { maskCall, maskChat, maskMessage, maskOffline, may, type Principal, type SeenChat } from "../auth/index.ts";
import type { Call, ChatEntity, Message, OfflineMessage } from "../core/entity.ts";

/** What the sockets need of a journal entry (docs/architecture.md, JournalEntry). */
export interface Entry {
  readonly position: number;
  readonly name: string;
  readonly channelId: number | null;
  readonly chatId: number | null;
  /** The whole event frame of API-102. */
  readonly frame: string;
}

export function carriesChat(entry: Entry): boolean {
  return entry.chatId !== null && entry.name.startsWith("chat_");
}
/**
 * A message, an offline one too, a call with a note, or a chat with the comment of a rating, or with a transfer, an invitation or a notice, which
 * may have one. A quote inside a JSON string is escaped, so that text can only be the key.
 */
export function carriesText(entry: Entry): boolean {
  if (entry.name === "message_created" || entry.name === "message_updated" || entry.name === "offline_message_updated") return true;
  if (entry.name === "call_updated") return entry.frame.includes('"note":{');
  return carriesChat(entry) && chatTexts.some((key) => entry.frame.includes(key));
}
const chatTexts = ['"transfer":{', '"invited":[', '"notices":[', '"rating_comment":'] as const;

/** Entries that belong to no channel: settings for everybody, deliveries for those who may read the ledger. */
export function mayReadAccountEntry(principal: Principal, entry: Entry): boolean {
  return entry.name === "settings_changed" || (entry.name === "delivery_updated" && may(principal, "deliveries.read"));
}
export function takesPart(operatorId: number, chat: SeenChat | undefined | null): boolean {
  if (!chat) return false;
  return chat.assignee?.id === operatorId || chat.participants.some((person) => person.id === operatorId);
}

/** The frame for those who test channels without reading what people write (CORE-001). */
export function maskFrame(entry: Entry): string {
  const frame = JSON.parse(entry.frame) as {
    data: { message: Message } | { chat: ChatEntity } | { call: Call } | { offline_message: OfflineMessage };
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
