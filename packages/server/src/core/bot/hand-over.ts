import { omitAbsent } from "@parlour/protocol/omit-absent";
import { createSystemMessage, formatTime } from "../chat/create.ts";
import { getNextChatState } from "../chat/state-machine.ts";
import type { Outcome } from "../entity.ts";
import type { ChatData, NewEvent } from "../event.ts";
import type { Decision, CommandContext, CommandHandler } from "../command.ts";
import { getActiveBot, canBotReceiveMessages, withoutOpenTurn } from "./assignment.ts";

/** Why a chat leaves its bot. The values are also codes of system messages. */
type HandOverReason =
  | "agent_handed_over"
  | "automatic_message"
  | "bot_failed"
  | "bot_off"
  | "bot_sender_unverified"
  | "bot_silent";

/**
 * Hands a chat over to operators because its bot did not accept a visitor's message (BOT-053). Has
 * no effect if the bot no longer has the chat, so a repeat is harmless. `deliveryId`: hands over
 * only while the chat has this delivery as undelivered and unanswered (BOT-055). `status`: the HTTP
 * status, if it is the reason. Subject: `{chat}`. Result: `{"handed_over":boolean}`, with
 * `"answered":true` if the bot has answered.
 */
export function handOverAfterFailure(input: {
  readonly botId: number;
  readonly outcome: Outcome;
  readonly status?: number | null;
  readonly deliveryId?: number;
}): CommandHandler<HandOverResult> {
  return (context) => {
    const chat = context.chat?.entity;
    const bot = chat === undefined ? null : getActiveBot(chat);
    if (chat === undefined || bot?.id !== input.botId) return unchanged;
    if (input.deliveryId !== undefined && !isDeliveryUnanswered(bot, input.deliveryId))
      return unchangedAfterAnswer;
    const detail =
      input.outcome === "http_error" && input.status ? `http_error ${input.status}` : input.outcome;
    return createDecision(
      handOverEvents(context, chat, {
        reason: "bot_failed",
        text: `Bot did not answer: ${detail.replaceAll("_", " ")}`,
        detail,
      }),
    );
  };
}

/**
 * Hands a chat over because its bot was disabled, suspended or removed, or because the bot's
 * endpoint was paused (CORE-031, API-331). Has no effect while the bot connection can receive
 * messages. Subject: `{chat}`. Result: `{"handed_over":boolean}`.
 */
export function handOverFromRemovedBot(): CommandHandler<HandOverResult> {
  return (context) => {
    const chat = context.chat?.entity;
    const bot = chat === undefined ? null : getActiveBot(chat);
    if (chat === undefined || bot === null) return unchanged;
    const connection = context.config.bots.get(bot.id);
    if (canBotReceiveMessages(connection)) return unchanged;
    const text =
      connection?.enabled === true
        ? `The bot ${bot.name} is paused`
        : `The bot ${bot.name} was switched off`;
    return createDecision(handOverEvents(context, chat, { reason: "bot_off", text }));
  };
}

function isDeliveryUnanswered(
  { undelivered }: NonNullable<ChatData["bot"]>,
  deliveryId: number,
): boolean {
  return undelivered?.delivery_id === deliveryId && undelivered.answered_at === undefined;
}

/** Why a bot lost its chat, for the system message. */
interface HandOver {
  readonly reason: HandOverReason;
  readonly text: string;
  readonly detail?: string;
}

/**
 * Returns the events that move a chat from its bot to operators, or none if the chat is closed. A
 * chat that already waits keeps the start of its wait.
 */
export function handOverEvents(
  context: CommandContext,
  chat: ChatData,
  { reason, text, detail }: HandOver,
): readonly NewEvent[] {
  const state = getNextChatState(chat.state, "bot_failed");
  if (state === null) return [];
  const next: ChatData = {
    ...chat,
    state,
    bot: detachBot(chat.bot),
    wait: { since: chat.wait?.since ?? formatTime(context.now) },
  };
  return [
    createSystemMessage(context, chat.id, { code: reason, ...omitAbsent({ detail }) }, text),
    { name: "chat_handed_over", chat: next, by: null, reason },
  ];
}

/**
 * Returns the bot data after the bot lost the chat, without active buttons (BOT-046) and timers.
 * `missed_at` and `returned_at` remain until an operator joins.
 */
export function detachBot(bot: ChatData["bot"]): ChatData["bot"] {
  return bot && { ...withoutOpenTurn(bot), attached: false };
}

/** `answered`: the chat stays with its bot, because the bot has answered meanwhile. */
export interface HandOverResult {
  readonly handed_over: boolean;
  readonly answered?: true;
}
const unchanged: Decision<HandOverResult> = { events: [], answer: { handed_over: false } };
const unchangedAfterAnswer: Decision<HandOverResult> = {
  events: [],
  answer: { handed_over: false, answered: true },
};
function createDecision(events: readonly NewEvent[]): Decision<HandOverResult> {
  return events.length === 0 ? unchanged : { events, answer: { handed_over: true } };
}
