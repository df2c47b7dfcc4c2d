import { expect, test } from "vitest";
import { isQuietTime } from "./quiet-hours.ts";

const at = (time: string): number => Date.parse(`2026-07-01T${time}:00Z`);

test("[API-110] quiet hours are those of the operator's own clock, also past midnight", () => {
  const night = { from: "22:00", to: "07:00", timezone: "Europe/Berlin" };
  expect(
    [at("19:59"), at("20:00"), at("23:30"), at("04:59"), at("05:00"), at("12:00")].map((time) =>
      isQuietTime(night, time),
    ),
  ).toEqual([false, true, true, true, false, false]);
  const noon = { from: "12:00", to: "13:00", timezone: "UTC" };
  expect(
    [at("11:59"), at("12:00"), at("12:59"), at("13:00")].map((time) => isQuietTime(noon, time)),
  ).toEqual([false, true, true, false]);
  expect(isQuietTime({ from: "08:00", to: "08:00", timezone: "UTC" }, at("08:00"))).toBe(false);
});
