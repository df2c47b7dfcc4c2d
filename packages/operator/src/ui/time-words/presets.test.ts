import { expect, it } from "vitest";
import { listTimePresets } from "./presets.ts";

const list = (now: Date): readonly string[] =>
  listTimePresets(now.getTime()).map(
    ({ id, at }) => `${id} ${new Date(at).toDateString()}, ${new Date(at).getHours()}`,
  );

it("[SNZ-009] times that are often used are this afternoon, tomorrow morning and next Monday", () => {
  expect(list(new Date(2026, 10, 26, 10, 42))).toEqual([
    "afternoon Thu Nov 26 2026, 15",
    "tomorrow Fri Nov 27 2026, 9",
    "week Mon Nov 30 2026, 9",
  ]);
  expect(list(new Date(2026, 10, 30, 14, 30))).toEqual([
    "tomorrow Tue Dec 01 2026, 9",
    "week Mon Dec 07 2026, 9",
  ]);
});
