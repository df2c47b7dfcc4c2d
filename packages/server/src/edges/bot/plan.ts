import type { BotOutgoingEvent } from "@parlour/protocol/bot";
import { activeBot } from "../../core/bot/assignment.ts";
import { chatBeforeCommand } from "../../core/chat/previous-state.ts";
import type { ChatData, NewEvent, NewMessage } from "../../core/event.ts";
import type { CommandContext } from "../../core/command.ts";
import type { Owed, Planner } from "../../delivery/index.ts";

/**
 * Plans the deliveries to a bot (decision 0011): the customer's messages while the bot has the
 * chat, and later changes of the chat. One lane per chat (BOT-054).
 */
export const planBot: Planner = (event, scene, decided) => {
  if (scene.config.bots.size === 0) return [];
  if (event.name === "message_created") return ofMessage(event.message, scene, decided);
  if (event.name === "chat_accepted")
    return chatBeforeCommand(scene, event.chat.id)?.accepted_at === null ? owed("AGENT_JOINED", event.chat, scene, true) : [];
  if (event.name === "chat_closed") return isTold(event.chat, scene) ? owed("CHAT_CLOSED", event.chat, scene) : [];
  return [];
};

function ofMessage(message: NewMessage, scene: CommandContext, decided: readonly NewEvent[]): readonly Owed[] {
  const code = message.line?.code ?? "";
  const isUnavailable = unavailable.has(code);
  if ((message.author.kind !== "visitor" && !isUnavailable) || message.blacklisted === true) return [];
  const chat = chatOf(message.chat_id, scene, decided);
  if (chat === null) return [];
  // Sent before the messages that wait for it (BOT-071). If no operator was available from the
  // start, no message waits. Then it must not go ahead of a message with started attempts, because
  // it would delay the hand-over (BOT-053, BOT-054).
  if (isUnavailable) return owed("AGENT_UNAVAILABLE", chat, scene, code === "invite_expired");
  return activeBot(chat) === null ? [] : owed("CLIENT_MESSAGE", chat, scene);
}

/** Returns whether the bot receives CHAT_CLOSED (BOT-057). */
function isTold(chat: ChatData, scene: CommandContext): boolean {
  return chat.bot !== null && scene.config.bots.get(chat.bot.id)?.sendsChatClosed === true;
}

/** System messages that end an invitation without an operator, or refuse it (BOT-070). */
const unavailable: ReadonlySet<string> = new Set(["invite_unavailable", "invite_expired"]);

function owed(event: BotOutgoingEvent, chat: ChatData, scene: CommandContext, first = false): readonly Owed[] {
  const bot = chat.bot === null ? undefined : scene.config.bots.get(chat.bot.id);
  if (bot?.enabled !== true) return [];
  return [{ endpointId: bot.endpointId, orderKey: chat.id, deliveryId: scene.ids.delivery(), event, ...(first ? { first: true } : {}) }];
}

/** Returns the chat of a message: the existing chat, or the one that the same command creates. */
function chatOf(id: number, scene: CommandContext, decided: readonly NewEvent[]): ChatData | null {
  const known = chatBeforeCommand(scene, id);
  if (known !== null) return known;
  for (const event of decided) if (event.name === "chat_created" && event.chat.id === id) return event.chat;
  return null;
}
