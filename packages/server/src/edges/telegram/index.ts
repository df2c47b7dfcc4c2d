import type { ConnectorChannel } from "../../connectors/connector-channel.ts";
import type { Connector } from "../../connectors/connector.ts";
import type { ConnectorPorts, ServicePort } from "../../connectors/ports.ts";
import { createTelegramApi } from "./service/client.ts";
import { createTelegramStates } from "./inbound/channel-state.ts";
import { getNotice } from "./notices.ts";
import { createFileDownload } from "./inbound/download-file.ts";
import { createUpdateHandler } from "./inbound/handle-update.ts";
import { startReceiver, type ReceiverDeps } from "./inbound/receiver.ts";
import { createWebhookRoutes } from "./inbound/webhook-routes.ts";
import { createTelegramDriver } from "./outbound/driver.ts";
import { getBotId, getToken, prepareSettings } from "./settings.ts";
import { testChannel } from "./test-channel.ts";
import { createTyping } from "./outbound/typing.ts";

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
      receivers.close();
      await handler.idle();
    },
  };
}

interface Receivers {
  synchronize(channels: readonly ConnectorChannel[]): void;
  close(): void;
}

/**
 * Keeps a receiver for each channel that this node serves (TG-004). A bot of several channels is
 * received by the first of them, because Telegram gives each update to one receiver.
 */
function createReceivers(deps: ReceiverDeps & Pick<ServicePort, "isResponsible">): Receivers {
  const running = new Map<number, { readonly key: string; readonly stop: () => void }>();
  return {
    synchronize(channels) {
      const wanted = new Map<number, ConnectorChannel>();
      const bots = new Set<number>();
      for (const channel of channels) {
        if (!channel.enabled) continue;
        const botId = getBotId(channel);
        if (bots.has(botId))
          deps.states.update(channel, { problem: getNotice("shared_bot") }).catch(deps.onFault);
        else if (deps.isResponsible(`telegram ${channel.id}`)) wanted.set(channel.id, channel);
        bots.add(botId);
      }
      for (const [id, { key, stop }] of running) {
        const channel = wanted.get(id);
        if (channel !== undefined && toKey(channel) === key) continue;
        stop();
        running.delete(id);
      }
      for (const channel of wanted.values())
        if (!running.has(channel.id))
          running.set(channel.id, {
            key: toKey(channel),
            stop: startReceiver(deps, channel).stop,
          });
    },
    close() {
      for (const { stop } of running.values()) stop();
      running.clear();
    },
  };
}
const toKey = (channel: ConnectorChannel): string => getToken(channel);
