import type { ChannelKind } from "../entity.ts";
import type { ChatData } from "../event.ts";
import type { BotConfig } from "../command.ts";
import {
  receiveCustomerMessage,
  type CustomerMessageInput,
} from "../chat/message/receive-message.ts";
import { ChatSimulation } from "../chat/testing/chat-simulation.fixture.ts";

export const createBotConfig = (id: number, more: Partial<BotConfig> = {}): BotConfig => ({
  id,
  endpointId: 100 + id,
  name: `Bot ${id}`,
  photo: "",
  enabled: true,
  channels: null,
  inviteWaitMs: 60_000,
  silentMs: 0,
  sendsChatClosed: false,
  sendsButtonText: false,
  answersSettle: true,
  ...more,
});

/** Creates a simulation whose channel has bot 7. */
export function createBotSimulation(
  more: Partial<BotConfig> = {},
  kind: ChannelKind = "api",
): ChatSimulation {
  const world = new ChatSimulation();
  world.channel = { ...world.channel, kind };
  world.bots.set(7, createBotConfig(7, more));
  return world;
}
export const receive = (text: string, more: Partial<CustomerMessageInput> = {}) =>
  receiveCustomerMessage({ channelId: 5, customer: "7", recipient: "7", text, ...more });

/**
 * Creates a simulation whose channel has bot 7, and starts a chat with the customer's first
 * message.
 */
export function startChatWithBot(
  more: Partial<BotConfig> = {},
  kind: ChannelKind = "api",
): { world: ChatSimulation; chatId: number } {
  const world = createBotSimulation(more, kind);
  world.run(receive("Hello"));
  return { world, chatId: world.currentChat?.id ?? 0 };
}
export const systemCodes = (world: ChatSimulation): readonly string[] =>
  world.messages.flatMap((message) => (message.line ? [message.line.code] : []));
export const eventNames = (world: ChatSimulation): readonly string[] =>
  world.events.map((event) => event.name);
export const getChat = (world: ChatSimulation, id: number): ChatData => {
  const chat = world.chats.get(id);
  if (!chat) throw new Error(`no chat ${id}`);
  return chat;
};
