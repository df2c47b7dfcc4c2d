import { Type, type Static } from "typebox";
import { NamedRef } from "./operator.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** Calls (CORE-100, CORE-101). */

/** Status of a call (CORE-100, CORE-101). */
export const CallStatus = Type.Union([
  Type.Literal("start"),
  Type.Literal("agent_connected"),
  Type.Literal("client_connected"),
  Type.Literal("end"),
  Type.Literal("error"),
]);
export type CallStatus = Static<typeof CallStatus>;

export const Call = Type.Object({
  id: Id,
  type: Type.Union([Type.Literal("callback"), Type.Literal("incoming"), Type.Literal("outgoing")]),
  phone: Type.String(),
  chat_id: Id,
  status: CallStatus,
  operator: Nullable(NamedRef),
  /** Reason of `error` (CORE-102). */
  reason: Nullable(Type.String()),
  record_url: Nullable(Type.String()),
  /** When the operator took the call. Absent: not taken. */
  taken_at: Type.Optional(Time),
  /** When the operator's and the customer's sides were first connected (CORE-101, CORE-103). */
  agent_connected_at: Type.Optional(Time),
  client_connected_at: Type.Optional(Time),
  /**
   * The call is postponed until then (CORE-107). Absent: it is due. `waiting_since`: when that time
   * came, or when an operator took the call earlier.
   */
  due_at: Type.Optional(Time),
  waiting_since: Type.Optional(Time),
  /** How often the customer was not reached before the call was postponed. Absent: never. */
  attempts: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Note of an operator, visible to operators only (CORE-108). */
  note: Type.Optional(Type.Object({ text: Type.String(), by: NamedRef, at: Time })),
  created_at: Time,
  /** Last change of the status. A note does not change it. */
  updated_at: Time,
});
export type Call = Static<typeof Call>;
