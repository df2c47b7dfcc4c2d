import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { ApiError } from "@parlour/protocol/api";
import { Setup, SetupState, SignedIn } from "@parlour/protocol/api/people/session";
import { loadSignedInOperator, type ProfileSource } from "../operators/serialize-operator.ts";
import { getRequestOrigin } from "../kit/request-origin.ts";
import { errorResponses } from "../kit/error-responses.ts";

/** Registers the creation of the first account and its owner (API-007, CFG-017). */
export function setupRoutes(deps: ProfileSource): FastifyPluginAsyncTypebox {
  const { auth } = deps;
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
        onRequest: async (request) => void auth.findSetupAddress(request),
        schema: {
          summary: "Set up the installation and sign in",
          tags: ["session"],
          body: Setup,
          response: { 201: SignedIn, ...errorResponses },
        },
      },
      async (request, reply) => {
        const created = await auth.setUp(
          request.body,
          getRequestOrigin(request),
          auth.findSetupAddress(request),
        );
        const operator = await loadSignedInOperator(deps, created);
        return reply
          .code(201)
          .header("set-cookie", auth.setCookie(created.token))
          .send({ operator });
      },
    );
  };
}
