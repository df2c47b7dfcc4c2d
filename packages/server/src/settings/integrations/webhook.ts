import {
  defaultRatingWaitS,
  NewWebhook,
  Webhook,
  WebhookPatch,
  defaultWebhookEvents,
  Webhooks,
  WebhookWithSecret,
} from "@parlour/protocol/api";
import { webhookShape } from "@parlour/protocol/api/settings/shapes/webhook";
import type { WebhookConfigFile } from "@parlour/protocol/config";
import { can, type Principal } from "../../auth/index.ts";
import { generateSigningSecret } from "../../auth/secrets.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  updateWebhook,
  type WebhookFields,
  type WebhookRecord,
} from "../../store/settings/integrations/webhook.ts";
import { assertAccountChannels, assertAccountDepartments } from "../references.ts";
import type { FileHelpers, SettingsResource } from "../resource.ts";
import { readSigningSecret } from "./signing-secret.ts";

/** A webhook of the provisioning file. */
interface WebhookEntry extends Omit<WebhookFields, "channels" | "departments" | "secret"> {
  /** Public ids, or null: all. */
  readonly channels: readonly string[] | null;
  /** Names, or null: all. */
  readonly departments: readonly string[] | null;
  /** null: absent. */
  readonly secret: string | null;
}

/** Webhooks (WH-001, API-308). */
export const webhookResource: SettingsResource<{
  fields: WebhookFields;
  row: WebhookRecord;
  body: NewWebhook;
  api: WebhookWithSecret;
  entry: WebhookEntry;
}> = {
  shape: webhookShape,
  label: "webhook",
  rights: { read: "webhooks.read", manage: "webhooks.manage" },
  fresh: ["create"],
  summaries: {
    list: "List webhooks",
    one: "Get a webhook",
    create: "Create a webhook",
    change: "Update a webhook",
    remove: "Delete a webhook",
  },
  schemas: {
    entity: Webhook,
    page: Webhooks,
    create: NewWebhook,
    created: WebhookWithSecret,
    patch: WebhookPatch,
  },
  store: {
    list: listWebhooks,
    create: createWebhook,
    update: updateWebhook,
    remove: deleteWebhook,
  },
  audit: { nameOf: () => "" },
  newFields: () => ({
    enabled: true,
    events: defaultWebhookEvents,
    channels: null,
    departments: null,
    messageText: false,
    blocks: [],
    name: "",
    ratingWaitS: defaultRatingWaitS,
    secret: generateSigningSecret(),
  }),
  parse: ({ rating_wait_s: ratingWaitS, message_text: messageText, ...body }) => ({
    ...body,
    ...(ratingWaitS === undefined ? {} : { ratingWaitS }),
    ...(messageText === undefined ? {} : { messageText }),
  }),
  async check({ channels, departments }, before, { tx, account, config }) {
    if (channels !== before?.channels) await assertAccountChannels(tx, account, channels);
    if (departments !== before?.departments) assertAccountDepartments(config, departments);
  },
  toApi: (row, { principal }, created) => ({
    ...serializeWebhook(principal, row),
    ...(created === null ? {} : { signing_secret: created.secret }),
  }),
  file: {
    part: "webhooks",
    read(config, helpers) {
      const webhooks = (config.webhooks ?? []).map((webhook, n) => readEntry(webhook, n, helpers));
      helpers.unique(
        webhooks,
        (webhook) => JSON.stringify(webhook),
        (n, first) =>
          helpers.reportError(["webhooks", n], `duplicates webhooks[${first}]`, "WH-001"),
      );
      return webhooks;
    },
    write: (
      { url, name, enabled, events, channels, departments, messageText, blocks, ratingWaitS },
      variable,
    ) => ({
      url,
      ...(name === "" ? {} : { name }),
      secret_env: variable("WEBHOOK_SECRET", URL.parse(url)?.hostname ?? ""),
      enabled,
      events: [...events],
      ...(channels === null ? {} : { channels: [...channels] }),
      ...(departments === null ? {} : { departments: [...departments] }),
      ...(messageText ? { message_text: true } : {}),
      blocks: [...blocks],
      rating_wait_s: ratingWaitS,
    }),
    keyOf: ({ url }) => url,
    subject: formatSubject,
    compared: ({
      enabled,
      events,
      blocks,
      channels,
      departments,
      messageText,
      name,
      ratingWaitS,
    }) => ({
      enabled,
      events: events.toSorted(),
      blocks: blocks.toSorted(),
      channels: channels?.toSorted() ?? null,
      departments: departments?.map((department) => department.toLowerCase()).sort() ?? null,
      message_text: messageText,
      name,
      rating_wait_s: ratingWaitS,
    }),
    secrets: [
      {
        name: "secret",
        ofEntry: ({ secret }) => secret,
        ofRow: ({ sealedSecret }) => sealedSecret,
        ofNewRow: ({ secret }) => secret,
      },
    ],
    toEntry: (
      { url, enabled, events, channels, departments, messageText, blocks, name, ratingWaitS },
      names,
    ) => ({
      url,
      enabled,
      events,
      channels: channels?.flatMap((id) => names.channel(id) ?? []).sort() ?? null,
      departments: departments?.flatMap((id) => names.department(id) ?? []).sort() ?? null,
      messageText,
      blocks,
      name,
      ratingWaitS,
      secret: null,
    }),
    toFields: ({ channels, departments, secret, ...fields }, ids, isChanged) => ({
      ...fields,
      channels: channels?.map(ids.channel) ?? null,
      departments: departments?.map(ids.department) ?? null,
      ...(secret !== null && isChanged("secret") ? { secret } : {}),
    }),
    references: ({ channels, departments }) => [
      ...(channels ?? []).map((name, n) => ({
        kind: "channel" as const,
        name,
        path: ["channels", n],
      })),
      ...(departments ?? []).map((name, n) => ({
        kind: "department" as const,
        name,
        path: ["departments", n],
      })),
    ],
  },
};

