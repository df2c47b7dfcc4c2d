import { rolePermissions } from "@parlour/protocol/permissions";
import { operatorRoles } from "@parlour/protocol/settings/kinds/people/operator";
import type { FastifyInstance } from "fastify";
import { roleResource } from "../../settings/account/role.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { resourceRoutes } from "./resource-routes.ts";

const builtIn = operatorRoles.map((role) => ({ role, permissions: [...rolePermissions[role]] }));

/** Registers the routes for custom roles. Their pages have the built-in ones too (ROLE-003). */
export const roleRoutes = (app: FastifyInstance, deps: RouteDeps): void =>
  resourceRoutes(app, deps, roleResource, { page: { built_in: builtIn } });
