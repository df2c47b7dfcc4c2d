import { Type, type Static } from "typebox";
import { IdText, Limit } from "./api-common.ts";
import { EndpointKind } from "./api-endpoint.ts";
import { Id, Nullable, Outcome, Time } from "./entity.ts";

/** The inspector: requests of integrators as they came, and ours as they went (API-052). */

const Headers = Type.Record(Type.String(), Type.String());

/** What was wrong with a request of an integrator or with the answer to one of ours, or worth a note though it was taken. */
export const InspectedFault = Type.Object({
  /** Error code of the interface, or the outcome of the attempt. */
  code: Type.String(),
  message: Nullable(Type.String()),
  /** Path of the faulty input, `sender.id`. */
  field: Nullable(Type.String()),
  /** Rule of docs/spec that speaks of it, `CH-040`. */
  rule: Nullable(Type.String()),
});
export type InspectedFault = Static<typeof InspectedFault>;

export const Inspected = Type.Object({
  /** Rises within the account; later ones are greater also after a restart. */
  id: Id,
  at: Time,
  /** `in`: to us; `out`: an attempt of a delivery, a typing notice, a test. */
  direction: Type.Union([Type.Literal("in"), Type.Literal("out")]),
  kind: EndpointKind,
  /** The channel or bot that was addressed; null for `out`. */
  owner_id: Nullable(Id),
  /** The endpoint that was called; null for `in`. */
  endpoint_id: Nullable(Id),
  method: Type.String(),
  /** `in`: path and query, secrets cut to their last four characters; `out`: the whole address. */
  url: Type.String(),
  /** Credentials of headers are cut to their last four characters, the body at 8 KiB. */
  request: Type.Object({ headers: Headers, body: Type.String(), cut: Type.Boolean() }),
  /** Null for `out`: there was no answer. */
  status: Nullable(Type.Integer()),
  /** Of the integrator; null for `in`, whose answer is told by status and fault. */
  reply: Nullable(Type.Object({ headers: Headers, body: Type.String() })),
  duration_ms: Type.Integer({ minimum: 0 }),
  /** Of an attempt. */
  outcome: Nullable(Outcome),
  fault: Nullable(InspectedFault),
  /** Of `in`: stands in its answer too (API-006). */
  request_id: Nullable(Type.String()),
  /** Of `out`. */
  delivery_id: Nullable(Id),
  event: Nullable(Type.String()),
  chat_id: Nullable(Id),
});
export type Inspected = Static<typeof Inspected>;

export const InspectorQuery = Type.Object(
  {
    /** Items after this id; absent: the latest. */
    after: Type.Optional(IdText),
    kind: Type.Optional(EndpointKind),
    /** Channel or bot that was addressed; endpoint that was called. */
    owner: Type.Optional(IdText),
    endpoint: Type.Optional(IdText),
    direction: Type.Optional(Type.Union([Type.Literal("in"), Type.Literal("out")])),
    /** `true`: only with a fault; `false`: only without. */
    fault: Type.Optional(Type.Union([Type.Literal("true"), Type.Literal("false")])),
    limit: Limit,
  },
  { additionalProperties: false },
);
/** Oldest first; pages go by `after`, so `next_cursor` is null. */
export const InspectedItems = Type.Object({ items: Type.Array(Inspected), next_cursor: Type.Null() });
export type InspectedItems = Static<typeof InspectedItems>;
