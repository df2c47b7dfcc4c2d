import { describe, expect, it } from "vitest";
import { chatOf, lines, says, startedWithBot } from "../bot/bot.fixture.ts";
import { inviteOperator } from "../bot/invite.ts";
import { TimedWorld } from "../routing/timed-world.fixture.ts";
import { acceptChat } from "./accept.ts";
import { tickChat } from "./tick.ts";
import { transferChat } from "./transfer.ts";

const hour = 3_600_000;

describe("the clock went back an hour between two starts", () => {
  it("[F14] [BOT-070] a bot's invitation ends after its time, not an hour later", () => {
    const { world, chatId } = startedWithBot({ inviteWaitMs: 60_000 });
    world.run(inviteOperator({ botId: 7, online: new Set([2]) }), chatId);
    world.now -= hour;
    world.run(tickChat(), chatId);
    expect(Date.parse(chatOf(world, chatId).wait?.invited_until ?? "")).toBeLessThanOrEqual(world.now + 60_000);
    const before = world.events.length;
    world.run(tickChat(), chatId);
    expect(world.events.length, "set right once").toBe(before);
    world.now += 60_000;
    world.run(tickChat(), chatId);
    expect(lines(world)).toEqual(["bot_started", "invited", "invite_expired"]);
  });
  it("[F14] [BOT-077] the patience with a silent bot begins anew", () => {
    const { world, chatId } = startedWithBot({ silentMs: 60_000 });
    world.run(says("Hello?"));
    world.now -= hour;
    world.run(tickChat(), chatId);
    expect(chatOf(world, chatId).state).toBe("bot");
    world.now += 60_000;
    world.run(tickChat(), chatId);
    expect(chatOf(world, chatId).state).toBe("waiting");
  });
  it("[F14] [API-025] a transfer is open for 30 s; a minute's difference between nodes is no jump", () => {
    const world = new TimedWorld();
    for (const id of [1, 2]) world.set(id, "online");
    world.act(says("Hello"));
    const chat = world.running?.id ?? 0;
    world.tick();
    world.act(acceptChat({ operatorId: 1 }), chat, 1);
    world.act(transferChat({ operatorId: 1, to: { operatorId: 2 }, comment: null, presence: () => "online" }), chat, 1);
    const { until } = chatOf(world, chat).transfer ?? {};
    world.now -= 30_000;
    world.run(tickChat(), chat);
    expect(chatOf(world, chat).transfer?.until).toBe(until);
    world.now -= hour;
    world.restart();
    world.tick();
    expect(chatOf(world, chat).transfer?.until).not.toBe(until);
    world.pass(31_000);
    expect(chatOf(world, chat).transfer ?? null).toBeNull();
  });
});
