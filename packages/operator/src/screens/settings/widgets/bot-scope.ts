import type { Bot } from "@parlour/protocol/api";

/** Whether new chats of a channel may go to a bot (BOT-003); off or suspended ones too: this is their scope alone. */
export const answersHere = ({ channels }: Pick<Bot, "channels">, channel: number): boolean =>
  channels === null || channels.includes(channel);

/**
 * A bot's channels when it begins or ceases to answer in one; null: all, also those of later. `all`: every channel of the account. Undefined:
 * it has no other one, and a bot without channels is switched off instead.
 */
export function scopeAfter(
  { channels }: Pick<Bot, "channels">,
  channel: number,
  on: boolean,
  all: readonly number[],
): number[] | undefined {
  if (on) return [...new Set([...(channels ?? all), channel])];
  const left = (channels ?? all).filter((one) => one !== channel);
  return left.length === 0 ? undefined : left;
}

/** The bot that new chats of a channel go to first: the most specific, then the newest of those that work (BOT-004). */
export function firstBot(bots: readonly Bot[], channel: number): Bot | undefined {
  return bots
    .filter((bot) => bot.enabled && bot.provider.state === "active" && answersHere(bot, channel))
    .toSorted((a, b) => Number(a.channels === null) - Number(b.channels === null) || b.id - a.id)[0];
}
