import { expect, it } from "vitest";
import { getRunLength } from "./run-reports.ts";

it("[CH-129] a run is as long as 50 ms of responses, at most 16, and shorter beside many lanes", () => {
  expect(getRunLength(0, 1)).toBe(16);
  expect(getRunLength(10, 1)).toBe(6);
  expect(getRunLength(51, 1)).toBe(1);
  expect(getRunLength(1, 64)).toBe(8);
  expect(getRunLength(1, 4_096)).toBe(1);
});
