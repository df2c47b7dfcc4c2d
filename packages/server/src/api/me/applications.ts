import type { FastifyInstance } from "fastify";
import {
  AuthorizationRedirect,
  AuthorizationRequest,
  ConnectedApplications,
  DescribedAuthorization,
  GrantAccess,
  IdParams,
  NoContent,
} from "@parlour/protocol/api";
import { formatTime } from "../../core/chat/create.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseId } from "../kit/ids.ts";
import { getRequestOrigin } from "../kit/request-origin.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

const routeDefaults = { action: "profile.secure", tag: "session" } as const;

/** Registers access of applications (MCP-062, MCP-070, MCP-071). Not for programs. */
export function applicationRoutes(app: FastifyInstance, deps: RouteDeps): void {
  authorizationRoutes(app, deps);
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "GET",
    url: "/me/applications",
    summary: "List your connected applications",
    status: 200,
    answer: ConnectedApplications,
    handle: async ({ principal }) => ({
      items: (await deps.auth.applications.list(principal)).map((grant) => ({
        id: grant.id,
        name: grant.application,
        scopes: [...grant.scopes],
        created_at: formatTime(grant.createdAt),
        last_used_at: grant.lastUsedAt === null ? null : formatTime(grant.lastUsedAt),
      })),
    }),
  });
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "DELETE",
    url: "/me/applications/:id",
    summary: "Disconnect an application",
    params: IdParams,
    status: 204,
    answer: NoContent,
    once: "answer",
    handle: async ({ principal, params, request }) => {
      await deps.auth.applications.disconnect(
        principal,
        parseId(params.id, "application"),
        getRequestOrigin(request),
      );
      return null;
    },
  });
}

function authorizationRoutes(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "GET",
    url: "/me/applications/request",
    summary: "Check an application's access request",
    query: AuthorizationRequest,
    status: 200,
    answer: DescribedAuthorization,
    handle: async ({ principal, query }) => {
      const described = await deps.auth.applications.describe(principal, query);
      return {
        name: described.application,
        redirect_host: described.redirectHost,
        scopes: described.scopes.map((scope) => ({
          name: scope.name,
          is_preselected: scope.isPreselected,
        })),
        decline_url: described.declineUrl,
      };
    },
  });
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "POST",
    url: "/me/applications",
    fresh: true,
    summary: "Grant access to an application",
    body: GrantAccess,
    status: 201,
    answer: AuthorizationRedirect,
    once: "answer",
    handle: async ({ principal, body, request }) => ({
      url: await deps.auth.applications.grant(
        principal,
        body.request,
        body.scopes,
        getRequestOrigin(request),
      ),
    }),
  });
}
