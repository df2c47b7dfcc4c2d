import type { ChatDraft } from "../event.ts";
import type { BotConfig } from "../ports.ts";
import { customerSays, type CustomerSays } from "../chat/customer-says.ts";
import { World } from "../chat/world.fixture.ts";

export const botConfig = (id: number, more: Partial<BotConfig> = {}): BotConfig => ({
  id,
  endpointId: 100 + id,
  name: `Bot ${id}`,
  photo: "",
  enabled: true,
  channels: null,
  inviteWaitMs: 60_000,
  silentMs: 0,
  sendsChatClosed: false,
  answersSettle: true,
  ...more,
});

/** A simulation whose channel has bot 7. */
export function botWorld(more: Partial<BotConfig> = {}, kind: "api" | "widget" = "api"): World {
  const world = new World();
  world.channel = { ...world.channel, kind };
  world.bots.set(7, botConfig(7, more));
  return world;
}
export const says = (text: string, more: Partial<CustomerSays> = {}) =>
  customerSays({ channelId: 5, customer: "7", recipient: "7", text, ...more });

/** The same simulation after the customer's first message, and the id of the chat. */
export function startedWithBot(more: Partial<BotConfig> = {}, kind: "api" | "widget" = "api"): { world: World; chatId: number } {
  const world = botWorld(more, kind);
  world.run(says("Hello"));
  return { world, chatId: world.running?.id ?? 0 };
}
export const lines = (world: World): readonly string[] => world.messages.flatMap((one) => (one.line ? [one.line.code] : []));
export const names = (world: World): readonly string[] => world.events.map((event) => event.name);
export const chatOf = (world: World, id: number): ChatDraft => {
  const chat = world.chats.get(id);
  if (!chat) throw new Error(`no chat ${id}`);
  return chat;
};
