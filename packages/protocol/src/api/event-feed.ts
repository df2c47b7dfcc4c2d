import { Type, type Static } from "typebox";
import { Id } from "../entity/index.ts";

/** Query of the event feed (API-387). A cursor is `EPOCH:POSITION`. */
export const EventsQuery = Type.Object(
  {
    after: Type.Optional(Type.String({ maxLength: 120 })),
    /** Names of events, separated by commas. */
    types: Type.Optional(Type.String({ maxLength: 1_000 })),
    /** Maximum time in seconds to wait for the first event. */
    wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 60, default: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
  },
  { additionalProperties: false },
);

/** An event, as in a frame of the operator socket (API-102). `data`: API-107. */
export const FeedEvent = Type.Object({
  type: Type.Literal("event"),
  position: Type.Integer(),
  at: Type.String({ format: "date-time" }),
  name: Type.String(),
  chat_id: Type.Optional(Id),
  data: Type.Object({}, { additionalProperties: true }),
});
/** Answer to a long poll (API-387). Everything up to `cursor` is in it, or was not asked for. */
export const Events = Type.Object({
  epoch: Type.String(),
  events: Type.Array(FeedEvent),
  cursor: Type.String(),
  /** Whether there are entries after the cursor already. */
  more: Type.Boolean(),
});
export type Events = Static<typeof Events>;
