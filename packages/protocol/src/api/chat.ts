import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./common.ts";
import { maxEmailLength } from "../email/address.ts";
import { EmailContent } from "../email/chat-email.ts";
import { maxMentions } from "../actions/argument-limits.ts";
import { priorityNames } from "../chat-priority.ts";
import { Chat, ChatState, Id, Message, Nullable, type MessageTemplate } from "../entity/index.ts";

/** Chats and their messages (API-020 – API-029). */

/**
 * Lists of the inbox (product.md 3). `mine`: open chats that the operator is assigned to or takes
 * part in. Snoozed chats are only in `snoozed` and `all` (SNZ-005). `missed`: chats that ended
 * while they waited for an operator.
 */
export const ChatView = Type.Union([
  Type.Literal("mine"),
  Type.Literal("waiting"),
  Type.Literal("snoozed"),
  Type.Literal("bot"),
  Type.Literal("all"),
  Type.Literal("closed"),
  Type.Literal("missed"),
]);
export type ChatView = Static<typeof ChatView>;

const chatFilterFields = {
  state: Type.Optional(ChatState),
  /** A list of the inbox, or the id of a saved view (VIEW-005). */
  view: Type.Optional(Type.Union([ChatView, IdText])),
  snoozed: Type.Optional(Type.Boolean()),
  assignee: Type.Optional(Type.String({ pattern: "^(me|none|[1-9][0-9]{0,15})$" })),
  channel: Type.Optional(IdText),
  /** Id of a department. Among closed chats, only the 20,000 latest are searched. */
  department: Type.Optional(IdText),
  /** Number of a visitor. If given, all chats of the person of this visitor are returned. */
  visitor: Type.Optional(IdText),
  /** Id of a tag. Among closed chats, only the 5,000 that were tagged last are searched. */
  tag: Type.Optional(IdText),
  /** `de` includes `de-AT`. Of closed chats, only the latest 20,000 are searched. */
  language: Type.Optional(Type.String({ pattern: "^[a-z]{2,3}$" })),
  /** A part of a name, phone number or email address, or the visitor number. */
  q: Type.Optional(Type.String({ maxLength: 200 })),
};
/** Filters of chats (API-020). Without `state` and `view`, chats of every state. */
export const ChatsFilter = Type.Object(chatFilterFields, { additionalProperties: false });
export type ChatsFilter = Static<typeof ChatsFilter>;
/** Selects a page of a list of chats (API-020). */
export const ChatsQuery = Type.Object(
  {
    ...chatFilterFields,
    sort: Type.Optional(
      Type.Union([Type.Literal("activity"), Type.Literal("created"), Type.Literal("due")]),
    ),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
export type ChatsQuery = Static<typeof ChatsQuery>;

/** Number of chats of a filter (ACT-039). null: more than a bulk action takes. */
export const ChatsCount = Type.Object({ count: Nullable(Type.Integer({ minimum: 0 })) });
export type ChatsCount = Static<typeof ChatsCount>;

/** A page of chats. `assignment` is null, because only single chats have it (API-021). */
export const Chats = Page(Chat);
export type Chats = Static<typeof Chats>;

/** Selects a page of messages (API-022), by default the latest messages. */
export const MessagesQuery = Type.Object(
  {
    before: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    limit: Limit,
  },
  { additionalProperties: false },
);
/** Path of one message (API-130). `seq` as in API-022. */
export const MessageParams = Type.Object({
  id: IdText,
  seq: Type.String({ pattern: "^[1-9][0-9]{0,8}$" }),
});

/** Messages, oldest first. `next_cursor` is always null, because pages are selected by `seq`. */
export const Messages = Page(Message);
export type Messages = Static<typeof Messages>;

/**
 * Maximum number of characters in a message (CORE-046). If a channel accepts fewer, the text is cut
 * off when it is sent, and the delivery log shows the note `text_cut` (CH-074).
 */
export const maxMessageLength = 4000;

/** Which suggestion of the model a text comes from (ASSIST-050). */
const SentSuggestion = Type.Object(
  { request_id: Id, changed: Type.Boolean() },
  { additionalProperties: false },
);
export type SentSuggestion = Static<typeof SentSuggestion>;

/**
 * A new message (API-023). `text` and `note` require `text`. `file` refers to an upload of the same
 * operator, with `text` as its comment. `template` sends one of the channel's templates (CON-051),
 * with a value for each parameter. `voice`: the audio was recorded for this message (CH-075).
 * `duration`: seconds. Both apply only to audio and video.
 */
export const NewMessage = Type.Object(
  {
    kind: Type.Union([
      Type.Literal("text"),
      Type.Literal("note"),
      Type.Literal("file"),
      Type.Literal("template"),
    ]),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: maxEmailLength })),
    upload_id: Type.Optional(Id),
    template: Type.Optional(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 512 }),
          language: Type.String({ minLength: 1, maxLength: 20 }),
          parameters: Type.Record(
            Type.String({ maxLength: 80 }),
            Type.String({ minLength: 1, maxLength: 1024 }),
            { maxProperties: 50 },
          ),
        },
        { additionalProperties: false },
      ),
    ),
    voice: Type.Optional(Type.Boolean()),
    duration: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
    /** Subject and recipients, for channels whose messages are emails (MAIL-098). */
    email: Type.Optional(EmailContent),
    /** Ids of the operators mentioned in a note (API-046). Only for notes. */
    mentions: Type.Optional(Type.Array(Id, { maxItems: maxMentions })),
    /** `seq` of the last message that the author has read (API-522). Not for notes. */
    after_seq: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    /** `seq` of the message that the answer quotes (CORE-433). Not for notes. */
    quotes: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    /** The suggestion from which the text comes, and whether it was changed. Not for notes. */
    suggestion: Type.Optional(SentSuggestion),
    /** What the author wrote, if a machine translated it into `text`. Not for notes. */
    original: Type.Optional(Type.String({ minLength: 1, maxLength: maxEmailLength })),
    client_id: Type.String({ minLength: 1, maxLength: 64, pattern: "^[\\x21-\\x7e]+$" }),
  },
  { additionalProperties: false },
);
/** The new text of an own message or note (API-520). */
export const MessageEdit = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: maxMessageLength }),
    /** Ids of the operators mentioned in a note (API-046). Absent: as before. */
    mentions: Type.Optional(Type.Array(Id, { maxItems: maxMentions })),
  },
  { additionalProperties: false },
);
export type MessageEdit = Static<typeof MessageEdit>;

