import { Type, type Static } from "typebox";
import { CallStatus, Id, MarkdownNode, Media, MessageButton, Nullable, Time } from "./entity.ts";

/**
 * The widget's own wire (interface D): frames between a visitor's window and the server, one JSON object per text frame of
 * `GET /widget/socket`. Not one of the four public interfaces: window and server come together, but a page that was opened before an update
 * goes on with its window, so frames and fields are only added; what a page sees is the script API (WG-010 – WG-064). Numbers of messages (`seq`) are those of CORE-040, so a gap is no loss here: notes
 * and operators' lines are left out.
 */

/** A text cut by the server where it is longer; the frame's size is the outer limit (CFG-030 `frame_kib`). */
const Text = Type.String({ maxLength: 65_536 });
const Short = Type.String({ maxLength: 4096 });
/** Made by the window, unique in it; comes back in the answer. Of a message: its client id (CORE-044). */
const Ref = Type.String({ minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9_-]+$" });

/** What is said of oneself (WG-032); absent: not said. */
export const ContactClaims = Type.Partial(Type.Object({ name: Short, email: Short, phone: Short, description: Text }), {
  additionalProperties: false,
});
export type ContactClaims = Static<typeof ContactClaims>;

/** The page that the visitor looks at (WG-064 `sendPageTitle`); `first`: the visit's first address, for utm. */
export const PageSeen = Type.Object(
  { url: Short, title: Short, referrer: Short, first: Short, visits: Type.Integer({ minimum: 1 }), pages: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
);
export type PageSeen = Static<typeof PageSeen>;

/** An entry of `setCustomData` as the page gave it, cut and cleaned by the loader (WG-043, WG-044); the server does it again. */
export const PageField = Type.Partial(Type.Object({ title: Text, key: Text, content: Text, link: Text }), { additionalProperties: false });
export type PageField = Static<typeof PageField>;

/** How far an invitation came (WG-060), in this order. */
export const invitationStates = ["sent", "shown", "opened", "declined"] as const;
const InvitationState = Type.Union([Type.Literal("shown"), Type.Literal("opened"), Type.Literal("declined")]);

export const widgetClientFrames = {
  /**
   * First frame, within 10 s. `token`: the visitor's (WG-084), null: none yet. `after`: the last message the window has of its chat; what came
   * since follows in `welcome`.
   */
  hello: Type.Object(
    {
      type: Type.Literal("hello"),
      widget_id: Type.String({ minLength: 1, maxLength: 64 }),
      token: Nullable(Type.String({ minLength: 1, maxLength: 128 })),
      /** setUserToken of the page, so that a signed identity holds from the first moment (WG-047). */
      user_token: Nullable(Type.String({ minLength: 1, maxLength: 1024 })),
      after: Nullable(Type.Object({ chat_id: Id, seq: Type.Integer({ minimum: 0 }) }, { additionalProperties: false })),
      page: PageSeen,
      /** Language of the window; `origin` of the page that shows it. */
      language: Type.String({ maxLength: 35 }),
      origin: Type.String({ maxLength: 2048 }),
      /** Where the widget's option allows it (WH-026). */
      cookies: Type.Optional(Type.Object({ ga: Type.Optional(Short), ym: Type.Optional(Short) }, { additionalProperties: false })),
      /** The window may keep nothing in its browser and wants the key for what the page keeps (WG-082). */
      sealed: Type.Optional(Type.Literal(true)),
      /** A call that ran when the window last heard of it. */
      call: Type.Optional(Id),
    },
    { additionalProperties: false },
  ),
  /**
   * A message; `ref` is its client id. `upload_id`: what `POST {base}/uploads` answered (multipart/form-data with one field, `file`; the
   * token as `Authorization: Bearer …`, of a signed visitor also the site's as `Parlour-User-Token`). An invitation that is shown needs no mention here.
   */
  say: Type.Object(
    {
      type: Type.Literal("say"),
      ref: Ref,
      text: Text,
      upload_id: Type.Optional(Id),
      button: Type.Optional(Type.Object({ message_id: Id, id: Type.String({ maxLength: 255 }) }, { additionalProperties: false })),
      department_id: Type.Optional(Id),
    },
    { additionalProperties: false },
  ),
  typing: Type.Object(
    { type: Type.Literal("typing"), typing: Type.Boolean(), preview: Type.Optional(Text) },
    { additionalProperties: false },
  ),
  /** Up to which message the browser has them, and up to which they were shown in an open, visible window (CORE-052). */
  marks: Type.Object(
    { type: Type.Literal("marks"), chat_id: Id, received: Type.Integer({ minimum: 0 }), seen: Type.Integer({ minimum: 0 }) },
    { additionalProperties: false },
  ),
  page: Type.Object({ type: Type.Literal("page"), url: Short, title: Short }, { additionalProperties: false }),
  /** `by`: the form (WG-080) or the page's script (WG-034). */
  contacts: Type.Object(
    {
      type: Type.Literal("contacts"),
      ref: Ref,
      contacts: ContactClaims,
      by: Type.Union([Type.Literal("visitor"), Type.Literal("page")]),
      /** The consent that was given, with the text that was shown. */
      consent: Type.Optional(Short),
    },
    { additionalProperties: false },
  ),
  custom_data: Type.Object(
    { type: Type.Literal("custom_data"), fields: Type.Array(PageField, { maxItems: 50 }) },
    { additionalProperties: false },
  ),
  attributes: Type.Object(
    {
      type: Type.Literal("attributes"),
      attributes: Type.Record(
        Type.String({ maxLength: 255 }),
        Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]),
        {
          maxProperties: 30,
        },
      ),
    },
    { additionalProperties: false },
  ),
  /**
   * setUserToken after the hello. Where the site signs (WG-047) it may be another visitor: the socket is closed with 1012 behind `done`, and the
   * next hello carries the token. `failed` with `invalid_token`: a token that is not signed as it should be.
   */
  user_token: Type.Object(
    { type: Type.Literal("user_token"), ref: Ref, token: Type.String({ minLength: 1, maxLength: 1024 }) },
    { additionalProperties: false },
  ),
  /**
   * An invitation was shown: it is the chat's from now on (WG-060). Said again after a welcome whose `invitation` is null while it is still shown;
   * the reply that begins the chat takes it with it.
   */
  invited: Type.Object(
    {
      type: Type.Literal("invited"),
      text: Type.String({ minLength: 1, maxLength: 500 }),
      department_id: Nullable(Id),
      by: Type.Union([Type.Literal("script"), Type.Literal("rule"), Type.Literal("operator")]),
    },
    { additionalProperties: false },
  ),
  /**
   * What became of the invitation that waits: shown on the page, opened by the visitor's hand, declined by closing it. Each is said when it happens;
   * the furthest counts.
   */
  invitation: Type.Object({ type: Type.Literal("invitation"), state: InvitationState }, { additionalProperties: false }),
  /** The page's own rules stand in the place of the account's (WG-050): a hint for who writes triggers. Said again after each welcome. */
  replaced: Type.Object({ type: Type.Literal("replaced") }, { additionalProperties: false }),
  offline: Type.Object(
    {
      type: Type.Literal("offline"),
      ref: Ref,
      contacts: ContactClaims,
      text: Text,
      department_id: Type.Optional(Id),
      consent: Type.Optional(Short),
    },
    { additionalProperties: false },
  ),
  call: Type.Object({ type: Type.Literal("call"), ref: Ref, phone: Type.String({ maxLength: 64 }) }, { additionalProperties: false }),
  rate: Type.Object(
    {
      type: Type.Literal("rate"),
      ref: Ref,
      chat_id: Id,
      rating: Type.Union([Type.Literal("positive"), Type.Literal("negative")]),
      comment: Type.Optional(Text),
    },
    { additionalProperties: false },
  ),
  /** The conversation by mail, to the address that the visitor gave (CORE-111); within a day after its end. */
  transcript: Type.Object({ type: Type.Literal("transcript"), ref: Ref, chat_id: Id }, { additionalProperties: false }),
  /** The visitor ends his chat. */
  close: Type.Object({ type: Type.Literal("close"), ref: Ref, chat_id: Id }, { additionalProperties: false }),
  /** Messages before this one, newest first stored, at most 50 (answered by `older`). */
  older: Type.Object(
    { type: Type.Literal("older"), ref: Ref, chat_id: Id, before: Type.Integer({ minimum: 1 }) },
    { additionalProperties: false },
  ),
  /** clearHistory (WG-064): the token opens nothing any more. The window's socket is closed behind the answer; hello comes without a token then. */
  forget: Type.Object({ type: Type.Literal("forget"), ref: Ref }, { additionalProperties: false }),
};
export const WidgetClientFrame = Type.Union(Object.values(widgetClientFrames));
export type WidgetClientFrame = {
  [K in keyof typeof widgetClientFrames]: Static<(typeof widgetClientFrames)[K]>;
}[keyof typeof widgetClientFrames];
export type WidgetHello = Static<typeof widgetClientFrames.hello>;

