import type { Connector } from "../../connectors/connector.ts";
import type { ConnectorPorts } from "../../connectors/ports.ts";
import { createTelegramStates } from "./inbound/channel-state.ts";
import { createFileDownload } from "./inbound/download-file.ts";
import { createUpdateHandler } from "./inbound/handle-update.ts";
import { createReceivers } from "./inbound/receivers.ts";
import { createWebhookRoutes } from "./inbound/webhook-routes.ts";
import { createTelegramDriver } from "./outbound/driver.ts";
import { createTyping } from "./outbound/typing.ts";
import { createTelegramApi } from "./service/client.ts";
import { prepareSettings } from "./settings.ts";
import { testChannel } from "./test-channel.ts";

/** Creates the connector for Telegram: one bot per channel (docs/spec/telegram.md). */
export function createTelegramConnector(ports: ConnectorPorts): Connector {
  const { inbox, outbox, service, installation } = ports;
  const { messages } = outbox;
  const { version, config } = installation;
  const api = createTelegramApi({ ...service, version, apiUrl: config.telegramApiUrl });
  const states = createTelegramStates(service.states);
  const download = createFileDownload(api);
  const handler = createUpdateHandler({ ...service, inbox, messages, api, states, download });
  const receiving = { ...service, ...installation, api, states, handleUpdate: handler.handle };
  const receivers = createReceivers(receiving);
  return {
    kind: "telegram",
    prepare: (settings) => prepareSettings(api, settings),
    driver: createTelegramDriver({ ...service, outbox, api }),
    routes: createWebhookRoutes({ ...receiving, inbox }),
    synchronize: (channels) => receivers.synchronize(channels),
    test: (channel) => testChannel({ ...installation, api, states }, channel),
    typing: createTyping(api, service),
    async close() {
      await receivers.close();
      await handler.idle();
    },
  };
}
