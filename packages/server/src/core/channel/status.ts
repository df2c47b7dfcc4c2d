import { selectBot } from "../bot/assignment.ts";
import { isOpen } from "@parlour/protocol/hours/open-hours";
import { effectiveHours } from "../hours/effective-hours.ts";
import type { AccountConfig } from "../command.ts";

/** Returns whether an operator is online. Implemented by `realtime`. */
export type IsOnline = (account: number, operatorId: number) => boolean;

/** The facts that decide the status of a channel. */
interface ChannelStatusInput {
  readonly id: number;
  readonly enabled: boolean;
  readonly operators: Iterable<number>;
  readonly botAvailable?: boolean | undefined;
}

/**
 * Returns 1 if a customer who writes now can expect an answer (CH-011). Inside working hours this
 * requires an online operator of the channel inside their own hours, or a bot that counts as
 * available. Returns 0 outside the hours. Deleted channels have no status (CH-020).
 */
export function getChannelStatus(
  config: AccountConfig,
  channel: ChannelStatusInput,
  isOnline: IsOnline,
  now: number,
): 0 | 1 {
  if (config.suspended || !channel.enabled) return 0;
  if (!isOpen(effectiveHours(config, null), now)) return 0;
  for (const id of channel.operators) {
    const operator = config.operators.get(id);
    if (operator?.active === true && isOnline(config.accountId, id) && isOpen(operator.hours, now))
      return 1;
  }
  return channel.botAvailable === true && selectBot({ config, now }, { channel }) !== null ? 1 : 0;
}
