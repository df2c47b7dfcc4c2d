import { Type, type Static } from "typebox";
import { Id, Nullable } from "../entity/scalar.ts";
import { WidgetLanguageCode } from "../entity/widget/language-code.ts";

/** Frames from a visitor's chat window to the server. */

/** The server shortens texts. The size of the frame limits all of them (`frame_kib`). */
const Text = Type.String({ maxLength: 65_536 });

const ShortText = Type.String({ maxLength: 4096 });

/** Unique in the window; the response has the same. Of a message: client id (CORE-044). */
const Ref = Type.String({ minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9_-]+$" });

/** `seq` of a message. */
const MessageNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** Values of fields by key (FLD-010). The definitions decide which values are valid. */
export const FieldInput = Type.Record(
  Type.String({ maxLength: 255 }),
  Type.Union([
    Type.String({ maxLength: 1000 }),
    Type.Number(),
    Type.Boolean(),
    /** Only for a field of several values. */
    Type.Array(Type.String()),
  ]),
  { maxProperties: 30 },
);
export type FieldInput = Static<typeof FieldInput>;

/** Contact data that the visitor entered (WG-032). Fields that were not entered are absent. */
export const ContactClaims = Type.Partial(
  Type.Object({ name: ShortText, email: ShortText, phone: ShortText, description: Text }),
  {
    additionalProperties: false,
  },
);
export type ContactClaims = Static<typeof ContactClaims>;

/** WG-211. `first`: first address of the visit, with the UTM parameters. */
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

/** From `setCustomData`: cleaned by the loader (WG-043, WG-044), and by the server. */
export const PageField = Type.Partial(
  Type.Object({ title: Text, key: Text, content: Text, link: Text }),
  { additionalProperties: false },
);
export type PageField = Static<typeof PageField>;

/** States of an invitation (WG-208), in the order in which they occur. */
export const invitationStates = ["sent", "shown", "opened", "declined"] as const;

const InvitationState = Type.Union([
  Type.Literal("shown"),
  Type.Literal("opened"),
  Type.Literal("declined"),
]);

export const widgetClientFrames = {
  /**
   * First frame, within 10 s. `token` is the visitor's token (WG-084), or null if there is none.
   * `after` is the `seq` of the last message that the window has. `welcome` contains the messages
   * after it.
   */
  hello: Type.Object(
    {
      type: Type.Literal("hello"),
      widget_id: Type.String({ minLength: 1, maxLength: 64 }),
      token: Nullable(Type.String({ minLength: 1, maxLength: 128 })),
      /** Set by `setUserToken`, so that a signed identity applies from the start (WG-047). */
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
      /** Cookie values. Sent only if the widget's settings allow it (WH-026). */
      cookies: Type.Optional(
        Type.Object(
          { ga: Type.Optional(ShortText), ym: Type.Optional(ShortText) },
          { additionalProperties: false },
        ),
      ),
      /** The window has no storage and needs the key for what the page stores (WG-082). */
      sealed: Type.Optional(Type.Literal(true)),
      /** Id of a call that was in progress in the last known state of the chat window. */
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
      /** The upload was recorded as a voice message: its length in seconds. */
      voice_s: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
      button: Type.Optional(
        Type.Object(
          { message_id: Id, id: Type.String({ maxLength: 255 }) },
          { additionalProperties: false },
        ),
      ),
      /** The message that this one quotes, of the visitor's latest chat (WG-282). */
      quotes: Type.Optional(
        Type.Object({ chat_id: Id, seq: MessageNumber }, { additionalProperties: false }),
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
  /** The last message received, and the last one shown in a visible window (CORE-052). */
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
  /** Contact data. `by` is the form (WG-080) or the page's script (WG-034). */
  contacts: Type.Object(
    {
      type: Type.Literal("contacts"),
      ref: Ref,
      contacts: ContactClaims,
      by: Type.Union([Type.Literal("visitor"), Type.Literal("page")]),
      /** Fields of the form (WG-264). Absent from the page's script and from older windows. */
      fields: Type.Optional(FieldInput),
      /** The consent that the visitor gave, with the text that was shown. */
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
      attributes: FieldInput,
    },
    { additionalProperties: false },
  ),
  /**
   * `setUserToken`, called after `hello`. If the site signs identities (WG-047), the token may
   * belong to another visitor. After `done`, the socket is therefore closed with 1012, and the next
   * `hello` contains the token. `failed` with `invalid_token` means that the signature is invalid.
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
   * An invitation was shown and now belongs to the chat (WG-206). While it is still shown, the
   * frame is repeated after each `welcome` whose `invitation` is null. The reply that starts the
   * chat includes the invitation.
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
   * closing it. Each state is sent when it occurs. The server uses the furthest one.
   */
  invitation: Type.Object(
    { type: Type.Literal("invitation"), state: InvitationState },
    { additionalProperties: false },
  ),
  /**
   * The page has replaced the account's rules with its own (WG-050). Operators who edit triggers
   * see this. The frame is repeated after each `welcome`.
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
      /** `visitor`: by the form, which requests consent (WG-098). Absent: by the page's script. */
      by: Type.Optional(Type.Literal("visitor")),
      /** Same meaning as in `contacts`. */
      fields: Type.Optional(FieldInput),
    },
    { additionalProperties: false },
  ),
  call: Type.Object(
    {
      type: Type.Literal("call"),
      ref: Ref,
      phone: Type.String({ maxLength: 64 }),
      consent: Type.Optional(ShortText),
      /** Same meaning as in `offline`. */
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
  /** The visitor's reaction to a message of their latest chat (WG-285). "" takes it back. */
  react: Type.Object(
    {
      type: Type.Literal("react"),
      ref: Ref,
      chat_id: Id,
      seq: MessageNumber,
      emoji: Type.String({ maxLength: 8 }),
    },
    { additionalProperties: false },
  ),
  /** Emails the transcript to the visitor (CORE-111), until one day after the chat. */
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
  /** Requests at most 50 messages before the given one. The response is `older`. */
  older: Type.Object(
    {
      type: Type.Literal("older"),
      ref: Ref,
      chat_id: Id,
      before: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    },
    { additionalProperties: false },
  ),
  /** Asks whether the connection still works. The response is `pong` (WG-226). */
  ping: Type.Object({ type: Type.Literal("ping") }, { additionalProperties: false }),
  /** WG-064: the token becomes invalid, the socket closes, the next `hello` has no token. */
  forget: Type.Object({ type: Type.Literal("forget"), ref: Ref }, { additionalProperties: false }),
};

export const WidgetClientFrame = Type.Union(Object.values(widgetClientFrames));
export type WidgetClientFrame = {
  [K in keyof typeof widgetClientFrames]: Static<(typeof widgetClientFrames)[K]>;
}[keyof typeof widgetClientFrames];

export type WidgetHello = Static<typeof widgetClientFrames.hello>;
