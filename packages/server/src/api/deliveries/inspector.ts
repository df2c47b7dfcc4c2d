import type { FastifyInstance } from "fastify";
import { InspectedRequests, InspectorQuery } from "@parlour/protocol/api";
import { parseId } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { mustMaskText } from "../../auth/index.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { Inspector } from "../../inspect/index.ts";

/** Registers the latest requests (API-052, CORE-053). The socket has live updates. */
export function inspectorRoute(
  app: FastifyInstance,
  deps: RouteDeps & { readonly inspector: Inspector },
): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/inspector",
    action: "deliveries.read",
    tag: "inspector",
    summary: "List recent requests from and to integrators",
    query: InspectorQuery,
    status: 200,
    answer: InspectedRequests,
    handle: async ({ principal, query }) => {
      const { after, kind, owner, endpoint, direction, fault, limit = 50 } = query;
      const filter = {
        limit,
        after: after === undefined ? undefined : parseId(after, "item"),
        kind,
        ownerId: owner === undefined ? undefined : parseId(owner),
        endpointId: endpoint === undefined ? undefined : parseId(endpoint, "endpoint"),
        direction,
        fault: fault === undefined ? undefined : fault === "true",
      };
      const { items, missingNodes } = await deps.inspector.list(
        principal.accountId,
        filter,
        mustMaskText(principal),
      );
      return { items: [...items], next_cursor: null, missing_nodes: missingNodes };
    },
  });
}
