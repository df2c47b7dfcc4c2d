import { Type, type Static } from "typebox";
import { PersonRef } from "./entity-operator.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** Who gets a chat, and who was asked (CORE-037, API-025). */

/** Why operators got a chat, or did not (CORE-037): the rules used, who could take it, and of everybody else the reasons. */
export const Assignment = Type.Object({
  rules: Type.Array(Type.String()),
  eligible: Type.Array(Id),
  others: Type.Array(Type.Object({ operator_id: Id, reasons: Type.Array(Type.String()) })),
});
export type Assignment = Static<typeof Assignment>;

/** A transfer that its target has not answered (API-025). */
export const Transfer = Type.Object({ by: PersonRef, to: PersonRef, comment: Nullable(Type.String()), until: Time });
export type Transfer = Static<typeof Transfer>;

/** A colleague who was asked into an open chat and has not answered (API-025). */
export const ChatInvitation = Type.Object({ by: PersonRef, to: PersonRef, comment: Nullable(Type.String()) });
export type ChatInvitation = Static<typeof ChatInvitation>;

export const chatNoticeKinds = ["transfer_declined", "transfer_expired", "transfer_offline", "reassigned"] as const;
/**
 * A notice to one operator about a chat (CORE-150), at most one per operator: how their transfer ended without being accepted, or that the chat
 * was reassigned. `by`: the target of the transfer; of `reassigned` the operator themselves. `detail`: the reason of a decline, or the
 * minutes without an answer. `opened_at`: when the operator opened the chat after that.
 */
export const ChatNotice = Type.Object({
  kind: Type.Unsafe<(typeof chatNoticeKinds)[number]>({ enum: [...chatNoticeKinds] }),
  to: PersonRef,
  by: PersonRef,
  detail: Nullable(Type.String()),
  at: Time,
  opened_at: Nullable(Time),
});
export type ChatNotice = Static<typeof ChatNotice>;

/** Where a waiting chat stands among those of its department, and how long the wait may still be, in seconds; null: not known. */
export const Queue = Type.Object({
  place: Type.Integer({ minimum: 1 }),
  of: Type.Integer({ minimum: 1 }),
  expected_s: Nullable(Type.Integer({ minimum: 0 })),
});
export type Queue = Static<typeof Queue>;
