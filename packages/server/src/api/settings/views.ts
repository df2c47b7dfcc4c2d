import type { FastifyInstance } from "fastify";
import { ViewCount, ConditionCountRequest } from "@parlour/protocol/api";
import type { BoundCondition, Condition } from "@parlour/protocol/conditions/condition";
import type { Principal } from "../../auth/index.ts";
import { assertValidCondition, viewResource } from "../../settings/content/view.ts";
import type { ViewCandidates } from "../../store/chats/chat-record.ts";
import { declareRoute } from "../kit/declare-route.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { resourceRoutes } from "./resource-routes.ts";

/** Counts of chats, as far as a principal sees them. */
export interface ViewCountPort {
  /** Returns the counts of the views that the principal uses, by id (VIEW-006). */
  read(principal: Principal): Promise<ReadonlyMap<number, number | null>>;
  /** Returns among which chats those of a view with this condition are. null: unknown. */
  findCandidates(
    principal: Principal,
    viewId: number,
    condition: BoundCondition,
  ): ViewCandidates | null;
  /** Counts the chats of a condition that is not stored (VIEW-010). */
  countCondition(principal: Principal, condition: Condition): Promise<ViewCount>;
}
export interface ViewRouteDeps extends RouteDeps {
  readonly viewCounts: ViewCountPort;
}

/** Registers the routes for saved views, whose answers have their counts (VIEW-001). */
export function viewRoutes(app: FastifyInstance, deps: ViewRouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/views/count",
    action: "chats.read",
    tag: "views",
    summary: "Count the chats of a condition",
    body: ConditionCountRequest,
    status: 200,
    answer: ViewCount,
    once: { because: "It changes nothing." },
    async handle({ principal, body }) {
      assertValidCondition(body.if, await deps.config(principal.accountId));
      return deps.viewCounts.countCondition(principal, body.if);
    },
  });
  resourceRoutes(app, deps, viewResource, {
    async addToAnswers(principal, views) {
      const counts = await deps.viewCounts.read(principal);
      return views.map((view) => ({ ...view, count: counts.get(view.id) ?? null }));
    },
  });
}
