import { Type, type Static } from "typebox";
import { Id, Nullable, Time } from "./scalar.ts";

/** Deliveries of events to endpoints, and their HTTP attempts (API-050, CORE-050). */

/** All states of a delivery (CORE-050). */
export const DeliveryState = Type.Union([
  Type.Literal("pending"),
  Type.Literal("delivered"),
  Type.Literal("failed"),
  Type.Literal("dead"),
]);
export type DeliveryState = Static<typeof DeliveryState>;

/** All outcomes of one attempt (CORE-050). */
export const outcomes = [
  "delivered",
  "refused",
  "bad_reply",
  "http_error",
  "timeout",
  "dns_failed",
  "connect_failed",
  "tls_failed",
  "private_address",
  "reply_too_large",
  "token_failed",
  "interrupted",
  "channel_deleted",
  "handed_over",
  "endpoint_off",
  "withdrawn",
] as const;

export const Outcome = Type.Union(
  outcomes.map((o) => Type.Literal(o)) as never,
) as unknown as ReturnType<typeof Type.Unsafe<(typeof outcomes)[number]>>;
export type Outcome = (typeof outcomes)[number];

/** All reasons why a field of a response was not used (WH-082, BOT-093). */
export const ignoredReasons = [
  "unknown_field",
  "wrong_type",
  "unusable_link",
  "too_many",
  "url_missing",
  "result_not_ok",
  "event_takes_no_data",
  "chat_ended",
  "earlier_webhook",
  "body_not_read",
  "answer_in_reply",
  "status_decides",
  "error_decides",
  "code_hides_text",
  "unusable_value",
] as const;
export const IgnoredReason = Type.Union(
  ignoredReasons.map((reason) => Type.Literal(reason)) as never,
) as unknown as ReturnType<typeof Type.Unsafe<(typeof ignoredReasons)[number]>>;
export type IgnoredReason = (typeof ignoredReasons)[number];

/** Used and ignored fields of a response (WH-082, BOT-093): names, never values. */
export const ResponseUsage = Type.Object({
  /** Used fields. `rows` is the number of list entries. */
  taken: Type.Array(
    Type.Object({ field: Type.String(), rows: Type.Optional(Type.Integer({ minimum: 0 })) }),
  ),
  /** Ignored fields, at most 20. `ignored_count` is the number of all ignored fields. */
  ignored: Type.Array(Type.Object({ field: Type.String(), reason: IgnoredReason })),
  ignored_count: Type.Integer({ minimum: 0 }),
});
export type ResponseUsage = Static<typeof ResponseUsage>;

/** What a delivery is sent to. */
export const DeliveryKind = Type.Union([
  Type.Literal("channel"),
  Type.Literal("bot"),
  Type.Literal("webhook"),
  Type.Literal("push"),
  Type.Literal("call"),
  Type.Literal("mail"),
  Type.Literal("model"),
  Type.Literal("old_system"),
]);

/** Why an attempt failed: a code for programs and a text for people. */
export const ErrorDetail = Type.Object({ code: Type.String(), message: Type.String() });

/** MAIL-142. `sending` and `sent`: an operator sent it to them again. */
export const FailedRecipient = Type.Object({
  address: Type.String(),
  code: Type.String(),
  message: Type.String(),
  state: Type.Union([Type.Literal("failed"), Type.Literal("sending"), Type.Literal("sent")]),
});
export type FailedRecipient = Static<typeof FailedRecipient>;

/** The latest failed attempt at an endpoint. `status` is null if there was no response. */
export const LastFailure = Type.Object({
  at: Time,
  outcome: Outcome,
  status: Nullable(Type.Integer()),
});

/** A request of Parlour. The body is cut at 8 KiB. */
export const SentRequest = Type.Object({
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
});
/** A response to a request of Parlour. The body is cut at 8 KiB. */
export const ReceivedReply = Type.Object({
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
});

/** Use of the language model by one request (MODEL-041). */
export const ModelUse = Type.Object({
  model: Type.String(),
  tokens_sent: Type.Integer({ minimum: 0 }),
  tokens_received: Type.Integer({ minimum: 0 }),
  /** Millionths of the currency of the prices. */
  cost: Type.Integer({ minimum: 0 }),
  /** Values that the mask replaced. */
  masked: Type.Integer({ minimum: 0 }),
  /** Time until the first byte of the response. Null without one. */
  first_ms: Nullable(Type.Integer({ minimum: 0 })),
});
export type ModelUse = Static<typeof ModelUse>;

/** A delivery without requests and responses (API-050), as in `delivery_updated`. */
export const Delivery = Type.Object({
  id: Id,
  endpoint: Type.Object({
    id: Id,
    kind: DeliveryKind,
    name: Type.String(),
  }),
  event: Type.String(),
  chat_id: Nullable(Id),
  /** Number of the chat. Absent without a chat or number, and in `delivery_updated`. */
  chat_number: Type.Optional(Type.Integer({ minimum: 1 })),
  seq: Nullable(Type.Integer()),
  state: DeliveryState,
  /** Completed attempts of the current series. */
  attempts: Type.Integer({ minimum: 0 }),
  outcome: Nullable(Outcome),
  error: Nullable(ErrorDetail),
  unconfirmed: Type.Boolean(),
  next_at: Nullable(Time),
  /** Absent if no recipient of an email is known to have failed. */
  failed_recipients: Type.Optional(Type.Array(FailedRecipient)),
  created_at: Time,
  updated_at: Time,
  /** null at first. Absent in `delivery_updated`. `used`: null unless an integrator responded. */
  last_attempt: Type.Optional(
    Nullable(
      Type.Object({
        duration_ms: Type.Integer({ minimum: 0 }),
        status: Nullable(Type.Integer()),
        used: Nullable(ResponseUsage),
        model: Type.Optional(ModelUse),
      }),
    ),
  ),
});
export type Delivery = Static<typeof Delivery>;

/** CH-088. Bodies are cut off at 8 KiB, and null when retention removed them. */
export const Attempt = Type.Object({
  n: Type.Integer({ minimum: 1 }),
  started_at: Time,
  duration_ms: Type.Integer({ minimum: 0 }),
  outcome: Outcome,
  status: Nullable(Type.Integer()),
  error: Nullable(ErrorDetail),
  request: Nullable(SentRequest),
  reply: Nullable(ReceivedReply),
  /** How Parlour used the response. Retention removes it together with `reply`. */
  used: Nullable(ResponseUsage),
  /** Only of requests to the language model. Their bodies are cut off at 256 KiB. */
  model: Type.Optional(ModelUse),
});
export type Attempt = Static<typeof Attempt>;
