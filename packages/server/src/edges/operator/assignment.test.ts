import { describe, expect, it } from "vitest";
import { World } from "../../core/chat/world.fixture.ts";
import type { Presence } from "../../core/entity.ts";
import { assignmentOf } from "./assignment.ts";

const world = new World();
world.operators.set(3, { ...world.operators.get(3)!, chatLimit: 2 });
world.channel = { ...world.channel, operators: new Set([1, 3]) };
const online: Record<number, Presence> = { 1: "online", 2: "away", 3: "online" };
const input = {
  config: world.scene().config,
  chat: { channel: { id: 5 }, department: null, state: "waiting" as const },
  presence: (id: number) => online[id] ?? "offline",
  openChats: new Map([[3, 2]]),
};

describe("assignment", () => {
  it("[CORE-037] names everybody once: eligible, or with every reason why not", () => {
    expect(assignmentOf(input)).toEqual({
      rules: ["all"],
      eligible: [1],
      others: [
        { operator_id: 2, reasons: ["not_on_channel", "away"] },
        { operator_id: 3, reasons: ["at_limit"] },
      ],
    });
  });
  it("[CORE-037] a closed chat asks nobody", () => {
    expect(assignmentOf({ ...input, chat: { ...input.chat, state: "closed" } })).toBeNull();
  });
});
