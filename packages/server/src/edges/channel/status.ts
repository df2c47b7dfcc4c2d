import type { AccountConfig } from "../../core/ports.ts";

/** Presence as `realtime` knows it. */
export type IsOnline = (account: number, operatorId: number) => boolean;

/** CH-011: whether a customer who writes now can expect an operator. Deleted channels have no status (CH-020). */
export function channelStatus(config: AccountConfig, channelId: number, isOnline: IsOnline): 0 | 1 {
  const channel = config.channels.get(channelId);
  if (channel === undefined || channel.deleted || !channel.enabled || config.suspended) return 0;
  for (const id of channel.operators) {
    if (config.operators.get(id)?.active === true && isOnline(config.accountId, id)) return 1;
  }
  return 0;
}
