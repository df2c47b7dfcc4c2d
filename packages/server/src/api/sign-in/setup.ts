import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { ApiError } from "@parlour/protocol/api";
import { Setup, SetupState, SignedIn } from "@parlour/protocol/api/people/session";
import type { Auth } from "../../auth/index.ts";
import type { PresenceLookup } from "../me/profile.ts";
import { serializeProfile } from "../operators/serialize-operator.ts";
import { getRequestOrigin } from "../kit/request-origin.ts";
import { errorResponses } from "../kit/error-responses.ts";

export interface SetupDeps {
  readonly auth: Auth;
  readonly presence: PresenceLookup;
}

/** Registers the creation of the first account and its owner (API-007, CFG-017). */
export function setupRoutes({ auth, presence }: SetupDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      "/setup",
      {
        schema: {
          summary: "Check whether the installation needs setup",
          tags: ["session"],
          response: { 200: SetupState, 400: ApiError },
        },
      },
      async () => ({ needed: await auth.needed() }),
    );

    app.post(
      "/setup",
      {
        onRequest: (request) => auth.refuseForeign(request),
        schema: {
          summary: "Set up the installation and sign in",
          tags: ["session"],
          body: Setup,
          response: { 201: SignedIn, ...errorResponses },
        },
      },
      async (request, reply) => {
        const created = await auth.setUp(request.body, getRequestOrigin(request));
        const profile = await auth.profile(created.accountId, created.operatorId);
        return reply
          .code(201)
          .header("set-cookie", auth.setCookie(created.token))
          .send({
            operator: serializeProfile(profile, presence.of(created.accountId, created.operatorId)),
          });
      },
    );
  };
}
