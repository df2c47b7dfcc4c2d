import type { Connector } from "../../connectors/connector.ts";
import { createWebhookRegistration } from "../../connectors/outbound/webhook-registration.ts";
import { createMetaWebhook } from "../../connectors/meta/webhook-routes.ts";
import type { ConnectorPorts } from "../../connectors/ports.ts";
import { createWebhookProcessor } from "./inbound/process-webhook.ts";
import { getWebhookAddress, registerWebhook } from "./inbound/register-webhook.ts";
import { createOutbound } from "./outbound/driver.ts";
import { listTemplates } from "./outbound/list-templates.ts";
import { createTyping } from "./outbound/typing.ts";
import { createGraphClient } from "../../connectors/meta/graph-client.ts";
import { parseWebhook } from "./format/parse-webhook.ts";
import { serviceName } from "./notices.ts";
import { getNumberId, prepareSettings } from "./settings.ts";
import { testChannel } from "./test-channel.ts";

/** Creates the connector for WhatsApp: one phone number per channel (docs/spec/whatsapp.md). */
export function createWhatsAppConnector(ports: ConnectorPorts): Connector {
  const { inbox, outbox, service, installation } = ports;
  const { version, config, derive } = installation;
  const graph = createGraphClient({
    ...service,
    version,
    apiUrl: config.whatsappApiUrl,
    serviceName,
  });
  const callbackKey = derive("whatsapp callback data");
  const verifyToken = (phoneNumberId: string): string =>
    derive(`whatsapp verify token ${phoneNumberId}`).toString("base64url").slice(0, 32);
  const account = { ...service, ...installation, graph, verifyToken };
  const registration = createWebhookRegistration(service, {
    describe: (channel) => ({
      address: getWebhookAddress(account, channel),
      phoneNumberId: channel.settings["phone_number_id"],
    }),
    register: (channel) => registerWebhook(account, channel),
  });
  const process = createWebhookProcessor({ ...service, inbox, outbox, graph, callbackKey });
  return {
    kind: "whatsapp",
    driver: createOutbound({ ...service, outbox, graph, callbackKey }),
    routes: createMetaWebhook(
      { ...service, inbox },
      {
        kind: "whatsapp",
        serviceName,
        rules: { signature: "WA-002", content: "WA-010", stored: "WA-013" },
        verifyToken: (channel) => verifyToken(channel === null ? "" : getNumberId(channel)),
        parse: (body, channel) => parseWebhook(body, getNumberId(channel)),
        process,
      },
    ),
    typing: createTyping({ ...service, outbox, graph }),
    prepare: (settings) => prepareSettings(account, settings),
    test: (channel) => testChannel(account, channel),
    templates: (channel) => listTemplates(graph, channel),
    synchronize: (channels) => registration.synchronize(channels),
    close: () => registration.close(),
  };
}
