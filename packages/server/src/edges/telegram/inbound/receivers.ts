import { createChannelJobs, type ChannelJob } from "../../../connectors/inbound/channel-jobs.ts";
import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import type { ServicePort } from "../../../connectors/ports.ts";
import { getNotice } from "../notices.ts";
import { getBotId, getToken } from "../settings.ts";
import { startReceiver, type ReceiverDeps } from "./receiver.ts";

/** The receivers of this node. */
interface Receivers {
  synchronize(channels: readonly ConnectorChannel[]): void;
  close(): Promise<void>;
}

/**
 * Keeps a receiver for each channel that this node serves (TG-004). A bot of several channels is
 * received by the first of them, because Telegram gives each update to one receiver.
 */
export function createReceivers(
  deps: ReceiverDeps & Pick<ServicePort, "isResponsible">,
): Receivers {
  const jobs = createChannelJobs(deps.onFault);
  return {
    synchronize(channels) {
      const wanted: ChannelJob[] = [];
      const bots = new Set<number>();
      for (const channel of channels) {
        if (!channel.enabled) continue;
        const { id } = channel;
        const botId = getBotId(channel);
        if (bots.has(botId))
          deps.states.update(channel, { problem: getNotice("shared_bot") }).catch(deps.onFault);
        else if (deps.isResponsible(`telegram ${id}`))
          wanted.push({
            channelId: id,
            key: getToken(channel),
            start: () => ({ close: startReceiver(deps, channel).stop }),
          });
        bots.add(botId);
      }
      jobs.synchronize(wanted);
    },
    close: () => jobs.close(),
  };
}
