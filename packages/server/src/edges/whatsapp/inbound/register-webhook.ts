import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { InstallationPort } from "../../../connectors/ports.ts";
import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import { getWebhookPath } from "../../../connectors/meta/webhook-routes.ts";
import { getNotice } from "../notices.ts";
import { requestTimeoutMs } from "../../../connectors/meta/graph-client.ts";
import { readAnswer } from "../service/read-answer.ts";
import { getAccountId, getNumberId, type PrepareSettingsDeps } from "../settings.ts";

export interface RegisterWebhookDeps extends PrepareSettingsDeps {
  readonly publicUrl: InstallationPort["publicUrl"];
}

/** Returns the address at which the service calls a channel. */
export const getWebhookAddress = (
  { publicUrl }: RegisterWebhookDeps,
  { publicId }: ConnectorChannel,
): string => `${publicUrl()}${getWebhookPath("whatsapp")}/${publicId}`;

/**
 * Subscribes the app to the business account, and names the channel's address for the phone number
 * (WA-004). WhatsApp calls the address while it answers, so success proves that it is reachable.
 * Resolves with null, or with what went wrong.
 */
export async function registerWebhook(
  deps: RegisterWebhookDeps,
  channel: ConnectorChannel,
): Promise<ConnectionNotice | null> {
  const { graph, verifyToken } = deps;
  const address = getWebhookAddress(deps, channel);
  if (!address.startsWith("https://") && !graph.isLocal) return getNotice("needs_https");
  const subscribed = readAnswer(
    await graph.post(channel, `${getAccountId(channel)}/subscribed_apps`, {}, requestTimeoutMs),
  );
  if (subscribed.kind === "fault") return subscribed.notice;
  const configuration = {
    override_callback_uri: address,
    verify_token: verifyToken(getNumberId(channel)),
  };
  const registered = readAnswer(
    await graph.post(
      channel,
      getNumberId(channel),
      { webhook_configuration: configuration },
      requestTimeoutMs,
    ),
  );
  return registered.kind === "fault" ? registered.notice : null;
}
