import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "../common.ts";
import { Attempt, Delivery, DeliveryState, Id, Nullable, Time } from "../../entity/index.ts";

/** The delivery log (API-050). */

export * from "./endpoint.ts";

/** RFC 3339 with a zone. */
const TimeText = Type.String({ maxLength: 40 });

/** Filters of the delivery log, combined with AND. */
export const DeliveriesQuery = Type.Object(
  {
    chat: Type.Optional(IdText),
    /** Deliveries of one message of `chat` to the channel, the bot and the webhooks. */
    seq: Type.Optional(Type.String({ pattern: "^[1-9][0-9]{0,8}$" })),
    endpoint: Type.Optional(IdText),
    kind: Type.Optional(Delivery.properties.endpoint.properties.kind),
    /** Event name in the delivery log: `text`, `CLIENT_MESSAGE`, `chat_finished` … */
    event: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    /**
     * `retrying`: pending after a failed attempt. `not_usable`: delivered, but Parlour could not
     * use the response (API-150).
     */
    state: Type.Optional(
      Type.Union([...DeliveryState.anyOf, Type.Literal("retrying"), Type.Literal("not_usable")]),
    ),
    /** Created at or after this time. */
    since: Type.Optional(TimeText),
    /** Created before this time. */
    until: Type.Optional(TimeText),
    /** Id of a chat or of a delivery, optionally with `#` before it. */
    q: Type.Optional(Type.String({ pattern: "^#?[1-9][0-9]{0,15}$" })),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
/** Newest first. */
export const Deliveries = Page(Delivery);
export type Deliveries = Static<typeof Deliveries>;

/** Filters of the list that also apply to the totals. */
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
  /** Deliveries created since then, at most 20,000. */
  events: Count,
  /** There are more. The figures are of the newest 20,000. */
  is_capped: Type.Boolean(),
  /** Deliveries of the 24 hours before. null if either day has more than 20,000. */
  events_before: Nullable(Count),
  delivered: Count,
  failed: Count,
  dead: Count,
  not_usable: Count,
  /** All pending deliveries, of any age. `endpoint_id`: endpoint of the oldest one. */
  queued: Type.Object({
    count: Count,
    is_capped: Type.Boolean(),
    oldest_at: Nullable(Time),
    endpoint_id: Nullable(Id),
  }),
  /** Durations of the last attempts of the newest 2,000 deliveries that have one. */
  took: Nullable(Type.Object({ attempts: Count, median_ms: Count, p95_ms: Count })),
});
export type DeliveryTotals = Static<typeof DeliveryTotals>;

/** Maximum number of deliveries that one request resends. `left` counts the rest. */
export const maxReplay = 5_000;

/**
 * Resends failed and dead deliveries of an endpoint from a period, or with these ids, or both
 * (API-050, WH-072).
 */
export const Replay = Type.Object(
  {
    endpoint: Id,
    /** Created at or after this time. Absent: all stored deliveries. */
    since: Type.Optional(TimeText),
    /** Created before this time. Absent: until now. */
    until: Type.Optional(TimeText),
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })),
  },
  { additionalProperties: false },
);
export type Replay = Static<typeof Replay>;
/** `dry_run=true`: only counts. */
export const ReplayQuery = Type.Object(
  { dry_run: Type.Optional(Type.Union([Type.Literal("true"), Type.Literal("false")])) },
  { additionalProperties: false },
);
export const ReplayResult = Type.Object({
  /** Number of matching failed and dead deliveries. */
  count: Type.Integer({ minimum: 0 }),
  /** Number of deliveries that are pending again. 0 for a dry run. */
  replayed: Type.Integer({ minimum: 0 }),
  /** Number of deliveries for further requests. */
  left: Type.Integer({ minimum: 0 }),
});
export type ReplayResult = Static<typeof ReplayResult>;

export const DeliveryWithAttempts = Type.Object({
  ...Delivery.properties,
  attempts_made: Type.Array(Attempt),
});
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>;
