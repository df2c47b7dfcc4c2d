import type { Bot } from "@parlour/protocol/api";

/**
 * Returns whether a channel is in the scope of a bot (BOT-003). It ignores whether the bot is off
 * or suspended.
 */
export const isBotInScope = ({ channels }: Pick<Bot, "channels">, channel: number): boolean =>
  channels === null || channels.includes(channel);

/**
 * Returns the bot's channels after it joined or left one channel. null means all channels,
 * including future ones. `allChannels`: every channel of the account. Returns undefined if the bot
 * would have no channel. Such a bot must be disabled instead.
 */
export function changeScope(
  { channels }: Pick<Bot, "channels">,
  channel: number,
  isInScope: boolean,
  allChannels: readonly number[],
): number[] | undefined {
  if (isInScope) return [...new Set([...(channels ?? allChannels), channel])];
  const remaining = (channels ?? allChannels).filter((id) => id !== channel);
  return remaining.length === 0 ? undefined : remaining;
}

/**
 * Returns the bot that handles new chats of a channel first: the most specific active bot, then the
 * newest (BOT-004).
 */
export function findDefaultBot(bots: readonly Bot[], channel: number): Bot | undefined {
  return bots
    .filter((bot) => bot.enabled && bot.provider.state === "active" && isBotInScope(bot, channel))
    .toSorted(
      (a, b) => Number(a.channels === null) - Number(b.channels === null) || b.id - a.id,
    )[0];
}
