import { Type, type Static } from "typebox";
import {
  CallStatus,
  Id,
  MarkdownNode,
  Media,
  MessageButton,
  Nullable,
  Time,
} from "../entity/index.ts";

/** Entities of the widget protocol: chat, call and availability as shown to the visitor. */

/**
 * A message as shown to the visitor. System messages are sent only if they concern the visitor.
 * `code` identifies the text of a system message, which the chat window translates.
 */
export const WidgetMessage = Type.Object({
  id: Id,
  chat_id: Id,
  seq: Type.Integer({ minimum: 1 }),
  at: Time,
  from: Type.Union([
    Type.Literal("visitor"),
    Type.Literal("operator"),
    Type.Literal("bot"),
    Type.Literal("system"),
  ]),
  /**
   * Name of the operator or bot, or "". `photo` is a public URL or "". In the system messages
   * `accepted` and `joined`, it is the photo of the operator who joined.
   */
  name: Type.String(),
  /**
   * URL of the author's photo. If it has another origin, as files of integrators do, the window
   * loads it with `GET {base}/media?url=…&chat=…&seq=…` and the token. For photos, `url` alone is
   * sufficient.
   */
  photo: Type.String(),
  kind: Type.Union([
    Type.Literal("text"),
    Type.Literal("media"),
    Type.Literal("buttons"),
    Type.Literal("markdown"),
  ]),
  text: Type.String(),
  media: Type.Optional(Media),
  title: Type.Optional(Type.String()),
  buttons: Type.Optional(Type.Array(MessageButton)),
  nodes: Type.Optional(Type.Array(Type.Unsafe<MarkdownNode>(MarkdownNode))),
  /** Only for the visitor's own messages: id of the pressed button, and the client id. */
  button_id: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  detail: Type.Optional(Type.String()),
  /** Beginning of the message that this one quotes (WG-280, WG-282), or "". */
  quote: Type.Optional(Type.String()),
  /** `seq` of the quoted message, if it belongs to the same chat. */
  quote_seq: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Emoji of the team's reaction to the visitor's message (WG-281), or of the visitor (WG-285). */
  reaction: Type.Optional(Type.String()),
  /** Whether the message was edited or deleted (WG-260). */
  edited: Type.Optional(Type.Literal(true)),
  /** What the operator wrote, if a machine translated it into `text` (WG-289). */
  original: Type.Optional(Type.String()),
});
export type WidgetMessage = Static<typeof WidgetMessage>;

export const WidgetAgent = Type.Object({ name: Type.String(), photo: Type.String() });
export type WidgetAgent = Static<typeof WidgetAgent>;

/** The visitor's latest chat. */
export const WidgetChat = Type.Object({
  id: Id,
  state: Type.Union([
    Type.Literal("bot"),
    Type.Literal("waiting"),
    Type.Literal("open"),
    Type.Literal("closed"),
  ]),
  /** `seq` of the chat's last message, even if the visitor cannot see that message. */
  seq: Type.Integer({ minimum: 0 }),
  /** Operators or bots who answer. Empty if there are none yet. */
  agents: Type.Array(WidgetAgent),
  /** Id of the message whose buttons can currently be pressed (BOT-046). Null if there is none. */
  buttons: Nullable(Id),
  rating: Nullable(Type.Union([Type.Literal("positive"), Type.Literal("negative")])),
  /** Whether an operator has requested a rating. */
  rating_asked: Type.Boolean(),
  closed_at: Nullable(Time),
  /** Present if the chat has ended and its transcript can be sent by email (CORE-111). */
  mail: Type.Optional(Type.Literal(true)),
  /** Position in the queue, if the account shows it. null: unknown or not waiting. */
  queue: Nullable(
    Type.Object({
      place: Type.Integer({ minimum: 1 }),
      expected_s: Nullable(Type.Integer({ minimum: 0 })),
    }),
  ),
  /** By when the visitor was promised an answer that has not come yet (PROM-012). */
  promise: Type.Optional(Type.Object({ until: Time, late: Type.Boolean() })),
  /** Text of the button that asks for a person, while an agent answers (AGENT-031). */
  person: Type.Optional(Type.String()),
  /** Last message that the visitor has read in any tab (WG-085). */
  read: Type.Integer({ minimum: 0 }),
});
export type WidgetChat = Static<typeof WidgetChat>;

/** Whether chats can currently be answered (WG-031, CORE-092), and what is offered otherwise. */
export const WidgetAvailability = Type.Object({
  mode: Type.Union([Type.Literal("online"), Type.Literal("offline")]),
  /** Whether a bot answers. If so, the chat is available in every mode (WG-081). */
  bot: Type.Boolean(),
  /** Time of the next opening. Null if open now, or if unknown. */
  opens_at: Nullable(Time),
  working_hours: Type.Boolean(),
  operators_online: Type.Boolean(),
  /** Result of `isCallbackEnabled` (WG-062). Only the chat window sets `connection`. */
  call: Type.Union([
    Type.Literal("ok"),
    Type.Literal("disabled"),
    Type.Literal("hours"),
    Type.Literal("operators"),
    Type.Literal("busy"),
    Type.Literal("balance"),
    Type.Literal("limit"),
  ]),
  /** Prefixes that can be called, if the account limits countries (WG-061). Absent: all. */
  call_prefixes: Type.Optional(Type.Array(Type.String())),
  departments: Type.Array(Type.Object({ id: Id, name: Type.String(), online: Type.Boolean() })),
  /** Present if no answer to an offline message can be sent by email (CORE-326). */
  no_email: Type.Optional(Type.Literal(true)),
  /** Country of the visitor, two letters, for rules (WG-052). "" if unknown. */
  country: Type.Optional(Type.String()),
  /** Ids of segments that triggers name and the visitor is in (WG-291). Absent: none named. */
  segment: Type.Optional(Type.Array(Id)),
  /** Data for the header of the chat window (WG-113). Absent if the server has an older version. */
  team: Type.Optional(
    Type.Object({
      /** First names of three available operators, or else of two. [] if the widget hides them. */
      agents: Type.Array(WidgetAgent),
      /** Number of available operators. */
      available: Type.Integer({ minimum: 0 }),
      /** Name of the bot that answers first. Null if there is none. */
      bot: Nullable(Type.String()),
      /** Usual time to an answer, minutes (WG-114). Null: too few chats, or too long. */
      reply_min: Nullable(Type.Integer({ minimum: 1 })),
      /** Time zone of the working hours. null: no hours are set. */
      timezone: Nullable(Type.String()),
    }),
  ),
});
export type WidgetAvailability = Static<typeof WidgetAvailability>;

export const WidgetCall = Type.Object({
  id: Id,
  phone: Type.String(),
  status: CallStatus,
  reason: Nullable(Type.String()),
  /** Time to which the call is postponed (CORE-107). If absent, the call is made now. */
  due_at: Type.Optional(Time),
});
export type WidgetCall = Static<typeof WidgetCall>;

/** Stored contact values. null: unknown (WG-032). */
export const WidgetContacts = Type.Object({
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  description: Nullable(Type.String()),
});
export type WidgetContacts = Static<typeof WidgetContacts>;

/** WG-207. `at`: when it was sent, Unix ms, which identifies it in all tabs. */
export const WidgetInvitation = Type.Object({
  text: Type.String(),
  department_id: Nullable(Id),
  agent: Nullable(WidgetAgent),
  at: Type.Integer(),
});
export type WidgetInvitation = Static<typeof WidgetInvitation>;
