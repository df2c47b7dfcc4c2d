import type { ChatEntity, ChatState, Message } from "../../core/entity.ts";

/**
 * Visibility of chats for an operator (CORE-001): all of the account, or those of their channels
 * and their own.
 */
export interface ChatVisibility {
  readonly operatorId: number;
  readonly seesAllChats: boolean;
}
/** A chat with the fields that depend on the viewer (API-021). */
export interface ChatRecord {
  readonly chat: ChatEntity;
  readonly unread: number;
  readonly lastMessage: Message | null;
}
/** Data of a chat that is needed before a command. */
export interface ChatSummary {
  readonly channelId: number;
  readonly state: ChatState;
  readonly lastSeq: number;
}
/** Filter, order and start of a chat list (API-020). */
export interface ChatFilter {
  readonly view?: "mine" | "waiting" | "bot" | "all" | "closed" | "missed";
  readonly state?: ChatState;
  readonly assignee?: "me" | "none" | number;
  readonly channelId?: number;
  readonly visitorNumber?: number;
  readonly tagId?: number;
  readonly departmentId?: number;
  readonly language?: string;
  readonly q?: string;
  readonly sort: "activity" | "created";
  readonly limit: number;
  /** Cursor of the previous page's last row. */
  readonly after?: ChatCursor;
  /** Current time, for views with a limited period. */
  readonly now: number;
}
/** Cursor of a chat list: microseconds since 1970, and the chat's id. */
export interface ChatCursor {
  readonly key: string;
  readonly id: number;
}
/** A page of chats; `next` null: the last page. */
export interface ChatPage {
  readonly items: readonly ChatRecord[];
  readonly next: ChatCursor | null;
}
/** Number of chats in each view of an operator. */
export interface ChatCounts {
  readonly mine: number;
  readonly waiting: number;
  readonly bot: number;
  readonly all: number;
  readonly missed: number;
  /** Unread visitor messages in own and waiting chats. */
  readonly unread: number;
}
/** Position of a waiting chat in the queue for the same operators. */
export interface QueuePosition {
  readonly place: number;
  readonly of: number;
  /** Median wait of recently accepted chats in milliseconds; null: too few. */
  readonly usualMs: number | null;
}
/** An operator's unsent draft in a chat. */
export interface DraftRecord {
  readonly chatId: number;
  readonly mode: "text" | "note";
  readonly text: string;
  readonly version: number;
  readonly updatedAt: string;
}
/** An unread note that mentions an operator. */
export interface MentionRecord {
  readonly chatId: number;
  readonly seq: number;
  readonly at: string;
}
