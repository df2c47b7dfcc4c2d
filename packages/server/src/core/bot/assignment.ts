import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { ChatData } from "../event.ts";
import type { AccountConfig, BotConfig } from "../command.ts";

type BotSettings = Pick<AccountConfig, "bots" | "channels">;

/**
 * Returns the bot connection for a new chat on the channel (BOT-004), or null if there is none. A
 * connection with selected channels precedes one for all channels. Among equals the newest wins. A
 * channel in which anybody can write in the name of another person must be selected (CORE-301).
 */
export function selectBot(config: BotSettings, channelId: number): BotConfig | null {
  let best: BotConfig | null = null;
  for (const bot of config.bots.values()) {
    if (!canBotServe(config, bot, channelId)) continue;
    if (
      best === null ||
      priority(bot) > priority(best) ||
      (priority(bot) === priority(best) && bot.id > best.id)
    )
      best = bot;
  }
  return best;
}
function priority(bot: BotConfig): number {
  return bot.channels === null ? 0 : 1;
}

/** Returns whether the bot can have chats of the channel now. */
export function canBotServe(config: BotSettings, bot: BotConfig, channelId: number): boolean {
  const kind = config.channels.get(channelId)?.kind;
  const mustBeSelected = kind !== undefined && getCapabilities(kind).claimed_senders;
  const isServed = bot.channels === null ? !mustBeSelected : bot.channels.has(channelId);
  return isServed && canBotReceiveMessages(bot);
}

/**
 * Returns whether the bot's provider receives visitors' messages: the connection is enabled, and
 * its endpoint is neither paused nor disabled (API-331).
 */
export function canBotReceiveMessages(
  bot: Pick<BotConfig, "enabled" | "paused"> | undefined,
): boolean {
  return bot?.enabled === true && bot.paused !== true;
}

/** Returns the chat's bot. Returns null if there is none or if the chat was handed over. */
export function getActiveBot(chat: ChatData): NonNullable<ChatData["bot"]> | null {
  return chat.bot?.attached === true ? chat.bot : null;
}
/** Returns whether the bot's invitation of operators is open (BOT-070, BOT-071). */
export function hasPendingInvite(chat: ChatData): boolean {
  return chat.state === "waiting" && getActiveBot(chat) !== null;
}
