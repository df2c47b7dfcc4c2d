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

/** Entities of the widget protocol: chat, call and availability as the visitor sees them. */

/**
 * A message as the visitor sees it. System messages are sent only if they concern the visitor.
 * `code` identifies their text, which the chat window translates.
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
   * Name of the operator or bot, else "". `photo`: public URL, or "". For `accepted` and `joined`:
   * photo of the operator who came.
   */
  name: Type.String(),
  /**
   * A photo of another origin, like `media` of integrators, is loaded by `GET
   * {base}/media?url=…&chat=…&seq=…` with the token (a photo: `url` alone).
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
  /** For the visitor's own message: the pressed button, and the client id. */
  button_id: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  detail: Type.Optional(Type.String()),
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
  /** Number of its last message, visible to the visitor or not. */
  seq: Type.Integer({ minimum: 0 }),
  /** Operators or bots who answer. []: none yet. */
  agents: Type.Array(WidgetAgent),
  /** The message whose buttons can be pressed now (BOT-046). null: none. */
  buttons: Nullable(Id),
  rating: Nullable(Type.Union([Type.Literal("positive"), Type.Literal("negative")])),
  /** The operator requested a rating. */
  rating_asked: Type.Boolean(),
  closed_at: Nullable(Time),
  /** The chat has ended and its transcript can be sent by email (CORE-111). Absent: it cannot. */
  mail: Type.Optional(Type.Literal(true)),
  /** Position in the queue, if the account shows it. null: unknown or not waiting. */
  queue: Nullable(
    Type.Object({
      place: Type.Integer({ minimum: 1 }),
      expected_s: Nullable(Type.Integer({ minimum: 0 })),
    }),
  ),
  /** Last message that the visitor has read in any tab (WG-085). */
  read: Type.Integer({ minimum: 0 }),
});
export type WidgetChat = Static<typeof WidgetChat>;

/** Whether chats can be answered now (WG-031, CORE-092), and the alternatives. */
export const WidgetAvailability = Type.Object({
  mode: Type.Union([Type.Literal("online"), Type.Literal("offline")]),
  /** A bot answers, so that the chat is open in every mode (WG-081). */
  bot: Type.Boolean(),
  /** Next opening. null: open, or unknown. */
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
  /**
   * Permitted prefixes of numbers to call, if the account limits countries (WG-061). Absent: all.
   */
  call_prefixes: Type.Optional(Type.Array(Type.String())),
  departments: Type.Array(Type.Object({ id: Id, name: Type.String(), online: Type.Boolean() })),
  /** For the header of the chat window (WG-113). Absent: an older server. */
  team: Type.Optional(
    Type.Object({
      /**
       * First names of at most three available operators. If none is available, of two operators of
       * the widget. [] if the widget hides them.
       */
      agents: Type.Array(WidgetAgent),
      /** Number of available operators. */
      available: Type.Integer({ minimum: 0 }),
      /** Name of the bot that answers first. null: none. */
      bot: Nullable(Type.String()),
      /**
       * Usual minutes to the first answer of an operator (WG-114). null: too few chats, or too
       * long.
       */
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
  /** The call is postponed until then (CORE-107). Absent: it is made now. */
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

/**
 * The pending parts of an invitation (WG-207). `at`: when it was sent, Unix milliseconds.
 * Identifies the invitation across tabs.
 */
export const WidgetInvitation = Type.Object({
  text: Type.String(),
  department_id: Nullable(Id),
  agent: Nullable(WidgetAgent),
  at: Type.Integer(),
});
export type WidgetInvitation = Static<typeof WidgetInvitation>;
