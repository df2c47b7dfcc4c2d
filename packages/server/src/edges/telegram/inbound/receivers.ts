import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import type { ServicePort } from "../../../connectors/ports.ts";
import { getNotice } from "../notices.ts";
import { getBotId, getToken } from "../settings.ts";
import { startReceiver, type ReceiverDeps } from "./receiver.ts";

/** The receivers of this node. */
export interface Receivers {
  synchronize(channels: readonly ConnectorChannel[]): void;
  close(): void;
}

/**
 * Keeps a receiver for each channel that this node serves (TG-004). A bot of several channels is
 * received by the first of them, because Telegram gives each update to one receiver.
 */
export function createReceivers(
  deps: ReceiverDeps & Pick<ServicePort, "isResponsible">,
): Receivers {
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
