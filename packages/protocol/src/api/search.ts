import { Type, type Static } from "typebox";
import { CursorText, Limit, Page } from "./common.ts";
import { VisitorWithActivity } from "./visitors/visitor.ts";
import { Author, Chat, ChatChannel, MessageKind, Nullable, Time } from "../entity/index.ts";

/** Search over chats and messages (API-070). */

/** Search query with words, "phrases", -not and tokens. See docs/spec/api.md. */
const Query = Type.Optional(Type.String({ maxLength: 500 }));

/** `all`: also visitors and their chats (API-120). */
const Scope = Type.Optional(Type.Union([Type.Literal("messages"), Type.Literal("all")]));
/** `best`: of found visitors, then by newest match. Without search terms: by activity. */
const Sort = Type.Optional(
  Type.Union([Type.Literal("best"), Type.Literal("newest"), Type.Literal("oldest")]),
);
export const SearchQuery = Type.Object(
  { q: Query, scope: Scope, sort: Sort, limit: Limit, cursor: CursorText },
  { additionalProperties: false },
);
export type SearchSort = "best" | "newest" | "oldest";

/** Requests the matching messages of one chat (API-155). */
export const ChatMatchesQuery = Type.Object({ q: Query }, { additionalProperties: false });
export const ChatMatches = Type.Object({
  /** Ascending: the newest 1,000 matches among the newest 10,000 messages. */
  seqs: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 1_000 }),
});
export type ChatMatches = Static<typeof ChatMatches>;

/** `hit`: the part matches the query. The text is plain and never contains markup. */
export const ExcerptPiece = Type.Object({ text: Type.String(), hit: Type.Boolean() });
export type ExcerptPiece = Static<typeof ExcerptPiece>;

export const SearchHit = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  author: Author,
  kind: MessageKind,
  /** Whether the message has a file. */
  file: Type.Boolean(),
  created_at: Time,
  excerpt: Type.Array(ExcerptPiece),
});
export type SearchHit = Static<typeof SearchHit>;

/** At most 3 matches: the newest, or the oldest with `sort=oldest`. */
export const ChatHit = Type.Object({
  chat: Chat,
  hits: Type.Array(SearchHit),
  /** Number of matching messages. Counted up to 100. */
  count: Type.Integer({ minimum: 0 }),
  /** A message, event or end. Only if `hits` is empty: these chats are sorted by it. */
  active_at: Type.Optional(Time),
});
export type ChatHit = Static<typeof ChatHit>;

/** Found by name, contact, number, customer id, or custom data of a chat. */
export const VisitorHit = Type.Object({
  visitor: VisitorWithActivity,
  channel: ChatChannel,
  /** Whether the query equals a contact, a number, the customer id or a number of the data. */
  exact: Type.Boolean(),
  /** The entry of the custom data that matches. Null if none does. */
  data: Nullable(Type.Object({ title: Nullable(Type.String()), content: Type.String() })),
});
export type VisitorHit = Static<typeof VisitorHit>;
/** A number that is counted up to 100. */
const Count = Type.Integer({ minimum: 0, maximum: 100 });

/** A page may be empty and have a next one: a request scans a limited number of messages. */
export const SearchResult = Type.Object({
  ...Page(ChatHit).properties,
  /**
   * Only on the first page with `scope=all`. Exact matches first, then visitors with the latest
   * chats. At most 20.
   */
  people: Type.Optional(Type.Object({ items: Type.Array(VisitorHit), count: Count })),
  /**
   * Only on the first page with `scope=all`: the chat with this number, and chats of found
   * visitors. The operator's own chats come first, then waiting, other open and closed chats.
   */
  chats: Type.Optional(Type.Object({ items: Type.Array(ChatHit), count: Count })),
});
export type SearchResult = Static<typeof SearchResult>;

export const SearchExportQuery = Type.Object(
  {
    q: Query,
    format: Type.Optional(
      Type.Union([Type.Literal("csv"), Type.Literal("xlsx"), Type.Literal("jsonl")]),
    ),
  },
  { additionalProperties: false },
);
/** Maximum number of lines in one export. */
export const maxExportRows = 50_000;
