import { Type, type Static } from "typebox";
import { WebhookEvent } from "../settings/webhook.ts";
import { botOutgoingEvents } from "../../bot/index.ts";
import {
  CustomData,
  ErrorDetail,
  Nullable,
  Outcome,
  PlainFieldValues,
  ReceivedReply,
  SentRequest,
  Time,
  VisitedPage,
} from "../../entity/index.ts";

/** Test events, sent with a sample that can be edited (API-053, BOT-087, WH-070). */

export const BotTestEvent = Type.Unsafe<(typeof botOutgoingEvents)[number]>({
  type: "string",
  enum: [...botOutgoingEvents],
});
/** Replaces fields of the sample, but not the event name and the test chat. */
const Sample = Type.Optional(Type.Record(Type.String(), Type.Unknown()));

export const TestBot = Type.Object(
  { event: BotTestEvent, sample: Sample },
  { additionalProperties: false },
);
export const TestWebhook = Type.Object(
  { event: WebhookEvent, sample: Sample },
  { additionalProperties: false },
);

/** Result of one attempt. Bodies are cut at 8 KiB. */
export const TestAttempt = Type.Object({
  outcome: Outcome,
  status: Nullable(Type.Integer()),
  duration_ms: Type.Integer({ minimum: 0 }),
  error: Nullable(ErrorDetail),
  /** Null if nothing was sent, for example because there was no access token. */
  request: Nullable(SentRequest),
  reply: Nullable(ReceivedReply),
});
export type TestAttempt = Static<typeof TestAttempt>;

/** An event that the bot posted for the test chat (BOT-090). */
export const BotPost = Type.Object({
  at: Time,
  /** `BOT_MESSAGE` or `INVITE_AGENT`. null: the event was rejected before its name was read. */
  event: Nullable(Type.String()),
  /** The posted message. Null for INVITE_AGENT and for a rejected message. */
  message: Nullable(
    Type.Object({
      type: Type.Union([Type.Literal("TEXT"), Type.Literal("MARKDOWN"), Type.Literal("BUTTONS")]),
      title: Type.String(),
      /** The text as shown in a chat channel. */
      text: Type.String(),
      buttons: Type.Array(Type.Object({ id: Type.String(), text: Type.String() })),
    }),
  ),
  warnings: Type.Array(ErrorDetail),
  /** The error response that the bot received. Null if the event was accepted. */
  error: Nullable(ErrorDetail),
});
const botTest = {
  /** Start, and until when posts for `chat_id` `"0"` are accepted. null: never tested. */
  started_at: Nullable(Time),
  open_until: Nullable(Time),
  is_open: Type.Boolean(),
  /** Posts of the bot in the order of arrival, at most 50. */
  posts: Type.Array(BotPost),
};
export const BotTest = Type.Object(botTest);
export type BotTest = Static<typeof BotTest>;
export const BotTestAttempt = Type.Object({ ...TestAttempt.properties, ...botTest });
export type BotTestAttempt = Static<typeof BotTestAttempt>;

/** What operators would see (WH-042 – WH-047). It is stored in no chat. */
export const AppliedReplyData = Type.Object({
  contact_info: Type.Object({
    name: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    email: Nullable(Type.String()),
  }),
  /** Null if the reply leaves the list unchanged. */
  custom_data: Nullable(Type.Array(Type.Pick(CustomData, ["title", "content", "link", "key"]))),
  enable_assign: Nullable(Type.Boolean()),
  crm_link: Nullable(Type.String()),
  page: Nullable(VisitedPage),
  /** Values that fields of the account take (WH-117). Null if the reply has none. */
  fields: Nullable(PlainFieldValues),
});
export const WebhookTestAttempt = Type.Object({
  ...TestAttempt.properties,
  /** Whether `result` was `ok` (WH-041). */
  result_ok: Type.Boolean(),
  data: Nullable(AppliedReplyData),
  /** Why there is no data, or which fields were dropped (WH-048). */
  note: Nullable(ErrorDetail),
});
export type WebhookTestAttempt = Static<typeof WebhookTestAttempt>;

export const Samples = Type.Object({
  items: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal("bot"), Type.Literal("webhook")]),
      event: Type.String(),
      sample: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
});
export type Samples = Static<typeof Samples>;
