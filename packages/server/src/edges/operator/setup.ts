import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Setup, SetupState, SignedIn } from "@parlour/protocol/api-session";
import type { Auth } from "../../auth/index.ts";
import { operatorEntity, type PresenceOf } from "./me.ts";
import { originOf } from "./origin.ts";
import { refusals } from "./refusals.ts";

export interface SetupDeps {
  readonly auth: Pick<Auth, "needed" | "setUp" | "setCookie" | "profile" | "refuseForeign">;
  readonly presence: PresenceOf;
}

/** Registers the creation of the first account and its owner (API-007, CFG-017). */
export function setupRoutes({ auth, presence }: SetupDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      "/setup",
      { schema: { summary: "Whether the installation still needs its owner", tags: ["session"], response: { 200: SetupState } } },
      async () => ({ needed: await auth.needed() }),
    );

    app.post(
      "/setup",
      {
        onRequest: (request) => auth.refuseForeign(request),
        schema: {
          summary: "Create the first account and its owner, and sign in",
          tags: ["session"],
          body: Setup,
          response: { 201: SignedIn, ...refusals },
        },
      },
      async (request, reply) => {
        const made = await auth.setUp(request.body, originOf(request));
        const profile = await auth.profile(made.accountId, made.operatorId);
        return reply
          .code(201)
          .header("set-cookie", auth.setCookie(made.token))
          .send({ operator: operatorEntity(profile, presence.of(made.accountId, made.operatorId)) });
      },
    );
  };
}
