import { Type, type Static } from "typebox";
import { Id, Nullable } from "../entity/scalar.ts";
import { WidgetLanguageCode } from "../entity/widget/widget-settings.ts";

/** Frames from a visitor's chat window to the server. */

/** The server cuts longer texts. The size of the frame is the outer limit (CFG-030 `frame_kib`). */
const Text = Type.String({ maxLength: 65_536 });

const ShortText = Type.String({ maxLength: 4096 });

/**
 * Created by the chat window and unique in it. The response repeats it. For a message: its client
 * id (CORE-044).
 */
const Ref = Type.String({ minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9_-]+$" });

/** Contact data entered by the visitor (WG-032). Absent: not entered. */
export const ContactClaims = Type.Partial(
  Type.Object({ name: ShortText, email: ShortText, phone: ShortText, description: Text }),
  {
    additionalProperties: false,
  },
);
export type ContactClaims = Static<typeof ContactClaims>;

/**
 * The page that the visitor views (WG-211 `sendPageTitle`). `first`: first address of the visit,
 * for utm.
 */
export const PageFrame = Type.Object(
  {
    url: ShortText,
    title: ShortText,
    referrer: ShortText,
    first: ShortText,
    visits: Type.Integer({ minimum: 1 }),
    pages: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
export type PageFrame = Static<typeof PageFrame>;

/**
 * An entry of `setCustomData` of the page, cut and cleaned by the loader (WG-043, WG-044). The
 * server cleans it again.
 */
export const PageField = Type.Partial(
  Type.Object({ title: Text, key: Text, content: Text, link: Text }),
  { additionalProperties: false },
);
export type PageField = Static<typeof PageField>;

/** States of an invitation (WG-208), in this order. */
export const invitationStates = ["sent", "shown", "opened", "declined"] as const;

const InvitationState = Type.Union([
  Type.Literal("shown"),
  Type.Literal("opened"),
  Type.Literal("declined"),
]);

export const widgetClientFrames = {
  /**
   * First frame, within 10 s. `token`: token of the visitor (WG-084), null: none yet. `after`: the
   * last message of the chat that the window has. `welcome` contains the messages after it.
   */
  hello: Type.Object(
    {
      type: Type.Literal("hello"),
      widget_id: Type.String({ minLength: 1, maxLength: 64 }),
      token: Nullable(Type.String({ minLength: 1, maxLength: 128 })),
      /**
       * Token of the page's `setUserToken`, so that a signed identity is valid from the start
       * (WG-047).
       */
      user_token: Nullable(Type.String({ minLength: 1, maxLength: 1024 })),
      after: Nullable(
        Type.Object(
          { chat_id: Id, seq: Type.Integer({ minimum: 0 }) },
          { additionalProperties: false },
        ),
      ),
      page: PageFrame,
      /** Language of the chat window. */
      language: Type.String({ maxLength: 35 }),
      origin: Type.String({ maxLength: 2048 }),
      /** Only if the widget's option allows it (WH-026). */
      cookies: Type.Optional(
        Type.Object(
          { ga: Type.Optional(ShortText), ym: Type.Optional(ShortText) },
          { additionalProperties: false },
        ),
      ),
      /**
       * The chat window cannot store data in its browser, and needs the key for data that the page
       * stores (WG-082).
       */
      sealed: Type.Optional(Type.Literal(true)),
      /** A call that was running in the last known state of the chat window. */
      call: Type.Optional(Id),
    },
    { additionalProperties: false },
  ),
  /**
   * A message. `ref` is its client id. `upload_id`: id returned by `POST {base}/uploads`
   * (multipart/form-data with one field `file`). That request has the token as `Authorization:
   * Bearer …`, and for a signed visitor the site's token as `Parlour-User-Token`. A shown
   * invitation is not repeated here.
   */
  say: Type.Object(
    {
      type: Type.Literal("say"),
      ref: Ref,
      text: Text,
      upload_id: Type.Optional(Id),
      button: Type.Optional(
        Type.Object(
          { message_id: Id, id: Type.String({ maxLength: 255 }) },
          { additionalProperties: false },
        ),
      ),
      department_id: Type.Optional(Id),
      /** Language of the greeting that the window shows before its first message (WG-111). */
      greeting: Type.Optional(WidgetLanguageCode),
    },
    { additionalProperties: false },
  ),
  typing: Type.Object(
    { type: Type.Literal("typing"), typing: Type.Boolean(), preview: Type.Optional(Text) },
    { additionalProperties: false },
  ),
  /**
   * The last message that the browser received, and the last one shown in an open, visible chat
   * window (CORE-052).
   */
  marks: Type.Object(
    {
      type: Type.Literal("marks"),
      chat_id: Id,
      received: Type.Integer({ minimum: 0 }),
      seen: Type.Integer({ minimum: 0 }),
    },
    { additionalProperties: false },
  ),
  page: Type.Object(
    { type: Type.Literal("page"), url: ShortText, title: ShortText },
    { additionalProperties: false },
  ),
  /** `by`: the form (WG-080) or the page's script (WG-034). */
  contacts: Type.Object(
    {
      type: Type.Literal("contacts"),
      ref: Ref,
      contacts: ContactClaims,
      by: Type.Union([Type.Literal("visitor"), Type.Literal("page")]),
      /** The given consent, with the shown text. */
      consent: Type.Optional(ShortText),
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
   * `setUserToken` after `hello`. If the site signs identities (WG-047), this may be another
   * visitor: after `done` the socket is closed with 1012, and the next `hello` contains the token.
   * `failed` with `invalid_token`: the signature is invalid.
   */
  user_token: Type.Object(
    {
      type: Type.Literal("user_token"),
      ref: Ref,
      token: Type.String({ minLength: 1, maxLength: 1024 }),
    },
    { additionalProperties: false },
  ),
  /**
   * An invitation was shown and now belongs to the chat (WG-206). Repeated after a `welcome` with
   * `invitation` null while it is still shown. The reply that starts the chat includes it.
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
   * State of the pending invitation: shown on the page, opened by the visitor, or declined by
   * closing it. Each state is sent when it happens. The furthest one counts.
   */
  invitation: Type.Object(
    { type: Type.Literal("invitation"), state: InvitationState },
    { additionalProperties: false },
  ),
  /**
   * The page's own rules replace the account's (WG-050). Shown to operators who edit triggers.
   * Repeated after each `welcome`.
   */
  replaced: Type.Object({ type: Type.Literal("replaced") }, { additionalProperties: false }),
  offline: Type.Object(
    {
      type: Type.Literal("offline"),
      ref: Ref,
      contacts: ContactClaims,
      text: Text,
      department_id: Type.Optional(Id),
      consent: Type.Optional(ShortText),
      /**
       * `visitor`: the form of the chat window, which asks for consent (WG-098). Absent: the page's
       * script.
       */
      by: Type.Optional(Type.Literal("visitor")),
    },
    { additionalProperties: false },
  ),
  call: Type.Object(
    {
      type: Type.Literal("call"),
      ref: Ref,
      phone: Type.String({ maxLength: 64 }),
      consent: Type.Optional(ShortText),
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
  /**
   * Sends the conversation by email to the address that the visitor gave (CORE-111). Possible
   * within a day after its end.
   */
  /** `code`: code that was sent to the address after `confirmation_needed`. */
  transcript: Type.Object(
    {
      type: Type.Literal("transcript"),
      ref: Ref,
      chat_id: Id,
      code: Type.Optional(Type.String({ maxLength: 20 })),
    },
    { additionalProperties: false },
  ),
  /** The visitor ends the chat. */
  close: Type.Object(
    { type: Type.Literal("close"), ref: Ref, chat_id: Id },
    { additionalProperties: false },
  ),
  /** Requests at most 50 messages before this one. The response is `older`. */
  older: Type.Object(
    {
      type: Type.Literal("older"),
      ref: Ref,
      chat_id: Id,
      before: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    },
    { additionalProperties: false },
  ),
  /**
   * `clearHistory` (WG-064): the token becomes invalid. The socket is closed after the response,
   * and the next `hello` has no token.
   */
  forget: Type.Object({ type: Type.Literal("forget"), ref: Ref }, { additionalProperties: false }),
};

export const WidgetClientFrame = Type.Union(Object.values(widgetClientFrames));
export type WidgetClientFrame = {
  [K in keyof typeof widgetClientFrames]: Static<(typeof widgetClientFrames)[K]>;
}[keyof typeof widgetClientFrames];

export type WidgetHello = Static<typeof widgetClientFrames.hello>;
