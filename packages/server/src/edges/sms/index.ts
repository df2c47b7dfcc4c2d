import type { ConnectorChannel } from "../../connectors/connector-channel.ts";
import type { Connector } from "../../connectors/connector.ts";
import { createKeyedQueue } from "../../connectors/inbound/keyed-queue.ts";
import { createSignedWebhook } from "../../connectors/inbound/signed-webhook.ts";
import type { ConnectorPorts } from "../../connectors/ports.ts";
import { isFromGateway } from "./inbound/check-sender.ts";
import { handleRequest } from "./inbound/handle-request.ts";
import { createSmsDriver } from "./outbound/driver.ts";
import { derivePathSecret, prepareSettings } from "./settings.ts";
import { testChannel } from "./test-channel.ts";

const path = "/connectors/sms";

/** Creates the connector for SMS by HTTP gateways: one number per channel (docs/spec/sms.md). */
export function createSmsConnector(ports: ConnectorPorts): Connector {
  const { inbox, outbox, service, installation } = ports;
  const { version, derive, publicUrl } = installation;
  const markKey = derive("sms message mark");
  const received = createKeyedQueue();
  const getPathSecret = (channel: ConnectorChannel): string => derivePathSecret(derive, channel);
  const receiptUrl = (channel: ConnectorChannel, mark: string): string =>
    `${publicUrl()}${path}/${channel.publicId}/${getPathSecret(channel)}/receipts?mark=${mark}`;
  const parts = { ...service, inbox, outbox, markKey, received, version, receiptUrl };
  const { driver, afterSending } = createSmsDriver(parts);
  const handling = { ...parts, afterSending };
  return {
    kind: "sms",
    driver,
    prepare: (settings, account) => prepareSettings(service.egress, derive, settings, account),
    routes: createSignedWebhook(parts, {
      kind: "sms",
      methods: ["GET", "POST"],
      paths: [`${path}/:publicId/:secret`, `${path}/:publicId/:secret/receipts`],
      maxBodyBytes: 256 * 1024,
      rules: { ignored: "SMS-011", notStored: "SMS-012" },
      secretHeaders: ["authorization"],
      showUrl: (channel, { url }) => url.replace(getPathSecret(channel), "…"),
      isGenuine: (channel, request, body) =>
        isFromGateway(channel, getPathSecret(channel), request, body),
      handle: (channel, request, body) => handleRequest(handling, channel, request, body),
    }),
    synchronize: () => undefined,
    test: (channel) => testChannel(service, channel),
    close: () => received.idle(),
  };
}
