import type { VisitorWithActivity } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { countChanges, mergePages, appendNewRows } from "./paused-list.ts";

const row = (number: number, last_seen_at = "2026-01-05T09:00:00.000Z") =>
  ({ number, last_seen_at }) as VisitorWithActivity;

test("[API-030] what a held list keeps back is counted: new, moved and changed rows, not those that were pushed down", () => {
  const shown = [row(3), row(2), row(1)];
  expect(countChanges(shown, shown)).toBe(0);
  expect(countChanges(shown, [row(4), ...shown])).toBe(1);
  expect(countChanges(shown, [row(1, "2026-01-05T09:01:00.000Z"), row(3), row(2)])).toBe(1);
  expect(countChanges(shown, [row(2), row(3), row(1)])).toBe(1);
  expect(countChanges([], shown)).toBe(3);
});

test("[CORE-146] a held list shows rows that are added at its end, and keeps back those that would move others", () => {
  const shown = [row(3), row(2)];
  expect(appendNewRows(shown, [row(3), row(2), row(5), row(6)]).map((one) => one.number)).toEqual([
    3, 2, 5, 6,
  ]);
  expect(appendNewRows(shown, [row(9), row(2), row(3), row(5)]).map((one) => one.number)).toEqual([
    3, 2, 5,
  ]);
  expect(appendNewRows(shown, [row(3)]).map((one) => one.number)).toEqual([3, 2]);
  expect(appendNewRows([], [row(1)]).map((one) => one.number)).toEqual([1]);
});

test("[API-030] older rows stand behind the newest ones, each visitor once", () => {
  expect(mergePages([row(2), row(9)], [row(9), row(8)]).map((one) => one.number)).toEqual([
    2, 9, 8,
  ]);
});
