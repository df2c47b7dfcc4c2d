import { Type, type Static } from "typebox";
import { CursorText, Limit, Page } from "./api-common.ts";
import { Delivery, Id, Nullable, OfflineMessage } from "./entity.ts";

/** Offline messages (CORE-110, API-060). */

const State = OfflineMessage.properties.state;
export const OfflineMessagesQuery = Type.Object(
  { state: Type.Optional(State), limit: Limit, cursor: CursorText },
  { additionalProperties: false },
);
/** With the ledger's word on each of its mails, in order of the answers; null: none of a mail. */
export const OfflineMessageSeen = Type.Object({
  ...OfflineMessage.properties,
  deliveries: Type.Array(Nullable(Delivery)),
});
export type OfflineMessageSeen = Static<typeof OfflineMessageSeen>;
/** Newest first. */
export const OfflineMessages = Page(OfflineMessageSeen);
export type OfflineMessages = Static<typeof OfflineMessages>;

/** A mail to the address of the form; the message is quoted below it unless `quote` is false. */
export const OfflineMail = Type.Object(
  {
    subject: Type.String({ minLength: 1, maxLength: 200 }),
    text: Type.String({ minLength: 1, maxLength: 16_000 }),
    quote: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type OfflineMail = Static<typeof OfflineMail>;
/** The chat in which the visitor is answered, and the message as it is now. */
export const OfflineChat = Type.Object({ chat_id: Id, offline_message: OfflineMessageSeen });
export type OfflineChat = Static<typeof OfflineChat>;
