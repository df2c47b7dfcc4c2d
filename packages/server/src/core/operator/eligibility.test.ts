import { describe, expect, it } from "vitest";
import type { Presence, Role } from "../entity.ts";
import type { DepartmentConfig, OperatorConfig } from "../command.ts";
import { ChatSimulation } from "../chat/testing/chat-simulation.fixture.ts";
import { getEligibility, isChatAnswerable } from "./eligibility.ts";

const createOperator = (
  id: number,
  more: Partial<OperatorConfig> = {},
): [number, OperatorConfig] => [
  id,
  { id, name: `o${id}`, photo: "", role: "operator" as Role, active: true, chatLimit: 0, ...more },
];
const world = new ChatSimulation();
world.operators = new Map([
  createOperator(1),
  createOperator(2),
  createOperator(3, { chatLimit: 2 }),
  createOperator(4, { role: "viewer" }),
  createOperator(5, { active: false }),
  createOperator(6, { chatLimit: 1 }),
  createOperator(7, { role: "developer" }),
]);
world.channel = { ...world.channel, operators: new Set([1, 3, 4, 5, 6, 7]) };
const createDepartment = (id: number, ...operators: number[]): [number, DepartmentConfig] => [
  id,
  { id, name: "D", operators: new Set(operators), hours: null },
];
world.departments = new Map([createDepartment(1, 2, 3), createDepartment(2, 1)]);
const { config } = world.context();
const presences: Record<number, Presence> = {
  1: "online",
  2: "away",
  3: "online",
  4: "online",
  5: "online",
  7: "online",
};
const getPresence = (id: number): Presence => presences[id] ?? "offline";
const target = { channel: { id: 5 }, department: null };

describe("who may take a chat", () => {
  it("[CORE-037] names everybody once: eligible, or with every reason why not", () => {
    const openChats = new Map([
      [3, 2],
      [6, 5],
      [1, 50],
    ]);
    expect(getEligibility(config, target, { presence: getPresence, openChats })).toEqual({
      eligible: [1],
      others: [
        { id: 2, reasons: ["not_on_channel", "away"] },
        { id: 3, reasons: ["at_limit"] },
        { id: 4, reasons: ["not_on_channel"] },
        { id: 6, reasons: ["offline", "at_limit"] },
        { id: 7, reasons: ["not_on_channel"] },
      ],
    });
  });
  it("[CORE-037] a chosen department narrows it down; nobody is at a limit that is not known", () => {
    expect(
      getEligibility(config, { ...target, department: { id: 1 } }, { presence: getPresence }),
    ).toMatchObject({
      eligible: [3],
      others: [
        { id: 1, reasons: ["not_in_department"] },
        { id: 2, reasons: ["not_on_channel", "away"] },
        { id: 4, reasons: ["not_on_channel", "not_in_department"] },
        { id: 6, reasons: ["not_in_department", "offline"] },
        { id: 7, reasons: ["not_on_channel", "not_in_department"] },
      ],
    });
    // A deleted department remains in its chats by name and does not exclude any operator.
    expect(
      getEligibility(config, { ...target, department: { id: 9 } }, { presence: getPresence }),
    ).toEqual(getEligibility(config, target, { presence: getPresence }));
    expect(
      getEligibility(
        { ...config, departments: new Map([createDepartment(9)]) },
        { ...target, department: { id: 9 } },
        { presence: getPresence },
      ).eligible,
    ).toEqual([]);
    expect(
      getEligibility(config, { ...target, channel: { id: 8 } }, { presence: getPresence }).eligible,
    ).toEqual([]);
  });
});

describe("available", () => {
  const monday = Date.UTC(2026, 0, 5, 9);
  const online = new Set([1, 2, 4, 5, 7]);
  it("[CORE-092] one eligible operator online is enough; people who may not take it are not", () => {
    expect(isChatAnswerable(config, target, online, { now: monday })).toBe(true);
    expect(isChatAnswerable(config, target, new Set([2, 4, 5, 7]), { now: monday })).toBe(false);
    expect(isChatAnswerable(config, target, new Set(), { now: monday })).toBe(false);
    expect(
      isChatAnswerable(config, { ...target, department: { id: 1 } }, online, { now: monday }),
    ).toBe(false);
    expect(
      isChatAnswerable(config, { ...target, department: { id: 1 } }, new Set([3]), { now: monday }),
    ).toBe(true);
    expect(
      isChatAnswerable(config, target, new Set([3]), { now: monday, openChats: new Map([[3, 2]]) }),
    ).toBe(false);
    expect(isChatAnswerable({ ...config, suspended: true }, target, online, { now: monday })).toBe(
      false,
    );
  });
  it("[CORE-092] [CORE-091] only inside the hours: the department's own, else the account's", () => {
    const closed = { timezone: "UTC", week: {}, exceptions: {} };
    const night = { ...config, hours: closed };
    expect(isChatAnswerable(night, target, online, { now: monday })).toBe(false);
    const shop = {
      ...config.departments.get(2)!,
      hours: { ...closed, week: { mon: [["09:00", "10:00"] as const] } },
    };
    const nightConfig = { ...night, departments: new Map([[2, shop]]) };
    expect(
      isChatAnswerable(nightConfig, { ...target, department: { id: 2 } }, online, { now: monday }),
    ).toBe(true);
    expect(
      isChatAnswerable(nightConfig, { ...target, department: { id: 2 } }, online, {
        now: monday + 3_600_000,
      }),
    ).toBe(false);
    expect(isChatAnswerable(nightConfig, target, online, { now: monday })).toBe(false);
  });
});
