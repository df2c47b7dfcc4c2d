import type { ChatEntity, ChatState, Message } from "../entity.ts";

/** Whose eyes (CORE-001): all chats of the account, or those of own channels and own chats. */
export interface Sight {
  readonly operatorId: number;
  readonly everything: boolean;
}
/** A chat with what depends on who looks (API-021). */
export interface ChatRecord {
  readonly chat: ChatEntity;
  readonly unread: number;
  readonly lastMessage: Message | null;
}
/** What a command about a chat needs to know first. */
export interface ChatSpot {
  readonly channelId: number;
  readonly state: ChatState;
  readonly lastSeq: number;
}
/** Which chats, in which order, and from where on (API-020). */
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
  /** Place of the last row of the page before. */
  readonly after?: ChatPlace;
  /** Present time, for the views that look back a limited time. */
  readonly now: number;
}
/** Place of a chat in a list: microseconds since 1970, and its id. */
export interface ChatPlace {
  readonly key: string;
  readonly id: number;
}
/** A page of chats; `next` null: the last one. */
export interface ChatPage {
  readonly items: readonly ChatRecord[];
  readonly next: ChatPlace | null;
}
/** How many chats each view of an operator holds. */
export interface ChatCounts {
  readonly mine: number;
  readonly waiting: number;
  readonly bot: number;
  readonly all: number;
  readonly missed: number;
  /** Visitor messages above the mark in own and waiting chats. */
  readonly unread: number;
}
/** Place of a waiting chat among those who wait for the same people. */
export interface QueuePlace {
  readonly place: number;
  readonly of: number;
  /** How long chats taken lately had waited, in milliseconds: the middle one; null: too few to say. */
  readonly usualMs: number | null;
}
/** What an operator has written in a chat and not sent yet. */
export interface DraftRecord {
  readonly chatId: number;
  readonly mode: "text" | "note";
  readonly text: string;
  readonly version: number;
  readonly updatedAt: string;
}
/** A note above the read mark that names an operator. */
export interface MentionRecord {
  readonly chatId: number;
  readonly seq: number;
  readonly at: string;
}