/** The reaction of the team to a message (API-540). The channel says which emoji it accepts. */
export const NewReaction = Type.Object({ emoji: Type.String() }, { additionalProperties: false });
export type NewReaction = Static<typeof NewReaction>;

/**
 * The types of NewMessage for senders. The schema is a single object, so that an error can name its
 * field. The separate types ensure that fields that depend on each other are used together.
 */
export type NewMessage =
  | {
      readonly kind: "text" | "note";
      readonly text: string;
      readonly mentions?: readonly number[] | undefined;
      readonly email?: EmailContent | undefined;
      readonly after_seq?: number | undefined;
      readonly quotes?: number | undefined;
      readonly suggestion?: SentSuggestion | undefined;
      readonly original?: string | undefined;
      readonly client_id: string;
    }
  | {
      readonly kind: "file";
      readonly upload_id: number;
      readonly text?: string;
      readonly voice?: boolean | undefined;
      readonly duration?: number | undefined;
      readonly email?: EmailContent | undefined;
      readonly after_seq?: number | undefined;
      readonly quotes?: number | undefined;
      readonly suggestion?: SentSuggestion | undefined;
      readonly original?: string | undefined;
      readonly client_id: string;
    }
  | {
      readonly kind: "template";
      readonly template: MessageTemplate;
      readonly client_id: string;
    };

/** Sets the priority of a chat (ACT-001). */
export const PriorityOfChat = Type.Object(
  { priority: Type.Enum([...priorityNames]) },
  { additionalProperties: false },
);
export type PriorityOfChat = Static<typeof PriorityOfChat>;

/** Closes a chat (API-025). */
export const CloseChat = Type.Union([
  Type.Object(
    { reason: Type.Optional(Type.String({ maxLength: 300 })) },
    { additionalProperties: false },
  ),
  Type.Null(),
]);
/**
 * Snoozes a chat until a time, RFC 3339 with a zone (SNZ-001), or until the customer writes (null,
 * SNZ-011). `stay`: also if the customer writes.
 * `promise`: they are promised an answer by then (PROM-005). Both are false by default.
 */
export const SnoozeChat = Type.Object(
  {
    until: Nullable(Type.String({ minLength: 20, maxLength: 35 })),
    stay: Type.Optional(Type.Boolean()),
    promise: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type SnoozeChat = Static<typeof SnoozeChat>;
/** RFC 3339 with a zone (PROM-001). `text` is also sent to the visitor as a message. */
export const PromiseOfChat = Type.Object(
  {
    until: Type.String({ minLength: 20, maxLength: 35 }),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: maxMessageLength })),
  },
  { additionalProperties: false },
);
export type PromiseOfChat = Static<typeof PromiseOfChat>;
/** Typing state of an operator (API-026). */
export const Typing = Type.Object({ typing: Type.Boolean() }, { additionalProperties: false });
/** Moves the operator's read mark forward (API-029). With `unread`, the mark may also move back. */
export const ReadMark = Type.Object(
  {
    seq: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    unread: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** API-029. `unread`: visitor messages after the read mark in own and waiting chats. */
export const Counters = Type.Object({
  views: Type.Object({
    mine: Type.Integer(),
    waiting: Type.Integer(),
    snoozed: Type.Integer(),
    bot: Type.Integer(),
    all: Type.Integer(),
    missed: Type.Integer(),
    offline: Type.Integer(),
    calls: Type.Integer(),
  }),
  unread: Type.Integer(),
});
export type Counters = Static<typeof Counters>;

/** Exports a transcript (API-047). `print` opens the print dialog, `signed` is proof (API-550). */
export const TranscriptQuery = Type.Object(
  {
    format: Type.Union([
      Type.Literal("txt"),
      Type.Literal("html"),
      Type.Literal("print"),
      Type.Literal("signed"),
    ]),
    notes: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type TranscriptQuery = Static<typeof TranscriptQuery>;
