import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import type { ConnectorChannel } from "../../connector-channel.ts";
import { createChannelJobs, type ChannelJob } from "../channel-jobs.ts";
import { receiveUpdates } from "./receive-updates.ts";
import type { ReceiverDeps } from "./update-source.ts";

interface Receivers {
  synchronize(channels: readonly ConnectorChannel[]): void;
  close(): Promise<void>;
}
interface ServiceAccounts {
  readonly toAccount: (channel: ConnectorChannel) => string | number;
  /** The receiver starts again if this changes. */
  readonly toKey: (channel: ConnectorChannel) => string;
  /** What is wrong with a second channel of an account. */
  readonly sharedProblem: ConnectionNotice;
}

/**
 * Keeps a receiver for each channel that this node serves. An account of several channels is
 * received by the first of them, because the service gives each update to one receiver.
 */
export function createReceivers(
  deps: ReceiverDeps,
  { toAccount, toKey, sharedProblem }: ServiceAccounts,
): Receivers {
  const jobs = createChannelJobs(deps.onFault);
  return {
    synchronize(channels) {
      const wanted: ChannelJob[] = [];
      const accounts = new Set<string | number>();
      for (const channel of channels) {
        if (!channel.enabled) continue;
        const account = toAccount(channel);
        if (accounts.has(account))
          deps.receiving.update(channel, { problem: sharedProblem }).catch(deps.onFault);
        else if (deps.isResponsible(`${channel.kind} ${channel.id}`))
          wanted.push({
            channelId: channel.id,
            key: toKey(channel),
            start: () => {
              const loop = receiveUpdates(deps, channel);
              return { close: () => loop.stop() };
            },
          });
        accounts.add(account);
      }
      jobs.synchronize(wanted);
    },
    close: () => jobs.close(),
  };
}
