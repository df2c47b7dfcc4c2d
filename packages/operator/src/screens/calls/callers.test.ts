import { expect, it } from "vitest";
import { listCallers } from "./callers.ts";

const createOperator = (id: number, name: string, more: object = {}) =>
  ({ id, name, answers_chats: true, active: true, presence: "online", ...more }) as Parameters<
    typeof listCallers
  >[0][number];

it("[CORE-193] people who can call: in a call, ringing, available, away; nobody who is offline, deactivated or may not answer", () => {
  const people = [
    createOperator(1, "Priya"),
    createOperator(2, "Ivan"),
    createOperator(3, "Sofia", { presence: "offline" }),
    createOperator(4, "Anna", { presence: "away" }),
    createOperator(5, "Gone", { presence: "offline" }),
    createOperator(6, "Left", { active: false }),
    createOperator(7, "Vera", { answers_chats: false }),
    createOperator(8, "Bella"),
  ];
  const running = [
    { operator: { id: 3, name: "Sofia" }, client_connected_at: "2026-11-21T10:03:02Z" },
    { operator: { id: 2, name: "Ivan" } },
  ];
  const rows = listCallers(people, ({ presence }) => presence, running);
  expect(rows.map(({ operator, state }) => `${operator.name} ${state}`)).toEqual([
    "Sofia talking",
    "Ivan ringing",
    "Bella available",
    "Priya available",
    "Anna away",
  ]);
});
