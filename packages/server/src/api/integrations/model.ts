import type { FastifyInstance } from "fastify";
import { EmptyBody, ModelTest, type ModelSettingsPatch } from "@parlour/protocol/api";
import { modelResource } from "../../settings/integrations/model.ts";
import { assertAllowedUrl } from "./endpoint-validation.ts";
import { runIdempotent } from "../kit/change-settings.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { authorizeOutboundUrl } from "../kit/outbound-address.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { singleResourceRoutes } from "../settings/single-resource-routes.ts";

interface ModelDeps extends RouteDeps {
  readonly outbound: OutboundPort;
  /** Sends small requests to the models of the account. */
  readonly modelTest: (account: number) => Promise<ModelTest["checks"]>;
}

/** Registers the routes of the model (MODEL-001). */
export function modelRoutes(app: FastifyInstance, deps: ModelDeps): void {
  singleResourceRoutes(app, deps, modelResource, {
    async prepare({ principal }, body, { server }) {
      const { base_url } = body as ModelSettingsPatch;
      if (base_url === undefined || base_url === null) return null;
      const address =
        base_url === server?.url ? null : await authorizeOutboundUrl(deps, principal, base_url);
      await assertAllowedUrl(deps, principal, {
        url: base_url,
        field: "base_url",
        secure: "https",
      });
      return address;
    },
  });
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/model/test",
    action: "account.manage",
    tag: "model",
    summary: "Test the model",
    body: EmptyBody,
    status: 200,
    answer: ModelTest,
    handle: (context) =>
      runIdempotent(deps, context, async () => ({
        checks: await deps.modelTest(context.principal.accountId),
      })),
  });
}
