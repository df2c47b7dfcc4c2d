import { Type, type Static } from "typebox";
import { CallStatus, Id, MarkdownNode, Media, MessageButton, Nullable, Time } from "./entity.ts";

/** Entities of the widget's wire: what a visitor sees of his chat, his call and the service. */

/** A message as its visitor sees it. System lines come only where they concern him; `code` is that of the line, the window words it. */
export const WidgetMessage = Type.Object({
  id: Id,
  chat_id: Id,
  seq: Type.Integer({ minimum: 1 }),
  at: Time,
  from: Type.Union([Type.Literal("visitor"), Type.Literal("operator"), Type.Literal("bot"), Type.Literal("system")]),
  /** Name of the operator or bot; "" else. `photo`: public address, "" without one; of the lines `accepted` and `joined`, of who came. */
  name: Type.String(),
  /** One of another origin, as `media` of integrators, comes by `GET {base}/media?url=…&chat=…&seq=…` with the token (a photo: `url` alone). */
  photo: Type.String(),
  kind: Type.Union([Type.Literal("text"), Type.Literal("media"), Type.Literal("buttons"), Type.Literal("markdown")]),
  text: Type.String(),
  media: Type.Optional(Media),
  title: Type.Optional(Type.String()),
  buttons: Type.Optional(Type.Array(MessageButton)),
  nodes: Type.Optional(Type.Array(Type.Unsafe<MarkdownNode>(MarkdownNode))),
  /** Of the visitor's own: what he pressed, and his client id. */
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
  state: Type.Union([Type.Literal("bot"), Type.Literal("waiting"), Type.Literal("open"), Type.Literal("closed")]),
  /** Number of its last message, whoever may see it. */
  seq: Type.Integer({ minimum: 0 }),
  /** Who answers; [] while nobody does. */
  agents: Type.Array(WidgetAgent),
  /** The message whose buttons may be pressed now (BOT-046); null: none. */
  buttons: Nullable(Id),
  rating: Nullable(Type.Union([Type.Literal("positive"), Type.Literal("negative")])),
  /** The operator asked for one. */
  rating_asked: Type.Boolean(),
  closed_at: Nullable(Time),
  /** It has ended and may be mailed (CORE-111); absent: it may not. */
  mail: Type.Optional(Type.Literal(true)),
  /** Place in the queue, where the account shows it; null: not known or nobody waits. */
  queue: Nullable(Type.Object({ place: Type.Integer({ minimum: 1 }), expected_s: Nullable(Type.Integer({ minimum: 0 })) })),
  /** The visitor has read up to here, in any of his tabs (WG-085). */
  read: Type.Integer({ minimum: 0 }),
});
export type WidgetChat = Static<typeof WidgetChat>;

/** Whether somebody is there now (WG-031, CORE-092) and what may be offered instead. */
export const WidgetSituation = Type.Object({
  mode: Type.Union([Type.Literal("online"), Type.Literal("offline")]),
  /** A bot answers, so that the chat is open whatever the mode (WG-081). */
  bot: Type.Boolean(),
  /** Next opening; null: open, or not known. */
  opens_at: Nullable(Time),
  working_hours: Type.Boolean(),
  operators_online: Type.Boolean(),
  /** isCallbackEnabled (WG-062); `connection` is the window's own word. */
  call: Type.Union([
    Type.Literal("ok"),
    Type.Literal("disabled"),
    Type.Literal("hours"),
    Type.Literal("operators"),
    Type.Literal("busy"),
    Type.Literal("balance"),
    Type.Literal("limit"),
  ]),
  /** Where the account names countries, with what a number to be called begins (WG-061); absent: with anything. */
  call_prefixes: Type.Optional(Type.Array(Type.String())),
  departments: Type.Array(Type.Object({ id: Id, name: Type.String(), online: Type.Boolean() })),
  /** For the header of the window (WG-113); absent: an older server. */
  team: Type.Optional(
    Type.Object({
      /** First names of at most three available operators; of two of the widget's while none is; [] if the widget hides them. */
      agents: Type.Array(WidgetAgent),
      /** How many are available. */
      available: Type.Integer({ minimum: 0 }),
      /** Name of the bot that answers first; null: none does. */
      bot: Nullable(Type.String()),
      /** Usual time to the first answer of a person in minutes (WG-114); null: too few chats, or too long. */
      reply_min: Nullable(Type.Integer({ minimum: 1 })),
      /** Time zone of the hours; null: no hours are set. */
      timezone: Nullable(Type.String()),
    }),
  ),
});
export type WidgetSituation = Static<typeof WidgetSituation>;

export const WidgetCall = Type.Object({
  id: Id,
  phone: Type.String(),
  status: CallStatus,
  reason: Nullable(Type.String()),
  /** It was put off until then (CORE-107); absent: it is made now. */
  due_at: Type.Optional(Time),
});
export type WidgetCall = Static<typeof WidgetCall>;

/** Contacts as stored; null: unknown (WG-032). */
export const WidgetContacts = Type.Object({
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  description: Nullable(Type.String()),
});
export type WidgetContacts = Static<typeof WidgetContacts>;

/** The parts of an invitation that wait for the visitor (WG-060). `at`: when it was sent, ms since 1970; tells two tabs that it is the same one. */
export const WidgetInvitation = Type.Object({
  text: Type.String(),
  department_id: Nullable(Id),
  agent: Nullable(WidgetAgent),
  at: Type.Integer(),
});
export type WidgetInvitation = Static<typeof WidgetInvitation>;
