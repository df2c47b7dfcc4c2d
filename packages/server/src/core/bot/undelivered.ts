import { timeText } from "../chat/draft.ts";
import type { ChatDraft } from "../event.ts";
import type { Verb } from "../ports.ts";
import { attachedBot } from "./scope.ts";

/** Delivery of a visitor's message that the bot's server has not accepted so far. */
export interface Undelivered {
  readonly botId: number;
  readonly deliveryId: number;
  /** Number of the chat's last message when the first attempt started. */
  readonly afterSeq: number;
}

/**
 * Stores in the chat that a delivery has failed so far. Then a message of the bot changes the chat,
 * and a hand-over decided at the same time is decided again (BOT-055). Has no effect if the bot
 * does not have the chat, or if the delivery is stored already. Subject: `{chat}`.
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

/**
 * Returns the bot data after an answer: the silence timer stops (BOT-077), and an undelivered
 * message counts as answered (BOT-055). `now`: ms since 1970.
 */
export function answered(bot: NonNullable<ChatDraft["bot"]>, now: number): NonNullable<ChatDraft["bot"]> {
  const isSettling = bot.undelivered !== undefined && bot.undelivered.answered_at === undefined;
  if (bot.silent_since === undefined && !isSettling) return bot;
  const { silent_since: _, undelivered, ...rest } = bot;
  if (undelivered === undefined) return rest;
  return { ...rest, undelivered: { ...undelivered, answered_at: undelivered.answered_at ?? timeText(now) } };
}
