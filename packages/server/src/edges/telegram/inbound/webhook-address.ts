import { isPublicUrl } from "../../../connectors/inbound/public-address.ts";
import type { SecretWebhook } from "../../../connectors/inbound/secret-webhook.ts";
import type { InstallationPort } from "../../../connectors/ports.ts";
import { readUpdateId } from "../format/parse-update.ts";

interface WebhookChannel {
  readonly publicId: string;
}

export const inboundRules = { ignored: "TG-011", notStored: "TG-014" };
const path = "/telegram";
const allowedPorts: ReadonlySet<string> = new Set(["", "443", "80", "88", "8443"]);

/**
 * Returns the address that Telegram calls for a channel, or null if Telegram cannot reach the
 * installation (TG-002): without https, on another port, with an IP address or a private name.
 */
export function buildWebhookUrl(publicUrl: string, { publicId }: WebhookChannel): string | null {
  const url = new URL(publicUrl);
  return isPublicUrl(url) && allowedPorts.has(url.port) ? `${publicUrl}${path}/${publicId}` : null;
}

/** Returns the secret that Telegram sends with each update of a channel (TG-003). */
export const deriveWebhookSecret = (
  derive: InstallationPort["derive"],
  { publicId }: WebhookChannel,
): string => derive(`telegram webhook ${publicId}`).toString("base64url");

/** Describes the webhooks, `POST /telegram/<public id>` (TG-003). */
export const describeWebhook = (derive: InstallationPort["derive"]): SecretWebhook => ({
  kind: "telegram",
  path,
  secretHeader: "x-telegram-bot-api-secret-token",
  maxBodyBytes: 1024 * 1024,
  rules: inboundRules,
  deriveSecret: (channel) => deriveWebhookSecret(derive, channel),
  findFault: (update) =>
    readUpdateId(update) === null ? "The update has no valid update_id." : null,
});
