import { Type, type Static } from "typebox";
import { CursorText, Limit, Page } from "./common.ts";
import { Delivery, Id, Nullable, OfflineMessage } from "../entity/index.ts";

/** Offline messages (CORE-110, API-284). */

const State = OfflineMessage.properties.state;
export const OfflineMessagesQuery = Type.Object(
  { state: Type.Optional(State), limit: Limit, cursor: CursorText },
  { additionalProperties: false },
);
/** The delivery of each answer, in the order of `answers`; null if it is not an email. */
export const OfflineMessageWithDeliveries = Type.Object({
  ...OfflineMessage.properties,
  deliveries: Type.Array(Nullable(Delivery)),
});
export type OfflineMessageWithDeliveries = Static<typeof OfflineMessageWithDeliveries>;
/** A page of offline messages, newest first. */
export const OfflineMessages = Page(OfflineMessageWithDeliveries);
export type OfflineMessages = Static<typeof OfflineMessages>;

/** Sent to the address in the form. It quotes the message unless `quote` is false. */
export const OfflineMail = Type.Object(
  {
    subject: Type.String({ minLength: 1, maxLength: 200 }),
    text: Type.String({ minLength: 1, maxLength: 16_000 }),
    quote: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type OfflineMail = Static<typeof OfflineMail>;
/** The chat in which an operator answers the visitor, and the changed offline message. */
export const OfflineChat = Type.Object({
  chat_id: Id,
  offline_message: OfflineMessageWithDeliveries,
});
export type OfflineChat = Static<typeof OfflineChat>;
