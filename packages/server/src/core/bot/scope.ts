import type { ChatDraft } from "../event.ts";
import type { AccountConfig, BotConfig } from "../ports.ts";

/** The connection that a new chat on the channel goes to (BOT-004): of those in scope one with chosen channels before one for all, then the newest; null: none. */
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

/** Whether what a customer writes reaches the bot's provider: the connection is on, its endpoint neither paused nor off (API-051). */
export function canAnswer(bot: Pick<BotConfig, "enabled" | "paused"> | undefined): boolean {
  return bot?.enabled === true && bot.paused !== true;
}

/** A chat's bot that still speaks for us; null when there is none or it was handed over. */
export function attachedBot(chat: ChatDraft): NonNullable<ChatDraft["bot"]> | null {
  return chat.bot?.attached === true ? chat.bot : null;
}
/** Whether the bot asked for an operator and the outcome is open (BOT-070, BOT-071). */
export function isInvited(chat: ChatDraft): boolean {
  return chat.state === "waiting" && attachedBot(chat) !== null;
}
