import { describe, expect, it } from "vitest";
import {
  createBotSimulation,
  getChat,
  receive,
  startChatWithBot,
  systemCodes,
} from "./bot.fixture.ts";

describe("messages that may be automatic", () => {
  const automatic = { origin: { automatic: true } } as const;
  it("[CON-036] start a chat for operators, although the channel has a bot", () => {
    const world = createBotSimulation();
    world.run(receive("Form", automatic));
    expect(world.currentChat).toMatchObject({ state: "waiting", bot: null });
  });
  it("[CON-036] hand the chat of a bot over to operators, an absence reply does not", () => {
    const { world, chatId } = startChatWithBot();
    world.run(receive("I am away", { ...automatic, startsChat: false }));
    expect(getChat(world, chatId)).toMatchObject({ state: "bot", bot: { attached: true } });
    world.run(receive("Form", automatic));
    expect(getChat(world, chatId)).toMatchObject({ state: "waiting", bot: { attached: false } });
    expect(systemCodes(world)).toContain("automatic_message");
  });
  it("[CORE-296] an answer to a closed chat continues it, also with a bot", () => {
    const world = createBotSimulation();
    world.run(receive("Again", { continues: 12 }));
    expect(world.currentChat).toMatchObject({ state: "bot", continues: 12 });
    expect(systemCodes(world)).toEqual(["continued", "bot_started"]);
  });
});
