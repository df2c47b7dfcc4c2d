import type { BotOutgoingEvent } from "@parlour/protocol/bot";
import { attachedBot } from "../../core/bot/scope.ts";
import { chatBefore } from "../../core/chat/before.ts";
import type { ChatDraft, Event, MessageDraft } from "../../core/event.ts";
import type { Scene } from "../../core/ports.ts";
import type { Owed, Planner } from "../../delivery/index.ts";

/** What a bot is owed (0011): the customer's messages while it holds the chat, and what becomes of the chat. One lane per chat (BOT-054). */
export const planBot: Planner = (event, scene, decided) => {
  if (scene.config.bots.size === 0) return [];
  if (event.name === "message_created") return ofMessage(event.message, scene, decided);
  if (event.name === "chat_accepted")
    return chatBefore(scene, event.chat.id)?.accepted_at === null ? owed("AGENT_JOINED", event.chat, scene, true) : [];
  if (event.name === "chat_closed") return isTold(event.chat, scene) ? owed("CHAT_CLOSED", event.chat, scene) : [];
  return [];
};

function ofMessage(message: MessageDraft, scene: Scene, decided: readonly Event[]): readonly Owed[] {
  const code = message.line?.code ?? "";
  const isUnavailable = unavailable.has(code);
  if ((message.author.kind !== "visitor" && !isUnavailable) || message.blacklisted === true) return [];
  const chat = chatOf(message.chat_id, scene, decided);
  if (chat === null) return [];
  // Before the messages that waited for it (BOT-071). Nobody was there from the start: nothing waited, and ahead of a message whose attempts
  // have begun it would hold back the hand-over (BOT-053, BOT-054).
  if (isUnavailable) return owed("AGENT_UNAVAILABLE", chat, scene, code === "invite_expired");
  return attachedBot(chat) === null ? [] : owed("CLIENT_MESSAGE", chat, scene);
}

/** BOT-057. */
function isTold(chat: ChatDraft, scene: Scene): boolean {
  return chat.bot !== null && scene.config.bots.get(chat.bot.id)?.sendsChatClosed === true;
}

/** Lines that end an invitation without an operator, or refuse it (BOT-070). */
const unavailable: ReadonlySet<string> = new Set(["invite_unavailable", "invite_expired"]);

function owed(event: BotOutgoingEvent, chat: ChatDraft, scene: Scene, first = false): readonly Owed[] {
  const bot = chat.bot === null ? undefined : scene.config.bots.get(chat.bot.id);
  if (bot?.enabled !== true) return [];
  return [{ endpointId: bot.endpointId, orderKey: chat.id, deliveryId: scene.ids.delivery(), event, ...(first ? { first: true } : {}) }];
}

/** The chat that a message stands in: as it was, or as the verb made it when it began with the message. */
function chatOf(id: number, scene: Scene, decided: readonly Event[]): ChatDraft | null {
  const known = chatBefore(scene, id);
  if (known !== null) return known;
  for (const event of decided) if (event.name === "chat_created" && event.chat.id === id) return event.chat;
  return null;
}
