import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./api-common.ts";
import { EndpointKind } from "./api-endpoint.ts";
import { Attempt, Delivery, DeliveryState } from "./entity.ts";

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
    kind: Type.Optional(EndpointKind),
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

export const DeliveryWithAttempts = Type.Object({ ...Delivery.properties, attempts_made: Type.Array(Attempt) });
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>;
