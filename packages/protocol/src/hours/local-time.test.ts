import { expect, it } from "vitest";
import { findNextTimeOfDay } from "./local-time.ts";

const find = (time: string, now: string): string =>
  new Date(findNextTimeOfDay("Europe/Berlin", time, Date.parse(now))).toISOString();

it("[STATUS-002] the next time of day is today or tomorrow, in the zone", () => {
  expect(find("14:00", "2026-11-26T12:59:59Z")).toBe("2026-11-26T13:00:00.000Z");
  expect(find("14:00", "2026-11-26T13:00:00Z")).toBe("2026-11-27T13:00:00.000Z");
  expect(find("00:30", "2026-11-26T23:15:00Z")).toBe("2026-11-26T23:30:00.000Z");
});

it("[STATUS-002] a change of the clocks before the time of day counts, and a skipped time is later", () => {
  expect(find("14:00", "2026-03-28T20:00:00Z")).toBe("2026-03-29T12:00:00.000Z");
  expect(find("14:00", "2026-10-24T20:00:00Z")).toBe("2026-10-25T13:00:00.000Z");
  expect(find("02:30", "2026-03-28T20:00:00Z")).toBe("2026-03-29T01:30:00.000Z");
});
