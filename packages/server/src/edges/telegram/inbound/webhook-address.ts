import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import type { InstallationPort } from "../../../connectors/ports.ts";

/** Path of the webhooks of all channels. */
export const webhookPath = "/telegram";
/** Ports that Telegram calls. */
const allowedPorts: ReadonlySet<string> = new Set(["", "443", "80", "88", "8443"]);
/** Endings of names that never lead to a public address. */
const privateName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|test|home\.arpa)$/;
const ipAddress = /^(?:\[|[\d.]+$)/;

/**
 * Returns the address that Telegram calls for a channel, or null if Telegram cannot reach the
 * installation (TG-002): without https, on another port, with an IP address or a private name.
 */
export function buildWebhookUrl(
  publicUrl: string,
  { publicId }: Pick<ConnectorChannel, "publicId">,
): string | null {
  const { protocol, port, hostname } = new URL(publicUrl);
  if (protocol !== "https:" || !allowedPorts.has(port)) return null;
  if (!hostname.includes(".") || privateName.test(hostname) || ipAddress.test(hostname))
    return null;
  return `${publicUrl}${webhookPath}/${publicId}`;
}

/** Returns the secret that Telegram sends with each update of a channel (TG-003). */
export const deriveWebhookSecret = (
  derive: InstallationPort["derive"],
  { publicId }: Pick<ConnectorChannel, "publicId">,
): string => derive(`telegram webhook ${publicId}`).toString("base64url");
