import type { Message } from "../../../core/entity.ts";
import type { ChatRecord, Sight } from "./chats.ts";

/** Something that a chat is, or with `not` is not. */
export type ChatTest = { readonly not: boolean } & (
  | { readonly is: "operator" | "channel" | "department"; readonly ids: readonly number[] }
  | { readonly is: "rating"; readonly ratings: readonly ("positive" | "negative" | null)[] }
  | { readonly is: "tag"; readonly ids: readonly number[]; readonly names: readonly string[] }
);
export interface SearchFilter {
  /** What a message must match (core/search); null: nothing, chats are found by what they are. */
  readonly index: string | null;
  readonly chats: readonly ChatTest[];
  readonly visitors?: readonly number[];
  /** Milliseconds since 1970: at or after, and before. */
  readonly after?: number;
  readonly before?: number;
}
export type SearchPlace =
  | { readonly of: "messages"; readonly top: number; readonly below: number }
  | { readonly of: "chats"; readonly key: number; readonly id: number };
export interface FoundChat extends ChatRecord {
  readonly hits: readonly { readonly seq: number; readonly message: Message }[];
  readonly count: number;
}
export interface SearchStore {
  chats(
    account: number,
    sight: Sight,
    filter: SearchFilter,
    page: { readonly limit: number; readonly hits: number; readonly place?: SearchPlace },
  ): Promise<{ readonly items: readonly FoundChat[]; readonly next: SearchPlace | null }>;
  stems(
    account: number,
    words: readonly string[],
  ): Promise<readonly { readonly word: string; readonly russian: string | null; readonly english: string | null }[]>;
}
