import { botFor } from "../bot/scope.ts";
import { hoursFor, isOpen } from "../hours/open.ts";
import type { AccountConfig } from "../ports.ts";

/** Presence as `realtime` knows it. */
export type IsOnline = (account: number, operatorId: number) => boolean;

/** Of a channel what its status hangs on. */
interface Answering {
  readonly id: number;
  readonly enabled: boolean;
  readonly operators: Iterable<number>;
  readonly botAvailable?: boolean | undefined;
}

/**
 * CH-011: whether a customer who writes now can expect an answer: an operator chosen for the channel is online inside working hours, or a
 * bot that counts as somebody. Outside the hours it is 0 whoever is there. Deleted channels have no status (CH-020).
 */
export function channelStatus(config: AccountConfig, channel: Answering, isOnline: IsOnline, now: number): 0 | 1 {
  if (config.suspended || !channel.enabled) return 0;
  if (!isOpen(hoursFor(config, null), now)) return 0;
  for (const id of channel.operators) {
    if (config.operators.get(id)?.active === true && isOnline(config.accountId, id)) return 1;
  }
  return channel.botAvailable === true && botFor(config, channel.id) !== null ? 1 : 0;
}
