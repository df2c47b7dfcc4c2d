import type { FastifyInstance } from "fastify";
import { Routing, RoutingPatch } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { AccountRecord } from "../../core/record/account.ts";
import { parseRoutingFields, formatRoutingFields } from "../../core/routing/format.ts";
import type { Deps } from "./deps.ts";
import { found } from "./ids.ts";
import { route, type Call } from "./route.ts";
import { changeSettings, refuseManaged, type SettingsDeps } from "./settings.ts";

/**
 * Registers the routing settings: how chats reach operators, and how long visitors wait (CORE-031
 * to CORE-035, API-041).
 */
export function routingRoutes(app: FastifyInstance, deps: SettingsDeps & Pick<Deps, "auth" | "accounts">): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/routing",
    action: "account.read",
    tag: "routing",
    summary: "How chats find operators",
    status: 200,
    answer: Routing,
    handle: async ({ principal }) => wire(found(await deps.accounts.find(principal.accountId), "account")),
  });
  route(app, deps.auth, {
    method: "PATCH",
    url: "/routing",
    action: "account.manage",
    tag: "routing",
    summary: "Change how chats find operators",
    body: RoutingPatch,
    status: 200,
    answer: Routing,
    handle: (call) => changeRouting(deps, call),
  });
}
async function changeRouting(
  deps: SettingsDeps & Pick<Deps, "auth" | "accounts">,
  call: Call<unknown, unknown, RoutingPatch>,
): Promise<Routing> {
  const account = call.principal.accountId;
  return changeSettings(deps, call, "routing.change", async (tx) => {
    const before = found(await deps.accounts.findIn(tx, account), "account");
    refuseManaged(call, { managed: before.routingManaged });
    const read = parseRoutingFields(call.body, before.routing);
    if ("fault" in read) refuse("invalid_request", `${read.fault}.`, { field: read.part });
    await deps.accounts.update(tx, account, { routing: read.routing });
    return {
      result: wire(found(await deps.accounts.findIn(tx, account), "account")),
      changed: [{ kind: "account", id: null }],
      target: `routing: ${Object.keys(call.body).join(", ")}`,
    };
  });
}

const wire = (row: AccountRecord): Routing => ({ ...formatRoutingFields(row.routing), managed: row.routingManaged });
