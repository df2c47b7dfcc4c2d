import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest } from "fastify";
import { ApiError, NoContent } from "@parlour/protocol/api";
import {
  OidcRedirect,
  OidcStart,
  PasskeyChallenge,
  SecondFactorRequired,
  SignedIn,
  SignIn,
  SignInMethods,
} from "@parlour/protocol/api/people/session";
import type { Auth, SignedIn as Opened } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { loadSignedInOperator, type ProfileSource } from "../operators/serialize-operator.ts";
import { getRequestOrigin } from "../kit/request-origin.ts";
import { errorResponses } from "../kit/error-responses.ts";

export interface SessionDeps extends ProfileSource {
  readonly mail: { isAvailable(): boolean };
}

/** Registers sign-in and sign-out (API-010, API-011, API-013, API-019, SSO-002). */
export function sessionRoutes(deps: SessionDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listMethodsRoute(app, deps);
    passkeyOptionsRoute(app, deps);
    providerStartRoute(app, deps, "oidc");
    providerStartRoute(app, deps, "saml");
    signInRoute(app, deps);
    signOutRoute(app, deps);
  };
}

type App = Parameters<FastifyPluginAsyncTypebox>[0];

function listMethodsRoute(app: App, { auth, mail }: SessionDeps): void {
  app.get(
    "/sessions/ways",
    {
      schema: {
        summary: "List the sign-in methods of this installation",
        tags: ["session"],
        response: { 200: SignInMethods, 400: ApiError, 503: ApiError },
      },
    },
    async () => ({
      reset_by_mail: mail.isAvailable(),
      providers: [
        ...(await auth.oidc.providers()).map((provider) => ({
          ...provider,
          kind: "oidc" as const,
        })),
        ...(await auth.saml.providers()).map((provider) => ({
          ...provider,
          kind: "saml" as const,
        })),
      ],
    }),
  );
}

function passkeyOptionsRoute(app: App, { auth }: SessionDeps): void {
  app.post(
    "/sessions/passkey",
    {
      onRequest: (request) => auth.refuseForeign(request),
      schema: {
        summary: "Create a challenge for passkey sign-in",
        tags: ["session"],
        response: { 200: PasskeyChallenge, 403: ApiError, 503: ApiError },
      },
    },
    async () => ({ options: await auth.askForSignIn() }),
  );
}

const startSummaries = {
  oidc: "Start a sign-in with an OIDC provider",
  saml: "Start a sign-in with a SAML provider",
} as const;

function providerStartRoute(app: App, { auth }: SessionDeps, kind: "oidc" | "saml"): void {
  app.post(
    `/sessions/${kind}`,
    {
      onRequest: (request) => auth.refuseForeign(request),
      schema: {
        summary: startSummaries[kind],
        tags: ["session"],
        body: OidcStart,
        response: { 200: OidcRedirect, ...errorResponses, 404: ApiError },
      },
    },
    async (request, reply) => {
      const { provider, again = false } = request.body;
      const started = await auth[kind].begin(provider, again);
      return reply
        .code(200)
        .header("set-cookie", auth.setStateCookie(started.state))
        .send({ url: started.url });
    },
  );
}

function signInRoute(app: App, deps: SessionDeps): void {
  const { auth } = deps;
  app.post(
    "/sessions",
    {
      onRequest: (request) => auth.refuseForeign(request),
      schema: {
        summary: "Sign in",
        tags: ["session"],
        body: SignIn,
        response: { 200: SignedIn, 202: SecondFactorRequired, ...errorResponses, 404: ApiError },
      },
    },
    async (request, reply) => {
      const opened = await signIn(auth, request.body, request);
      if (!("token" in opened)) return reply.code(202).send({ second_step: opened });
      const operator = await loadSignedInOperator(deps, opened);
      return reply
        .code(200)
        .header("set-cookie", [
          auth.setCookie(opened.token),
          ...((request.body.oidc ?? request.body.saml) === undefined
            ? []
            : [auth.setStateCookie(null)]),
        ])
        .send({ operator });
    },
  );
}

function signOutRoute(app: App, { auth }: SessionDeps): void {
  app.delete(
    "/sessions/current",
    {
      onRequest: auth.guard("profile.secure"),
      schema: {
        summary: "Sign out of this browser",
        tags: ["session"],
        ...({ "x-action": "profile.secure" } as object),
        response: {
          204: NoContent,
          400: ApiError,
          401: ApiError,
          403: ApiError,
          404: ApiError,
          429: ApiError,
          503: ApiError,
        },
      },
    },
    async (request, reply) => {
      await auth.signOut(
        auth.principalOf(request),
        auth.cookieOf(request),
        getRequestOrigin(request),
      );
      return reply.code(204).header("set-cookie", auth.setCookie(null)).send(null);
    },
  );
}

type SecondStepResult = Exclude<Awaited<ReturnType<Auth["signIn"]>>, Opened>;

/** Throws if the body contains fields of another method, which would be ignored. */
async function signIn(
  auth: SessionDeps["auth"],
  body: SignIn,
  request: FastifyRequest,
): Promise<Opened | SecondStepResult> {
  const { email, password, code, passkey, oidc, saml, language, beside = false } = body;
  const browser = { oldToken: auth.cookieOf(request), beside, language };
  const from = getRequestOrigin(request);
  if (oidc !== undefined) {
    assertNoOtherFields("oidc", { email, password, code, passkey, saml });
    const operator = await auth.oidc.finish(oidc, auth.stateOf(request), from);
    return auth.signInKnown({ operator, method: "oidc" }, browser, from);
  }
  if (saml !== undefined) {
    assertNoOtherFields("saml", { email, password, code, passkey });
    const operator = await auth.saml.finish(saml, auth.stateOf(request), from);
    return auth.signInKnown({ operator, method: "saml" }, browser, from);
  }
  if (email === undefined && password === undefined && passkey !== undefined) {
    assertNoOtherFields("passkey", { code });
    return auth.signInByPasskey({ passkey, ...browser }, from);
  }
  if (email === undefined)
    return refuse("invalid_request", "email is missing.", { field: "email" });
  if (password === undefined)
    return refuse("invalid_request", "password is missing.", { field: "password" });
  if (code !== undefined && passkey !== undefined)
    return refuse("invalid_request", "The second step is a code or a passkey, not both.", {
      field: "code",
    });
  return auth.signIn({ email, password, code, passkey, ...browser }, from);
}

function assertNoOtherFields(name: string, others: Readonly<Record<string, unknown>>): void {
  const field = Object.keys(others).find((key) => others[key] !== undefined);
  if (field !== undefined)
    refuse("invalid_request", `${field} cannot be combined with ${name}.`, { field });
}
