import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./api-common.ts";
import { Attempt, Delivery, DeliveryState } from "./entity.ts";

/** The delivery ledger (API-050). */

export const DeliveriesQuery = Type.Object(
  {
    chat: Type.Optional(IdText),
    endpoint: Type.Optional(IdText),
    state: Type.Optional(DeliveryState),
    /** Made at or after this time, RFC 3339. */
    since: Type.Optional(Type.String({ maxLength: 40 })),
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
