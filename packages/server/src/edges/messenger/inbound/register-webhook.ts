import type { ConnectorChannel } from "../../../connectors/connector.ts";
import { requestTimeoutMs } from "../../../connectors/meta/graph-client.ts";
import { toText } from "../../../connectors/meta/values.ts";
import { getWebhookPath } from "../../../connectors/meta/webhook-routes.ts";
import type { InstallationPort } from "../../../connectors/ports.ts";
import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import { toJsonObject, toJsonObjects } from "../../../http/body/json.ts";
import { getNotice } from "../notices.ts";
import { messenger } from "../products.ts";
import { readAnswer } from "../service/reply.ts";
import { asApp, getAppId, type AccountDeps } from "../settings.ts";

export interface RegisterWebhookDeps extends AccountDeps {
  readonly publicUrl: InstallationPort["publicUrl"];
}

/** Returns the address at which Meta calls a channel. */
export const getWebhookAddress = (
  { product, publicUrl }: RegisterWebhookDeps,
  { publicId }: ConnectorChannel,
): string => `${publicUrl()}${getWebhookPath(product.kind)}/${publicId}`;

/**
 * Subscribes the app to the page, and checks that the app calls the address of the channel
 * (ME-004). An administrator enters the address, because another program may use the app. Resolves
 * with null, or with what is wrong.
 */
export async function registerWebhook(
  deps: RegisterWebhookDeps,
  channel: ConnectorChannel,
): Promise<ConnectionNotice | null> {
  const { graph, product } = deps;
  const address = getWebhookAddress(deps, channel);
  if (!address.startsWith("https://") && !graph.isLocal) return getNotice("needs_https");
  // The list replaces that of the page, which a channel of Instagram shares with one of Messenger.
  const subscription = { subscribed_fields: messenger.fields.join(",") };
  const subscribed = readAnswer(
    await graph.post(channel, "me/subscribed_apps", subscription, requestTimeoutMs),
  );
  if (subscribed.kind === "fault") return subscribed.notice;
  const listed = readAnswer(
    await graph.get(asApp(channel), `${getAppId(channel)}/subscriptions`, requestTimeoutMs),
  );
  if (listed.kind === "fault") return listed.notice;
  const webhook = toJsonObjects(listed.body["data"]).find(
    ({ object }) => object === product.object,
  );
  if (webhook?.["callback_url"] !== address || webhook["active"] === false)
    return getNotice("wrong_address", { address });
  const names = toList(webhook["fields"]).map((field) =>
    typeof field === "string" ? field : toText(toJsonObject(field)["name"]),
  );
  const missing = product.fields.filter((field) => !names.includes(field));
  return missing.length === 0 ? null : getNotice("missing_fields", { fields: missing.join(", ") });
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
