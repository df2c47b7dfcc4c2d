import type { FastifyInstance } from "fastify";
import { IdParams, NoContent, PageQuery } from "@parlour/protocol/api";
import { Sessions, SignInLog } from "@parlour/protocol/api/people/session";
import { requireFound, parseId } from "../kit/ids.ts";
import { getRequestOrigin } from "../kit/request-origin.ts";
import { assertCanChangeAccess, assertCanManageOwners } from "../operators/owner-rules.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { serializeSession, type LocateAddress } from "../me/session-serializer.ts";
import { changeSettings, assertNotManagedByFile } from "../kit/change-settings.ts";
import { listSignInPage } from "../me/sign-in-log.ts";
import { lockOperator } from "../../store/settings/account/operator-changes.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface SecurityDeps extends RouteDeps {
  readonly locateAddress: LocateAddress;
}

/** Registers sessions, sign-ins, removal of factors (API-014, API-015, CORE-013). */
export function securityRoutes(app: FastifyInstance, deps: SecurityDeps): void {
  allSessionsRoutes(app, deps);
  signInsRoute(app, deps);
  clearSecondFactorRoute(app, deps);
}

function allSessionsRoutes(app: FastifyInstance, deps: SecurityDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/sessions",
    action: "operators.manage",
    tag: "operators",
    summary: "List the sessions of all operators",
    status: 200,
    answer: Sessions,
    handle: async ({ principal }) => ({
      items: (await deps.auth.sessions(principal.accountId, null)).map((row) =>
        serializeSession(deps, principal, row),
      ),
    }),
  });
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/sessions/:id",
    action: "operators.manage",
    tag: "operators",
    summary: "End an operator's session",
    params: IdParams,
    status: 204,
    answer: NoContent,
    once: "answer",
    handle: async ({ principal, params, request }) => {
      await deps.auth.endSession(
        principal,
        parseId(params.id, "session"),
        null,
        getRequestOrigin(request),
      );
      return null;
    },
  });
}
function signInsRoute(app: FastifyInstance, deps: SecurityDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/sign-ins",
    action: "operators.manage",
    tag: "operators",
    summary: "List the sign-ins of all operators",
    query: PageQuery,
    status: 200,
    answer: SignInLog,
    handle: ({ principal, query }) => listSignInPage(deps, principal, query, null),
  });
}

function clearSecondFactorRoute(app: FastifyInstance, deps: SecurityDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/operators/:id/second-factor",
    action: "operators.manage",
    fresh: true,
    tag: "operators",
    summary: "Remove an operator's second factors",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const { accountId } = context.principal;
      const id = parseId(context.params.id, "operator");
      await changeSettings(deps, context, "operator.second_factor_off", async (tx) => {
        const before = requireFound(await lockOperator(tx, accountId, id), "operator");
        assertNotManagedByFile(context, before);
        assertCanManageOwners(context.principal, before.role);
        assertCanChangeAccess(context.principal, before);
        await deps.auth.clearFactors(tx, accountId, id);
        return { result: null, changed: [{ kind: "operator", id }], target: `operator ${id}` };
      });
      deps.auth.end({ account: accountId, operatorId: id });
      return null;
    },
  });
}
