import type { FastifyInstance } from "fastify";
import { EmptyBody, IdParams, WebhookWithSecret } from "@parlour/protocol/api";
import { webhookStore, type WebhookRow } from "../../store/settings/integrations/webhook.ts";
import { webhookResource } from "../../settings/integrations/webhook.ts";
import { assertAllowedUrl } from "./endpoint-validation.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import { addsListEntries, authorizeOutboundUrl } from "../kit/outbound-address.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { generateSigningSecret } from "../../auth/secrets.ts";
import { assertNotManagedByFile } from "../kit/change-settings.ts";
import { changeChecked, resourceRoutes } from "../settings/resource-routes.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface WebhookDeps extends RouteDeps {
  readonly outbound: OutboundPort;
}

/** Registers the routes for webhooks (WH-001, API-308). */
export function webhookRoutes(app: FastifyInstance, deps: WebhookDeps): void {
  resourceRoutes(app, deps, webhookResource, {
    async prepare({ principal }, change, before) {
      const url = change.url ?? before?.values.url ?? "";
      const address =
        before === null || sendsMoreData(before.values, change)
          ? await authorizeOutboundUrl(deps, principal, url)
          : null;
      if (change.url !== undefined) await assertAllowedUrl(deps, principal, { url, field: "url" });
      return address;
    },
  });
  rotateWebhookRoute(app, deps);
}

/** Returns whether the change sends texts to another URL, or more texts to the same one. */
function sendsMoreData(
  before: WebhookRow["values"],
  change: Partial<WebhookRow["values"]>,
): boolean {
  const isMoved = change.url !== undefined && change.url !== before.url;
  return (
    isMoved ||
    addsListEntries(before.events, change.events) ||
    addsListEntries(before.channels, change.channels) ||
    addsListEntries(before.departments, change.departments) ||
    (change.message_text === true && !before.message_text) ||
    addsListEntries(before.blocks, change.blocks)
  );
}
function rotateWebhookRoute(app: FastifyInstance, deps: WebhookDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/webhooks/:id/rotate",
    fresh: true,
    action: "webhooks.manage",
    tag: "webhooks",
    summary: "Create a new signing secret for a webhook",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: WebhookWithSecret,
    handle: async (context) => {
      const id = parseId(context.params.id, "webhook");
      return changeChecked(deps, context, "webhook.rotate_secret", async (check) => {
        const { tx, account, principal, now } = check;
        const load = async (): Promise<WebhookRow> => {
          const [row = null] = await webhookStore.list(createTransactionReader(tx), account, {
            id,
          });
          return requireFound(row, "webhook");
        };
        assertNotManagedByFile(context, await load());
        const secret = generateSigningSecret();
        const { operatorId } = principal;
        const write = { now, operatorId, seal: deps.secrets.seal };
        await webhookStore.update(tx, { account, id }, { secret }, write);
        const row = await load();
        return {
          result: webhookResource.toApi(row, check, { ...row.values, secret }),
          changed: [{ kind: "webhook", id }],
          target: `webhook ${id}`,
        };
      });
    },
  });
}
