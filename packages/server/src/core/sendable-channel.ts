import { fail, type Failure } from "./failure.ts";
import type { AccountConfig, ChannelConfig } from "./command.ts";

/**
 * Returns the channel if messages may pass through it. Fails with `channel_disabled` if the channel
 * is disabled or deleted, or the account is suspended (CH-110, CORE-005).
 */
export function findSendableChannel(
  config: AccountConfig,
  channelId: number,
): ChannelConfig | Failure {
  const channel = config.channels.get(channelId);
  if (config.suspended)
    return fail("channel_disabled", "This account is suspended, so its channels are off.");
  if (channel === undefined || channel.deleted)
    return fail("channel_disabled", "This channel was deleted.");
  if (!channel.enabled)
    return fail(
      "channel_disabled",
      "This channel is switched off. An administrator can switch it on.",
    );
  return channel;
}
