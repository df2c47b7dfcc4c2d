import type { Connector, ConnectorDeps } from "../../connectors/connector.ts";
import { createAccount } from "./account.ts";
import { createGraphClient } from "./graph/client.ts";
import { createOutbound } from "./outbound.ts";
import { createWebhookProcessor } from "./receive/process-webhook.ts";
import { createRoutes } from "./requests/routes.ts";
import { createTyping } from "./typing.ts";
import { createWebhookRegistration } from "./webhook-registration.ts";

/** Creates the connector for WhatsApp: one phone number per channel (docs/spec/whatsapp.md). */
export function createWhatsAppConnector(deps: ConnectorDeps): Connector {
  const graph = createGraphClient({ ...deps, apiUrl: deps.config.whatsappApiUrl });
  const callbackKey = deps.derive("whatsapp callback data");
  const verifyToken = (phoneNumberId: string): string =>
    deps.derive(`whatsapp verify token ${phoneNumberId}`).toString("base64url").slice(0, 32);
  const account = createAccount({ ...deps, graph, verifyToken });
  const registration = createWebhookRegistration({ ...deps, account });
  const process = createWebhookProcessor({ ...deps, graph, callbackKey });
  return {
    kind: "whatsapp",
    driver: createOutbound({ ...deps, graph, callbackKey }),
    routes: createRoutes({ ...deps, process, verifyToken }),
    typing: createTyping({ ...deps, graph }),
    prepare: (settings) => account.prepare(settings),
    test: (channel) => account.test(channel),
    templates: (channel) => account.templates(channel),
    synchronize: (channels) => registration.synchronize(channels),
    close: () => registration.close(),
  };
}
