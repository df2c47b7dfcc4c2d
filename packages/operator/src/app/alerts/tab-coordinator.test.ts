import { expect, test } from "vitest";
import { isQuietTime } from "./tab-coordinator.ts";

const at = (hour: number, minute = 0): Date => new Date(2026, 6, 1, hour, minute);

test("[CORE-012] quiet hours silence this device by its own clock, also past midnight", () => {
  const night = { on: true, from: "22:00", to: "07:00" };
  expect(
    [at(21, 59), at(22), at(3), at(6, 59), at(7)].map((time) => isQuietTime(night, time)),
  ).toEqual([false, true, true, true, false]);
  const lunch = { on: true, from: "12:00", to: "13:00" };
  expect([at(11, 59), at(12), at(12, 59), at(13)].map((time) => isQuietTime(lunch, time))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isQuietTime({ ...night, on: false }, at(23))).toBe(false);
});
