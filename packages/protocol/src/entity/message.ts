import { Type, type Static } from "typebox";
import { actionResults, noticeWays } from "../actions/actions.ts";
import { ErrorDetail, FailedRecipient } from "./delivery.ts";
import { NamedRef } from "./operator.ts";
import { Assignment } from "./routing.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** Messages of a chat (API-022). */

export const AuthorKind = Type.Union([
  Type.Literal("visitor"),
  Type.Literal("operator"),
  Type.Literal("bot"),
  Type.Literal("system"),
]);

export const Author = Type.Object({ kind: AuthorKind, id: Nullable(Id), name: Type.String() });
export type Author = Static<typeof Author>;

/** Media of a message (CH-061, CH-063). Unknown values are null. */
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

/** As operators see it (API-022, CORE-052). `attempts`: completed ones of this series. */
export const MessageDelivery = Type.Object({
  id: Id,
  state: Type.Union([Type.Literal("pending"), Type.Literal("delivered"), Type.Literal("failed")]),
  attempts: Type.Integer({ minimum: 0 }),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  next_at: Nullable(Time),
  unconfirmed: Type.Optional(Type.Boolean()),
  failed_recipients: Type.Optional(Type.Array(FailedRecipient)),
});
export type MessageDelivery = Static<typeof MessageDelivery>;

/**
 * How far a change of a sent message has come at the service of the channel (CORE-430). `at`: since
 * when. `error`: why the service refused it, or `not_sent` if the customer never got the message.
 */
export const ChangeState = Type.Object({
  delivery_id: Id,
  state: Type.Enum(["pending", "confirmed", "refused"]),
  at: Time,
  error: Nullable(ErrorDetail),
});
export type ChangeState = Static<typeof ChangeState>;

/**
 * The reaction of the visitor or of the team to a message (CORE-440). `emoji`: null if they took it
 * back. `at`: when they chose or took it back last. `operator`: who did it for the team. `change`:
 * whether the service has the reaction of the team. Absent in widgets.
 */
export const Reaction = Type.Object({
  emoji: Nullable(Type.String()),
  by: Type.Enum(["visitor", "operator"]),
  operator: Type.Optional(NamedRef),
  at: Time,
  change: Type.Optional(ChangeState),
});
export type Reaction = Static<typeof Reaction>;

/** An address of a mail with its display name, or "" if it has none. */
export const EmailAddress = Type.Object({ address: Type.String(), name: Type.String() });
export type EmailAddress = Static<typeof EmailAddress>;

/**
 * A recipient of an email of an operator. `source`: the conversation names them, the letter asks
 * for replies to them (`reply_to`), or an operator typed them.
 */
export const EmailRecipient = Type.Object({
  ...EmailAddress.properties,
  source: Type.Union([Type.Literal("thread"), Type.Literal("reply_to"), Type.Literal("operator")]),
});
export type EmailRecipient = Static<typeof EmailRecipient>;

/** How an operator's message is sent as an email (MAIL-098). */
export const MessageEmail = Type.Object({
  subject: Type.String(),
  to: Type.Array(EmailRecipient),
  cc: Type.Array(EmailRecipient),
  bcc: Type.Array(EmailRecipient),
  /** Number of the letter in the chat that is quoted below the text. */
  quotes: Type.Optional(Type.Integer()),
  /** Numbers of the messages in the chat whose files are attached, as for a forwarded letter. */
  attach: Type.Optional(Type.Array(Type.Integer())),
});
export type MessageEmail = Static<typeof MessageEmail>;

