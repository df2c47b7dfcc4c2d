import { describe, expect, it } from "vitest";
import { botConfig } from "../bot/bot.fixture.ts";
import { World } from "../chat/world.fixture.ts";
import { channelStatus } from "./status.ts";

const monday = Date.UTC(2026, 0, 5, 9);
const hours = { timezone: "UTC", week: { mon: [["09:00", "10:00"] as const] }, exceptions: {} };
const status = (world: World, online: readonly number[], now = monday): 0 | 1 =>
  channelStatus(world.scene().config, world.channel, (account, id) => account === 1 && online.includes(id), now);

describe("status", () => {
  it("[CH-011] a chosen operator online, inside the hours", () => {
    const world = new World();
    world.channel = { ...world.channel, operators: new Set([1]) };
    expect(status(world, [1])).toBe(1);
    expect(status(world, [2])).toBe(0);
    expect(status(world, [])).toBe(0);
    world.hours = hours;
    expect(status(world, [1])).toBe(1);
    expect(status(world, [1], monday + 3_600_000)).toBe(0);
  });
  it("[CH-011] a bot alone counts only where the channel says so, and only a bot that answers there", () => {
    const world = new World();
    world.channel = { ...world.channel, botAvailable: true };
    expect(status(world, [])).toBe(0);
    world.bots.set(7, botConfig(7));
    expect(status(world, [])).toBe(1);
    world.channel = { ...world.channel, botAvailable: false };
    expect(status(world, [])).toBe(0);
    world.channel = { ...world.channel, botAvailable: true };
    world.bots.set(7, botConfig(7, { channels: new Set([6]) }));
    expect(status(world, [])).toBe(0);
    world.bots.set(7, botConfig(7, { enabled: false }));
    expect(status(world, [])).toBe(0);
    world.bots.set(7, botConfig(7));
    world.hours = hours;
    expect(status(world, [], monday + 3_600_000)).toBe(0);
  });
});
