import type { BoundCondition } from "@parlour/protocol/conditions/condition";
import type { ViewOrder } from "@parlour/protocol/settings/kinds/chats/view";
import type { DraftEmail, DraftMode } from "@parlour/protocol/api";
import type { ChatEntity, ChatState, Message } from "../../core/entity.ts";

/**
 * The chats that an operator may see (CORE-001): all of the account, or those of their channels and
 * those in which they participate.
 */
export interface ChatVisibility {
  readonly operatorId: number;
  readonly seesAllChats: boolean;
}
/** The visibility of rules, which see every chat of the account. */
export const everyChat: ChatVisibility = { operatorId: 0, seesAllChats: true };
/** A chat with the fields that depend on the requesting operator (API-021). */
export interface ChatRecord {
  readonly chat: ChatEntity;
  readonly unread: number;
  readonly lastMessage: Message | null;
}
/** Data of a chat that is read before a command is created. */
export interface ChatSummary {
  readonly channelId: number;
  readonly state: ChatState;
  readonly lastSeq: number;
}
/** Filter, order and start position of a chat list (API-020). */
export interface ChatFilter {
  readonly view?: "mine" | "waiting" | "snoozed" | "bot" | "all" | "closed" | "missed" | undefined;
  readonly state?: ChatState | undefined;
  readonly snoozed?: boolean | undefined;
  /** Condition of a saved view (VIEW-005). */
  readonly condition?: BoundCondition | undefined;
  /** Among which chats those of the condition are. Absent or null: all. */
  readonly candidates?: ViewCandidates | null | undefined;
  readonly assignee?: "me" | "none" | number | undefined;
  readonly channelId?: number | undefined;
  /** Numbers of visitors, such as those of a person. */
  readonly visitorNumbers?: readonly number[];
  readonly tagId?: number | undefined;
  readonly departmentId?: number | undefined;
  readonly language?: string | undefined;
  readonly q?: string | undefined;
  readonly sort: ViewOrder;
  readonly limit: number;
  /** Cursor after the last row of the previous page. */
  readonly after?: ChatCursor | undefined;
  /** Current time in milliseconds since 1970, for views that cover a limited period. */
  readonly now: number;
}
/**
 * Chats among which are all those of a view. The entries of the journal after `position` can add
 * others: chats of their visitors.
 */
export interface ViewCandidates {
  readonly chats: readonly number[];
  /** Visitors whose chats are candidates, too. */
  readonly visitors: readonly number[];
  readonly position: number;
}
/** Cursor of a chat list: a time in microseconds since 1970, and the chat's id. */
export interface ChatCursor {
  readonly key: string;
  readonly id: number;
}
interface ListedChat {
  readonly id: number;
  /** The row as the API sends it, as JSON. */
  readonly text: string;
}
/** A page of chats. `next` is null on the last page. */
export interface ChatPage {
  readonly items: readonly ListedChat[];
  readonly next: ChatCursor | null;
}
/** Number of chats in each view of an operator. */
export interface ChatCounts {
  readonly mine: number;
  readonly waiting: number;
  readonly snoozed: number;
  readonly bot: number;
  readonly all: number;
  readonly missed: number;
  /** Number of unread visitor messages in the operator's chats and in waiting chats. */
  readonly unread: number;
}
/** Position of a waiting chat among those that wait for the same operators. */
export interface QueuePosition {
  readonly rank: number;
  readonly of: number;
  /** Median wait of recently accepted chats in milliseconds, or null if there are too few. */
  readonly usualMs: number | null;
}
/** An operator's unsent draft in a chat. */
export interface DraftRecord {
  readonly chatId: number;
  readonly mode: DraftMode;
  readonly text: string;
  /** Set in the mode `email`, unless the email is unchanged (API-497). */
  readonly email: DraftEmail | null;
  readonly version: number;
  /** `seq` of the last message that the writer had read when they began the text, or null. */
  readonly begunSeq: number | null;
  readonly updatedAt: string;
}
/** An unread note in which the operator is mentioned. */
export interface MentionRecord {
  readonly chatId: number;
  readonly seq: number;
  readonly at: string;
}
