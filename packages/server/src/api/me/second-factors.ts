import type { FastifyInstance } from "fastify";
import { IdParams, EmptyBody } from "@parlour/protocol/api";
import {
  MySecurity,
  NewPasskey,
  PasskeyPatch,
  PasskeyChallenge,
  SecurityWithCodes,
  TotpCode,
  TotpSecret,
} from "@parlour/protocol/api/people/session";
import { parseId } from "../kit/ids.ts";
import { getRequestOrigin } from "../kit/request-origin.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { requireText } from "../../settings/texts.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Registers the operator's own second factors (API-015, CORE-013). Not available to API keys. */
export function secondFactorRoutes(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "GET",
    url: "/me/security",
    summary: "Get your second factors",
    status: 200,
    answer: MySecurity,
    handle: ({ principal }) => deps.auth.security(principal),
  });
  totpRoutes(app, deps);
  recoveryCodesRoute(app, deps);
  addPasskeyRoutes(app, deps);
  storedPasskeyRoutes(app, deps);
}

const routeDefaults = { action: "profile.secure", tag: "session" } as const;

function totpRoutes(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "POST",
    url: "/me/totp",
    fresh: true,
    summary: "Create an authenticator app secret",
    body: EmptyBody,
    status: 200,
    answer: TotpSecret,
    once: "answer",
    handle: ({ principal }) => deps.auth.beginTotp(principal),
  });
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "POST",
    url: "/me/totp/confirm",
    fresh: true,
    summary: "Confirm your authenticator app",
    body: TotpCode,
    status: 200,
    answer: SecurityWithCodes,
    once: "answer",
    handle: ({ principal, body, request }) =>
      deps.auth.proveTotp(principal, body.code, getRequestOrigin(request)),
  });
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "DELETE",
    url: "/me/totp",
    fresh: true,
    summary: "Remove your authenticator app",
    status: 200,
    answer: MySecurity,
    once: "answer",
    handle: ({ principal, request }) => deps.auth.endTotp(principal, getRequestOrigin(request)),
  });
}

function recoveryCodesRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "POST",
    url: "/me/recovery-codes",
    fresh: true,
    summary: "Create new recovery codes",
    body: EmptyBody,
    status: 200,
    answer: SecurityWithCodes,
    once: "answer",
    handle: ({ principal, request }) =>
      deps.auth.renewRecoveryCodes(principal, getRequestOrigin(request)),
  });
}

function addPasskeyRoutes(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "POST",
    url: "/me/passkeys/options",
    fresh: true,
    summary: "Create options for a new passkey",
    body: EmptyBody,
    status: 200,
    answer: PasskeyChallenge,
    once: { because: "Each challenge can be used once." },
    handle: async ({ principal }) => ({ options: await deps.auth.askForPasskey(principal) }),
  });
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "POST",
    url: "/me/passkeys",
    fresh: true,
    summary: "Add a passkey",
    body: NewPasskey,
    status: 201,
    answer: SecurityWithCodes,
    once: "answer",
    handle: ({ principal, body, request }) =>
      deps.auth.addPasskey(
        principal,
        body.credential,
        requireText(body.name, "name"),
        getRequestOrigin(request),
      ),
  });
}

function storedPasskeyRoutes(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "PATCH",
    url: "/me/passkeys/:id",
    summary: "Rename a passkey",
    params: IdParams,
    body: PasskeyPatch,
    status: 200,
    answer: MySecurity,
    once: "answer",
    handle: ({ principal, params, body, request }) =>
      deps.auth.renamePasskey(
        principal,
        parseId(params.id, "passkey"),
        requireText(body.name, "name"),
        getRequestOrigin(request),
      ),
  });
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "DELETE",
    url: "/me/passkeys/:id",
    fresh: true,
    summary: "Delete a passkey",
    params: IdParams,
    status: 200,
    answer: MySecurity,
    once: "answer",
    handle: ({ principal, params, request }) =>
      deps.auth.removePasskey(principal, parseId(params.id, "passkey"), getRequestOrigin(request)),
  });
}
