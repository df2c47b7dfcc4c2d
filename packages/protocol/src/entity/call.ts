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
  /** When an operator accepted the call. Absent before that. */
  taken_at: Type.Optional(Time),
  /** First connection of operator and customer (CORE-101, CORE-103). */
  agent_connected_at: Type.Optional(Time),
  client_connected_at: Type.Optional(Time),
  /**
   * Time to which the call is postponed (CORE-107). If absent, the call can be made now.
   * `waiting_since` is the time when `due_at` came, or when an operator accepted the call before
   * it.
   */
  due_at: Type.Optional(Time),
  waiting_since: Type.Optional(Time),
  /** How often the customer was not reached before the call was postponed. Absent: never. */
  attempts: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Note of an operator. Only operators can see it (CORE-108). */
  note: Type.Optional(Type.Object({ text: Type.String(), by: NamedRef, at: Time })),
  created_at: Time,
  /** Time of the last change of the status. A changed note does not count. */
  updated_at: Time,
});
export type Call = Static<typeof Call>;
