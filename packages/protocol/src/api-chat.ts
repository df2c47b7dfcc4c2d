import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./api-common.ts";
import { Chat, ChatState, Id, Message } from "./entity.ts";

/** Chats and their messages (API-020 – API-029). */

/** Lists of the inbox (product.md 3); `mine` are running chats one is assigned to or takes part in, `missed` those that ended while they waited for somebody. */
export const ChatView = Type.Union([
  Type.Literal("mine"),
  Type.Literal("waiting"),
  Type.Literal("bot"),
  Type.Literal("all"),
  Type.Literal("closed"),
  Type.Literal("missed"),
]);
export type ChatView = Static<typeof ChatView>;

/** API-020. Without `state` and `view` the list holds chats of every state. */
export const ChatsQuery = Type.Object(
  {
    state: Type.Optional(ChatState),
    view: Type.Optional(ChatView),
    assignee: Type.Optional(Type.String({ pattern: "^(me|none|[1-9][0-9]{0,15})$" })),
    channel: Type.Optional(IdText),
    /** Id of a department: of closed chats among the 20,000 with the latest activity. */
    department: Type.Optional(IdText),
    /** Number of a visitor: all his chats. */
    visitor: Type.Optional(IdText),
    /** Id of a tag: of closed chats the 5,000 that were tagged last. */
    tag: Type.Optional(IdText),
    /** Of the visitor's widget, `de`: also `de-AT`; of closed chats among the 20,000 with the latest activity. */
    language: Type.Optional(Type.String({ pattern: "^[a-z]{2,3}$" })),
    /** Part of a name, phone or e-mail, or the visitor number. */
    q: Type.Optional(Type.String({ maxLength: 200 })),
    sort: Type.Optional(Type.Union([Type.Literal("activity"), Type.Literal("created")])),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
export type ChatsQuery = Static<typeof ChatsQuery>;

/** `assignment` is null in lists; it is computed for one chat (API-021). */
export const Chats = Page(Chat);
export type Chats = Static<typeof Chats>;

/** API-022. Without `before` and `after`: the latest ones. */
export const MessagesQuery = Type.Object(
  {
    before: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    limit: Limit,
  },
  { additionalProperties: false },
);
/** API-130. `seq` as API-022 gives it. */
export const MessageParams = Type.Object({ id: IdText, seq: Type.String({ pattern: "^[1-9][0-9]{0,8}$" }) });

/** Oldest first. `next_cursor` is always null: the pages go by `seq`. */
export const Messages = Page(Message);
export type Messages = Static<typeof Messages>;

/** CORE-046; what a channel does not take is cut when it is sent, noted in the ledger as `text_cut` (CH-074). */
export const longestText = 4000;

/**
 * API-023. `text` and `note` need their text; `file` names an upload of the same operator, with `text` as its comment. `voice`: the sound was
 * recorded to be sent (CH-075), `duration` its length in seconds; both count for sound and video only.
 */
export const NewMessage = Type.Object(
  {
    kind: Type.Union([Type.Literal("text"), Type.Literal("note"), Type.Literal("file")]),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: longestText })),
    upload_id: Type.Optional(Id),
    voice: Type.Optional(Type.Boolean()),
    duration: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
    /** Of a note: ids of operators it names (API-046). */
    mentions: Type.Optional(Type.Array(Id, { maxItems: 20 })),
    client_id: Type.String({ minLength: 1, maxLength: 64, pattern: "^[\\x21-\\x7e]+$" }),
  },
  { additionalProperties: false },
);
/** One object on the wire, so that a fault names its field; for senders the fields that belong together. */
export type NewMessage =
  | { readonly kind: "text" | "note"; readonly text: string; readonly mentions?: readonly number[]; readonly client_id: string }
  | {
      readonly kind: "file";
      readonly upload_id: number;
      readonly text?: string;
      readonly voice?: boolean;
      readonly duration?: number;
      readonly client_id: string;
    };

/** API-025. */
export const CloseChat = Type.Union([
  Type.Object({ reason: Type.Optional(Type.String({ maxLength: 300 })) }, { additionalProperties: false }),
  Type.Null(),
]);
/** API-026. */
export const Typing = Type.Object({ typing: Type.Boolean() }, { additionalProperties: false });
/** API-029: forward only, unless `unread` sets the mark back. */
export const ReadMark = Type.Object(
  {
    seq: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    unread: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** API-029. `unread` counts visitor messages above the mark in own and waiting chats. */
export const Counters = Type.Object({
  views: Type.Object({
    mine: Type.Integer(),
    waiting: Type.Integer(),
    bot: Type.Integer(),
    all: Type.Integer(),
    missed: Type.Integer(),
    offline: Type.Integer(),
    calls: Type.Integer(),
  }),
  unread: Type.Integer(),
});
export type Counters = Static<typeof Counters>;

/** API-047. */
export const TranscriptQuery = Type.Object(
  { format: Type.Union([Type.Literal("txt"), Type.Literal("html")]), notes: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
export type TranscriptQuery = Static<typeof TranscriptQuery>;
