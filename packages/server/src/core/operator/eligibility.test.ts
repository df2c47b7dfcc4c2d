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
  {
    id,
    name: `o${id}`,
    photo: "",
    role: "operator" as Role,
    active: true,
    chatLimit: 0,
    hours: null,
    ...more,
  },
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
const now = Date.UTC(2026, 0, 5, 9);
const target = { channel: { id: 5 }, department: null };

describe("who may take a chat", () => {
  it("[CORE-037] names everybody once: eligible, or with every reason why not", () => {
    const openChats = new Map([
      [3, 2],
      [6, 5],
      [1, 50],
    ]);
    expect(getEligibility(config, target, { presence: getPresence, now, openChats })).toEqual({
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
      getEligibility(config, { ...target, department: { id: 1 } }, { presence: getPresence, now }),
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
      getEligibility(config, { ...target, department: { id: 9 } }, { presence: getPresence, now }),
    ).toEqual(getEligibility(config, target, { presence: getPresence, now }));
    expect(
      getEligibility(
        { ...config, departments: new Map([createDepartment(9)]) },
        { ...target, department: { id: 9 } },
        { presence: getPresence, now },
      ).eligible,
    ).toEqual([]);
    expect(
      getEligibility(config, { ...target, channel: { id: 8 } }, { presence: getPresence, now })
        .eligible,
    ).toEqual([]);
  });
});

describe("hours of an operator", () => {
  // Clocks in Berlin are set forward at 1:00 UTC on 29 March 2026.
  const hours = {
    timezone: "Europe/Berlin",
    week: { sat: [["09:00", "17:00"]], sun: [["09:00", "17:00"]] },
    exceptions: {},
  } as const;
  const own = {
    ...config,
    operators: new Map([...config.operators, createOperator(1, { hours })]),
  };
  const isEligible = (at: string): boolean =>
    getEligibility(own, target, {
      presence: getPresence,
      now: Date.parse(at),
    }).eligible.includes(1);

  it("[CORE-396] an operator is eligible inside their hours, by the clock of their zone", () => {
    expect(isEligible("2026-03-28T07:59:00Z")).toBe(false);
    expect(isEligible("2026-03-28T08:00:00Z")).toBe(true);
    expect(isEligible("2026-03-28T16:00:00Z")).toBe(false);
    expect(isEligible("2026-03-29T06:59:00Z")).toBe(false);
    expect(isEligible("2026-03-29T07:00:00Z")).toBe(true);
    expect(isEligible("2026-03-29T15:00:00Z")).toBe(false);
  });
  it("[CORE-396] outside them the reason says so, and they do not count as available", () => {
    const night = Date.parse("2026-03-28T22:00:00Z");
    const { others } = getEligibility(own, target, { presence: getPresence, now: night });
    expect(others).toContainEqual({ id: 1, reasons: ["outside_hours"] });
    expect(isChatAnswerable(own, target, new Set([1]), { now: night })).toBe(false);
    expect(isChatAnswerable(own, target, new Set([1, 3]), { now: night })).toBe(true);
  });
});

describe("available", () => {
  const online = new Set([1, 2, 4, 5, 7]);
  it("[CORE-092] one eligible operator online is enough; people who may not take it are not", () => {
    expect(isChatAnswerable(config, target, online, { now })).toBe(true);
    expect(isChatAnswerable(config, target, new Set([2, 4, 5, 7]), { now })).toBe(false);
    expect(isChatAnswerable(config, target, new Set(), { now })).toBe(false);
    expect(isChatAnswerable(config, { ...target, department: { id: 1 } }, online, { now })).toBe(
      false,
    );
    expect(
      isChatAnswerable(config, { ...target, department: { id: 1 } }, new Set([3]), { now }),
    ).toBe(true);
    expect(
      isChatAnswerable(config, target, new Set([3]), { now, openChats: new Map([[3, 2]]) }),
    ).toBe(false);
    expect(isChatAnswerable({ ...config, suspended: true }, target, online, { now })).toBe(false);
  });
  it("[CORE-092] [CORE-091] only inside the hours: the department's own, else the account's", () => {
    const closed = { timezone: "UTC", week: {}, exceptions: {} };
    const night = { ...config, hours: closed };
    expect(isChatAnswerable(night, target, online, { now })).toBe(false);
    const shop = {
      ...config.departments.get(2)!,
      hours: { ...closed, week: { mon: [["09:00", "10:00"] as const] } },
    };
    const nightConfig = { ...night, departments: new Map([[2, shop]]) };
    expect(
      isChatAnswerable(nightConfig, { ...target, department: { id: 2 } }, online, { now }),
    ).toBe(true);
    expect(
      isChatAnswerable(nightConfig, { ...target, department: { id: 2 } }, online, {
        now: now + 3_600_000,
      }),
    ).toBe(false);
    expect(isChatAnswerable(nightConfig, target, online, { now })).toBe(false);
  });
});
