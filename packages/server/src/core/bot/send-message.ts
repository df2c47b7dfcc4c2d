import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { findSendableChannel } from "../sendable-channel.ts";
import type { ChannelCapabilities } from "../entity.ts";
import { createMessage } from "../chat/create.ts";
import { atLastMessage, findCrossing } from "../chat/message/crossing.ts";
import { createPendingDelivery } from "../chat/message/pending-delivery.ts";
import { cutText } from "../text.ts";
import type { ChatData, NewEvent, NewMessage } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import type { CommandHandler } from "../command.ts";
import { assigned } from "../draft.ts";
import { createBotMessage, type BotMessageInput, type BotMessageContent } from "./message.ts";
import { withBotAnswer } from "./undelivered.ts";

export interface SendBotMessage {
  readonly botId: number;
  readonly message: BotMessageInput;
}

/**
 * Writes a bot's message in its chat. A bot may write at any time and any number of times
 * (BOT-075), also while its invitation is open (BOT-071). A chat channel gets plain text: the text
 * of the bot, or else one that Parlour builds (BOT-091). If the channel is disabled, only operators
 * see the message, marked `hidden` (BOT-061, CH-110). Subject: `{chat}`, and `after` for an answer
 * that people can cross (AGENT-043). Failures: `not_found` (no such chat of this bot),
 * `chat_closed`, `chat_handed_over` (BOT-073), `crossed`. Result: {@link BotMessageResult}.
 */
export function sendBotMessage(input: SendBotMessage): CommandHandler<BotMessageResult> {
  return (context) => {
    const { chat } = context;
    const bot = chat?.entity.bot ?? null;
    if (chat === null || bot === null || bot.id !== input.botId)
      return fail("not_found", "There is no such chat of this bot.");
    if (chat.entity.state === "closed") return fail("chat_closed", "The chat is closed");
    if (!bot.attached) return fail("chat_handed_over", "The chat was handed over to an operator");
    const crossing = findCrossing(context, { kind: "bot", id: bot.id });
    if (crossing !== null) return crossing;

    const content = createBotMessage(input.message);
    const capabilities = getCapabilities(chat.entity.channel.kind);
    const isDelivered = !capabilities.chat_window;
    const isPlainText = needsPlainText(capabilities, content);
    const body = isDelivered ? { ...content.body, text: content.plainText.text } : content.body;
    const isHidden = isDelivered && isFailure(findSendableChannel(context.config, chat.channelId));
    const name = context.config.bots.get(bot.id)?.name ?? bot.name;
    const message = createMessage(
      context,
      chat.id,
      { kind: "bot", id: bot.id, name },
      {
        ...body,
        ...omitAbsent({
          hidden: isHidden || undefined,
          delivery:
            isDelivered && !isHidden
              ? createPendingDelivery(context, chat.entity.channel.kind)
              : undefined,
        }),
      },
    );
    return {
      events: [
        message,
        ...updateBot(
          context.now,
          chat.entity,
          getChoices(message.message, content, isPlainText && !isHidden),
        ),
      ],
      answer: {
        seq: assigned.seq,
        id: message.message.id,
        cut: body.cut === true,
        labelCut: content.isLabelCut,
        hidden: isHidden,
        ...(isPlainText && !isHidden
          ? describePlainText(content, capabilities.max_text_length)
          : {}),
      },
      ...atLastMessage(context),
    };
  };
}

/**
 * Returns whether the channel displays the message as plain text, because it has no buttons or
 * fewer than the message (BOT-091, CON-003).
 */
function needsPlainText(
  { chat_window: hasWindow, max_buttons: maxButtons }: ChannelCapabilities,
  { body }: BotMessageContent,
): boolean {
  return !hasWindow && (body.buttons === undefined || body.buttons.length > maxButtons);
}

/** Result of the command that writes a bot's message. */
export interface BotMessageResult extends PlainTextResult {
  readonly seq: number;
  readonly id: number;
  readonly cut: boolean;
  readonly labelCut: boolean;
  readonly hidden: boolean;
}
/** How a channel displays a message as plain text. */
interface PlainTextResult {
  /** For a plain text channel: the bot's text (`own`), or one that Parlour built (BOT-091). */
  readonly plain?: "own" | "built";
  /** True if the channel displays only the beginning of the text (CH-074, CON-002). */
  readonly channelCut?: boolean;
}
/** Returns how a channel shows the message as plain text of at most `maxLength` code points. */
export function describePlainText(
  { body, plainText }: BotMessageContent,
  maxLength: number,
): PlainTextResult {
  const channelCut = cutText(plainText.text, maxLength).cut;
  return body.kind === "text"
    ? { channelCut }
    : { plain: plainText.isBuilt ? "built" : "own", channelCut };
}

/**
 * Current choices of the customer: buttons to press (BOT-046), or numbers to type on a chat channel
 * (BOT-091). null leaves the earlier choices unchanged.
 */
type BotChoices = Pick<NonNullable<ChatData["bot"]>, "buttons" | "choices">;
function getChoices(
  { id, kind, buttons }: NewMessage,
  { plainText }: BotMessageContent,
  isPlainText: boolean,
): BotChoices | null {
  if (kind !== "buttons" || buttons === undefined) return null;
  if (!isPlainText) return { buttons: id };
  return plainText.isBuilt ? { choices: buttons.map((button) => button.id) } : {};
}

/** Returns the chat after a bot's message, with its choices and the answer (BOT-077, BOT-055). */
function updateBot(
  now: number,
  chat: ChatData,
  newChoices: BotChoices | null,
): readonly NewEvent[] {
  if (chat.bot === null) return [];
  const bot = withBotAnswer(chat.bot, now);
  if (newChoices === null)
    return bot === chat.bot ? [] : [{ name: "chat_updated", chat: { ...chat, bot } }];
  const { buttons, choices, ...rest } = bot;
  if (
    bot === chat.bot &&
    buttons === undefined &&
    choices === undefined &&
    Object.keys(newChoices).length === 0
  )
    return [];
  return [{ name: "chat_updated", chat: { ...chat, bot: { ...rest, ...newChoices } } }];
}
