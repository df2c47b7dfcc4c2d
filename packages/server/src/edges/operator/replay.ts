import type { FastifyInstance } from "fastify";
import { Replay, ReplayResult, maxReplay, ReplayQuery } from "@parlour/protocol/api";
import type { FailedDeliveriesFilter } from "../../core/record/delivery.ts";
import { timeOf } from "./deliveries.ts";
import type { Deps } from "./deps.ts";
import { found } from "./ids.ts";
import { route } from "./route.ts";
import { changeSettings, onceAround } from "./settings.ts";

type ReplayDeps = Pick<Deps, "auth" | "endpoints" | "endpointRows" | "change" | "once" | "audit" | "clock">;

/**
 * Registers the resend of failed and dead deliveries of one endpoint. Each becomes a new series
 * with the same ids (API-050, CH-086, WH-072).
 */
export function replayRoute(app: FastifyInstance, deps: ReplayDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/deliveries/replay",
    action: "deliveries.retry",
    tag: "deliveries",
    summary: "Send failed deliveries of an endpoint again; `dry_run=true` counts them",
    query: ReplayQuery,
    body: Replay,
    status: 200,
    answer: ReplayResult,
    handle: async (call) => {
      const { accountId } = call.principal;
      const ended = endedOf(accountId, call.body, deps.clock.now());
      found(await deps.endpointRows.find(accountId, ended.endpointId, deps.clock.now()), "endpoint");
      if (call.query.dry_run === "true") {
        const count = await deps.endpoints.countEnded(ended);
        return { count, replayed: 0, left: count };
      }
      return onceAround(deps, call, async () => {
        const count = await deps.endpoints.countEnded(ended);
        const replayed = await deps.endpoints.replay(ended, maxReplay);
        const target = `endpoint ${ended.endpointId}: ${replayed} deliveries`;
        // The key covers the whole request, so it must not be used a second time here.
        await changeSettings(deps, { ...call, key: null }, "delivery.replay", () => Promise.resolve({ result: null, changed: [], target }));
        return { count, replayed, left: Math.max(0, count - replayed) };
      });
    },
  });
}

/** Returns the filter. Without `since`, all failed deliveries that are still stored. */
function endedOf(account: number, { endpoint: endpointId, since, until, ids }: Replay, now: number): FailedDeliveriesFilter {
  return {
    account,
    endpointId,
    since: since === undefined ? 0 : timeOf(since, "since").getTime(),
    until: until === undefined ? now + 1 : timeOf(until, "until").getTime(),
    ...(ids === undefined ? {} : { ids }),
  };
}
