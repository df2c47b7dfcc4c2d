import type { Connector } from "../../connectors/connector.ts";
import { createReceivers } from "../../connectors/inbound/updates/receivers.ts";
import { createReceivingStates } from "../../connectors/inbound/updates/receiving-state.ts";
import { createSecretWebhook } from "../../connectors/inbound/secret-webhook.ts";
import type { ConnectorPorts } from "../../connectors/ports.ts";
import { createFileDownload } from "./inbound/download-file.ts";
import { createUpdateHandler } from "./inbound/handle-update.ts";
import { createUpdateSource } from "./inbound/update-source.ts";
import { describeWebhook } from "./inbound/webhook-address.ts";
import { getNotice } from "./notices.ts";
import { createTelegramDriver } from "./outbound/driver.ts";
import { createTyping } from "./outbound/typing.ts";
import { createTelegramApi } from "./service/client.ts";
import { getBotId, getToken, prepareSettings } from "./settings.ts";
import { testChannel } from "./test-channel.ts";

/** Creates the connector for Telegram: one bot per channel (docs/spec/telegram.md). */
export function createTelegramConnector(ports: ConnectorPorts): Connector {
  const { inbox, outbox, service, installation } = ports;
  const { version, config, derive } = installation;
  const api = createTelegramApi({ ...service, version, apiUrl: config.telegramApiUrl });
  const receiving = createReceivingStates(service.states);
  const source = createUpdateSource(api, installation);
  const download = createFileDownload(api);
  const handler = createUpdateHandler({ ...service, inbox, outbox, api, receiving, download });
  const receiver = { ...service, source, receiving, handleUpdate: handler.handle };
  const receivers = createReceivers(receiver, {
    toAccount: getBotId,
    toKey: getToken,
    sharedProblem: getNotice("shared_bot"),
  });
  return {
    kind: "telegram",
    prepare: (settings) => prepareSettings(api, settings),
    driver: createTelegramDriver({ ...service, outbox, api }),
    routes: createSecretWebhook({ ...receiver, inbox }, describeWebhook(derive)),
    synchronize: (channels) => receivers.synchronize(channels),
    test: (channel) => testChannel({ api, source, states: receiving }, channel),
    typing: createTyping((...request) => api.call(...request), service.clock),
    async close() {
      await receivers.close();
      await handler.idle();
    },
  };
}
