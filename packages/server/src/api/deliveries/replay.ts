import type { FastifyInstance } from "fastify";
import { Replay, ReplayResult, maxReplay, ReplayQuery } from "@parlour/protocol/api";
import type { FailedDeliveriesFilter } from "../../store/deliveries/delivery-record.ts";
import { parseTime } from "../../settings/texts.ts";
import { requireFound } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { changeSettings, runIdempotent } from "../kit/change-settings.ts";
import { findEndpoint } from "../../store/settings/integrations/endpoint.ts";
import type { EndpointPort } from "./endpoint-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface ReplayDeps extends RouteDeps {
  readonly endpoints: EndpointPort;
}

/** Resends failed and dead deliveries with the same ids (API-328, CH-086, WH-072). */
export function replayRoute(app: FastifyInstance, deps: ReplayDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/deliveries/replay",
    action: "deliveries.retry",
    tag: "deliveries",
    summary: "Replay failed deliveries of an endpoint",
    query: ReplayQuery,
    body: Replay,
    status: 200,
    answer: ReplayResult,
    handle: async (context) => {
      const { accountId } = context.principal;
      const deliveries = toEndedDeliveries(accountId, context.body, deps.clock.now());
      requireFound(
        await findEndpoint(deps.reader, accountId, deliveries.endpointId, deps.clock.now()),
        "endpoint",
      );
      return runIdempotent(deps, context, async () => {
        const count = await deps.endpoints.countResendable(deliveries);
        if (context.query.dry_run === "true") return { count, replayed: 0, left: count };
        const replayed = await deps.endpoints.replay(deliveries, maxReplay);
        const target = `endpoint ${deliveries.endpointId}: ${replayed} deliveries`;
        // `runIdempotent` uses the idempotency key for the whole request, so it must not be used
        // again here.
        await changeSettings(deps, { ...context, key: null }, "delivery.replay", () =>
          Promise.resolve({ result: null, changed: [], target }),
        );
        return { count, replayed, left: Math.max(0, count - replayed) };
      });
    },
  });
}

/** Without `since` it includes all that are still stored. */
function toEndedDeliveries(
  account: number,
  { endpoint, since, until, ids }: Replay,
  now: number,
): FailedDeliveriesFilter {
  return {
    account,
    endpointId: endpoint,
    since: since === undefined ? 0 : parseTime(since, "since").getTime(),
    until: until === undefined ? now + 1 : parseTime(until, "until").getTime(),
    ids,
  };
}
