import type { CustomData, Message } from "../entity.ts";
import type { ChatRecord } from "./chat.ts";
import type { VisitorRecord } from "./visitor.ts";

/** Which chats and messages are looked for (API-070). */
export interface SearchFilter {
  /** What a message must match, in the words of the index (core/search); null: chats are found by themselves. */
  readonly index: string | null;
  readonly chats: readonly ChatTest[];
  /** Numbers of visitors; absent: all. */
  readonly visitors?: readonly number[];
  /** Milliseconds since 1970: at or after, and before. */
  readonly after?: number;
  readonly before?: number;
}
/** Something that a chat is, or with `not` is not. */
export type ChatTest = { readonly not: boolean } & (
  | { readonly is: "operator" | "channel" | "department"; readonly ids: readonly number[] }
  | { readonly is: "rating"; readonly ratings: readonly ("positive" | "negative" | null)[] }
  | { readonly is: "state"; readonly states: readonly ChatRecord["chat"]["state"][] }
  | { readonly is: "tag"; readonly ids: readonly number[]; readonly names: readonly string[] }
);
/** `best`: as `newest`, with the chats of people found before those of messages. */
export type SearchSort = "best" | "newest" | "oldest";
/** `messages`: `top` is the end of the journal when the search began, `at` the position where the next page begins. `chats`: the last one of a page. */
export type SearchPlace =
  | { readonly of: "messages"; readonly top: number; readonly at: number }
  | { readonly of: "chats"; readonly key: number; readonly id: number };
/** A chat with what was found in it. */
export interface FoundChat extends ChatRecord {
  /** In the order of the search; empty when chats were asked for by themselves. */
  readonly hits: readonly { readonly seq: number; readonly message: Message }[];
  /** How many messages match, counted up to a bound among those that are looked at. */
  readonly count: number;
}
/** A page of them; `next` null: the last one. */
export interface SearchPage {
  readonly items: readonly FoundChat[];
  readonly next: SearchPlace | null;
}
/** What visitors are searched by, in the words of their index (core/search/visitor-words.ts); null: not at all. */
export interface VisitorSearch {
  readonly words: string | null;
  /** A whole e-mail, phone, customer id or number of custom data. */
  readonly exact: string | null;
  /** A visitor number or a chat number. */
  readonly number: number | null;
}
export interface FoundVisitor extends VisitorRecord {
  readonly isExact: boolean;
  /** Of the chat whose custom data matches; empty when the profile matches. */
  readonly customData: readonly CustomData[];
}
/** Visitors and their chats; the counts end at 100. */
export interface FoundVisitors {
  readonly visitors: readonly FoundVisitor[];
  readonly visitorCount: number;
  readonly chats: readonly ChatRecord[];
  readonly chatCount: number;
}
