import { describe, expect, it } from "vitest";
import type { Presence, Role } from "../entity.ts";
import type { DepartmentConfig, OperatorConfig } from "../ports.ts";
import { World } from "../chat/world.fixture.ts";
import { eligibility, isAvailable } from "./eligible.ts";

const person = (id: number, more: Partial<OperatorConfig> = {}): [number, OperatorConfig] => [
  id,
  { id, name: `o${id}`, photo: "", role: "operator" as Role, active: true, chatLimit: 0, ...more },
];
const world = new World();
world.operators = new Map([
  person(1),
  person(2),
  person(3, { chatLimit: 2 }),
  person(4, { role: "viewer" }),
  person(5, { active: false }),
  person(6, { chatLimit: 1 }),
  person(7, { role: "developer" }),
]);
world.channel = { ...world.channel, operators: new Set([1, 3, 4, 5, 6, 7]) };
const department = (id: number, ...operators: number[]): [number, DepartmentConfig] => [
  id,
  { id, name: "D", operators: new Set(operators), hours: null },
];
world.departments = new Map([department(1, 2, 3), department(2, 1)]);
const { config } = world.scene();
const presences: Record<number, Presence> = { 1: "online", 2: "away", 3: "online", 4: "online", 5: "online", 7: "online" };
const presence = (id: number): Presence => presences[id] ?? "offline";
const spot = { channel: { id: 5 }, department: null };

describe("who may take a chat", () => {
  it("[CORE-037] names everybody once: eligible, or with every reason why not", () => {
    const openChats = new Map([
      [3, 2],
      [6, 5],
      [1, 50],
    ]);
    expect(eligibility(config, spot, { presence, openChats })).toEqual({
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
    expect(eligibility(config, { ...spot, department: { id: 1 } }, { presence })).toMatchObject({
      eligible: [3],
      others: [
        { id: 1, reasons: ["not_in_department"] },
        { id: 2, reasons: ["not_on_channel", "away"] },
        { id: 4, reasons: ["not_on_channel", "not_in_department"] },
        { id: 6, reasons: ["not_in_department", "offline"] },
        { id: 7, reasons: ["not_on_channel", "not_in_department"] },
      ],
    });
    // A deleted department remains in its chats by name and excludes no operator.
    expect(eligibility(config, { ...spot, department: { id: 9 } }, { presence })).toEqual(eligibility(config, spot, { presence }));
    expect(
      eligibility({ ...config, departments: new Map([department(9)]) }, { ...spot, department: { id: 9 } }, { presence }).eligible,
    ).toEqual([]);
    expect(eligibility(config, { ...spot, channel: { id: 8 } }, { presence }).eligible).toEqual([]);
  });
});

describe("available", () => {
  const monday = Date.UTC(2026, 0, 5, 9);
  const online = new Set([1, 2, 4, 5, 7]);
  it("[CORE-092] one eligible operator online is enough; people who may not take it are not", () => {
    expect(isAvailable(config, spot, online, monday)).toBe(true);
    expect(isAvailable(config, spot, new Set([2, 4, 5, 7]), monday)).toBe(false);
    expect(isAvailable(config, spot, new Set(), monday)).toBe(false);
    expect(isAvailable(config, { ...spot, department: { id: 1 } }, online, monday)).toBe(false);
    expect(isAvailable(config, { ...spot, department: { id: 1 } }, new Set([3]), monday)).toBe(true);
    expect(isAvailable(config, spot, new Set([3]), monday, new Map([[3, 2]]))).toBe(false);
    expect(isAvailable({ ...config, suspended: true }, spot, online, monday)).toBe(false);
  });
  it("[CORE-092] [CORE-091] only inside the hours: the department's own, else the account's", () => {
    const closed = { timezone: "UTC", week: {}, exceptions: {} };
    const night = { ...config, hours: closed };
    expect(isAvailable(night, spot, online, monday)).toBe(false);
    const shop = { ...config.departments.get(2)!, hours: { ...closed, week: { mon: [["09:00", "10:00"] as const] } } };
    const given = { ...night, departments: new Map([[2, shop]]) };
    expect(isAvailable(given, { ...spot, department: { id: 2 } }, online, monday)).toBe(true);
    expect(isAvailable(given, { ...spot, department: { id: 2 } }, online, monday + 3_600_000)).toBe(false);
    expect(isAvailable(given, spot, online, monday)).toBe(false);
  });
});
