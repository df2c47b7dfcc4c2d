import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./api-common.ts";
import { Attempt, Delivery, DeliveryState, Id } from "./entity.ts";

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
    /** `retrying`: pending after an attempt that failed. */
    state: Type.Optional(Type.Union([...DeliveryState.anyOf, Type.Literal("retrying")])),
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

/** What one request may send again at most; the rest is `left`. */
export const replayMost = 5_000;

/** Failed and dead deliveries of one endpoint that were made in a period, or of these ids, or both (API-050, WH-072). */
export const Replay = Type.Object(
  {
    endpoint: Id,
    /** Made at or after; may be absent only beside `ids`. */
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
