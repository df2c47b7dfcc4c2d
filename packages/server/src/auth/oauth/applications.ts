import type { ClientAddress } from "../../core/client/address.ts";
import { randomUUID } from "node:crypto";
import { refuse } from "../../core/failure.ts";
import { toClientKey } from "../../limits/client-key.ts";
import {
  deleteGrant,
  findApplication,
  insertApplication,
  insertGrant,
  insertToken,
  listGrants,
  type ApplicationRow,
  type ListedGrant,
} from "../../store/sign-in/applications.ts";
import type { Sql } from "../../store/database/sql.ts";
import { isExplicitScope, requireSession, type Principal } from "../principal.ts";
import type { RequestOrigin } from "../session/create-session.ts";
import { generateToken, hashToken } from "../session/credentials.ts";
import { insertApplicationAudit } from "./application-audit.ts";
import type { ApplicationsDeps } from "./deps.ts";
import { OAuthError } from "./oauth-error.ts";
import { addParameters, isRedirectUriAllowed } from "./redirect-uri.ts";
import { getResource, isResource } from "./resource.ts";
import { applicationScopes, canPassOn, parseScopes, type ApplicationScope } from "./scopes.ts";
import { createTokenExchange, type TokenExchange } from "./token-exchange.ts";

/** Validity of an authorization code in milliseconds (MCP-063). */
const codeTtlMs = 60_000;
/** Maximum number of registered applications of the installation (MCP-060). */
const maxApplications = 5_000;
const maxRedirectUris = 10;
const maxNameLength = 100;

/** What an application sends to the authorization endpoint (RFC 6749, RFC 7636, RFC 8707). */
interface AuthorizationRequest {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly response_type: string;
  readonly code_challenge: string;
  readonly code_challenge_method: string;
  readonly scope?: string;
  readonly state?: string;
  readonly resource?: string;
}
/** An authorization request as the person sees it before they decide. */
interface DescribedRequest {
  readonly application: string;
  /** Host that receives the code. */
  readonly redirectHost: string;
  /** Requested scopes that the operator can pass on. */
  readonly scopes: readonly { readonly name: ApplicationScope; readonly isPreselected: boolean }[];
  /** Address to open if the person declines. */
  readonly declineUrl: string;
}
export interface Registration {
  readonly client_name?: unknown;
  readonly redirect_uris?: unknown;
}

/** Applications that act for operators, and their access by OAuth 2.1 (MCP-060 to MCP-071). */
export interface Applications extends TokenExchange {
  /** RFC 7591. Throws OAuthError, or Refusal `rate_limited` for too many of an address. */
  register(registration: Registration, address: ClientAddress): Promise<ApplicationRow>;
  /** Checks an authorization request. Refusal: `invalid_request` with the parameter. */
  describe(principal: Principal, request: AuthorizationRequest): Promise<DescribedRequest>;
  /**
   * Grants the scopes to the application. Returns the address with the code, which the browser must
   * open. Refusals as for `describe`; `forbidden` for a scope that was not requested or that the
   * operator lacks.
   */
  grant(
    principal: Principal,
    request: AuthorizationRequest,
    scopes: readonly string[],
    origin: RequestOrigin,
  ): Promise<string>;
  /** Lists the access that the operator granted, newest first. */
  list(principal: Principal): Promise<readonly ListedGrant[]>;
  /** Ends the access of an application. Refusal: `not_found`. */
  disconnect(principal: Principal, id: number, origin: RequestOrigin): Promise<void>;
}

export function createApplications(deps: ApplicationsDeps): Applications {
  const { db, clock, limits, publicUrl } = deps;
  return {
    ...createTokenExchange(deps),
    async register(registration, address) {
      const allowance = await limits.take("application_registrations", toClientKey(address));
      if (!allowance.ok)
        refuse("rate_limited", "Too many registrations from this address.", {
          retryAfterMs: allowance.retryAfterMs,
        });
      const application = { id: randomUUID(), ...parseRegistration(registration) };
      const isStored = await insertApplication(db, application, {
        now: clock.now(),
        max: maxApplications,
      });
      if (!isStored)
        throw new OAuthError(
          "temporarily_unavailable",
          "There are too many registered applications. Those without access are removed after a day.",
        );
      return application;
    },
    describe: (principal, request) => describeRequest(deps, principal, request),
    async grant(principal, request, scopes, origin) {
      const offered = (await describeRequest(deps, principal, request)).scopes;
      const granted = applicationScopes.filter((scope) => scopes.includes(scope));
      const unknown = scopes.find((scope) => !offered.some(({ name }) => name === scope));
      if (unknown !== undefined)
        refuse("forbidden", `The scope ${unknown} was not requested, or your role lacks it.`, {
          field: "scopes",
        });
      const code = generateToken();
      await db.transaction((tx) =>
        insertAccess(tx, { principal, request, granted, code, origin, now: clock.now() }),
      );
      return addParameters(request.redirect_uri, {
        code,
        state: request.state,
        iss: publicUrl(),
      });
    },
    list: (principal) => listGrants(db, principal.accountId, principal.operatorId),
    async disconnect(principal, id, origin) {
      const { accountId, operatorId } = principal;
      await db.transaction(async (tx) => {
        const name = await deleteGrant(tx, accountId, id, operatorId);
        if (name === null) return refuse("not_found", "This application has no access any more.");
        await insertApplicationAudit(tx, principal, {
          action: "application.disconnect",
          target: name,
          origin,
          now: clock.now(),
        });
      });
      deps.onEnded({ account: accountId, grantId: id });
    },
  };
}

