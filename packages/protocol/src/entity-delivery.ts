import { Type, type Static } from "typebox";
import { Id, Nullable, Time } from "./scalar.ts";

/** One event owed to one endpoint, and each HTTP try (API-050, CORE-050). */

/** Closed list of delivery states (CORE-050). */
export const DeliveryState = Type.Union([Type.Literal("pending"), Type.Literal("delivered"), Type.Literal("failed"), Type.Literal("dead")]);
export type DeliveryState = Static<typeof DeliveryState>;

/** Closed list of outcomes of one attempt (CORE-050). */
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

export const Outcome = Type.Union(outcomes.map((o) => Type.Literal(o)) as never) as unknown as ReturnType<
  typeof Type.Unsafe<(typeof outcomes)[number]>
>;
export type Outcome = (typeof outcomes)[number];

/** API-050 without requests and answers (as in `delivery_updated`). */
export const Delivery = Type.Object({
  id: Id,
  endpoint: Type.Object({
    id: Id,
    kind: Type.Union([
      Type.Literal("channel"),
      Type.Literal("bot"),
      Type.Literal("webhook"),
      Type.Literal("push"),
      Type.Literal("call"),
      Type.Literal("mail"),
    ]),
    name: Type.String(),
  }),
  event: Type.String(),
  chat_id: Nullable(Id),
  seq: Nullable(Type.Integer()),
  state: DeliveryState,
  /** Ended attempts of the present series. */
  attempts: Type.Integer({ minimum: 0 }),
  outcome: Nullable(Outcome),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  unconfirmed: Type.Boolean(),
  next_at: Nullable(Time),
  created_at: Time,
  updated_at: Time,
});
export type Delivery = Static<typeof Delivery>;

/** One HTTP try in full (CH-088). Bodies are cut at 8 KiB and become null after retention. */
export const Attempt = Type.Object({
  n: Type.Integer({ minimum: 1 }),
  started_at: Time,
  duration_ms: Type.Integer({ minimum: 0 }),
  outcome: Outcome,
  status: Nullable(Type.Integer()),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  request: Nullable(Type.Object({ url: Type.String(), headers: Type.Record(Type.String(), Type.String()), body: Type.String() })),
  reply: Nullable(Type.Object({ headers: Type.Record(Type.String(), Type.String()), body: Type.String() })),
});
export type Attempt = Static<typeof Attempt>;
