import { expect, it } from "vitest";
import { durationText, parseDuration } from "./duration.ts";

it("[CORE-035] times are typed as people say them, and read back the same", () => {
  const expected: Record<string, number | null> = {
    "30": 30,
    "30 s": 30,
    "2 min": 120,
    "2 мин": 120,
    "1 h 30 min": 5400,
    "1h30m": 5400,
    "": 0,
    "0": 0,
    soon: null,
    "5 parsecs": null,
    "-3": null,
    "1.5 h": null,
    "5 constructor": null,
  };
  for (const [text, seconds] of Object.entries(expected))
    expect(parseDuration(text), text).toBe(seconds);
  for (const seconds of [0, 30, 90, 300, 1800, 5400, 86_400, 172_800, 90_061])
    expect(parseDuration(durationText(seconds)), durationText(seconds)).toBe(seconds);
  expect([durationText(86_400), durationText(172_800), durationText(90)]).toEqual([
    "24 h",
    "2 d",
    "1 min 30 s",
  ]);
});
