import { Type, type Static } from "typebox";
import { Page } from "../common.ts";
import { Id, LastFailure, Nullable, Time } from "../../entity/index.ts";
import {
  Channels,
  EnvName,
  HttpUrl,
  Optional,
  Secret,
  oneOf,
  strictOptions,
} from "./file-fields.ts";

/** Webhook endpoints (WH-001, API-308). */

/** The events of a webhook that names none, in the order of the documentation (WH-001). */
export const defaultWebhookEvents = [
  "call_event",
  "chat_accepted",
  "chat_assigned",
  "chat_updated",
  "chat_finished",
  "offline_message",
] as const;
/** All events. Those after the default ones are sent only to webhooks that name them (WH-105). */
export const webhookEvents = [
  ...defaultWebhookEvents,
  "chat_created",
  "message_created",
  "chat_rated",
  "visitor_updated",
  "message_delivery_failed",
] as const;
export const WebhookEvent = Type.Unsafe<(typeof webhookEvents)[number]>({
  type: "string",
  enum: [...webhookEvents],
});
/** Optional parts of the body (WH-026). */
export const webhookBlocks = ["tags", "invitation", "custom_data", "rating_comment"] as const;
/**
 * Default number of seconds for which `chat_finished` waits for the rating that the chat window
 * requests (WH-080).
 */
export const defaultRatingWaitS = 60;
export const maxRatingWaitS = 600;
export const WebhookBlock = Type.Unsafe<(typeof webhookBlocks)[number]>({
  type: "string",
  enum: [...webhookBlocks],
});

export const Webhook = Type.Object({
  id: Id,
  /** Display name. "": none. */
  name: Type.String(),
  /** Id of the webhook's endpoint, as used in deliveries. */
  endpoint_id: Id,
  /** URL exactly as entered (WH-002). */
  url: Type.String(),
  enabled: Type.Boolean(),
  events: Type.Array(WebhookEvent),
  /** null: all. */
  channels: Nullable(Type.Array(Id)),
  /** null: all, and events without a department (WH-106). */
  departments: Nullable(Type.Array(Id)),
  blocks: Type.Array(WebhookBlock),
  /** Whether `message_created` contains the text (WH-109). */
  message_text: Type.Boolean(),
  /**
   * Maximum number of seconds for which `chat_finished` waits for a rating (WH-080). 0 means that
   * it does not wait.
   */
  rating_wait_s: Type.Integer({ minimum: 0, maximum: maxRatingWaitS }),
  /**
   * Set if Parlour has disabled the webhook: `gone` after a 410 response, `failing` after 120 hours
   * without a success (WH-062). Enabling the webhook clears this field.
   */
  off: Nullable(Type.Object({ at: Time, reason: Nullable(Type.String()) })),
  /**
   * Last four characters of the signing secret. Empty without the permission to manage webhooks.
   */
  secret_hint: Type.String(),
  secret_created_at: Nullable(Time),
  /** Time of the latest attempt, successful or not. */
  last_used_at: Nullable(Time),
  last_success_at: Nullable(Time),
  last_failure: Nullable(LastFailure),
  created_at: Time,
  managed: Type.Boolean(),
});
export type Webhook = Static<typeof Webhook>;
export const Webhooks = Page(Webhook);
/** A webhook with its new signing secret. The secret is returned only once (CORE-125). */
export const WebhookWithSecret = Type.Object({
  ...Webhook.properties,
  signing_secret: Type.Optional(Type.String()),
});
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

const settings = {
  /** An http or https URL without user name and password. */
  url: Type.String({ minLength: 1, maxLength: 2048 }),
  enabled: Type.Boolean(),
  events: Type.Array(WebhookEvent, { minItems: 1, uniqueItems: true }),
  channels: Nullable(Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })),
  departments: Nullable(Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })),
  message_text: Type.Boolean(),
  blocks: Type.Array(WebhookBlock, { uniqueItems: true }),
  name: Type.String({ maxLength: 100 }),
  rating_wait_s: Type.Integer({ minimum: 0, maximum: maxRatingWaitS }),
};
export const NewWebhook = Type.Object(
  {
    url: settings.url,
    enabled: Type.Optional(settings.enabled),
    /** Events to send. By default the six of `defaultWebhookEvents`. */
    events: Type.Optional(settings.events),
    channels: Type.Optional(settings.channels),
    departments: Type.Optional(settings.departments),
    message_text: Type.Optional(settings.message_text),
    blocks: Type.Optional(settings.blocks),
    name: Type.Optional(settings.name),
    rating_wait_s: Type.Optional(settings.rating_wait_s),
  },
  { additionalProperties: false },
);
export type NewWebhook = Static<typeof NewWebhook>;
export const WebhookPatch = Type.Partial(Type.Object(settings), {
  additionalProperties: false,
  minProperties: 1,
});
export type WebhookPatch = Static<typeof WebhookPatch>;

/** A webhook in the provisioning file. */
export const WebhookConfigFile = Type.Object(
  {
    url: HttpUrl,
    name: Optional(Type.String({ maxLength: 100 })),
    secret: Optional(Secret),
    secret_env: Optional(EnvName),
    enabled: Optional(Type.Boolean({ default: true })),
    events: Optional(Type.Array(oneOf(webhookEvents), { minItems: 1, uniqueItems: true })),
    channels: Optional(Channels),
    departments: Optional(Type.Array(Type.String(), { uniqueItems: true })),
    message_text: Optional(Type.Boolean({ default: false })),
    blocks: Optional(Type.Array(oneOf(webhookBlocks), { uniqueItems: true })),
    rating_wait_s: Optional(
      Type.Integer({ minimum: 0, maximum: maxRatingWaitS, default: defaultRatingWaitS }),
    ),
  },
  strictOptions,
);
export type WebhookConfigFile = Static<typeof WebhookConfigFile>;
