import { Type, type Static } from "typebox";
import { CursorText, Limit, Page } from "./api-common.ts";
import { Author, Chat, MessageKind, Time } from "./entity.ts";

/** Search over chats and messages (API-070). */

/** Words, "phrases", -not and tokens; see docs/spec/api.md. */
const Query = Type.Optional(Type.String({ maxLength: 500 }));

export const SearchQuery = Type.Object({ q: Query, limit: Limit, cursor: CursorText }, { additionalProperties: false });

/** A piece of text; `hit`: it is what was looked for. Pieces in their order are the excerpt; never markup. */
export const ExcerptPiece = Type.Object({ text: Type.String(), hit: Type.Boolean() });
export type ExcerptPiece = Static<typeof ExcerptPiece>;

export const SearchHit = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  author: Author,
  kind: MessageKind,
  /** The message carries a file. */
  file: Type.Boolean(),
  created_at: Time,
  excerpt: Type.Array(ExcerptPiece),
});
export type SearchHit = Static<typeof SearchHit>;

/** A chat with its newest messages that match, at most 3; without words or other conditions on messages there are none. */
export const FoundChat = Type.Object({
  chat: Chat,
  hits: Type.Array(SearchHit),
  /** Messages that match, 100 at most. */
  count: Type.Integer({ minimum: 0 }),
});
export type FoundChat = Static<typeof FoundChat>;

/** A page may be short, even empty, and have a next one: so much was looked at. */
export const SearchResult = Page(FoundChat);
export type SearchResult = Static<typeof SearchResult>;

export const SearchExportQuery = Type.Object(
  { q: Query, format: Type.Optional(Type.Union([Type.Literal("csv"), Type.Literal("jsonl")])) },
  { additionalProperties: false },
);
/** Lines of one export. */
export const exportMost = 50_000;
