import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "../common.ts";
import { Attempt, Delivery, DeliveryState, Id, Nullable, Time } from "../../entity/index.ts";

/** The delivery log (API-050). */

export * from "./endpoint.ts";

/** RFC 3339 with a time zone. */
const TimeText = Type.String({ maxLength: 40 });

/** Filters of the delivery log. All given filters must match. */
export const DeliveriesQuery = Type.Object(
  {
    chat: Type.Optional(IdText),
    /** A message in `chat`: selects its deliveries to channel, bot and webhooks. */
    seq: Type.Optional(Type.String({ pattern: "^[1-9][0-9]{0,8}$" })),
    endpoint: Type.Optional(IdText),
    kind: Type.Optional(Delivery.properties.endpoint.properties.kind),
    /** Event name in the delivery log: `text`, `CLIENT_MESSAGE`, `chat_finished` … */
    event: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    /** `retrying`: after a failed attempt. `not_usable`: delivered, response unusable (API-150). */
    state: Type.Optional(
      Type.Union([...DeliveryState.anyOf, Type.Literal("retrying"), Type.Literal("not_usable")]),
    ),
    /** Only deliveries created at or after this time. */
    since: Type.Optional(TimeText),
    /** Only deliveries created before this time. */
    until: Type.Optional(TimeText),
    /** Id of a chat or a delivery, with or without a leading `#`. */
    q: Type.Optional(Type.String({ pattern: "^#?[1-9][0-9]{0,15}$" })),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
/** A page of deliveries, newest first. */
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
/** Statistics of the deliveries in the last 24 hours (API-151). */
export const DeliveryTotals = Type.Object({
  /** Start of the period, 24 hours ago. */
  since: Time,
  /** Number of deliveries created in the period. Counted up to 20,000. */
  events: Count,
  /** The statistics then cover the newest 20,000. */
  is_capped: Type.Boolean(),
  /** Deliveries in the 24 hours before the period. Null if a period has more than 20,000. */
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

/** Per request. `left` in the response is the number of remaining ones. */
export const maxReplay = 5_000;

/** Failed and dead deliveries of a period, with the given ids, or both (API-050, WH-072). */
export const Replay = Type.Object(
  {
    endpoint: Id,
    /** Created at or after this time. Absent: all stored deliveries. */
    since: Type.Optional(TimeText),
    /** Only deliveries created before this time. If absent, until now. */
    until: Type.Optional(TimeText),
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })),
  },
  { additionalProperties: false },
);
export type Replay = Static<typeof Replay>;
/** With `dry_run=true`, deliveries are only counted and not sent. */
export const ReplayQuery = Type.Object(
  { dry_run: Type.Optional(Type.Union([Type.Literal("true"), Type.Literal("false")])) },
  { additionalProperties: false },
);
export const ReplayResult = Type.Object({
  /** Number of matching failed and dead deliveries. */
  count: Type.Integer({ minimum: 0 }),
  /** Number of deliveries that are pending again. 0 for a dry run. */
  replayed: Type.Integer({ minimum: 0 }),
  /** Number of deliveries that remain for further requests. */
  left: Type.Integer({ minimum: 0 }),
});
export type ReplayResult = Static<typeof ReplayResult>;

export const DeliveryWithAttempts = Type.Object({
  ...Delivery.properties,
  attempts_made: Type.Array(Attempt),
});
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>;
