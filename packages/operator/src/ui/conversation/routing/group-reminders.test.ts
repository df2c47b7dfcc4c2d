import type { Message } from "@parlour/protocol";
import { expect, it } from "vitest";
import { groupReminders } from "./RoutingCard.tsx";

it("[CORE-035] reminders that follow each other stand together, other lines alone", () => {
  const codes = [
    "offered",
    "ladder_remind",
    "ladder_remind",
    "accepted",
    "ladder_remind",
    "left",
    "left",
  ];
  const lines = codes.map((code, index) => ({ seq: index + 1, line: { code } }) as Message);
  expect(groupReminders(lines).map((some) => some.map(({ seq }) => seq))).toEqual([
    [1],
    [2, 3],
    [4],
    [5],
    [6],
    [7],
  ]);
  expect(groupReminders([])).toEqual([]);
});
