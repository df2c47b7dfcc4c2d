import { defaultWebhookEvents, webhookBlocks, webhookEvents } from "../webhook-events.ts";
import { listKind } from "../kind.ts";

/** Webhooks (WH-001). Several may have one address. */
export const webhook = listKind({
  kind: "webhook",
  path: "webhooks",
  label: "webhook",
  table: "webhook",
  part: "webhooks",
  key: "url",
  sharesKeys: true,
  fields: {
    /** URL exactly as entered (WH-002). */
    url: {
      type: "text",
      format: "url",
      exact: true,
      min: 1,
      max: 2048,
      elsewhere: true,
      needs: "addresses",
      rule: "WH-001",
    },
    /** Display name (WH-081). "": none. */
    name: { type: "text", max: 100, elsewhere: true, default: "" },
    /** Signing secret (CORE-124). */
    secret: {
      type: "secret",
      format: "signing",
      elsewhere: true,
      hint: "secret_hint",
      generated: "signing_secret",
    },
    enabled: { type: "flag", default: true, exported: "always" },
    events: {
      type: "choices",
      values: webhookEvents,
      min: 1,
      default: defaultWebhookEvents,
      exported: "always",
      needs: "addresses",
    },
    channels: {
      type: "references",
      to: "channel",
      min: 1,
      max: 1000,
      elsewhere: true,
      default: null,
      needs: "addresses",
    },
    /** null: all, and events without a department (WH-106). */
    departments: {
      type: "references",
      to: "department",
      min: 1,
      max: 1000,
      elsewhere: true,
      default: null,
      needs: "addresses",
    },
    /** Whether `message_created` contains the text (WH-109). */
    message_text: { type: "flag", default: false, needs: "addresses" },
    blocks: {
      type: "choices",
      values: webhookBlocks,
      default: [],
      exported: "always",
      needs: "addresses",
    },
    /** Seconds for which `chat_finished` waits for a rating (WH-080). 0: it does not wait. */
    rating_wait_s: { type: "integer", min: 0, max: 600, default: 60, exported: "always" },
  },
});
