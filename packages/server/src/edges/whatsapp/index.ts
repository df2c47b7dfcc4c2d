import type { Connector } from "../../connectors/connector.ts";
import type { ConnectorPorts } from "../../connectors/ports.ts";
import { createWebhookProcessor } from "./inbound/process-webhook.ts";
import { createWebhookRegistration } from "./inbound/webhook-registration.ts";
import { createRoutes } from "./inbound/webhook-routes.ts";
import { createOutbound } from "./outbound/driver.ts";
import { listTemplates } from "./outbound/list-templates.ts";
import { createTyping } from "./outbound/typing.ts";
import { createGraphClient } from "./service/client.ts";
import { prepareSettings } from "./settings.ts";
import { testChannel } from "./test-channel.ts";

/** Creates the connector for WhatsApp: one phone number per channel (docs/spec/whatsapp.md). */
export function createWhatsAppConnector(ports: ConnectorPorts): Connector {
  const { inbox, outbox, service, installation } = ports;
  const { version, config, derive } = installation;
  const graph = createGraphClient({ ...service, version, apiUrl: config.whatsappApiUrl });
  const callbackKey = derive("whatsapp callback data");
  const verifyToken = (phoneNumberId: string): string =>
    derive(`whatsapp verify token ${phoneNumberId}`).toString("base64url").slice(0, 32);
  const account = { ...service, ...installation, graph, verifyToken };
  const registration = createWebhookRegistration(account);
  const process = createWebhookProcessor({ ...service, inbox, outbox, graph, callbackKey });
  return {
    kind: "whatsapp",
    driver: createOutbound({ ...service, outbox, graph, callbackKey }),
    routes: createRoutes({ ...service, inbox, process, verifyToken }),
    typing: createTyping({ ...service, outbox, graph }),
    prepare: (settings) => prepareSettings(account, settings),
    test: (channel) => testChannel(account, channel),
    templates: (channel) => listTemplates(graph, channel),
    synchronize: (channels) => registration.synchronize(channels),
    close: () => registration.close(),
  };
}
