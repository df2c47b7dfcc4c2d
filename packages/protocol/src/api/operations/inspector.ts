import { Type, type Static } from "typebox";
import { IdText, Limit } from "../common.ts";
import { EndpointKind } from "./endpoint.ts";
import { Id, Nullable, Outcome, ReceivedReply, Time } from "../../entity/index.ts";

/** The request inspector: requests from integrators and requests to them (API-052). */

const Headers = Type.Record(Type.String(), Type.String());

/** An error or a note about a request, or about a response to Parlour. */
export const InspectedFault = Type.Object({
  /** Error code of the interface, or the outcome of the attempt. */
  code: Type.String(),
  message: Nullable(Type.String()),
  /** Path of the invalid input, such as `sender.id`. */
  field: Nullable(Type.String()),
  /** The rule of docs/spec that applies, such as `CH-040`. */
  rule: Nullable(Type.String()),
});
export type InspectedFault = Static<typeof InspectedFault>;

export const InspectedRequest = Type.Object({
  /** Increases within the account, also across nodes and restarts. */
  id: Id,
  at: Time,
  /** `in`: a request to Parlour. `out`: an attempt of a delivery, a typing notice or a test. */
  direction: Type.Union([Type.Literal("in"), Type.Literal("out")]),
  kind: EndpointKind,
  /** The channel or bot that received the request. null for `out`. */
  owner_id: Nullable(Id),
  /** The endpoint to which the request was sent. Null for `in`. */
  endpoint_id: Nullable(Id),
  method: Type.String(),
  /** `in`: path and query, with secrets cut to their last four characters. `out`: the whole URL. */
  url: Type.String(),
  /** The request, with the last four characters of credentials and 8 KiB of the body. */
  request: Type.Object({ headers: Headers, body: Type.String(), cut: Type.Boolean() }),
  /** Status of the response. Null for `out` if no response arrived. */
  status: Nullable(Type.Integer()),
  /** Response of the integrator. null for `in`, where status and fault describe the response. */
  reply: Nullable(ReceivedReply),
  duration_ms: Type.Integer({ minimum: 0 }),
  /** Outcome of the attempt. Only for `out`. */
  outcome: Nullable(Outcome),
  fault: Nullable(InspectedFault),
  /** Request id, which is also in the response (API-006). Only for `in`. */
  request_id: Nullable(Type.String()),
  /** For `out`. */
  delivery_id: Nullable(Id),
  event: Nullable(Type.String()),
  chat_id: Nullable(Id),
});
export type InspectedRequest = Static<typeof InspectedRequest>;

export const InspectorQuery = Type.Object(
  {
    /** Returns only items after this id. If absent, returns the latest items. */
    after: Type.Optional(IdText),
    kind: Type.Optional(EndpointKind),
    /** Id of the channel or bot that received the request. */
    owner: Type.Optional(IdText),
    endpoint: Type.Optional(IdText),
    direction: Type.Optional(Type.Union([Type.Literal("in"), Type.Literal("out")])),
    /** `true`: only items with a fault. `false`: only items without. */
    fault: Type.Optional(Type.Union([Type.Literal("true"), Type.Literal("false")])),
    limit: Limit,
  },
  { additionalProperties: false },
);
/** Inspected requests of all nodes, oldest first. `after` selects pages: no `next_cursor`. */
export const InspectedRequests = Type.Object({
  items: Type.Array(InspectedRequest),
  next_cursor: Type.Null(),
  /** Their requests are missing in `items`, until they respond to the same query. */
  missing_nodes: Type.Integer({ minimum: 0 }),
});
export type InspectedRequests = Static<typeof InspectedRequests>;
