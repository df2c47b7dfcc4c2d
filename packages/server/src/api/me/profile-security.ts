import type { FastifyInstance } from "fastify";
import { IdParams, NoContent, PageQuery } from "@parlour/protocol/api";
import {
  AccountSwitch,
  BrowserAccounts,
  Reauthentication,
  ReauthenticationMethods,
  Sessions,
  SignedIn,
  SignInLog,
} from "@parlour/protocol/api/people/session";
import { ApiError } from "@parlour/protocol/api";
import { parseId } from "../kit/ids.ts";
import { loadSignedInOperator, type ProfileSource } from "../operators/serialize-operator.ts";
import { getRequestOrigin } from "../kit/request-origin.ts";
import { secondFactorRoutes } from "./second-factors.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { serializeSession, type LocateAddress } from "./session-serializer.ts";
import { listSignInPage } from "./sign-in-log.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface ProfileSecurityDeps extends RouteDeps, ProfileSource {
  readonly locateAddress: LocateAddress;
}

/** Registers security settings and sessions (API-014 – API-016, API-018). Not for keys. */
export function profileSecurityRoutes(app: FastifyInstance, deps: ProfileSecurityDeps): void {
  ownSessionsRoute(app, deps);
  endSessionsRoutes(app, deps);
  signInsRoute(app, deps);
  confirmationRoutes(app, deps);
  secondFactorRoutes(app, deps);
  browserAccountsRoute(app, deps);
}

const routeDefaults = { action: "profile.secure", tag: "session" } as const;

function ownSessionsRoute(app: FastifyInstance, deps: ProfileSecurityDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "GET",
    url: "/me/sessions",
    summary: "List your sessions",
    status: 200,
    answer: Sessions,
    handle: async ({ principal }) => ({
      items: (await deps.auth.sessions(principal.accountId, principal.operatorId)).map((row) =>
        serializeSession(deps, principal, row),
      ),
    }),
  });
}

function endSessionsRoutes(app: FastifyInstance, deps: ProfileSecurityDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "DELETE",
    url: "/me/sessions",
    summary: "End all your other sessions",
    status: 204,
    answer: NoContent,
    once: "answer",
    handle: async ({ principal, request }) => {
      await deps.auth.endOtherSessions(principal, getRequestOrigin(request));
      return null;
    },
  });
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "DELETE",
    url: "/me/sessions/:id",
    summary: "End one of your sessions",
    params: IdParams,
    status: 204,
    answer: NoContent,
    once: "answer",
    handle: async ({ principal, params, request }) => {
      await deps.auth.endSession(
        principal,
        parseId(params.id, "session"),
        principal.operatorId,
        getRequestOrigin(request),
      );
      return null;
    },
  });
}

function signInsRoute(app: FastifyInstance, deps: ProfileSecurityDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "GET",
    url: "/me/sign-ins",
    summary: "List your sign-ins",
    query: PageQuery,
    status: 200,
    answer: SignInLog,
    handle: ({ principal, query }) => listSignInPage(deps, principal, query, principal.operatorId),
  });
}

function confirmationRoutes(app: FastifyInstance, deps: ProfileSecurityDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "GET",
    url: "/me/confirm",
    summary: "List your re-authentication methods",
    status: 200,
    answer: ReauthenticationMethods,
    handle: ({ principal }) => deps.auth.listProofMethods(principal),
  });
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "POST",
    url: "/me/confirm",
    summary: "Confirm your identity",
    body: Reauthentication,
    status: 204,
    answer: NoContent,
    once: { because: "A repeat confirms the same session again." },
    handle: async ({ principal, body, request }) => {
      await deps.auth.reauthenticate(principal, body, getRequestOrigin(request));
      return null;
    },
  });
}

function browserAccountsRoute(app: FastifyInstance, deps: ProfileSecurityDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "GET",
    url: "/me/accounts",
    summary: "List the accounts of this browser",
    status: 200,
    answer: BrowserAccounts,
    handle: async ({ principal }) => ({
      items: (await deps.auth.browserSessions(principal)).map((item) => ({
        account: { id: item.accountId, name: item.accountName },
        operator: { id: item.operatorId, name: item.operatorName },
        current: item.accountId === principal.accountId,
      })),
    }),
  });
  switchAccountRoute(app, deps);
}

const switchErrorResponses = {
  400: ApiError,
  401: ApiError,
  403: ApiError,
  404: ApiError,
  415: ApiError,
  429: ApiError,
  503: ApiError,
};

/** Registers the route that switches this browser to another account of the operator. */
function switchAccountRoute(app: FastifyInstance, deps: ProfileSecurityDeps): void {
  // The response signs the operator in, so the route takes no Idempotency-Key and does not use
  // `declareRoute`.
  app.post(
    "/sessions/switch",
    {
      onRequest: deps.auth.guard(routeDefaults.action),
      schema: {
        summary: "Switch to another account",
        tags: [routeDefaults.tag],
        ...({ "x-action": routeDefaults.action } as object),
        body: AccountSwitch,
        response: { 200: SignedIn, ...switchErrorResponses },
      },
    },
    async (request, reply) => {
      const { account_id } = request.body as { account_id: number };
      const opened = await deps.auth.switchTo(deps.auth.principalOf(request), account_id);
      const operator = await loadSignedInOperator(deps, opened);
      return reply
        .code(200)
        .header("set-cookie", deps.auth.setCookie(opened.token))
        .send({ operator });
    },
  );
}
