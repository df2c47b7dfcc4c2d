import type { FastifyInstance } from "fastify";
import { DeliveryTotals, DeliveryTotalsQuery } from "@parlour/protocol/api";
import { parseId } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { readDeliveryTotals } from "../../store/deliveries/delivery-totals.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Registers the totals of the delivery log for the last 24 hours (API-151). */
export function deliveryTotalsRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/deliveries/totals",
    action: "deliveries.read",
    tag: "deliveries",
    summary:
      "Figures of the last 24 hours: events, success, queue, times, answers that were not usable",
    query: DeliveryTotalsQuery,
    status: 200,
    answer: DeliveryTotals,
    handle: ({ principal, query: { endpoint, kind, event } }) =>
      readDeliveryTotals(deps.reader, principal.accountId, {
        now: deps.clock.now(),
        ...(endpoint === undefined ? {} : { endpointId: parseId(endpoint, "endpoint") }),
        ...(kind === undefined ? {} : { kind }),
        ...(event === undefined ? {} : { event }),
      }),
  });
}
