import type { Connector } from "../../connectors/connector.ts";
import { createGraphClient } from "../../connectors/meta/graph-client.ts";
import { createWebhookRegistration } from "../../connectors/outbound/webhook-registration.ts";
import { createMetaWebhook } from "../../connectors/meta/webhook-routes.ts";
import type { ConnectorPorts } from "../../connectors/ports.ts";
import { parseWebhook } from "./format/parse-webhook.ts";
import { createWebhookProcessor } from "./inbound/process-webhook.ts";
import { createProfiles } from "./inbound/profiles.ts";
import { getWebhookAddress, registerWebhook } from "./inbound/register-webhook.ts";
import { createOutbound } from "./outbound/driver.ts";
import { createTyping } from "./outbound/typing.ts";
import { instagram, messenger, type Product } from "./products.ts";
import { getAccountId, getAppId, prepareSettings } from "./settings.ts";
import { testChannel } from "./test-channel.ts";

/** Creates the connector for Messenger: one Facebook page per channel (docs/spec/messenger.md). */
export const createMessengerConnector = (ports: ConnectorPorts): Connector =>
  createConnector(messenger, ports);

/** Creates the connector for Instagram: one professional account per channel. */
export const createInstagramConnector = (ports: ConnectorPorts): Connector =>
  createConnector(instagram, ports);

function createConnector(product: Product, ports: ConnectorPorts): Connector {
  const { inbox, outbox, service, installation } = ports;
  const { version, config, derive } = installation;
  const graph = createGraphClient({
    ...service,
    version,
    apiUrl: config.messengerApiUrl,
    serviceName: product.name,
  });
  const metadataKey = derive("messenger metadata");
  const verifyToken = (appId: string): string =>
    derive(`messenger verify token ${appId}`).toString("base64url").slice(0, 32);
  const account = { ...service, ...installation, product, graph, verifyToken };
  const registration = createWebhookRegistration(service, {
    describe: (channel) => ({
      address: getWebhookAddress(account, channel),
      app: getAppId(channel),
      accountId: getAccountId(channel),
    }),
    register: (channel) => registerWebhook(account, channel),
  });
  const messages = { ...service, product, outbox, graph, metadataKey };
  const readProfile = createProfiles(messages);
  return {
    kind: product.kind,
    driver: createOutbound(messages),
    routes: createMetaWebhook(
      { ...service, inbox },
      {
        kind: product.kind,
        serviceName: product.name,
        rules: { signature: "ME-002", content: "ME-010", stored: "ME-013" },
        verifyToken: (channel) => verifyToken(channel === null ? "" : getAppId(channel)),
        parse: (body, channel) =>
          parseWebhook(body, {
            product,
            accountId: getAccountId(channel),
            appId: getAppId(channel),
          }),
        process: createWebhookProcessor({ ...messages, inbox, readProfile }),
      },
    ),
    typing: createTyping(messages),
    prepare: (settings) => prepareSettings(account, settings),
    test: (channel) => testChannel(account, channel),
    synchronize: (channels) => registration.synchronize(channels),
    close: () => registration.close(),
  };
}
