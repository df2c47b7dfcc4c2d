import type { Message } from "../../../core/entity.ts";
import type { ChatRecord } from "../chat-record.ts";

/** Filter of a search in chats and messages (API-070). */
export interface SearchFilter {
  /**
   * tsquery that a message must match (core/search); null: chats are searched without their
   * messages.
   */
  readonly index: string | null;
  readonly chats: readonly ChatCondition[];
  /** Visitor numbers; absent: all. */
  readonly visitors?: readonly number[];
  /** Milliseconds since 1970; `after` inclusive, `before` exclusive. */
  readonly after?: number;
  readonly before?: number;
}
/** A condition on a chat; `not` negates it. */
export type ChatCondition = { readonly not: boolean } & (
  | { readonly is: "operator" | "channel" | "department"; readonly ids: readonly number[] }
  | { readonly is: "rating"; readonly ratings: readonly ("positive" | "negative" | null)[] }
  | { readonly is: "state"; readonly states: readonly ChatRecord["chat"]["state"][] }
  | { readonly is: "tag"; readonly ids: readonly number[]; readonly names: readonly string[] }
);
/** `best`: as `newest`, but chats of matching visitors come before chats with matching messages. */
export type SearchSort = "best" | "newest" | "oldest";
/**
 * `messages`: `top` is the end of the journal at the start of the search, `at` the start position
 * of the next page. `chats`: the last chat of a page.
 */
export type SearchCursor =
  | { readonly of: "messages"; readonly top: number; readonly at: number }
  | { readonly of: "chats"; readonly key: number; readonly id: number };
/** A chat with its matching messages. */
export interface FoundChat extends ChatRecord {
  /** In the order of the search; empty for a search without messages. */
  readonly hits: readonly { readonly seq: number; readonly message: Message }[];
  /** Number of matching messages, up to a limit, among those that were scanned. */
  readonly count: number;
}
/** A page of chats; `next` null: the last page. */
export interface SearchPage {
  readonly items: readonly FoundChat[];
  readonly next: SearchCursor | null;
}
