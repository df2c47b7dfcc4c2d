import { Type, type Static } from "typebox";
import { ChatChannel } from "./entity-channel.ts";
import { PersonRef } from "./entity-operator.ts";
import { Session, Visitor } from "./entity-visitor.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** Offline messages (CORE-110). */

/** An answer to an offline message: a mail, which stands in the ledger, or a chat. */
export const OfflineAnswer = Type.Object({
  at: Time,
  by: PersonRef,
  via: Type.Union([Type.Literal("mail"), Type.Literal("chat")]),
  /** Of a mail. */
  to: Type.Optional(Type.String()),
  subject: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  /** The message stands below it. */
  quoted: Type.Optional(Type.Boolean()),
  delivery_id: Type.Optional(Id),
  /** Of a chat. */
  chat_id: Type.Optional(Id),
});
export type OfflineAnswer = Static<typeof OfflineAnswer>;

/** CORE-110. */
export const OfflineMessage = Type.Object({
  id: Id,
  visitor: Visitor,
  channel: ChatChannel,
  /** As given in the form. */
  contacts: Type.Object({ name: Type.String(), email: Type.String(), phone: Type.String() }),
  text: Type.String(),
  department: Nullable(PersonRef),
  page: Nullable(Type.Object({ url: Type.String(), title: Nullable(Type.String()) })),
  session: Nullable(Session),
  state: Type.Union([Type.Literal("new"), Type.Literal("taken"), Type.Literal("done")]),
  operator: Nullable(PersonRef),
  /** What operators did about it, oldest first; absent: nothing yet. */
  answers: Type.Optional(Type.Array(OfflineAnswer)),
  created_at: Time,
});
export type OfflineMessage = Static<typeof OfflineMessage>;
