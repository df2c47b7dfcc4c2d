import { Type, type Static } from "typebox";
import { IdText, Limit } from "../common.ts";
import { EndpointKind } from "./endpoint.ts";
import { Id, Nullable, Outcome, Time } from "../../entity/index.ts";

/** The request inspector: requests from integrators and requests to them (API-052). */

const Headers = Type.Record(Type.String(), Type.String());

/**
 * An error or a note about a request from an integrator, or about the response to one of our
 * requests.
 */
export const InspectedFault = Type.Object({
  /** Error code of the interface, or the outcome of the attempt. */
  code: Type.String(),
  message: Nullable(Type.String()),
  /** Path of the invalid input, like `sender.id`. */
  field: Nullable(Type.String()),
  /** Rule of docs/spec about it, like `CH-040`. */
  rule: Nullable(Type.String()),
});
export type InspectedFault = Static<typeof InspectedFault>;

export const InspectedRequest = Type.Object({
  /** Rises within the account, also after a restart. */
  id: Id,
  at: Time,
  /** `in`: received by Parlour. `out`: an attempt of a delivery, a typing notice or a test. */
  direction: Type.Union([Type.Literal("in"), Type.Literal("out")]),
  kind: EndpointKind,
  /** The channel or bot that received the request. null for `out`. */
  owner_id: Nullable(Id),
  /** The called endpoint. null for `in`. */
  endpoint_id: Nullable(Id),
  method: Type.String(),
  /** `in`: path and query, with secrets cut to their last four characters. `out`: the whole URL. */
  url: Type.String(),
  /** Credentials in headers are cut to their last four characters, the body to 8 KiB. */
  request: Type.Object({ headers: Headers, body: Type.String(), cut: Type.Boolean() }),
  /** null for `out`: no response arrived. */
  status: Nullable(Type.Integer()),
  /** Response of the integrator. null for `in`, where status and fault describe the response. */
  reply: Nullable(Type.Object({ headers: Headers, body: Type.String() })),
  duration_ms: Type.Integer({ minimum: 0 }),
  /** Outcome of the attempt, for `out`. */
  outcome: Nullable(Outcome),
  fault: Nullable(InspectedFault),
  /** For `in`: also sent in the response (API-006). */
  request_id: Nullable(Type.String()),
  /** For `out`. */
  delivery_id: Nullable(Id),
  event: Nullable(Type.String()),
  chat_id: Nullable(Id),
});
export type InspectedRequest = Static<typeof InspectedRequest>;

export const InspectorQuery = Type.Object(
  {
    /** Items after this id. Absent: the latest. */
    after: Type.Optional(IdText),
    kind: Type.Optional(EndpointKind),
    /** The channel or bot that received the request. */
    owner: Type.Optional(IdText),
    endpoint: Type.Optional(IdText),
    direction: Type.Optional(Type.Union([Type.Literal("in"), Type.Literal("out")])),
    /** `true`: only items with a fault. `false`: only items without. */
    fault: Type.Optional(Type.Union([Type.Literal("true"), Type.Literal("false")])),
    limit: Limit,
  },
  { additionalProperties: false },
);
/** Oldest first. Pages go by `after`, so `next_cursor` is null. */
export const InspectedRequests = Type.Object({
  items: Type.Array(InspectedRequest),
  next_cursor: Type.Null(),
});
export type InspectedRequests = Static<typeof InspectedRequests>;
