import type { FastifyInstance } from "fastify";
import { maxSegmentCount, SegmentCount, ConditionCountRequest } from "@parlour/protocol/api";
import type { BoundCondition } from "@parlour/protocol/conditions/condition";
import type { Principal } from "../../auth/index.ts";
import { bindVisitorCondition, segmentResource } from "../../settings/content/segment.ts";
import { countSegmentVisitors } from "../../store/visitors/segment-visitors.ts";
import { getChatVisibility } from "../chats/visibility.ts";
import { declareRoute } from "../kit/declare-route.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { resourceRoutes } from "../settings/index.ts";

/** Registers the routes for segments (SEG-001). `GET /visitors?segment=` lists their visitors. */
export function segmentRoutes(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/segments/count",
    action: "visitors.read",
    tag: "segments",
    summary: "Count the visitors of a condition",
    body: ConditionCountRequest,
    status: 200,
    answer: SegmentCount,
    once: { because: "It changes nothing." },
    async handle({ principal, body }) {
      const config = await deps.config(principal.accountId);
      const condition = bindVisitorCondition(body.if, { config, now: deps.clock.now() });
      return countVisitors(deps, principal, condition);
    },
  });
  resourceRoutes(app, deps, segmentResource);
}

/** Maximum number of queries of one count. */
const maxQueries = 5;

/** Counts the newest visitors first (SEG-004). */
async function countVisitors(
  { reader }: RouteDeps,
  principal: Principal,
  condition: BoundCondition,
): Promise<SegmentCount> {
  const sight = getChatVisibility(principal);
  let [count, before]: [number, number | undefined] = [0, undefined];
  for (let n = 0; n < maxQueries; n++) {
    const scanned = await countSegmentVisitors(reader, principal.accountId, sight, {
      condition,
      before,
    });
    count += scanned.count;
    if (scanned.lowest === null || count >= maxSegmentCount)
      return { count: Math.min(count, maxSegmentCount), complete: true };
    before = scanned.lowest;
  }
  return { count, complete: false };
}
