import { Type, type Static } from "typebox";
import { CursorText, Limit, Page } from "./common.ts";
import { VisitorWithActivity } from "./visitor.ts";
import { Author, Chat, ChatChannel, MessageKind, Nullable, Time } from "../entity/index.ts";

/** Search over chats and messages (API-070). */

/** Words, "phrases", -not and tokens. See docs/spec/api.md. */
const Query = Type.Optional(Type.String({ maxLength: 500 }));

/** `all`: also visitors and their chats (API-120). */
const Scope = Type.Optional(Type.Union([Type.Literal("messages"), Type.Literal("all")]));
/**
 * `best`: chats of found visitors, then chats by their newest match. `oldest`: by their oldest
 * match. Without search terms: by last activity.
 */
const Sort = Type.Optional(
  Type.Union([Type.Literal("best"), Type.Literal("newest"), Type.Literal("oldest")]),
);
export const SearchQuery = Type.Object(
  { q: Query, scope: Scope, sort: Sort, limit: Limit, cursor: CursorText },
  { additionalProperties: false },
);
export type SearchSort = "best" | "newest" | "oldest";

/** Matching messages of one chat (API-155). */
export const ChatMatchesQuery = Type.Object({ q: Query }, { additionalProperties: false });
export const ChatMatches = Type.Object({
  /** Ascending. The newest 1,000 matches among the newest 10,000 messages. */
  seqs: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 1_000 }),
});
export type ChatMatches = Static<typeof ChatMatches>;

/** A part of an excerpt, in order. `hit`: it matches the query. Plain text, never markup. */
export const ExcerptPiece = Type.Object({ text: Type.String(), hit: Type.Boolean() });
export type ExcerptPiece = Static<typeof ExcerptPiece>;

export const SearchHit = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  author: Author,
  kind: MessageKind,
  /** The message has a file. */
  file: Type.Boolean(),
  created_at: Time,
  excerpt: Type.Array(ExcerptPiece),
});
export type SearchHit = Static<typeof SearchHit>;

/**
 * A chat with at most 3 of its newest matching messages (oldest with `sort=oldest`). Without
 * conditions on messages there are none.
 */
export const ChatHit = Type.Object({
  chat: Chat,
  hits: Type.Array(SearchHit),
  /** Number of matching messages, at most 100. */
  count: Type.Integer({ minimum: 0 }),
});
export type ChatHit = Static<typeof ChatHit>;

/**
 * A visitor found by name, email address, phone number, visitor number, customer id, or custom data
 * of a chat.
 */
export const VisitorHit = Type.Object({
  visitor: VisitorWithActivity,
  channel: ChatChannel,
  /**
   * The whole query equals the visitor's email address, phone number, visitor number, customer id,
   * or a number of the custom data.
   */
  exact: Type.Boolean(),
  /** The matching entry of custom data. */
  data: Nullable(Type.Object({ title: Nullable(Type.String()), content: Type.String() })),
});
export type VisitorHit = Static<typeof VisitorHit>;
/** At most 100. */
const Count = Type.Integer({ minimum: 0, maximum: 100 });

/**
 * A page may be short or empty and still have a next page, because one request scans a limited
 * number of messages.
 */
export const SearchResult = Type.Object({
  ...Page(ChatHit).properties,
  /**
   * With `scope=all`, on the first page: exact matches first, then visitors with the latest chats.
   * At most 20.
   */
  people: Type.Optional(Type.Object({ items: Type.Array(VisitorHit), count: Count })),
  /**
   * With `scope=all`, on the first page: the chat with this number, and chats of found visitors.
   * Order: own chats, then waiting, other running and closed ones.
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
/** Maximum lines of one export. */
export const maxExportRows = 50_000;