/** CON-032. The visitor can have forged all of them, except where `verified` is true. */
export const MessageOrigin = Type.Object({
  /** Subject of a mail. */
  subject: Type.Optional(Type.String()),
  /** Address of the sender as the message names it. */
  from: Type.Optional(Type.String()),
  from_name: Type.Optional(Type.String()),
  /** Where a mail asks for replies, if that is not its sender (MAIL-095). */
  reply_to: Type.Optional(Type.Array(EmailAddress)),
  /** Recipients of a mail, at most 50 each (MAIL-095). */
  to: Type.Optional(Type.Array(EmailAddress)),
  cc: Type.Optional(Type.Array(EmailAddress)),
  /** Its author is not the visitor, but a person in Cc of a mail (MAIL-096). */
  other_sender: Type.Optional(Type.Boolean()),
  /** Whether the receiving server has verified the sender. Absent if the service always does. */
  verified: Type.Optional(Type.Boolean()),
  /** A program may have sent the message, so that no program answers it (CON-036). */
  automatic: Type.Optional(Type.Boolean()),
  /** Whether the visitor forwarded the message from somewhere else. */
  forwarded: Type.Optional(Type.Boolean()),
  /** The advertisement from which the visitor wrote: its title and address. */
  referral: Type.Optional(Type.String()),
  /** Earlier messages that the message repeats, and the signature of the sender. */
  quote: Type.Optional(Type.String()),
  signature: Type.Optional(Type.String()),
  /** Defects of an email, such as `signature_not_checked` (MAIL-117). */
  faults: Type.Optional(Type.Array(Type.String())),
  /** The character set that was guessed for the text of an email. */
  charset: Type.Optional(Type.String()),
  /** For an iframe with `sandbox=""`. Anyone who knows the path can read the page. */
  original_path: Type.Optional(Type.String()),
});
export type MessageOrigin = Static<typeof MessageOrigin>;

/** A template of a message: its name, its language, and the values of its parameters. */
export const MessageTemplate = Type.Object({
  name: Type.String(),
  language: Type.String(),
  parameters: Type.Record(Type.String(), Type.String()),
});
export type MessageTemplate = Static<typeof MessageTemplate>;

export const MessageKind = Type.Union([
  Type.Literal("text"),
  Type.Literal("media"),
  Type.Literal("buttons"),
  Type.Literal("markdown"),
  Type.Literal("note"),
]);

/** Data of a system message for translations. `text` contains the English text. */
export const SystemMessageData = Type.Object({
  code: Type.String(),
  by: Type.Optional(Nullable(NamedRef)),
  detail: Type.Optional(Type.String()),
  /** Target of a transfer: an operator or a department. */
  to: Type.Optional(Nullable(NamedRef)),
  /** Result of an offer or an assignment (CORE-037). */
  assignment: Type.Optional(Assignment),
  /** Whom an action notifies, and how (ACT-038). */
  notice: Type.Optional(
    Type.Object({ operators: Type.Array(NamedRef), by: Type.Enum([...noticeWays]) }),
  ),
  /** Actions of a macro, with their results (ACT-022). */
  actions: Type.Optional(
    Type.Array(Type.Object({ type: Type.String(), result: Type.Enum([...actionResults]) })),
  ),
});
export type SystemMessageData = Static<typeof SystemMessageData>;

/** What wrote a message (ACT-013). `name`: of the macro, rule, broadcast or agent. */
export const MessageCause = Type.Object({
  kind: Type.Enum(["macro", "bulk", "rule", "schedule", "broadcast", "model"]),
  id: Id,
  name: Type.Optional(Type.String()),
});
export type MessageCause = Static<typeof MessageCause>;

/** When pressed, its text is sent as the visitor's message (BOT-042, BOT-046). */
export const MessageButton = Type.Object({ id: Type.String(), text: Type.String() });
export type MessageButton = Static<typeof MessageButton>;

/** The parsed Markdown subset of bots (BOT-045, CORE-126). A line break is a text node "\n". */
export const MarkdownNode = Type.Cyclic(
  {
    MarkdownNode: Type.Union([
      Type.Object({ type: Type.Literal("text"), text: Type.String() }),
      Type.Object({ type: Type.Literal("bold"), nodes: Type.Array(Type.Ref("MarkdownNode")) }),
      Type.Object({ type: Type.Literal("italic"), nodes: Type.Array(Type.Ref("MarkdownNode")) }),
      Type.Object({
        type: Type.Literal("link"),
        url: Type.String(),
        nodes: Type.Array(Type.Ref("MarkdownNode")),
      }),
    ]),
  },
  "MarkdownNode",
);
export type MarkdownNode =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "bold" | "italic"; readonly nodes: readonly MarkdownNode[] }
  | { readonly type: "link"; readonly url: string; readonly nodes: readonly MarkdownNode[] };

/** A text before an edit, with its media (CORE-284). `at`: when its author wrote it. */
export const EarlierText = Type.Object({
  text: Type.String(),
  media: Type.Optional(Media),
  at: Time,
});
export type EarlierText = Static<typeof EarlierText>;

/**
 * What a message answers or is about (CON-070, CORE-433): an earlier message, a product of the
 * shop's catalog, or the message to which the customer reacted.
 */
