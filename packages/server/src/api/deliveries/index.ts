import type { ModelTest } from "@parlour/protocol/api";
import type { EndpointTestResult } from "../../delivery/index.ts";
import type { Inspector } from "../../inspect/index.ts";
import type { EndpointPort } from "./endpoint-port.ts";
import type { TestPort } from "./test-port.ts";
import type { FastifyInstance } from "fastify";
import { DeliveryTotals, DeliveryTotalsQuery } from "@parlour/protocol/api";
import { parseId } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { readDeliveryTotals } from "../../store/deliveries/delivery-totals.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

export { deliveryRoutes } from "./deliveries.ts";
export { endpointRoutes } from "./endpoints.ts";
export { inspectorRoute } from "./inspector.ts";
export { messageDeliveryRoutes } from "./message-delivery.ts";
export { replayRoute } from "./replay.ts";
export { testEventRoutes } from "./test-events.ts";

export interface DeliveryPorts {
  readonly endpoints: EndpointPort;
  readonly tests: TestPort;
  /** Sends one test request to the telephony server of an account. Throws `not_found`. */
  readonly callTest: (account: number) => Promise<EndpointTestResult>;
  readonly modelTest: (account: number) => Promise<ModelTest["checks"]>;
  /** Recent requests in both directions, kept in memory. */
  readonly inspector: Inspector;
}

/** Registers the totals of the delivery log for the last 24 hours (API-151). */
export function deliveryTotalsRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/deliveries/totals",
    action: "deliveries.read",
    tag: "deliveries",
    summary: "Get delivery figures for the last 24 hours",
    query: DeliveryTotalsQuery,
    status: 200,
    answer: DeliveryTotals,
    handle: ({ principal, query: { endpoint, kind, event } }) =>
      readDeliveryTotals(deps.reader, principal.accountId, {
        now: deps.clock.now(),
        endpointId: endpoint === undefined ? undefined : parseId(endpoint, "endpoint"),
        kind,
        event,
      }),
  });
}
