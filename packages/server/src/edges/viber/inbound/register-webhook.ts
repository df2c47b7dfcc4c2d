import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import type { InstallationPort } from "../../../connectors/ports.ts";
import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import { explainFailure, getNotice } from "../notices.ts";
import type { ViberApi } from "../service/client.ts";
import { getToken } from "../settings.ts";

export interface RegisterWebhookDeps {
  readonly api: ViberApi;
  readonly publicUrl: InstallationPort["publicUrl"];
}

export const webhookPath = "/connectors/viber";
const invalidUrl = 1;
/** `message`, `webhook`, `subscribed` and `unsubscribed` come without being listed. */
const eventTypes = ["delivered", "seen", "failed", "conversation_started"];

/** Returns the address at which Viber calls a channel. */
export const getWebhookAddress = (
  { publicUrl }: RegisterWebhookDeps,
  { publicId }: ConnectorChannel,
): string => `${publicUrl()}${webhookPath}/${publicId}`;

/**
 * Names the channel's address to Viber (VB-002). Viber calls it before it answers, so success
 * proves that it is reachable. Resolves with null, or with what went wrong.
 */
export async function registerWebhook(
  deps: RegisterWebhookDeps,
  channel: ConnectorChannel,
): Promise<ConnectionNotice | null> {
  const address = getWebhookAddress(deps, channel);
  if (!address.startsWith("https://") && !deps.api.isLocal) return getNotice("needs_https");
  const result = await deps.api.call(getToken(channel), "set_webhook", {
    url: address,
    event_types: eventTypes,
    send_name: true,
    send_photo: true,
  });
  if (result.kind === "ok") return null;
  return result.kind === "refused" && result.status === invalidUrl
    ? getNotice("not_reached", { address })
    : explainFailure(result);
}
