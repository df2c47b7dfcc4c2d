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
} from "@parlour/protocol/api-session";
import { ApiError } from "@parlour/protocol/api";
import type { Deps } from "./deps.ts";
import { idOf } from "./ids.ts";
import { operatorEntity } from "./me.ts";
import { originOf } from "./origin.ts";
import { ownFactorRoutes } from "./own-factors.ts";
import { route } from "./route.ts";
import { sessionWire } from "./session-wire.ts";
import { signInPage } from "./sign-in-log.ts";

type OwnDeps = Pick<Deps, "auth" | "realtime" | "placeOf">;

/**
 * Registers the operator's own security settings and sessions (API-014 to API-016, API-018). Not
 * available to API keys.
 */
export function ownSecurityRoutes(app: FastifyInstance, deps: OwnDeps): void {
  ownSessions(app, deps);
  endSessions(app, deps);
  signIns(app, deps);
  confirmations(app, deps);
  ownFactorRoutes(app, deps);
  browserAccounts(app, deps);
}

const base = { action: "profile.secure", tag: "session" } as const;

function ownSessions(app: FastifyInstance, deps: OwnDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "GET",
    url: "/me/sessions",
    summary: "Where I am signed in, the latest first",
    status: 200,
    answer: Sessions,
    handle: async ({ principal }) => ({
      items: (await deps.auth.sessions(principal.accountId, principal.operatorId)).map((row) => sessionWire(deps, principal, row)),
    }),
  });
}

function endSessions(app: FastifyInstance, deps: OwnDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "DELETE",
    url: "/me/sessions",
    summary: "Sign out everywhere else",
    status: 204,
    answer: NoContent,
    handle: async ({ principal, request }) => {
      await deps.auth.endOtherSessions(principal, originOf(request));
      return null;
    },
  });
  route(app, deps.auth, {
    ...base,
    method: "DELETE",
    url: "/me/sessions/:id",
    summary: "End one of my sessions",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async ({ principal, params, request }) => {
      await deps.auth.endSession(principal, idOf(params.id, "session"), principal.operatorId, originOf(request));
      return null;
    },
  });
}

function signIns(app: FastifyInstance, deps: OwnDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "GET",
    url: "/me/sign-ins",
    summary: "My sign-ins, refused ones too, the latest first",
    query: PageQuery,
    status: 200,
    answer: SignInLog,
    handle: ({ principal, query }) => signInPage(deps, principal, query, principal.operatorId),
  });
}

function confirmations(app: FastifyInstance, deps: OwnDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "GET",
    url: "/me/confirm",
    summary: "By what I can confirm that it is me, and until when I need not",
    status: 200,
    answer: ReauthenticationMethods,
    handle: ({ principal }) => deps.auth.listProofMethods(principal),
  });
  route(app, deps.auth, {
    ...base,
    method: "POST",
    url: "/me/confirm",
    summary: "Confirm that it is me; changes of secrets and roles ask for it after 15 minutes",
    body: Reauthentication,
    status: 204,
    answer: NoContent,
    handle: async ({ principal, body, request }) => {
      await deps.auth.reauthenticate(principal, body, originOf(request));
      return null;
    },
  });
}

function browserAccounts(app: FastifyInstance, deps: OwnDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "GET",
    url: "/me/accounts",
    summary: "Accounts in which this browser is signed in",
    status: 200,
    answer: BrowserAccounts,
    handle: async ({ principal }) => ({
      items: (await deps.auth.browserSessions(principal)).map((one) => ({
        account: { id: one.accountId, name: one.accountName },
        operator: { id: one.operatorId, name: one.operatorName },
        current: one.accountId === principal.accountId,
      })),
    }),
  });
  switchAccount(app, deps);
}

const refusals = { 400: ApiError, 401: ApiError, 403: ApiError, 404: ApiError, 415: ApiError, 429: ApiError, 503: ApiError };

/** Registers the switch to another account of this browser. */
function switchAccount(app: FastifyInstance, deps: OwnDeps): void {
  // The response signs the operator in, so it takes no Idempotency-Key and is not declared by
  // `route`.
  app.post(
    "/sessions/switch",
    {
      onRequest: deps.auth.guard(base.action),
      schema: {
        summary: "Go on in another account of this browser",
        tags: [base.tag],
        ...({ "x-action": base.action } as object),
        body: AccountSwitch,
        response: { 200: SignedIn, ...refusals },
      },
    },
    async (request, reply) => {
      const { account_id: account } = request.body as { account_id: number };
      const opened = await deps.auth.switchTo(deps.auth.principalOf(request), account);
      const profile = await deps.auth.profile(opened.accountId, opened.operatorId);
      return reply
        .code(200)
        .header("set-cookie", deps.auth.setCookie(opened.token))
        .send({ operator: operatorEntity(profile, deps.realtime.presence.of(opened.accountId, opened.operatorId)) });
    },
  );
}