export function serializeWebhook(principal: Principal, row: WebhookRecord): Webhook {
  const { endpoint } = row;
  return {
    id: row.id,
    name: row.name,
    endpoint_id: endpoint.endpointId,
    url: row.url,
    enabled: row.enabled,
    events: [...row.events],
    channels: row.channels === null ? null : [...row.channels],
    departments: row.departments === null ? null : [...row.departments],
    blocks: [...row.blocks],
    message_text: row.messageText,
    rating_wait_s: row.ratingWaitS,
    off: row.off === null ? null : { ...row.off },
    secret_hint: can(principal, "webhooks.manage") ? endpoint.secretHint : "",
    secret_created_at: endpoint.secretCreatedAt,
    last_used_at: endpoint.lastUsedAt,
    last_success_at: endpoint.lastSuccessAt,
    last_failure: endpoint.lastFailure === null ? null : { ...endpoint.lastFailure },
    created_at: row.createdAt,
    managed: row.managed,
  };
}

/** Formats the URL without its query, which may contain a secret. */
function formatSubject({ url }: { readonly url: string }): string {
  const parsed = URL.parse(url);
  return `webhook ${parsed ? `${parsed.origin}${parsed.pathname}` : "?"}`;
}

function readEntry(webhook: WebhookConfigFile, n: number, helpers: FileHelpers): WebhookEntry {
  const at = ["webhooks", n] as const;
  const url = URL.parse(webhook.url);
  if (!url || url.username !== "" || url.password !== "")
    helpers.reportError(
      [...at, "url"],
      "must be an absolute http or https URL without user and password",
      "WH-001",
    );
  return {
    url: webhook.url,
    secret: readSigningSecret(webhook, at, helpers),
    enabled: webhook.enabled ?? true,
    events: webhook.events ?? defaultWebhookEvents,
    channels: webhook.channels ?? null,
    departments: webhook.departments ?? null,
    messageText: webhook.message_text ?? false,
    blocks: webhook.blocks ?? [],
    name: webhook.name ?? "",
    ratingWaitS: webhook.rating_wait_s ?? defaultRatingWaitS,
  };
}