/** Stores the grant with its code and its audit entry. */
async function insertAccess(
  tx: Sql,
  access: {
    readonly principal: Principal;
    readonly request: AuthorizationRequest;
    readonly granted: readonly ApplicationScope[];
    readonly code: string;
    readonly origin: RequestOrigin;
    readonly now: number;
  },
): Promise<void> {
  const { principal, request, granted, code, origin, now } = access;
  const { accountId, operatorId } = principal;
  const application = await findApplication(tx, request.client_id);
  if (application === null) return refuseParameter("client_id", "is not a registered application");
  const grantId = await insertGrant(tx, {
    accountId,
    operatorId,
    applicationId: application.id,
    scopes: granted,
    sessionId: requireSession(principal),
    now,
  });
  await insertToken(tx, {
    hash: hashToken(code),
    accountId,
    grantId,
    kind: "code",
    expiresAt: now + codeTtlMs,
    redirectUri: request.redirect_uri,
    challenge: request.code_challenge,
  });
  await insertApplicationAudit(tx, principal, {
    action: "application.connect",
    target: `${application.name}: ${granted.join(", ")}`,
    origin,
    now,
  });
}

async function describeRequest(
  { db, publicUrl }: ApplicationsDeps,
  principal: Principal,
  request: AuthorizationRequest,
): Promise<DescribedRequest> {
  const application = await findApplication(db, request.client_id);
  if (application === null) return refuseParameter("client_id", "is not a registered application");
  if (!application.redirectUris.includes(request.redirect_uri))
    return refuseParameter("redirect_uri", "is not one that the application registered");
  if (request.response_type !== "code") return refuseParameter("response_type", "must be code");
  if (request.code_challenge_method !== "S256")
    return refuseParameter("code_challenge_method", "must be S256");
  if (!/^[A-Za-z0-9_-]{43}$/.test(request.code_challenge))
    return refuseParameter("code_challenge", "must be a SHA-256 hash in base64url");
  if (request.resource !== undefined && !isResource(request.resource, publicUrl()))
    return refuseParameter("resource", `must be ${getResource(publicUrl())}`);
  return {
    application: application.name,
    redirectHost: new URL(request.redirect_uri).host,
    scopes: parseScopes(request.scope)
      .filter((scope) => canPassOn(principal, scope))
      .map((name) => ({ name, isPreselected: !isExplicitScope(name) })),
    declineUrl: addParameters(request.redirect_uri, {
      error: "access_denied",
      state: request.state,
      iss: publicUrl(),
    }),
  };
}
const refuseParameter = (field: string, problem: string): never =>
  refuse("invalid_request", `${field} ${problem}. The application must be connected again.`, {
    field,
  });

/** Checks the metadata of RFC 7591. Throws OAuthError. */
function parseRegistration(registration: Registration): Omit<ApplicationRow, "id"> {
  const [name, uris] = [registration.client_name, registration.redirect_uris];
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxRedirectUris)
    throw new OAuthError(
      "invalid_redirect_uri",
      `redirect_uris must contain 1 to ${maxRedirectUris} addresses.`,
    );
  for (const uri of uris)
    if (typeof uri !== "string" || !isRedirectUriAllowed(uri))
      throw new OAuthError(
        "invalid_redirect_uri",
        `${String(uri)} is neither https nor http on this machine, or has a fragment.`,
      );
  if (name !== undefined && typeof name !== "string")
    throw new OAuthError("invalid_client_metadata", "client_name must be a text.");
  const shownName = cleanName(name ?? "");
  return {
    name: shownName === "" ? new URL(uris[0] as string).host : shownName,
    redirectUris: uris as string[],
  };
}
/** Removes characters that would let a name look like another one. */
const cleanName = (name: string): string =>
  name
    .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
    .trim()
    .slice(0, maxNameLength);
