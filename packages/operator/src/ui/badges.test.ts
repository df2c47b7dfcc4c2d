import { expect, test } from "vitest";
import { getTint } from "./badges.tsx";

test("[CORE-334] a visitor's tint depends on the id alone, and all six are used alike", () => {
  expect(getTint(1_058_489_248)).toBe(getTint(1_058_489_248));
  for (const step of [1, 2, 6, 64]) {
    const counts = Array.from({ length: 6 }, () => 0);
    for (let n = 1; n <= 600; n++) counts[getTint(n * step) - 1]! += 1;
    expect(Math.min(...counts), `step ${step}`).toBeGreaterThan(60);
  }
});
