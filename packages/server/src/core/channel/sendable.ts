import { fail, type Failure } from "../failure.ts";
import type { AccountConfig, ChannelConfig } from "../ports.ts";

/** The channel when messages may pass through it; switched off, deleted or suspended: `channel_disabled` (CH-110, CORE-005). */
export function sendableChannel(config: AccountConfig, channelId: number): ChannelConfig | Failure {
  const channel = config.channels.get(channelId);
  if (channel === undefined || channel.deleted || !channel.enabled || config.suspended) return fail("channel_disabled", "Channel is off.");
  return channel;
}
