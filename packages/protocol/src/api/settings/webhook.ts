import { Type, type Static } from "typebox";
import { Id, LastFailure, Nullable, Time } from "../../entity/index.ts";
import { webhook } from "../../settings/kinds/webhook.ts";
import { createListSchemas } from "./shapes/list-schemas.ts";
import { webhookBlocks, webhookEvents } from "../../settings/webhook-events.ts";

/** Schemas of webhooks (WH-001, API-308). Their fields are in `webhook`. */

export { defaultWebhookEvents, webhookEvents } from "../../settings/webhook-events.ts";
export const WebhookEvent = Type.Unsafe<(typeof webhookEvents)[number]>({
  type: "string",
  enum: [...webhookEvents],
});
export const WebhookBlock = Type.Unsafe<(typeof webhookBlocks)[number]>({
  type: "string",
  enum: [...webhookBlocks],
});

const schemas = createListSchemas(webhook, {
  /** Id of the webhook's endpoint, as used in deliveries. */
  endpoint_id: Id,
  /** `gone`: after a 410. `failing`: after 120 hours (WH-062). Enabling clears it. */
  off: Nullable(Type.Object({ at: Time, reason: Nullable(Type.String()) })),
  secret_created_at: Nullable(Time),
  /** Time of the latest attempt, successful or not. */
  last_used_at: Nullable(Time),
  last_success_at: Nullable(Time),
  last_failure: Nullable(LastFailure),
});
export const Webhook = schemas.entity;
export const Webhooks = schemas.page;
export const WebhookWithSecret = schemas.created;
export const NewWebhook = schemas.create;
export const WebhookPatch = schemas.patch;
export const WebhookConfigFile = schemas.file;
export type Webhook = Static<typeof Webhook>;
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;
