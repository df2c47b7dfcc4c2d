import { expect, it } from "vitest";
import { formatTime } from "./create.ts";

it("[API-001] times have the format of toISOString, in any order", () => {
  const times = [
    0, 1, 999, 1_000, 1_767_225_599_999, 1_767_225_600_000, 1_767_225_600_007.9, 60_050,
  ];
  for (const ms of [...times, ...times.toReversed(), -1, -1_000, 253_402_300_800_000])
    expect(formatTime(ms), String(ms)).toBe(new Date(Math.floor(ms)).toISOString());
});
