import type { FastifyInstance } from "fastify";
import { agentResource } from "../../settings/integrations/agent.ts";
import { departmentResource } from "../../settings/account/department.ts";
import { triggerResource } from "../../settings/channels/trigger.ts";
import { fieldResource } from "../../settings/content/field.ts";
import { macroResource } from "../../settings/content/macro.ts";
import { scheduledReportResource } from "../../settings/account/scheduled-report.ts";
import { slaPolicyResource } from "../../settings/content/sla-policy.ts";
import { statusResource } from "../../settings/account/status.ts";
import { tagResource } from "../../settings/content/tag.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { resourceRoutes } from "./resource-routes.ts";

/** Registers the routes of the settings that have no routes of their own. */
export function contentRoutes(app: FastifyInstance, deps: RouteDeps): void {
  resourceRoutes(app, deps, departmentResource);
  resourceRoutes(app, deps, fieldResource);
  resourceRoutes(app, deps, tagResource);
  resourceRoutes(app, deps, macroResource);
  resourceRoutes(app, deps, slaPolicyResource);
  resourceRoutes(app, deps, statusResource);
  resourceRoutes(app, deps, scheduledReportResource);
  resourceRoutes(app, deps, agentResource);
  resourceRoutes(app, deps, triggerResource);
}
