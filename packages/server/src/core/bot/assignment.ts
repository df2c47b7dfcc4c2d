import { omitFields } from "@parlour/protocol/omit-fields";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { conditionHolds } from "@parlour/protocol/conditions/condition";
import type { ConditionSubject } from "@parlour/protocol/conditions/facts";
import { isOpen } from "@parlour/protocol/hours/open-hours";
import type { ChatData, VisitorData } from "../event.ts";
import type { AccountConfig, BotConfig } from "../command.ts";
import { getAccountFacts } from "../field/account-facts.ts";
import { effectiveHours } from "../hours/effective-hours.ts";

/** The chat that a bot may start. Before it exists, only its channel is known. */
interface StartedChat extends Omit<Partial<ChatData>, "channel"> {
  readonly channel: { readonly id: number };
  readonly visitor?: VisitorData | undefined;
}

/**
 * Returns the bot connection that starts the chat (BOT-004, BOT-112), or null if there is none. The
 * one with the highest precedence is first, then one with selected channels, then the newest. A
 * channel in which anybody can write in the name of another person must be selected (CORE-301).
 */
export function selectBot(
  { config, now }: { readonly config: AccountConfig; readonly now: number },
  chat: StartedChat,
): BotConfig | null {
  let best: BotConfig | null = null;
  for (const bot of config.bots.values()) {
    const isFitting =
      canBotServe(config, bot, chat.channel.id) && startsChat({ config, now }, bot, chat);
    if (isFitting && (best === null || compareRank(bot, best) > 0)) best = bot;
  }
  return best;
}
/** Positive if the first bot precedes the second. */
const compareRank = (one: BotConfig, other: BotConfig): number =>
  (one.precedence ?? 0) - (other.precedence ?? 0) ||
  Number(one.channels !== null) - Number(other.channels !== null) ||
  one.id - other.id;

/**
 * Returns whether hours and condition of the bot allow the chat (BOT-112). Ids of chats are a
 * permutation (CORE-004), so a share of the ids is a share of the chats (AGENT-052).
 */
function startsChat(
  { config, now }: { readonly config: AccountConfig; readonly now: number },
  { hours = "always", condition, model }: BotConfig,
  chat: StartedChat,
): boolean {
  if (model?.state === "share" && chat.id !== undefined && chat.id % 100 >= model.sharePercent)
    return false;
  if (hours !== "always") {
    const working = effectiveHours(config, chat.department?.id ?? null, chat.channel.id);
    if (isOpen(working, now) !== (hours === "inside")) return false;
  }
  return (
    condition === undefined ||
    conditionHolds(
      { condition, facts: getAccountFacts(config), now },
      // Facts follow paths, so what is unknown is missing.
      { ...chat, channel: config.channels.get(chat.channel.id) } as unknown as ConditionSubject,
    )
  );
}

/** Returns whether the bot can have chats of the channel now. */
export function canBotServe(config: AccountConfig, bot: BotConfig, channelId: number): boolean {
  const kind = config.channels.get(channelId)?.kind;
  const mustBeSelected = kind !== undefined && getCapabilities(kind).claimed_senders;
  const isServed = bot.channels === null ? !mustBeSelected : bot.channels.has(channelId);
  return isServed && canBotReceiveMessages(bot);
}

/**
 * Returns the bots whose model writes notes in a chat of people (AGENT-050), at most the newest.
 */
export function listShadowBots(config: AccountConfig, chat: ChatData): readonly BotConfig[] {
  return [...config.bots.values()]
    .filter(
      (bot) =>
        bot.model?.state === "shadow" &&
        canBotServe(config, { ...bot, enabled: true }, chat.channel.id),
    )
    .slice(-1);
}

/**
 * Returns whether the bot's provider receives visitors' messages: the connection is enabled, and
 * its endpoint is neither paused nor disabled (API-331).
 */
export function canBotReceiveMessages(bot: BotConfig | undefined): boolean {
  return bot?.enabled === true && bot.paused !== true;
}

/** Returns the chat's bot. Returns null if there is none or if the chat was handed over. */
export function getActiveBot(chat: ChatData): NonNullable<ChatData["bot"]> | null {
  return chat.bot?.attached === true ? chat.bot : null;
}
/** Returns the bot data without active buttons (BOT-046) and timers. */
export const withoutOpenTurn = (bot: NonNullable<ChatData["bot"]>): NonNullable<ChatData["bot"]> =>
  omitFields(bot, "buttons", "silent_since", "undelivered", "choices");
/** Returns whether the bot's invitation of operators is open (BOT-070, BOT-071). */
export function hasPendingInvite(chat: ChatData): boolean {
  return chat.state === "waiting" && getActiveBot(chat) !== null;
}
