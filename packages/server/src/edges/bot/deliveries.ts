import type { BotOutgoingEvent } from "@parlour/protocol/bot";
import { turnPauseMs } from "../../core/bot/agent-turn.ts";
import { getActiveBot, listShadowBots } from "../../core/bot/assignment.ts";
import { chatBeforeCommand } from "../../core/chat/previous-state.ts";
import type { ChatData, NewEvent, NewMessage } from "../../core/event.ts";
import type { BotConfig, CommandContext } from "../../core/command.ts";
import type { PlannedDelivery, DeliveryPlanner } from "../../delivery/index.ts";

/** A message in a chat of people, of which an agent writes what it would answer (AGENT-050). */
const shadowEvent = "SHADOW_MESSAGE";

/**
 * Plans the deliveries to a bot (decision 0011): the customer's messages while the bot has the
 * chat, and later changes of the chat. Each chat has one lane (BOT-054).
 */
export const planBotDeliveries: DeliveryPlanner = (event, context, decidedEvents) => {
  if (context.config.bots.size === 0) return [];
  if (event.name === "message_created")
    return planMessageDeliveries(event.message, context, decidedEvents);
  if (event.name === "chat_accepted")
    return isFirstJoin(chatBeforeCommand(context, event.chat.id))
      ? createDeliveries("AGENT_JOINED", event.chat, context, true)
      : [];
  if (event.name === "chat_closed")
    return receivesChatClosed(event.chat, context)
      ? createDeliveries("CHAT_CLOSED", event.chat, context)
      : [];
  return [];
};

function planMessageDeliveries(
  message: NewMessage,
  context: CommandContext,
  decidedEvents: readonly NewEvent[],
): readonly PlannedDelivery[] {
  const code = message.line?.code ?? "";
  const isUnavailable = unavailableCodes.has(code);
  if (code === "transferred_to_bot")
    return createDeliveries("CLIENT_MESSAGE", findChangedChat(decidedEvents), context);
  if ((message.author.kind !== "visitor" && !isUnavailable) || message.blacklisted === true)
    return [];
  // Two programs could answer each other without end (CON-035).
  if (message.origin?.automatic === true) return [];
  const chat = findChat(message.chat_id, context, decidedEvents);
  if (chat === null) return [];
  // AGENT_UNAVAILABLE of an expired invitation is sent before the messages that wait for it
  // (BOT-071). If no operator was available from the start, no message waits. Overtaking a message
  // with started attempts would then delay the hand-over (BOT-053, BOT-054).
  if (isUnavailable)
    return createDeliveries("AGENT_UNAVAILABLE", chat, context, code === "invite_expired");
  if (getActiveBot(chat) === null)
    return listShadowBots(context.config, chat).map((bot) =>
      createDelivery(bot, shadowEvent, chat, context),
    );
  return createDeliveries("CLIENT_MESSAGE", chat, context);
}

/** Returns whether nobody has joined the chat since its bot got it (BOT-074, BOT-110). */
function isFirstJoin(before: ChatData | null): boolean {
  return before !== null && (before.accepted_at === null || before.bot?.returned_at !== undefined);
}

/** Returns whether the bot receives CHAT_CLOSED (BOT-057). */
function receivesChatClosed(chat: ChatData, context: CommandContext): boolean {
  return chat.bot !== null && context.config.bots.get(chat.bot.id)?.sendsChatClosed === true;
}

/** Codes of messages about an invitation that ended without an operator (BOT-070). */
const unavailableCodes: ReadonlySet<string> = new Set(["invite_unavailable", "invite_expired"]);

function createDeliveries(
  event: BotOutgoingEvent,
  chat: ChatData | null,
  context: CommandContext,
  first = false,
): readonly PlannedDelivery[] {
  const bot = chat?.bot ? context.config.bots.get(chat.bot.id) : undefined;
  if (chat === null || bot?.enabled !== true) return [];
  // An agent is not told what happened. It reads the chat for its next answer.
  if (bot.model !== undefined && event !== "CLIENT_MESSAGE") return [];
  return [{ ...createDelivery(bot, event, chat, context), first: first ? true : undefined }];
}

const createDelivery = (
  bot: BotConfig,
  event: BotOutgoingEvent | typeof shadowEvent,
  chat: ChatData,
  context: CommandContext,
): PlannedDelivery => ({
  endpointId: bot.endpointId,
  orderKey: chat.id,
  deliveryId: context.ids.delivery(),
  event,
  // An agent gives one answer to what the visitor writes within a short time (AGENT-114).
  delayMs: bot.model && turnPauseMs,
  merge: bot.model && true,
});

/** Returns the chat after a command that changes it, or null. */
const findChangedChat = (decidedEvents: readonly NewEvent[]): ChatData | null =>
  decidedEvents.flatMap((event) => (event.name === "chat_updated" ? [event.chat] : [])).at(-1) ??
  null;

/** Returns the chat of a message: the existing chat, or the one that the same command creates. */
function findChat(
  id: number,
  context: CommandContext,
  decidedEvents: readonly NewEvent[],
): ChatData | null {
  const existing = chatBeforeCommand(context, id);
  if (existing !== null) return existing;
  for (const event of decidedEvents)
    if (event.name === "chat_created" && event.chat.id === id) return event.chat;
  return null;
}
