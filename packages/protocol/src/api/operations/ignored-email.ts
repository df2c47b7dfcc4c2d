import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "../common.ts";
import { Id, NamedRef, Nullable, Time } from "../../entity/index.ts";

/** Emails of a mail channel that became no chat (MAIL-082, API-415). */

export const IgnoredEmailsQuery = Type.Object(
  { channel: Type.Optional(IdText), limit: Limit, cursor: CursorText },
  { additionalProperties: false },
);
export const IgnoredEmail = Type.Object({
  id: Id,
  channel: NamedRef,
  /** Why it became no chat. Further reasons may be added. */
  reason: Type.Union([
    Type.Literal("newsletter"),
    Type.Literal("automatic_mail"),
    Type.Literal("automatic_reply"),
    Type.Literal("unknown_report"),
    Type.Literal("no_failure"),
    Type.Literal("mail_loop"),
    Type.Literal("not_accepted"),
  ]),
  /** Address and name of the sender, as the email claims them. "": it names none. */
  from: Type.String(),
  name: Type.String(),
  subject: Type.String(),
  /** The beginning of the text. */
  text: Type.String(),
  received_at: Time,
  /** The chat that an operator started from it, or null. */
  chat_id: Nullable(Id),
});
export type IgnoredEmail = Static<typeof IgnoredEmail>;
/** A page of ignored emails, newest first, with the number of all of them. */
export const IgnoredEmails = Type.Object({
  ...Page(IgnoredEmail).properties,
  total: Type.Integer({ minimum: 0 }),
});
export type IgnoredEmails = Static<typeof IgnoredEmails>;
export const IgnoredEmailChat = Type.Object({ chat_id: Id });
export type IgnoredEmailChat = Static<typeof IgnoredEmailChat>;
