import { sendableChannel } from "../channel/sendable.ts";
import { newMessage } from "../chat/draft.ts";
import { channelTextMax, cutText } from "../chat/text.ts";
import type { ChatDraft, Event, MessageDraft } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import type { Verb } from "../ports.ts";
import { saidMessage, type BotSaid, type SaidMessage } from "./said.ts";
import { answered } from "./undelivered.ts";

export interface BotSays {
  /** The bot connection that sends the message. */
  readonly botId: number;
  readonly said: BotSaid;
}

/**
 * Writes a bot's message in its chat, at any time and any number of times (BOT-075), also while its
 * invitation is open (BOT-071). A chat channel gets plain text: the bot's own, else a built one
 * (BOT-091). If the channel is disabled, only operators see the message, with `hidden` (BOT-061,
 * CH-110). Subject: `{chat}`. Failures: `not_found` (no such chat of this bot), `chat_closed`,
 * `chat_handed_over` (BOT-073). Answers {@link BotSpoke}.
 */
export function botSays(input: BotSays): Verb {
  return (scene) => {
    const { chat } = scene;
    const bot = chat?.entity.bot ?? null;
    if (chat === null || bot === null || bot.id !== input.botId) return fail("not_found", "There is no such chat of this bot.");
    if (chat.entity.state === "closed") return fail("chat_closed", "The chat is closed");
    if (!bot.attached) return fail("chat_handed_over", "The chat was handed over to an operator");

    const said = saidMessage(input.said);
    const isApi = chat.entity.channel.kind === "api";
    const body = isApi ? { ...said.body, text: said.plain.text } : said.body;
    const isHidden = isApi && isFailure(sendableChannel(scene.config, chat.channelId));
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
    return {
      events: [message, ...botState(scene.now, chat.entity, offered(message.message, said, isApi && !isHidden))],
      answer: JSON.stringify({
        seq: null,
        id: message.message.id,
        cut: body.cut === true,
        labelCut: said.isLabelCut,
        hidden: isHidden,
        ...(isApi && !isHidden ? asPlainText(said) : {}),
      } satisfies BotSpoke),
    };
  };
}

/** Result of a bot's message. */
export interface BotSpoke {
  readonly seq: null;
  readonly id: number;
  readonly cut: boolean;
  readonly labelCut: boolean;
  readonly hidden: boolean;
  /**
   * On a channel that displays plain text: `own` is the bot's text, `built` is text that Parlour
   * built (BOT-091).
   */
  readonly plain?: "own" | "built";
  /** The channel displays only the first 1000 code points (CH-074). */
  readonly channelCut?: boolean;
}
/** Returns how a chat channel displays the message. */
export function asPlainText({ body, plain }: SaidMessage): Pick<BotSpoke, "plain" | "channelCut"> {
  const channelCut = cutText(plain.text, channelTextMax).cut;
  return body.kind === "text" ? { channelCut } : { plain: plain.isBuilt ? "built" : "own", channelCut };
}

/**
 * Current choices of the customer: buttons to press (BOT-046), or numbers to type on a chat channel
 * (BOT-091). null: unchanged.
 */
type Offered = Pick<NonNullable<ChatDraft["bot"]>, "buttons" | "choices">;
function offered({ id, kind, buttons }: MessageDraft, { plain }: SaidMessage, isPlainText: boolean): Offered | null {
  if (kind !== "buttons" || buttons === undefined) return null;
  if (!isPlainText) return { buttons: id };
  return plain.isBuilt ? { choices: buttons.map((button) => button.id) } : {};
}

/**
 * Returns the change of the chat: new choices replace earlier ones, and the bot has answered
 * (BOT-077, BOT-055).
 */
function botState(now: number, chat: ChatDraft, offer: Offered | null): readonly Event[] {
  if (chat.bot === null) return [];
  const bot = answered(chat.bot, now);
  if (offer === null) return bot === chat.bot ? [] : [{ name: "chat_updated", chat: { ...chat, bot } }];
  const { buttons, choices, ...rest } = bot;
  if (bot === chat.bot && buttons === undefined && choices === undefined && Object.keys(offer).length === 0) return [];
  return [{ name: "chat_updated", chat: { ...chat, bot: { ...rest, ...offer } } }];
}
