import type { Message } from "../entity.ts";
import type { ChatRecord } from "./chat.ts";

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
  | { readonly is: "tag"; readonly ids: readonly number[]; readonly names: readonly string[] }
);
/** `messages`: below this position, and where the search began. `chats`: in the order of their activity. */
export type SearchPlace =
  | { readonly of: "messages"; readonly top: number; readonly below: number }
  | { readonly of: "chats"; readonly key: number; readonly id: number };
/** A chat with what was found in it. */
export interface FoundChat extends ChatRecord {
  /** Newest first; empty when chats were asked for by themselves. */
  readonly hits: readonly { readonly seq: number; readonly message: Message }[];
  /** How many messages match, counted up to a bound among those that are looked at. */
  readonly count: number;
}
/** A page of them; `next` null: the last one. */
export interface SearchPage {
  readonly items: readonly FoundChat[];
  readonly next: SearchPlace | null;
}
