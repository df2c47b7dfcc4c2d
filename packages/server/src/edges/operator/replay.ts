import type { FastifyInstance } from "fastify";
import { Replay, Replayed, replayMost, ReplayQuery } from "@parlour/protocol/api";
import { refuse, Refusal } from "../../core/failure.ts";
import { timeOf } from "./deliveries.ts";
import type { Deps } from "./deps.ts";
import { found } from "./ids.ts";
import { route } from "./route.ts";
import { onceAround } from "./settings.ts";
import type { EndedFilter } from "./stores/deliveries.ts";

type ReplayDeps = Pick<Deps, "auth" | "deliveries" | "endpoints" | "endpointRows" | "change" | "once" | "clock">;

/** Deliveries read in one step; those of different chats start beside each other. */
const stepSize = 200;

/** Sends failed and dead deliveries of one endpoint again, each as a new series with the same ids (API-050, CH-086, WH-072). */
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
    answer: Replayed,
    handle: async (call) => {
      const account = call.principal.accountId;
      const filter = filterOf(call.body);
      const endpoint = found(await deps.endpointRows.find(account, filter.endpointId, deps.clock.now()), "endpoint");
      const isDry = call.query.dry_run === "true";
      if (!isDry && endpoint.offAt !== null) refuse("not_deliverable", "The address is switched off. Switch it on first.");
      const counted = async (): Promise<Replayed> => {
        const count = await deps.deliveries.countEnded(account, filter);
        if (isDry) return { count, replayed: 0, left: count };
        const { replayed, seen } = await replay(deps, account, filter);
        return { count, replayed, left: Math.max(0, count - seen) };
      };
      return isDry ? counted() : onceAround(deps, call, counted);
    },
  });
}

function filterOf({ endpoint, since, until, ids }: Replay): EndedFilter {
  if (since === undefined && ids === undefined)
    refuse("invalid_request", "since is missing; only beside ids it may be.", { field: "since" });
  return {
    endpointId: endpoint,
    ...(since === undefined ? {} : { since: timeOf(since, "since") }),
    ...(until === undefined ? {} : { until: timeOf(until, "until") }),
    ...(ids === undefined ? {} : { ids }),
  };
}

/** By position, in steps; those of one chat one after another, so that they keep their order in its lane. */
async function replay(deps: ReplayDeps, account: number, filter: EndedFilter): Promise<{ replayed: number; seen: number }> {
  let replayed = 0;
  let seen = 0;
  for (let after = 0; seen < replayMost;) {
    const step = await deps.deliveries.listEnded(account, filter, after, Math.min(stepSize, replayMost - seen));
    const last = step.at(-1);
    if (last === undefined) break;
    const lanes = Map.groupBy(step, (one) => one.lane);
    const done = await Promise.all([...lanes.values()].map((lane) => inOrder(deps, account, lane)));
    replayed += done.reduce((sum, n) => sum + n, 0);
    seen += step.length;
    after = last.position;
  }
  return { replayed, seen };
}
async function inOrder(deps: ReplayDeps, account: number, lane: readonly { readonly id: number }[]): Promise<number> {
  let done = 0;
  for (const { id } of lane) {
    try {
      await deps.endpoints.resend(account, id);
      done += 1;
    } catch (error) {
      // Somebody else was faster with this one.
      if (!(error instanceof Refusal && ["not_deliverable", "not_found"].includes(error.failure.failure))) throw error;
    }
  }
  return done;
}
