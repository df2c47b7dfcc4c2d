import { omitFields } from "@parlour/protocol/omit-fields";
import { formatTime } from "../chat/create.ts";
import type { ChatData } from "../event.ts";
import type { CommandHandler } from "../command.ts";
import { getActiveBot } from "./assignment.ts";

/** Delivery of a visitor's message that the bot's server has not accepted yet. */
export interface UndeliveredMessage {
  readonly botId: number;
  readonly deliveryId: number;
  /** Number of the chat's last message at the start of the first attempt. */
  readonly afterSeq: number;
}

/**
 * Stores in the chat that a delivery has not succeeded yet. A later message of the bot then changes
 * the chat, and a hand-over that was decided at the same time is decided again (BOT-055). Has no
 * effect if the bot does not have the chat, or if the delivery is already stored. Subject:
 * `{chat}`.
 */
export function markUndelivered({
  botId,
  deliveryId,
  afterSeq,
}: UndeliveredMessage): CommandHandler<null> {
  return (context) => {
    const chat = context.chat?.entity;
    const bot = chat === undefined ? null : getActiveBot(chat);
    if (chat === undefined || bot?.id !== botId || bot.undelivered?.delivery_id === deliveryId)
      return unchanged;
    const marked: ChatData = {
      ...chat,
      bot: { ...bot, undelivered: { delivery_id: deliveryId, after_seq: afterSeq } },
    };
    return { events: [{ name: "chat_updated", chat: marked }], answer: null };
  };
}

const unchanged = { events: [], answer: null };

/**
 * Returns the bot data after the bot answered: the silence timer stops (BOT-077), and an
 * undelivered message counts as answered (BOT-055). `now` is in milliseconds since 1970.
 */
export function withBotAnswer(
  bot: NonNullable<ChatData["bot"]>,
  now: number,
): NonNullable<ChatData["bot"]> {
  const isSettling = bot.undelivered !== undefined && bot.undelivered.answered_at === undefined;
  if (bot.silent_since === undefined && !isSettling) return bot;
  const answered = omitFields(bot, "silent_since");
  const { undelivered } = bot;
  if (undelivered === undefined) return answered;
  return {
    ...answered,
    undelivered: { ...undelivered, answered_at: undelivered.answered_at ?? formatTime(now) },
  };
}