export const MessageReference = Type.Object({
  kind: Type.Union([Type.Literal("message"), Type.Literal("product"), Type.Literal("reaction")]),
  /** Number of the message in this chat. Absent if it is of another chat or unknown. */
  seq: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Id of the message. Absent if it is unknown. */
  id: Type.Optional(Id),
  /** Beginning of the text to which the author refers, and the name of its author. */
  text: Type.Optional(Type.String()),
  author: Type.Optional(Type.String()),
  product: Type.Optional(Type.Object({ id: Type.String(), title: Type.Optional(Type.String()) })),
});
export type MessageReference = Static<typeof MessageReference>;

/**
 * The suggestion of the model from which a message comes (ASSIST-050). It has none of its text.
 * `request_id`: in the delivery log. `changed`: whether a person changed the text.
 */
export const MessageSuggestion = Type.Object({
  request_id: Id,
  changed: Type.Boolean(),
  model: Type.String(),
});
export type MessageSuggestion = Static<typeof MessageSuggestion>;

/** A message (API-022). System messages have author kind `system`, kind `text` and `line`. */
export const Message = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  id: Id,
  chat_id: Id,
  author: Author,
  kind: MessageKind,
  text: Type.String(),
  cut: Type.Optional(Type.Boolean()),
  media: Type.Optional(Media),
  origin: Type.Optional(MessageOrigin),
  refers_to: Type.Optional(MessageReference),
  /** Subject and recipients of an operator's message to a mail channel. */
  email: Type.Optional(MessageEmail),
  /** The template that was sent. `text` is its text with the values (CON-051). */
  template: Type.Optional(MessageTemplate),
  /** Title of a message with buttons. `text` is then for channels without buttons, or "". */
  title: Type.Optional(Type.String()),
  buttons: Type.Optional(Type.Array(MessageButton)),
  /** Parsed text of a message of kind `markdown`, or of a file's comment (MAIL-140). */
  nodes: Type.Optional(Type.Array(Type.Unsafe<MarkdownNode>(MarkdownNode))),
  /** Id of the button that the visitor pressed (BOT-046). */
  button_id: Type.Optional(Type.String()),
  /** True if operators see the message but the customer does not (BOT-061). */
  hidden: Type.Optional(Type.Literal(true)),
  /** The visitor was blocked when it arrived: no notification and no event (CORE-071). */
  blacklisted: Type.Optional(Type.Literal(true)),
  /** It comes from another system (MV-020). */
  imported: Type.Optional(Type.Literal(true)),
  /** Ids of the operators mentioned in a note (product.md 3). */
  mentions: Type.Optional(Type.Array(Id)),
  line: Type.Optional(SystemMessageData),
  /** Absent: an operator, a bot or Parlour wrote the message directly. */
  cause: Type.Optional(MessageCause),
  suggestion: Type.Optional(MessageSuggestion),
  /** What the operator wrote, if a machine translated it into `text` (ASSIST-056). */
  original: Type.Optional(Type.String()),
  /** Text and files were removed. The message keeps its number (CORE-115, CORE-116). */
  erased: Type.Optional(Type.Literal(true)),
  client_id: Type.Optional(Type.String()),
  created_at: Time,
  /** When its author changed the message last. Absent if never (CORE-283, CORE-410). */
  edited_at: Type.Optional(Time),
  /** Oldest first: the original text, and the latest of the others (CORE-284). */
  earlier: Type.Optional(Type.Array(EarlierText)),
  /** When the message was deleted. Its text is then in `earlier` (CORE-312, CORE-411). */
  deleted_at: Type.Optional(Time),
  /** The operator who deleted the message. Absent if its customer did. */
  deleted_by: Type.Optional(NamedRef),
  /** The latest edit or deletion, if a service must make it. Absent in widgets and for notes. */
  change: Type.Optional(ChangeState),
  /** At most one of the visitor and one of the team (CORE-440). */
  reactions: Type.Optional(Type.Array(Reaction)),
  /** Undone before it was sent (CORE-350). It is then a note without text and files. */
  undone_at: Type.Optional(Time),
  delivery: Type.Optional(MessageDelivery),
  /** Receipts. One in `message_updated` also counts for all earlier messages. */
  received_at: Type.Optional(Time),
  seen_at: Type.Optional(Time),
});
export type Message = Static<typeof Message>;
