import { expect, it } from "vitest";
import { getWaitSeverity } from "./wait-limits.tsx";

it("[API-041] [API-296] a timer turns amber and red at the account's limits, 0 leaves a colour out", () => {
  const tones = (warnMs: number, overdueMs: number) =>
    [29_999, 30_000, 120_000].map((waited) => getWaitSeverity(waited, { warnMs, overdueMs }));
  expect(tones(30_000, 120_000)).toEqual(["", "warn", "bad"]);
  expect(tones(0, 120_000)).toEqual(["", "", "bad"]);
  expect(tones(30_000, 0)).toEqual(["", "warn", "warn"]);
  expect(tones(0, 0)).toEqual(["", "", ""]);
});
