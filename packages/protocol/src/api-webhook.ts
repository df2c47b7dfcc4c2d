import { Type, type Static } from "typebox";
import { Page } from "./api-common.ts";
import { Id, Nullable, Outcome, Time } from "./entity.ts";

/** Webhook endpoints (WH-001, API-041). */

/** The six events, in the order of the documentation. */
export const webhookEvents = ["call_event", "chat_accepted", "chat_assigned", "chat_updated", "chat_finished", "offline_message"] as const;
export const WebhookEvent = Type.Unsafe<(typeof webhookEvents)[number]>({ type: "string", enum: [...webhookEvents] });
/** Optional parts of the body (WH-026). */
export const webhookBlocks = ["tags", "invitation", "custom_data", "rating_comment"] as const;
/** Seconds for which chat_finished waits for the rating that the window asks for, where nothing else is set (WH-080). */
export const ratingWaitDefaultS = 60;
export const ratingWaitMaxS = 600;
export const WebhookBlock = Type.Unsafe<(typeof webhookBlocks)[number]>({ type: "string", enum: [...webhookBlocks] });

export const Webhook = Type.Object({
  id: Id,
  /** For people; "" without one. */
  name: Type.String(),
  /** Id of its endpoint in deliveries. */
  endpoint_id: Id,
  /** Exactly as entered (WH-002). */
  url: Type.String(),
  enabled: Type.Boolean(),
  events: Type.Array(WebhookEvent),
  /** null: all. */
  channels: Nullable(Type.Array(Id)),
  blocks: Type.Array(WebhookBlock),
  /** WH-080; 0: chat_finished never waits for a rating. */
  rating_wait_s: Type.Integer({ minimum: 0, maximum: ratingWaitMaxS }),
  /** Parlour switched it off: `gone` for an answer 410, `failing` after 120 h without a success (WH-062). Switching it on again ends that. */
  off: Nullable(Type.Object({ at: Time, reason: Nullable(Type.String()) })),
  /** Last four characters of the signing secret; empty for those who do not manage webhooks. */
  secret_hint: Type.String(),
  secret_created_at: Nullable(Time),
  /** The latest attempt, whatever came of it. */
  last_used_at: Nullable(Time),
  last_success_at: Nullable(Time),
  last_failure: Nullable(Type.Object({ at: Time, outcome: Outcome, status: Nullable(Type.Integer()) })),
  created_at: Time,
  managed: Type.Boolean(),
});
export type Webhook = Static<typeof Webhook>;
export const Webhooks = Page(Webhook);
/** With the signing secret that was just made: shown in this answer only (CORE-125). */
export const WebhookWithSecret = Type.Object({ ...Webhook.properties, signing_secret: Type.Optional(Type.String()) });
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

const settings = {
  /** http or https, no user info. */
  url: Type.String({ minLength: 1, maxLength: 2048 }),
  enabled: Type.Boolean(),
  events: Type.Array(WebhookEvent, { minItems: 1, uniqueItems: true }),
  channels: Nullable(Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })),
  blocks: Type.Array(WebhookBlock, { uniqueItems: true }),
  name: Type.String({ maxLength: 100 }),
  rating_wait_s: Type.Integer({ minimum: 0, maximum: ratingWaitMaxS }),
};
export const NewWebhook = Type.Object(
  {
    url: settings.url,
    enabled: Type.Optional(settings.enabled),
    /** Default: all six. */
    events: Type.Optional(settings.events),
    channels: Type.Optional(settings.channels),
    blocks: Type.Optional(settings.blocks),
    name: Type.Optional(settings.name),
    rating_wait_s: Type.Optional(settings.rating_wait_s),
  },
  { additionalProperties: false },
);
export type NewWebhook = Static<typeof NewWebhook>;
export const WebhookPatch = Type.Partial(Type.Object(settings), { additionalProperties: false, minProperties: 1 });
export type WebhookPatch = Static<typeof WebhookPatch>;
