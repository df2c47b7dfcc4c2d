import { Type, type Static } from "typebox";
import { PersonRef } from "./entity-operator.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** Calls (CORE-100, CORE-101). */

/** CORE-100, CORE-101. */
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
  operator: Nullable(PersonRef),
  /** Of `error` (CORE-102). */
  reason: Nullable(Type.String()),
  record_url: Nullable(Type.String()),
  /** When the operator who has it took it; absent: nobody has. */
  taken_at: Type.Optional(Time),
  /** When the operator's and the customer's side was first connected (CORE-101, CORE-103). */
  agent_connected_at: Type.Optional(Time),
  client_connected_at: Type.Optional(Time),
  /** It was put off and waits again then (CORE-107); absent: it is due. `waiting_since`: when that moment had come, or somebody took it before. */
  due_at: Type.Optional(Time),
  waiting_since: Type.Optional(Time),
  /** How often the customer was not reached before it was put off; absent: never. */
  attempts: Type.Optional(Type.Integer({ minimum: 1 })),
  /** What an operator noted, for the team alone (CORE-108). */
  note: Type.Optional(Type.Object({ text: Type.String(), by: PersonRef, at: Time })),
  created_at: Time,
  /** When it last moved on; a note is no move. */
  updated_at: Time,
});
export type Call = Static<typeof Call>;
