import { describe, expect, it } from "vitest";
import { createBotConfig } from "../bot/bot.fixture.ts";
import { ChatSimulation } from "../chat/testing/chat-simulation.fixture.ts";
import { getChannelStatus } from "./status.ts";

const monday = Date.UTC(2026, 0, 5, 9);
const hours = { timezone: "UTC", week: { mon: [["09:00", "10:00"] as const] }, exceptions: {} };
const getStatus = (world: ChatSimulation, online: readonly number[], now = monday): 0 | 1 =>
  getChannelStatus(
    world.context().config,
    world.channel,
    (account, id) => account === 1 && online.includes(id),
    now,
  );

describe("status", () => {
  it("[CH-011] a chosen operator online, inside the hours", () => {
    const world = new ChatSimulation();
    world.channel = { ...world.channel, operators: new Set([1]) };
    expect(getStatus(world, [1])).toBe(1);
    expect(getStatus(world, [2])).toBe(0);
    expect(getStatus(world, [])).toBe(0);
    world.hours = hours;
    expect(getStatus(world, [1])).toBe(1);
    expect(getStatus(world, [1], monday + 3_600_000)).toBe(0);
  });
  it("[CORE-396] an operator counts inside their own hours only", () => {
    const world = new ChatSimulation();
    world.channel = { ...world.channel, operators: new Set([1, 2]) };
    world.operators.set(1, { ...world.operators.get(1)!, hours });
    expect(getStatus(world, [1])).toBe(1);
    expect(getStatus(world, [1], monday + 3_600_000)).toBe(0);
    expect(getStatus(world, [1, 2], monday + 3_600_000)).toBe(1);
  });
  it("[CH-011] a bot alone counts only where the channel says so, and only a bot that answers there", () => {
    const world = new ChatSimulation();
    world.channel = { ...world.channel, botAvailable: true };
    expect(getStatus(world, [])).toBe(0);
    world.bots.set(7, createBotConfig(7));
    expect(getStatus(world, [])).toBe(1);
    world.channel = { ...world.channel, botAvailable: false };
    expect(getStatus(world, [])).toBe(0);
    world.channel = { ...world.channel, botAvailable: true };
    world.bots.set(7, createBotConfig(7, { channels: new Set([6]) }));
    expect(getStatus(world, [])).toBe(0);
    world.bots.set(7, createBotConfig(7, { enabled: false }));
    expect(getStatus(world, [])).toBe(0);
    world.bots.set(7, createBotConfig(7));
    world.hours = hours;
    expect(getStatus(world, [], monday + 3_600_000)).toBe(0);
  });
});
