import type { FastifyInstance } from "fastify";
import type { Principal } from "../../auth/index.ts";
import { viewResource } from "../../settings/content/view.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { resourceRoutes } from "./resource-routes.ts";

export interface ViewRouteDeps extends RouteDeps {
  /** Returns the counts of the views that a principal uses, by id (VIEW-006). */
  readonly countViews: (principal: Principal) => Promise<ReadonlyMap<number, number | null>>;
}

/** Registers the routes for saved views, whose answers have their counts (VIEW-001). */
export function viewRoutes(app: FastifyInstance, deps: ViewRouteDeps): void {
  resourceRoutes(app, deps, viewResource, {
    async addToAnswers(principal, views) {
      const counts = await deps.countViews(principal);
      return views.map((view) => ({ ...view, count: counts.get(view.id) ?? null }));
    },
  });
}
