import { Type, type Static } from "typebox";

export { moveKinds, type ReadKind } from "./move-import.ts";

/**
 * The records of an import from another system (MV rules): the lines of a file in the form of
 * Parlour, and what a reader of another system makes of its answers. Every record has the id that
 * the other system gave it, unique within its kind. Records refer to others by these ids.
 */

const closed = { additionalProperties: false };
/** Id in the other system. */
const SourceId = Type.String({ minLength: 1, maxLength: 200 });
/** RFC 3339 with an offset. */
const SourceTime = Type.String({ format: "date-time" });
const Name = Type.String({ maxLength: 300 });
/** Values by the key of the field. Lists and objects have no place and are left out by the plan. */
const FieldValues = Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Type.Unknown());

/** A file of a message or picture of an article. It is fetched from `url` or read from `path`. */
export const MoveFile = Type.Object(
  {
    name: Name,
    /** MIME type as the other system names it, or null. */
    type: Type.Union([Type.String(), Type.Null()]),
    /** In bytes, or null if unknown. */
    size: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    /** Address, or path inside the file of the export. Exactly one of both. */
    url: Type.Optional(Type.String()),
    path: Type.Optional(Type.String()),
  },
  closed,
);
export type MoveFile = Static<typeof MoveFile>;

export const MoveOperator = Type.Object(
  {
    kind: Type.Literal("operator"),
    id: SourceId,
    name: Name,
    email: Type.Optional(Type.String()),
    /** false: no longer works there. */
    active: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type MoveOperator = Static<typeof MoveOperator>;

/** A team, group or department. */
export const MoveDepartment = Type.Object(
  { kind: Type.Literal("department"), id: SourceId, name: Name },
  closed,
);
export type MoveDepartment = Static<typeof MoveDepartment>;
/** A label. Chats refer to tags by their name. */
export const MoveTag = Type.Object(
  { kind: Type.Literal("tag"), id: SourceId, name: Name, colour: Type.Optional(Type.String()) },
  closed,
);
export type MoveTag = Static<typeof MoveTag>;
/** A custom attribute of visitors or chats. `type`: as the other system names it. */
export const MoveField = Type.Object(
  {
    kind: Type.Literal("field"),
    id: SourceId,
    of: Type.Union([Type.Literal("visitor"), Type.Literal("chat")]),
    key: Type.String({ minLength: 1, maxLength: 100 }),
    name: Name,
    type: Type.Enum(["text", "number", "checkbox", "date", "link", "list", "other"]),
    options: Type.Optional(Type.Array(Type.String())),
  },
  closed,
);
export type MoveField = Static<typeof MoveField>;
/** A canned response. */
export const MoveReply = Type.Object(
  { kind: Type.Literal("reply"), id: SourceId, shortcut: Name, text: Type.String() },
  closed,
);
export type MoveReply = Static<typeof MoveReply>;
const articleText = {
  id: SourceId,
  title: Name,
  section: Type.Optional(Type.String()),
  /** Exactly one of both. */
  html: Type.Optional(Type.String()),
  markdown: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
};
export const MoveArticle = Type.Object(
  {
    kind: Type.Literal("article"),
    ...articleText,
    language: Type.Optional(Type.String()),
    /** Place in the section, from the lowest one. Absent: in the order of the source. */
    position: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  },
  closed,
);
export type MoveArticle = Static<typeof MoveArticle>;
/** A text of an article in another language. Its section counts if the article is not here. */
export const MoveTranslation = Type.Object(
  {
    kind: Type.Literal("translation"),
    ...articleText,
    article: SourceId,
    language: Type.String({ minLength: 1 }),
  },
  closed,
);
export type MoveTranslation = Static<typeof MoveTranslation>;
/** A contact. A record without name, address and chat is left out. */
export const MovePerson = Type.Object(
  {
    kind: Type.Literal("person"),
    id: SourceId,
    name: Type.Optional(Name),
    email: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
    /** The id that the owner's site gave the person. */
    external_id: Type.Optional(Type.String()),
    created_at: Type.Optional(SourceTime),
    note: Type.Optional(Type.String()),
    fields: Type.Optional(FieldValues),
  },
  closed,
);
export type MovePerson = Static<typeof MovePerson>;

/** A conversation. Its messages follow it, in the order of the other system. */
export const MoveChat = Type.Object(
  {
    kind: Type.Literal("chat"),
    id: SourceId,
    person: SourceId,
    /** Name and kind of the channel or inbox there, such as `web`, `email`, `whatsapp`. */
    channel: Type.Optional(Type.Object({ name: Name, kind: Type.String() }, closed)),
    /** Absent: the other system does not say. The report names the record. */
    started_at: Type.Optional(SourceTime),
    ended_at: Type.Optional(SourceTime),
    operator: Type.Optional(SourceId),
    department: Type.Optional(SourceId),
    tags: Type.Optional(Type.Array(Type.String())),
    fields: Type.Optional(FieldValues),
    /** A subject, a page, a state that Parlour does not have: kept as a note at the start. */
    notes: Type.Optional(Type.Array(Type.String())),
    /** `text`: what the person wrote. `score` with `of`, such as 4 of 5. */
    rating: Type.Optional(
      Type.Object(
        { score: Type.Number(), of: Type.Number(), text: Type.Optional(Type.String()) },
        closed,
      ),
    ),
  },
  closed,
);
export type MoveChat = Static<typeof MoveChat>;

export const MoveMessage = Type.Object(
  {
    kind: Type.Literal("message"),
    id: SourceId,
    chat: SourceId,
    /** Absent: the other system does not say (reported). */
    sent_at: Type.Optional(SourceTime),
    /** `operator` with its id there if known, `bot` with a name. Absent: reported. */
    author: Type.Optional(
      Type.Object(
        {
          kind: Type.Enum(["visitor", "operator", "bot", "system"]),
          id: Type.Optional(SourceId),
          name: Type.Optional(Name),
        },
        closed,
      ),
    ),
    text: Type.String(),
    /** Seen by operators only. */
    is_note: Type.Optional(Type.Boolean()),
    edited_at: Type.Optional(SourceTime),
    files: Type.Optional(Type.Array(MoveFile)),
  },
  closed,
);
export type MoveMessage = Static<typeof MoveMessage>;

export const MoveRecord = Type.Union([
  MoveOperator,
  MoveDepartment,
  MoveTag,
  MoveField,
  MoveReply,
  MoveArticle,
  MoveTranslation,
  MovePerson,
  MoveChat,
  MoveMessage,
]);
export type MoveRecord = Static<typeof MoveRecord>;
export type MoveKind = MoveRecord["kind"];

/** Systems that Parlour can read. */
export const moveSystems = [
  "chatwoot",
  "rocketchat",
  "livehelperchat",
  "jivochat",
  "intercom",
  "zendesk",
  "crisp",
  "tawkto",
  "jsonl",
  "csv",
] as const;
export type MoveSystem = (typeof moveSystems)[number];