/** A message as its visitor sees it. System lines come only where they concern him; `code` is that of the line, the window words it. */
export const WidgetMessage = Type.Object({
  id: Id,
  chat_id: Id,
  seq: Type.Integer({ minimum: 1 }),
  at: Time,
  from: Type.Union([Type.Literal("visitor"), Type.Literal("operator"), Type.Literal("bot"), Type.Literal("system")]),
  /** Name of the operator or bot; "" else. `photo`: public address, "" without one. */
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
  departments: Type.Array(Type.Object({ id: Id, name: Type.String(), online: Type.Boolean() })),
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

export const widgetServerFrames = {
  /**
   * The answer to hello. `token`: to be kept when the given one was none or void (then all else is of a new visitor). `reset`: `messages` are the
   * latest 50 and replace what the window has; else they are those after `after`.
   */
  welcome: Type.Object({
    type: Type.Literal("welcome"),
    token: Nullable(Type.String()),
    number: Type.Integer({ minimum: 1 }),
    contacts: WidgetContacts,
    /** WG-047; a token that was refused is null here. */
    signed: Type.Boolean(),
    situation: WidgetSituation,
    chat: Nullable(WidgetChat),
    reset: Type.Boolean(),
    messages: Type.Array(WidgetMessage),
    /** A running call of the visitor, else the one that his hello asks for. */
    call: Nullable(WidgetCall),
    invitation: Nullable(WidgetInvitation),
    /** No rules for him (WG-054); nothing else tells a blocked visitor that he is (CORE-071). */
    quiet: Type.Boolean(),
    has_written: Type.Boolean(),
    /** Of the visitor, where his hello asks for it: 32 bytes, base64url; the same each time. */
    key: Type.Optional(Type.String()),
  }),
  message: Type.Object({ type: Type.Literal("message"), message: WidgetMessage }),
  chat: Type.Object({ type: Type.Literal("chat"), chat: WidgetChat }),
  situation: Type.Object({ type: Type.Literal("situation"), situation: WidgetSituation }),
  typing: Type.Object({ type: Type.Literal("typing"), name: Type.String(), typing: Type.Boolean() }),
  contacts: Type.Object({ type: Type.Literal("contacts"), contacts: WidgetContacts }),
  call: Type.Object({ type: Type.Literal("call"), call: WidgetCall }),
  invitation: Type.Object({ type: Type.Literal("invitation"), invitation: WidgetInvitation }),
  /** The operator took his invitation back: nothing of it is shown any more. */
  withdrawn: Type.Object({ type: Type.Literal("withdrawn") }),
  /** A frame with `ref` was carried out; of `say`: the message as stored. */
  done: Type.Object({ type: Type.Literal("done"), ref: Type.String(), message: Type.Optional(WidgetMessage) }),
  older: Type.Object({ type: Type.Literal("older"), ref: Type.String(), messages: Type.Array(WidgetMessage), more: Type.Boolean() }),
  /** Refused, nothing changed. `retry_after_s`: it may be repeated then; null: it stays refused. */
  failed: Type.Object({
    type: Type.Literal("failed"),
    ref: Type.String(),
    code: Type.String(),
    message: Type.String(),
    field: Nullable(Type.String()),
    retry_after_s: Nullable(Type.Integer({ minimum: 0 })),
  }),
};
export const WidgetServerFrame = Type.Union(Object.values(widgetServerFrames));
export type WidgetServerFrame = {
  [K in keyof typeof widgetServerFrames]: Static<(typeof widgetServerFrames)[K]>;
}[keyof typeof widgetServerFrames];
export type WidgetWelcome = Static<typeof widgetServerFrames.welcome>;

/** A widget's socket is closed with it when there is no such widget, it is switched off or not for this site: no further tries. The rest: API-105. */
export const refusedCode = 4004;
/** It is closed with this one when too many new visitors come from this address (CFG-030 `new_visitors_per_minute`): it may try again later. */
export const laterCode = 4029;
