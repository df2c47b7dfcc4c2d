import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./api-common.ts";
import { Attempt, Delivery, DeliveryState, Id, Nullable, Time } from "./entity.ts";

/** The delivery ledger (API-050). */

export * from "./api-endpoint.ts";

/** RFC 3339 with a zone. */
const TimeText = Type.String({ maxLength: 40 });

/** Every field narrows the list further. */
export const DeliveriesQuery = Type.Object(
  {
    chat: Type.Optional(IdText),
    /** Of one message of `chat`: what it owed to the channel, the bot and the webhooks. */
    seq: Type.Optional(Type.String({ pattern: "^[1-9][0-9]{0,8}$" })),
    endpoint: Type.Optional(IdText),
    kind: Type.Optional(Delivery.properties.endpoint.properties.kind),
    /** Name in the ledger: `text`, `CLIENT_MESSAGE`, `chat_finished` … */
    event: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    /** `retrying`: pending after an attempt that failed. `not_usable`: delivered, but Parlour could not use the answer (API-150). */
    state: Type.Optional(Type.Union([...DeliveryState.anyOf, Type.Literal("retrying"), Type.Literal("not_usable")])),
    /** Made at or after this time. */
    since: Type.Optional(TimeText),
    /** Made before this time. */
    until: Type.Optional(TimeText),
    /** Id of a chat or of a delivery, also with `#` before it. */
    q: Type.Optional(Type.String({ pattern: "^#?[1-9][0-9]{0,15}$" })),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
/** Newest first. */
export const Deliveries = Page(Delivery);
export type Deliveries = Static<typeof Deliveries>;

/** The totals follow these filters of the list only. */
export const DeliveryTotalsQuery = Type.Object(
  {
    endpoint: DeliveriesQuery.properties.endpoint,
    kind: DeliveriesQuery.properties.kind,
    event: DeliveriesQuery.properties.event,
  },
  { additionalProperties: false },
);
const Count = Type.Integer({ minimum: 0 });
/** Figures of the last 24 hours (API-151). */
export const DeliveryTotals = Type.Object({
  /** 24 hours ago. */
  since: Time,
  /** Deliveries made since then, at most 20,000. */
  events: Count,
  /** There were more; the figures are those of the newest 20,000. */
  is_capped: Type.Boolean(),
  /** Of the 24 hours before; null when either day has more than 20,000. */
  events_before: Nullable(Count),
  delivered: Count,
  failed: Count,
  dead: Count,
  not_usable: Count,
  /** All that is pending now, whenever it was made; `endpoint_id` owns the oldest. */
  queued: Type.Object({ count: Count, is_capped: Type.Boolean(), oldest_at: Nullable(Time), endpoint_id: Nullable(Id) }),
  /** Of the last attempts of the newest 2,000 deliveries that have one. */
  took: Nullable(Type.Object({ attempts: Count, median_ms: Count, p95_ms: Count })),
});
export type DeliveryTotals = Static<typeof DeliveryTotals>;

/** What one request may send again at most; the rest is `left`. */
export const replayMost = 5_000;

/** Failed and dead deliveries of one endpoint that were made in a period, or of these ids, or both (API-050, WH-072). */
export const Replay = Type.Object(
  {
    endpoint: Id,
    /** Made at or after; absent: all that are kept. */
    since: Type.Optional(TimeText),
    /** Made before; absent: until now. */
    until: Type.Optional(TimeText),
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })),
  },
  { additionalProperties: false },
);
export type Replay = Static<typeof Replay>;
/** `dry_run=true`: counts only. */
export const ReplayQuery = Type.Object(
  { dry_run: Type.Optional(Type.Union([Type.Literal("true"), Type.Literal("false")])) },
  { additionalProperties: false },
);
export const Replayed = Type.Object({
  /** Failed and dead deliveries that the request means. */
  count: Type.Integer({ minimum: 0 }),
  /** Those that are pending again; 0 for a dry run. */
  replayed: Type.Integer({ minimum: 0 }),
  /** Those that are still to be asked for. */
  left: Type.Integer({ minimum: 0 }),
});
export type Replayed = Static<typeof Replayed>;

export const DeliveryWithAttempts = Type.Object({ ...Delivery.properties, attempts_made: Type.Array(Attempt) });
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>;
