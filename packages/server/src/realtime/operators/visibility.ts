import { maskEventData, can, type Principal, type ChatVisibilityInput } from "../../auth/index.ts";

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
 * Returns whether masked roles receive an entry as it is. All entries that contain an entity are
 * masked, so that a new field stays hidden (CORE-303).
 */
export const isShownToAll = (entry: PublishedEntry): boolean => entry.name === "settings_changed";

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

/** Returns the frame of an entry for operators who must not read text (CORE-001). */
export function maskFrame(entry: PublishedEntry): string {
  const frame = JSON.parse(entry.frame) as { readonly data: object };
  return JSON.stringify({ ...frame, data: maskEventData(entry.name, frame.data) });
}
