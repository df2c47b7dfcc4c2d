import { Type, type Static } from "typebox";
import { Id, Nullable, Time } from "../../entity/index.ts";
import { DeliveryState, ErrorDetail } from "../../entity/delivery.ts";
import { IgnoredEmail } from "./ignored-email.ts";

/** The latest emails of a mail channel, with figures (MAIL-163, API-499). */

/** Numbers of a period that ends now. */
const EmailFigures = Type.Object({
  /** Emails that became messages of chats. */
  received: Type.Integer({ minimum: 0 }),
  sent: Type.Integer({ minimum: 0 }),
  /** Emails that were not delivered. */
  failed: Type.Integer({ minimum: 0 }),
});

export const ChannelEmail = Type.Object({
  direction: Type.Union([Type.Literal("received"), Type.Literal("sent")]),
  at: Time,
  /** Name and address of the sender, or of the first recipient. "": unknown. */
  name: Type.String(),
  address: Type.String(),
  /** Number of further recipients. */
  others: Type.Integer({ minimum: 0 }),
  subject: Type.String(),
  /** The chat with the email, and its number, which is null while it has none. */
  chat_id: Nullable(Id),
  chat_number: Nullable(Type.Integer()),
  /** Whether the mail server verified the sender. Null for sent emails. */
  verified: Nullable(Type.Boolean()),
  /** The ignored email, if it became no chat. */
  ignored: Nullable(Type.Object({ id: Id, reason: IgnoredEmail.properties.reason })),
  /** The delivery of a sent email. */
  delivery: Nullable(
    Type.Object({
      id: Id,
      state: DeliveryState,
      attempts: Type.Integer({ minimum: 0 }),
      error: Nullable(ErrorDetail),
    }),
  ),
});
export type ChannelEmail = Static<typeof ChannelEmail>;

export const ChannelEmails = Type.Object({
  /** The last 24 hours. */
  day: EmailFigures,
  /** The last 7 days. */
  week: EmailFigures,
  /** Emails that wait for the first or another attempt. */
  waiting: Type.Integer({ minimum: 0 }),
  /** Whether there are more emails than are counted. */
  is_capped: Type.Boolean(),
  /** The latest emails of both directions, newest first, at most 10. */
  items: Type.Array(ChannelEmail),
});
export type ChannelEmails = Static<typeof ChannelEmails>;
