import { describe, expect, it } from "vitest";
import { getChat, systemCodes, receive, startChatWithBot } from "../../bot/bot.fixture.ts";
import { inviteOperator } from "../../bot/invite.ts";
import { TimedSimulation } from "../../routing/timed-simulation.fixture.ts";
import { acceptChat } from "../accept.ts";
import { processChatTimeout } from "./process-timeout.ts";
import { transferChat } from "../participants/transfer.ts";

const hourMs = 3_600_000;

describe("the clock went back an hour between two starts", () => {
  it("[F14] [BOT-070] a bot's invitation ends after its time, not an hour later", () => {
    const { world, chatId } = startChatWithBot({ inviteWaitMs: 60_000 });
    world.run(inviteOperator({ botId: 7, online: new Set([2]) }), chatId);
    world.now -= hourMs;
    world.run(processChatTimeout(), chatId);
    expect(Date.parse(getChat(world, chatId).wait?.invited_until ?? "")).toBeLessThanOrEqual(
      world.now + 60_000,
    );
    const before = world.events.length;
    world.run(processChatTimeout(), chatId);
    expect(world.events.length, "set right once").toBe(before);
    world.now += 60_000;
    world.run(processChatTimeout(), chatId);
    expect(systemCodes(world)).toEqual(["bot_started", "invited", "invite_expired"]);
  });
  it("[F14] [BOT-077] the patience with a silent bot begins anew", () => {
    const { world, chatId } = startChatWithBot({ silentMs: 60_000 });
    world.run(receive("Hello?"));
    world.now -= hourMs;
    world.run(processChatTimeout(), chatId);
    expect(getChat(world, chatId).state).toBe("bot");
    world.now += 60_000;
    world.run(processChatTimeout(), chatId);
    expect(getChat(world, chatId).state).toBe("waiting");
  });
  it("[F14] [API-025] a transfer is open for 30 s; a minute's difference between nodes is no jump", () => {
    const world = new TimedSimulation();
    for (const id of [1, 2]) world.set(id, "online");
    world.execute(receive("Hello"));
    const chat = world.currentChat?.id ?? 0;
    world.tick();
    world.execute(acceptChat({ operatorId: 1 }), chat, 1);
    world.execute(
      transferChat({
        operatorId: 1,
        to: { operatorId: 2 },
        comment: null,
        presence: () => "online",
      }),
      chat,
      1,
    );
    const { until } = getChat(world, chat).transfer ?? {};
    world.now -= 30_000;
    world.run(processChatTimeout(), chat);
    expect(getChat(world, chat).transfer?.until).toBe(until);
    world.now -= hourMs;
    world.restart();
    world.tick();
    expect(getChat(world, chat).transfer?.until).not.toBe(until);
    world.pass(31_000);
    expect(getChat(world, chat).transfer ?? null).toBeNull();
  });
});
