import { describe, expect, it } from "vitest";
import { ChatSimulation } from "../../core/chat/testing/chat-simulation.fixture.ts";
import type { Presence } from "../../core/entity.ts";
import { computeAssignment } from "./assignment.ts";

const world = new ChatSimulation();
world.operators.set(3, { ...world.operators.get(3)!, chatLimit: 2 });
world.channel = { ...world.channel, operators: new Set([1, 3]) };
const online: Record<number, Presence> = { 1: "online", 2: "away", 3: "online" };
const known = {
  presence: (id: number): Presence => online[id] ?? "offline",
  openChats: new Map([[3, 2]]),
  now: 0,
};
const chatSpot = { channel: { id: 5 }, department: null };

describe("assignment", () => {
  it("[CORE-037] names everybody once: eligible, or with every reason why not", () => {
    expect(computeAssignment(known, world.context().config, chatSpot)).toEqual({
      rules: ["all"],
      eligible: [1],
      others: [
        { operator_id: 2, reasons: ["not_on_channel", "away"] },
        { operator_id: 3, reasons: ["at_limit"] },
      ],
    });
  });
  it("[CORE-033] [CORE-037] the rule is the account's", () => {
    const { config } = world.context();
    const routing = { ...config.routing, mode: "least_busy" as const };
    expect(computeAssignment(known, { ...config, routing }, chatSpot).rules).toEqual([
      "least_busy",
    ]);
  });
});
