import type { FastifyInstance } from "fastify";
import { Routing, RoutingPatch } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import {
  type AccountRecord,
  findAccount,
  updateAccount,
} from "../../store/settings/account/account.ts";
import { parseRoutingFields, formatRoutingFields } from "../../core/routing/format.ts";
import { requireFound } from "../kit/ids.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { changeSettings, assertNotManaged } from "../kit/change-settings.ts";
import { readerForTransaction } from "../../store/database/transaction-reader.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/**
 * Registers the routing settings: how chats reach operators, and how long visitors wait (CORE-031
 * to CORE-035, API-295).
 */
export function routingRoutes(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/routing",
    action: "account.read",
    tag: "routing",
    summary: "How chats find operators",
    status: 200,
    answer: Routing,
    handle: async ({ principal }) =>
      serializeRouting(
        requireFound(await findAccount(deps.reader, principal.accountId), "account"),
      ),
  });
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/routing",
    action: "account.manage",
    tag: "routing",
    summary: "Change how chats find operators",
    body: RoutingPatch,
    status: 200,
    answer: Routing,
    handle: (context) => changeRouting(deps, context),
  });
}
async function changeRouting(
  deps: RouteDeps,
  context: RequestContext<unknown, unknown, RoutingPatch>,
): Promise<Routing> {
  const account = context.principal.accountId;
  return changeSettings(deps, context, "routing.change", async (tx) => {
    const before = requireFound(await findAccount(readerForTransaction(tx), account), "account");
    assertNotManaged(context, { managed: before.routingManaged });
    const parsed = parseRoutingFields(context.body, before.routing);
    if ("fault" in parsed) refuse("invalid_request", `${parsed.fault}.`, { field: parsed.part });
    await updateAccount(tx, account, { routing: parsed.routing });
    return {
      result: serializeRouting(
        requireFound(await findAccount(readerForTransaction(tx), account), "account"),
      ),
      changed: [{ kind: "account", id: null }],
      target: `routing: ${Object.keys(context.body).join(", ")}`,
    };
  });
}

const serializeRouting = (row: AccountRecord): Routing => ({
  ...formatRoutingFields(row.routing),
  managed: row.routingManaged,
});
