import { Type, type Static } from "typebox";
import { Id, Nullable } from "./scalar.ts";
import { WidgetLanguageCode } from "./widget-settings.ts";

/** What a visitor's window says to the server. */

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
      /** The language of the greeting that the window shows above its first message (WG-111). */
      greeting: Type.Optional(WidgetLanguageCode),
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
      /** `visitor`: the form of the window, which asks for consent (WG-098); absent: the page's script. */
      by: Type.Optional(Type.Literal("visitor")),
    },
    { additionalProperties: false },
  ),
  call: Type.Object(
    {
      type: Type.Literal("call"),
      ref: Ref,
      phone: Type.String({ maxLength: 64 }),
      consent: Type.Optional(Short),
      /** As in `offline`. */
      by: Type.Optional(Type.Literal("visitor")),
    },
    { additionalProperties: false },
  ),
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
  /** `code`: what was mailed to the address after a refusal with `confirmation_needed`. */
  transcript: Type.Object(
    { type: Type.Literal("transcript"), ref: Ref, chat_id: Id, code: Type.Optional(Type.String({ maxLength: 20 })) },
    { additionalProperties: false },
  ),
  /** The visitor ends his chat. */
  close: Type.Object({ type: Type.Literal("close"), ref: Ref, chat_id: Id }, { additionalProperties: false }),
  /** Messages before this one, newest first stored, at most 50 (answered by `older`). */
  older: Type.Object(
    { type: Type.Literal("older"), ref: Ref, chat_id: Id, before: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) },
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
