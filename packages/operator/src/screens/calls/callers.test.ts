import { expect, it } from "vitest";
import { callers } from "./callers.ts";

const person = (id: number, name: string, more: object = {}) =>
  ({ id, name, role: "operator", active: true, presence: "online", ...more }) as Parameters<typeof callers>[0][number];

it("[CORE-193] people who can call: in a call, ringing, available, away; nobody who is offline, deactivated or may not answer", () => {
  const people = [
    person(1, "Priya"),
    person(2, "Ivan"),
    person(3, "Sofia", { presence: "offline" }),
    person(4, "Anna", { presence: "away" }),
    person(5, "Gone", { presence: "offline" }),
    person(6, "Left", { active: false }),
    person(7, "Vera", { role: "viewer" }),
    person(8, "Bella"),
  ];
  const running = [
    { operator: { id: 3, name: "Sofia" }, client_connected_at: "2026-11-21T10:03:02Z" },
    { operator: { id: 2, name: "Ivan" } },
  ];
  const rows = callers(people, ({ presence }) => presence, running);
  expect(rows.map(({ operator, state }) => `${operator.name} ${state}`)).toEqual([
    "Sofia talking",
    "Ivan ringing",
    "Bella available",
    "Priya available",
    "Anna away",
  ]);
});
