import type { Connector } from "../../connectors/connector.ts";
import { createKeyedQueue } from "../../connectors/inbound/keyed-queue.ts";
import { parseJsonUpdate } from "../../connectors/inbound/receive-update.ts";
import { createSignedWebhook } from "../../connectors/inbound/signed-webhook.ts";
import { createWebhookRegistration } from "../../connectors/outbound/webhook-registration.ts";
import type { ConnectorPorts } from "../../connectors/ports.ts";
import { isSignedBy } from "../../http/secret.ts";
import { findFault } from "./format/parse-callback.ts";
import { createFileDownload } from "./inbound/download-file.ts";
import { handleCallback } from "./inbound/handle-callback.ts";
import { getWebhookAddress, registerWebhook, webhookPath } from "./inbound/register-webhook.ts";
import { createViberDriver } from "./outbound/driver.ts";
import { createViberApi } from "./service/client.ts";
import { getToken, prepareSettings } from "./settings.ts";
import { testChannel } from "./test-channel.ts";

const signatureHeader = "x-viber-content-signature";

/** Creates the connector for Viber: one bot per channel (docs/spec/viber.md). */
export function createViberConnector(ports: ConnectorPorts): Connector {
  const { inbox, outbox, service, installation } = ports;
  const { version, config, derive, publicUrl } = installation;
  const api = createViberApi({ ...service, version, apiUrl: config.viberApiUrl });
  const trackingKey = derive("viber tracking data");
  const received = createKeyedQueue();
  const parts = { ...service, inbox, outbox, api, publicUrl, trackingKey, received };
  const { driver, afterSending } = createViberDriver(parts);
  const handling = { ...parts, afterSending, download: createFileDownload(api) };
  const registration = createWebhookRegistration(service, {
    describe: (channel) => ({
      address: getWebhookAddress(parts, channel),
      bot: channel.info["bot_id"] ?? null,
    }),
    register: (channel) => registerWebhook(parts, channel),
  });
  return {
    kind: "viber",
    driver,
    prepare: (settings) => prepareSettings(api, settings),
    routes: createSignedWebhook(parts, {
      kind: "viber",
      methods: ["POST"],
      paths: [`${webhookPath}/:publicId`],
      maxBodyBytes: 1024 * 1024,
      rules: { ignored: "VB-011", notStored: "VB-012" },
      secretHeaders: [signatureHeader],
      showUrl: ({ publicId }) => `${webhookPath}/${publicId}`,
      isGenuine: (channel, { headers }, body) =>
        isSignedBy(
          body,
          Buffer.from(String(headers[signatureHeader] ?? ""), "hex"),
          getToken(channel),
        ),
      handle: async (channel, _request, body) =>
        handleCallback(handling, channel, parseJsonUpdate(body, findFault)),
    }),
    synchronize: (channels) => registration.synchronize(channels),
    test: (channel) => testChannel(parts, channel),
    async close() {
      await registration.close();
      await received.idle();
    },
  };
}
