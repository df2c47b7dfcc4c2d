import { Type, type Static } from "typebox";
import { NamedRef } from "./operator.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** Assignments, transfers and invitations of chats (CORE-037, API-025). */

/**
 * Why operators did or did not get a chat (CORE-037): the rules, the operators who could take it,
 * and the reasons for all others.
 */
export const Assignment = Type.Object({
  rules: Type.Array(Type.String()),
  eligible: Type.Array(Id),
  others: Type.Array(Type.Object({ operator_id: Id, reasons: Type.Array(Type.String()) })),
});
export type Assignment = Static<typeof Assignment>;

/** A transfer that its target has not answered yet (API-025). */
export const Transfer = Type.Object({
  by: NamedRef,
  to: NamedRef,
  comment: Nullable(Type.String()),
  until: Time,
});
export type Transfer = Static<typeof Transfer>;

/** An invitation of an operator into an open chat, not answered yet (API-025). */
export const ChatInvitation = Type.Object({
  by: NamedRef,
  to: NamedRef,
  comment: Nullable(Type.String()),
});
export type ChatInvitation = Static<typeof ChatInvitation>;

export const chatNoticeKinds = [
  "transfer_declined",
  "transfer_expired",
  "transfer_offline",
  "reassigned",
] as const;
/**
 * A notice to one operator about a chat (CORE-150), at most one per operator: their transfer was
 * not accepted, or the chat was reassigned. `by`: target of the transfer. For `reassigned`, the
 * operator themselves. `detail`: reason of a decline, or minutes without an answer. `opened_at`:
 * when the operator opened the chat after that.
 */
export const ChatNotice = Type.Object({
  kind: Type.Unsafe<(typeof chatNoticeKinds)[number]>({ enum: [...chatNoticeKinds] }),
  to: NamedRef,
  by: NamedRef,
  detail: Nullable(Type.String()),
  at: Time,
  opened_at: Nullable(Time),
});
export type ChatNotice = Static<typeof ChatNotice>;

/**
 * Position of a waiting chat in its department, and the expected remaining wait in seconds. null:
 * unknown.
 */
export const Queue = Type.Object({
  place: Type.Integer({ minimum: 1 }),
  of: Type.Integer({ minimum: 1 }),
  expected_s: Nullable(Type.Integer({ minimum: 0 })),
});
export type Queue = Static<typeof Queue>;
