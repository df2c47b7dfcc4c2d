import { Type, type Static } from "typebox";
import { ChatChannel } from "./channel.ts";
import { NamedRef } from "./operator.ts";
import { VisitedPage, VisitSource, Visitor } from "./visitor.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** Offline messages (CORE-110). */

/** An answer to an offline message: an email, listed in the delivery log, or a chat. */
export const OfflineAnswer = Type.Object({
  at: Time,
  by: NamedRef,
  via: Type.Union([Type.Literal("mail"), Type.Literal("chat")]),
  /** Address to which the email was sent. Only for an email. */
  to: Type.Optional(Type.String()),
  subject: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  /** Whether the email quotes the message. */
  quoted: Type.Optional(Type.Boolean()),
  delivery_id: Type.Optional(Id),
  chat_id: Type.Optional(Id),
});
export type OfflineAnswer = Static<typeof OfflineAnswer>;

/** An offline message (CORE-110). */
export const OfflineMessage = Type.Object({
  id: Id,
  visitor: Visitor,
  channel: ChatChannel,
  /** Contacts as entered in the form. */
  contacts: Type.Object({ name: Type.String(), email: Type.String(), phone: Type.String() }),
  text: Type.String(),
  department: Nullable(NamedRef),
  page: Nullable(VisitedPage),
  session: Nullable(VisitSource),
  state: Type.Union([Type.Literal("new"), Type.Literal("taken"), Type.Literal("done")]),
  operator: Nullable(NamedRef),
  /** Answers of operators, oldest first. Absent if there are none. */
  answers: Type.Optional(Type.Array(OfflineAnswer)),
  created_at: Time,
});
export type OfflineMessage = Static<typeof OfflineMessage>;
