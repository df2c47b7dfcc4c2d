import {
  NewWebhook,
  Webhook,
  WebhookPatch,
  Webhooks,
  WebhookWithSecret,
} from "@parlour/protocol/api";
import { webhook } from "@parlour/protocol/settings/kinds/webhook";
import { webhookStore } from "../../store/settings/integrations/webhook.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";

/** Webhooks (WH-001, API-308). */
export const webhookResource = createResource(webhook, {
  rights: { read: "webhooks.read", manage: "webhooks.manage" },
  fresh: ["create"],
  summaries: summarizeRequests("a webhook", "webhooks"),
  schemas: {
    entity: Webhook,
    page: Webhooks,
    create: NewWebhook,
    created: WebhookWithSecret,
    patch: WebhookPatch,
  },
  store: webhookStore,
  describe: ({ endpoint, off }) => ({
    endpoint_id: endpoint.endpointId,
    off: off === null ? null : { ...off },
    secret_created_at: endpoint.secretCreatedAt,
    last_used_at: endpoint.lastUsedAt,
    last_success_at: endpoint.lastSuccessAt,
    last_failure: endpoint.lastFailure === null ? null : { ...endpoint.lastFailure },
  }),
  nameOf: () => "",
  subject: formatSubject,
});

/** Formats the URL without its query, which may contain a secret. */
function formatSubject({ url }: { readonly url: string }): string {
  const parsed = URL.parse(url);
  return `webhook ${parsed ? `${parsed.origin}${parsed.pathname}` : "?"}`;
}
