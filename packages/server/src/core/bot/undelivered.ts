import { timeText } from "../chat/draft.ts";
import type { ChatDraft } from "../event.ts";
import type { Verb } from "../ports.ts";
import { attachedBot } from "./scope.ts";

/** A delivery of a customer's message that its bot's server did not accept so far. */
export interface Undelivered {
  readonly botId: number;
  readonly deliveryId: number;
  /** Number of the chat's last message when the first attempt began. */
  readonly afterSeq: number;
}

/**
 * Remembers in the chat that a message was not delivered so far, so that what the bot posts from now on changes the chat and a hand-over decided at
 * the same moment is decided again (BOT-055). Without effect in a chat that this bot does not hold, or that remembers it already. Subject: `{chat}`.
 */
export function noteUndelivered({ botId, deliveryId, afterSeq }: Undelivered): Verb {
  return (scene) => {
    const chat = scene.chat?.entity;
    const bot = chat === undefined ? null : attachedBot(chat);
    if (chat === undefined || bot?.id !== botId || bot.undelivered?.delivery_id === deliveryId) return nothing;
    const noted: ChatDraft = { ...chat, bot: { ...bot, undelivered: { delivery_id: deliveryId, after_seq: afterSeq } } };
    return { events: [{ name: "chat_updated", chat: noted }], answer: "{}" };
  };
}

const nothing = { events: [], answer: "{}" };

/** The bot after it answered: it is not silent (BOT-077), and a delivery that failed so far is settled (BOT-055). `now`: ms since 1970. */
export function answered(bot: NonNullable<ChatDraft["bot"]>, now: number): NonNullable<ChatDraft["bot"]> {
  const isSettling = bot.undelivered !== undefined && bot.undelivered.answered_at === undefined;
  if (bot.silent_since === undefined && !isSettling) return bot;
  const { silent_since: _, undelivered, ...rest } = bot;
  if (undelivered === undefined) return rest;
  return { ...rest, undelivered: { ...undelivered, answered_at: undelivered.answered_at ?? timeText(now) } };
}
