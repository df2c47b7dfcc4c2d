import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { ApiError, NoContent } from "@parlour/protocol/api";
import { SignedIn, SignIn } from "@parlour/protocol/api-session";
import type { Auth } from "../../auth/index.ts";
import { operatorEntity, type PresenceOf } from "./me.ts";

export interface SessionDeps {
  readonly auth: Pick<Auth, "signIn" | "signOut" | "guard" | "principalOf" | "cookieOf" | "setCookie" | "profile" | "refuseForeign">;
  readonly presence: PresenceOf;
}

/** Signing in and out (API-010, API-011). */
export function sessionRoutes({ auth, presence }: SessionDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      "/sessions",
      {
        onRequest: (request) => auth.refuseForeign(request),
        schema: {
          summary: "Sign in",
          tags: ["session"],
          body: SignIn,
          response: {
            200: SignedIn,
            400: ApiError,
            401: ApiError,
            403: ApiError,
            413: ApiError,
            415: ApiError,
            429: ApiError,
            503: ApiError,
          },
        },
      },
      async (request, reply) => {
        const { email, password } = request.body;
        const made = await auth.signIn(
          { email, password, oldToken: auth.cookieOf(request) },
          { address: request.ip, requestId: request.id },
        );
        const profile = await auth.profile(made.accountId, made.operatorId);
        return reply
          .code(200)
          .header("set-cookie", auth.setCookie(made.token))
          .send({ operator: operatorEntity(profile, presence.of(made.accountId, made.operatorId)) });
      },
    );

    app.delete(
      "/sessions/current",
      {
        onRequest: auth.guard("profile.read"),
        schema: { summary: "Sign out", tags: ["session"], response: { 204: NoContent, 401: ApiError, 403: ApiError, 503: ApiError } },
      },
      async (request, reply) => {
        await auth.signOut(auth.principalOf(request), { address: request.ip, requestId: request.id });
        return reply.code(204).header("set-cookie", auth.setCookie(null)).send(null);
      },
    );
  };
}
