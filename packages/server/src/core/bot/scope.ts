import type { ChatDraft } from "../event.ts";
import type { AccountConfig, BotConfig } from "../ports.ts";

/**
 * Returns the connection for a new chat on the channel (BOT-004); null: none. A connection with
 * selected channels precedes one for all channels; then the newest wins.
 */
export function botFor(config: Pick<AccountConfig, "bots">, channelId: number): BotConfig | null {
  let best: BotConfig | null = null;
  for (const bot of config.bots.values()) {
    if (!canAnswer(bot) || (bot.channels !== null && !bot.channels.has(channelId))) continue;
    if (best === null || rank(bot) > rank(best) || (rank(bot) === rank(best) && bot.id > best.id)) best = bot;
  }
  return best;
}
function rank(bot: BotConfig): number {
  return bot.channels === null ? 0 : 1;
}

/**
 * Returns whether the bot's provider receives visitors' messages: the connection is enabled, its
 * endpoint neither paused nor disabled (API-051).
 */
export function canAnswer(bot: Pick<BotConfig, "enabled" | "paused"> | undefined): boolean {
  return bot?.enabled === true && bot.paused !== true;
}

/** Returns the chat's bot; null: there is none, or the chat was handed over. */
export function attachedBot(chat: ChatDraft): NonNullable<ChatDraft["bot"]> | null {
  return chat.bot?.attached === true ? chat.bot : null;
}
/** Returns whether the bot's invitation of operators is open (BOT-070, BOT-071). */
export function isInvited(chat: ChatDraft): boolean {
  return chat.state === "waiting" && attachedBot(chat) !== null;
}
