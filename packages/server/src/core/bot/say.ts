import { sendableChannel } from "../channel/sendable.ts";
import { newMessage } from "../chat/draft.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import type { Verb } from "../ports.ts";
import { saidMessage, type BotSaid } from "./said.ts";

export interface BotSays {
  /** The connection that speaks. */
  readonly botId: number;
  readonly said: BotSaid;
}

/**
 * A bot speaks in a chat that it holds, at any time and any number of times (BOT-075), also while its invitation is open (BOT-071).
 * On a chat channel a message without plain text is kept for operators alone, `hidden` (BOT-061), and so is any while the channel is off
 * (CH-110); others are sent out. Subject: `{chat}`. Failures: `not_found` (no such chat of this bot), `chat_closed`, `chat_handed_over` (BOT-073).
 * Answers `{"seq":N,"id":message,"cut":boolean,"hidden":boolean}`.
 */
export function botSays(input: BotSays): Verb {
  return (scene) => {
    const { chat } = scene;
    const bot = chat?.entity.bot ?? null;
    if (chat === null || bot === null || bot.id !== input.botId) return fail("not_found", "There is no such chat of this bot.");
    if (chat.entity.state === "closed") return fail("chat_closed", "The chat is closed");
    if (!bot.attached) return fail("chat_handed_over", "The chat was handed over to an operator");

    const { body, isPlain } = saidMessage(input.said);
    const isApi = chat.entity.channel.kind === "api";
    const isHidden = isApi && (!isPlain || isFailure(sendableChannel(scene.config, chat.channelId)));
    const name = scene.config.bots.get(bot.id)?.name ?? bot.name;
    const message = newMessage(
      scene,
      chat.id,
      { kind: "bot", id: bot.id, name },
      {
        ...body,
        ...(isHidden ? { hidden: true as const } : {}),
        ...(isApi && !isHidden
          ? { delivery: { id: scene.ids.delivery(), state: "pending" as const, attempts: 0, error: null, next_at: null } }
          : {}),
      },
    );
    // On a chat channel there is nothing to press.
    const isButtons = body.kind === "buttons" && !isApi;
    return {
      events: [message, ...botState(chat.entity, isButtons ? message.message.id : null)],
      answer: JSON.stringify({ seq: null, id: message.message.id, cut: body.cut === true, hidden: isHidden }),
    };
  };
}

/** The chat when it changes by that: newer buttons replace older ones (BOT-046), the bot is no longer silent (BOT-077). */
function botState(chat: ChatDraft, buttons: number | null): readonly Event[] {
  if (chat.bot === null || (buttons === null && chat.bot.silent_since === undefined)) return [];
  const { silent_since: _, ...rest } = chat.bot;
  return [{ name: "chat_updated", chat: { ...chat, bot: { ...rest, ...(buttons === null ? {} : { buttons }) } } }];
}
