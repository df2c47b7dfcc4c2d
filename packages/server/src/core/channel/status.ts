import { botFor } from "../bot/scope.ts";
import { hoursFor, isOpen } from "../hours/open.ts";
import type { AccountConfig } from "../ports.ts";

/** Returns whether an operator is online. Implemented by `realtime`. */
export type IsOnline = (account: number, operatorId: number) => boolean;

/** Fields of a channel that decide its status. */
interface Answering {
  readonly id: number;
  readonly enabled: boolean;
  readonly operators: Iterable<number>;
  readonly botAvailable?: boolean | undefined;
}

/**
 * Returns 1 if a customer who writes now can expect an answer (CH-011). Inside working hours that
 * needs an online operator of the channel, or a bot that counts as available. Outside the hours it
 * is 0. Deleted channels have no status (CH-020).
 */
export function channelStatus(config: AccountConfig, channel: Answering, isOnline: IsOnline, now: number): 0 | 1 {
  if (config.suspended || !channel.enabled) return 0;
  if (!isOpen(hoursFor(config, null), now)) return 0;
  for (const id of channel.operators) {
    if (config.operators.get(id)?.active === true && isOnline(config.accountId, id)) return 1;
  }
  return channel.botAvailable === true && botFor(config, channel.id) !== null ? 1 : 0;
}
