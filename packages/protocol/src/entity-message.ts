import { Type, type Static } from "typebox";
import { PersonRef } from "./entity-operator.ts";
import { Assignment } from "./entity-routing.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** Messages of a chat (API-022). */

export const AuthorKind = Type.Union([Type.Literal("visitor"), Type.Literal("operator"), Type.Literal("bot"), Type.Literal("system")]);

export const Author = Type.Object({ kind: AuthorKind, id: Nullable(Id), name: Type.String() });
export type Author = Static<typeof Author>;

/** Media of a message (CH-061, CH-063). Absent data is null. */
export const Media = Type.Object({
  type: Type.Union([
    Type.Literal("video"),
    Type.Literal("audio"),
    Type.Literal("voice"),
    Type.Literal("photo"),
    Type.Literal("sticker"),
    Type.Literal("document"),
    Type.Literal("location"),
  ]),
  file: Nullable(Type.String()),
  file_name: Nullable(Type.String()),
  file_size: Nullable(Type.Integer()),
  thumb: Nullable(Type.String()),
  emoji: Nullable(Type.String()),
  duration: Nullable(Type.Integer()),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  performer: Nullable(Type.String()),
  title: Nullable(Type.String()),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
});
export type Media = Static<typeof Media>;

/** What the operator sees of a message's delivery (API-022, CORE-052). `attempts` counts ended attempts of the present series. */
export const MessageDelivery = Type.Object({
  id: Id,
  state: Type.Union([Type.Literal("pending"), Type.Literal("delivered"), Type.Literal("failed")]),
  attempts: Type.Integer({ minimum: 0 }),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  next_at: Nullable(Time),
  unconfirmed: Type.Optional(Type.Boolean()),
});
export type MessageDelivery = Static<typeof MessageDelivery>;

export const MessageKind = Type.Union([
  Type.Literal("text"),
  Type.Literal("media"),
  Type.Literal("buttons"),
  Type.Literal("markdown"),
  Type.Literal("note"),
]);

/** A system line in machine form, so that applications can word and translate it; `text` holds the English wording. */
export const SystemLine = Type.Object({
  code: Type.String(),
  by: Type.Optional(Nullable(PersonRef)),
  detail: Type.Optional(Type.String()),
  /** Whom it was given to: a colleague or a department. */
  to: Type.Optional(Nullable(PersonRef)),
  /** Of an offer or an assignment (CORE-037). */
  assignment: Type.Optional(Assignment),
});
export type SystemLine = Static<typeof SystemLine>;

/** One press gives the visitor's next message (BOT-042, BOT-046). */
export const MessageButton = Type.Object({ id: Type.String(), text: Type.String() });
export type MessageButton = Static<typeof MessageButton>;

/** The Markdown subset of bots as nodes, parsed once (BOT-045, CORE-126). A line break is a text of "\n". */
export const MarkdownNode = Type.Cyclic(
  {
    MarkdownNode: Type.Union([
      Type.Object({ type: Type.Literal("text"), text: Type.String() }),
      Type.Object({ type: Type.Literal("bold"), nodes: Type.Array(Type.Ref("MarkdownNode")) }),
      Type.Object({ type: Type.Literal("italic"), nodes: Type.Array(Type.Ref("MarkdownNode")) }),
      Type.Object({ type: Type.Literal("link"), url: Type.String(), nodes: Type.Array(Type.Ref("MarkdownNode")) }),
    ]),
  },
  "MarkdownNode",
);
export type MarkdownNode =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "bold" | "italic"; readonly nodes: readonly MarkdownNode[] }
  | { readonly type: "link"; readonly url: string; readonly nodes: readonly MarkdownNode[] };

/** API-022. System lines have author kind `system`, kind `text` and `line`. */
export const Message = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  id: Id,
  chat_id: Id,
  author: Author,
  kind: MessageKind,
  text: Type.String(),
  cut: Type.Optional(Type.Boolean()),
  media: Type.Optional(Media),
  /** Of kind `buttons`. `text` is the fallback for channels, "" without one. */
  title: Type.Optional(Type.String()),
  buttons: Type.Optional(Type.Array(MessageButton)),
  /** Of kind `markdown`. */
  nodes: Type.Optional(Type.Array(Type.Unsafe<MarkdownNode>(MarkdownNode))),
  /** The visitor pressed this button (BOT-046). */
  button_id: Type.Optional(Type.String()),
  /** Stored and shown to operators, not to the customer (BOT-061). */
  hidden: Type.Optional(Type.Literal(true)),
  /** Its visitor was blocked when it came: no notice, no event (CORE-071). */
  blacklisted: Type.Optional(Type.Literal(true)),
  /** Operators that a note names (product.md 3). */
  mentions: Type.Optional(Type.Array(Id)),
  line: Type.Optional(SystemLine),
  /** Its words and files were removed; its place stays (CORE-115, CORE-116). */
  erased: Type.Optional(Type.Literal(true)),
  client_id: Type.Optional(Type.String()),
  created_at: Time,
  delivery: Type.Optional(MessageDelivery),
  /**
   * Of what the visitor of a widget was told: by when his browser had it and it was shown to him. A `message_updated` that carries one speaks
   * for all messages before it, too.
   */
  received_at: Type.Optional(Time),
  seen_at: Type.Optional(Time),
});
export type Message = Static<typeof Message>;
