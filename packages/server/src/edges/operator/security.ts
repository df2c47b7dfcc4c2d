import type { FastifyInstance } from "fastify";
import { IdParams, NoContent, PageQuery } from "@parlour/protocol/api";
import { SecurityPolicy, SecurityPolicyPatch, Sessions, SignInLog, defaultGraceDays } from "@parlour/protocol/api-session";
import type { Deps } from "./deps.ts";
import { found, idOf } from "./ids.ts";
import { originOf } from "./origin.ts";
import { refuseAbove, refuseInstanceOwner, refuseOwners } from "./owners.ts";
import { route } from "./route.ts";
import { sessionWire } from "./session-wire.ts";
import { changeSettings, refuseManaged, type SettingsDeps } from "./settings.ts";
import { signInPage } from "./sign-in-log.ts";

type SecurityDeps = SettingsDeps & Pick<Deps, "auth" | "rights" | "operators" | "policy" | "realtime" | "placeOf">;

const dayMs = 86_400_000;

/**
 * Registers the security policy of an account and the sessions of its operators (API-014, API-015,
 * CORE-013).
 */
export function securityRoutes(app: FastifyInstance, deps: SecurityDeps): void {
  readPolicy(app, deps);
  changePolicy(app, deps);
  allSessions(app, deps);
  signIns(app, deps);
  clearSecondFactor(app, deps);
}

function readPolicy(app: FastifyInstance, deps: SecurityDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/security",
    action: "account.manage",
    tag: "account",
    summary: "Whether a second factor is asked of everybody, and who has none",
    status: 200,
    answer: SecurityPolicy,
    handle: async ({ principal }) => wire(await deps.policy.read(principal.accountId)),
  });
}
function changePolicy(app: FastifyInstance, deps: SecurityDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/security",
    action: "account.manage",
    fresh: true,
    tag: "account",
    summary: "Ask a second factor of everybody, after some days of grace, or of nobody",
    body: SecurityPolicyPatch,
    status: 200,
    answer: SecurityPolicy,
    handle: (call) => {
      const { second_factor: wanted, grace_days: days = defaultGraceDays } = call.body;
      const { accountId } = call.principal;
      return changeSettings(deps, call, "account.second_factor", async (tx, now) => {
        refuseManaged(call, await deps.policy.readIn(tx, accountId));
        await deps.policy.set(tx, accountId, wanted === "required" ? now + days * dayMs : null);
        return {
          result: wire(await deps.policy.readIn(tx, accountId)),
          changed: [{ kind: "account", id: accountId }],
          target: `second factor ${wanted}${wanted === "required" ? ` in ${days} days` : ""}`,
        };
      });
    },
  });
}

function allSessions(app: FastifyInstance, deps: SecurityDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/sessions",
    action: "operators.manage",
    tag: "operators",
    summary: "Where the people of the account are signed in, the latest first",
    status: 200,
    answer: Sessions,
    handle: async ({ principal }) => ({
      items: (await deps.auth.sessions(principal.accountId, null)).map((row) => sessionWire(deps, principal, row)),
    }),
  });
  route(app, deps.auth, {
    method: "DELETE",
    url: "/sessions/:id",
    action: "operators.manage",
    tag: "operators",
    summary: "End a session",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async ({ principal, params, request }) => {
      await deps.auth.endSession(principal, idOf(params.id, "session"), null, originOf(request));
      return null;
    },
  });
}
function signIns(app: FastifyInstance, deps: SecurityDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/sign-ins",
    action: "operators.manage",
    tag: "operators",
    summary: "Sign-ins of the account's people, refused ones too, the latest first",
    query: PageQuery,
    status: 200,
    answer: SignInLog,
    handle: ({ principal, query }) => signInPage(deps, principal, query, null),
  });
}

function clearSecondFactor(app: FastifyInstance, deps: SecurityDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/operators/:id/second-factor",
    action: "operators.manage",
    fresh: true,
    tag: "operators",
    summary: "Take all second factors from an operator who lost his device; signs him out",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      const { accountId } = call.principal;
      const id = idOf(call.params.id, "operator");
      await changeSettings(deps, call, "operator.second_factor_off", async (tx) => {
        const before = found(await deps.operators.lock(tx, accountId, id), "operator");
        refuseManaged(call, before);
        refuseOwners(deps, call.principal, before.role);
        refuseInstanceOwner(deps, call.principal, before);
        refuseAbove(deps, call.principal, before.role);
        await deps.auth.clearFactors(tx, accountId, id);
        return { result: null, changed: [{ kind: "operator", id }], target: `operator ${id}` };
      });
      deps.realtime.ended({ account: accountId, operatorId: id });
      return null;
    },
  });
}

function wire({ from, managed, without }: Awaited<ReturnType<Deps["policy"]["read"]>>): SecurityPolicy {
  return {
    second_factor: from === null ? "optional" : "required",
    required_from: from === null ? null : new Date(from).toISOString(),
    without: without.map((one) => ({ ...one })),
    managed,
  };
}
