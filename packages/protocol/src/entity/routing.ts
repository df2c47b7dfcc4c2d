import { Type, type Static } from "typebox";
import { NamedRef } from "./operator.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** Assignments, transfers and invitations of chats (CORE-037, API-025). */

/** CORE-037: the applied rules, the eligible operators, and why the others are not. */
export const Assignment = Type.Object({
  rules: Type.Array(Type.String()),
  eligible: Type.Array(Id),
  others: Type.Array(Type.Object({ operator_id: Id, reasons: Type.Array(Type.String()) })),
});
export type Assignment = Static<typeof Assignment>;

/** A transfer that its target has not accepted or declined yet (API-025). */
export const Transfer = Type.Object({
  by: NamedRef,
  to: NamedRef,
  comment: Nullable(Type.String()),
  until: Time,
});
export type Transfer = Static<typeof Transfer>;

/** An operator's invitation to an open chat that is not accepted or declined yet (API-025). */
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
  "assigned",
] as const;
/**
 * A notice to one operator about a chat (CORE-150, CORE-341), at most one per operator: their
 * transfer was not accepted, the chat was reassigned, or somebody assigned it to them. `by` is the
 * target of the transfer, for `reassigned` the operator themselves, for `assigned` who assigned it.
 * `detail` is the reason of a decline, the minutes without an answer, or the comment.
 * `opened_at` is the time when the operator opened the chat after the event. `reminded` is the
 * number of reminders that administrators got because an assigned chat was not opened (CORE-342).
 */
export const ChatNotice = Type.Object({
  kind: Type.Unsafe<(typeof chatNoticeKinds)[number]>({ enum: [...chatNoticeKinds] }),
  to: NamedRef,
  by: NamedRef,
  detail: Nullable(Type.String()),
  at: Time,
  opened_at: Nullable(Time),
  reminded: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type ChatNotice = Static<typeof ChatNotice>;

/** In its department, and the expected remaining wait in seconds. null: unknown. */
export const Queue = Type.Object({
  place: Type.Integer({ minimum: 1 }),
  of: Type.Integer({ minimum: 1 }),
  expected_s: Nullable(Type.Integer({ minimum: 0 })),
});
export type Queue = Static<typeof Queue>;
