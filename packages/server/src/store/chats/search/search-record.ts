import type { BoundCondition } from "@parlour/protocol/conditions/condition";
import type { Message } from "../../../core/entity.ts";
import type { MessageQuery } from "../../../core/search/match-message.ts";
import type { ChatRecord } from "../chat-record.ts";

/** Filter of a search for chats and messages (API-070). */
export interface SearchFilter {
  /** Condition on messages. null: none. */
  readonly messages: MessageQuery | null;
  /** Absent means all chats. */
  readonly chats?: BoundCondition;
  /** Channels that found visitors have, or do not have (`not`). Absent means all of them. */
  readonly visitorChannels?: readonly { readonly ids: readonly number[]; readonly not: boolean }[];
  /** Visitor numbers. Absent means all visitors. */
  readonly visitors?: readonly number[] | undefined;
  /** Names of companies, one of which visitors must have. Absent means all visitors. */
  readonly companies?: readonly string[] | undefined;
  /** Times in milliseconds since 1970. `after` is inclusive, `before` is exclusive. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}
/** `best`: as `newest`, with chats of matching visitors before those of messages. */
export type SearchSort = "best" | "newest" | "oldest";
/**
 * Cursor of a search. `messages`: `top` is the end of the journal at the start of the search, and
 * `at` is the start position of the next page. `chats`: the last chat of a page.
 */
export type SearchCursor =
  | { readonly of: "messages"; readonly top: number; readonly at: number }
  | { readonly of: "chats"; readonly key: number; readonly id: number };
export interface ActiveChat extends ChatRecord {
  /** Time of the last activity, in milliseconds since 1970. */
  readonly activeAt: number;
}
/** A chat with its matching messages. `activeAt` is set if there are none. */
export interface FoundChat extends ChatRecord {
  readonly activeAt?: number;
  /** Matching messages in search order. Empty without a condition on messages. */
  readonly hits: readonly { readonly seq: number; readonly message: Message }[];
  /** Number of matching messages among those that were scanned, up to a limit. */
  readonly count: number;
}
/** A page of chats. `next` is null on the last page. */
export interface SearchPage {
  readonly items: readonly FoundChat[];
  readonly next: SearchCursor | null;
}
