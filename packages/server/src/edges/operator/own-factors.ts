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
} from "@parlour/protocol/api-session";
import type { Deps } from "./deps.ts";
import { idOf } from "./ids.ts";
import { originOf } from "./origin.ts";
import { route } from "./route.ts";
import { filled } from "./settings.ts";

type OwnDeps = Pick<Deps, "auth">;

/** Registers the operator's own second factors (API-015, CORE-013). Not available to API keys. */
export function ownFactorRoutes(app: FastifyInstance, deps: OwnDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "GET",
    url: "/me/security",
    summary: "My second factors",
    status: 200,
    answer: MySecurity,
    handle: ({ principal }) => deps.auth.security(principal),
  });
  totp(app, deps);
  recoveryCodes(app, deps);
  newPasskey(app, deps);
  keptPasskey(app, deps);
}

const base = { action: "profile.secure", tag: "session" } as const;

/** Registers the routes for an authenticator app. */
function totp(app: FastifyInstance, deps: OwnDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "POST",
    url: "/me/totp",
    fresh: true,
    summary: "Begin with an application that shows codes: its secret, in this answer only",
    body: EmptyBody,
    status: 200,
    answer: TotpSecret,
    handle: ({ principal }) => deps.auth.beginTotp(principal),
  });
  route(app, deps.auth, {
    ...base,
    method: "POST",
    url: "/me/totp/confirm",
    fresh: true,
    summary: "Show a first code: from now on the application counts",
    body: TotpCode,
    status: 200,
    answer: SecurityWithCodes,
    handle: ({ principal, body, request }) => deps.auth.proveTotp(principal, body.code, originOf(request)),
  });
  route(app, deps.auth, {
    ...base,
    method: "DELETE",
    url: "/me/totp",
    fresh: true,
    summary: "Ask for codes of the application no more",
    status: 200,
    answer: MySecurity,
    handle: ({ principal, request }) => deps.auth.endTotp(principal, originOf(request)),
  });
}

function recoveryCodes(app: FastifyInstance, deps: OwnDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "POST",
    url: "/me/recovery-codes",
    fresh: true,
    summary: "New codes for the day the device is lost; the earlier ones end",
    body: EmptyBody,
    status: 200,
    answer: SecurityWithCodes,
    handle: ({ principal, request }) => deps.auth.renewRecoveryCodes(principal, originOf(request)),
  });
}

function newPasskey(app: FastifyInstance, deps: OwnDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "POST",
    url: "/me/passkeys/options",
    fresh: true,
    summary: "What the browser asks for a new passkey",
    body: EmptyBody,
    status: 200,
    answer: PasskeyChallenge,
    handle: async ({ principal }) => ({ options: await deps.auth.askForPasskey(principal) }),
  });
  route(app, deps.auth, {
    ...base,
    method: "POST",
    url: "/me/passkeys",
    fresh: true,
    summary: "Add a passkey",
    body: NewPasskey,
    status: 201,
    answer: SecurityWithCodes,
    handle: ({ principal, body, request }) =>
      deps.auth.addPasskey(principal, body.credential, filled(body.name, "name"), originOf(request)),
  });
}

function keptPasskey(app: FastifyInstance, deps: OwnDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "PATCH",
    url: "/me/passkeys/:id",
    summary: "Give a passkey another name",
    params: IdParams,
    body: PasskeyPatch,
    status: 200,
    answer: MySecurity,
    handle: ({ principal, params, body, request }) =>
      deps.auth.renamePasskey(principal, idOf(params.id, "passkey"), filled(body.name, "name"), originOf(request)),
  });
  route(app, deps.auth, {
    ...base,
    method: "DELETE",
    url: "/me/passkeys/:id",
    fresh: true,
    summary: "Remove a passkey",
    params: IdParams,
    status: 200,
    answer: MySecurity,
    handle: ({ principal, params, request }) => deps.auth.removePasskey(principal, idOf(params.id, "passkey"), originOf(request)),
  });
}
