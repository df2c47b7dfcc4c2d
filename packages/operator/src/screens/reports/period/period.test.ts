import { expect, it } from "vitest";
import { getDayByKey, getFirstWeekday, weeksOfMonth } from "./calendar-days.ts";
import {
  parsePeriod,
  validatePeriod,
  countDays,
  toPeriodParams,
  findPreset,
  getPresetPeriod,
  periodPresets,
  getToday,
} from "./period.ts";
import { parseDay } from "./typed-day.ts";

const today = "2026-11-21";
const read = (text: string, region = "en-GB") => parseDay(text, today, region);

it.each([
  "25 Oct",
  "25 october",
  "25 Oct 2026",
  "25. Oct",
  "Oct 25",
  "October 25, 2026",
  "25.10.",
  "25.10",
  "25.10.26",
  "25.10.2026",
  "25/10",
  "25/10/2026",
  "25-10-2026",
  "2026-10-25",
  "2026-10-25 ",
  "25 окт.",
  "25 октября",
  "25 октября 2026 г.",
  "25 Октябрь 2026",
])("[CORE-192] a typed day is understood in the usual spellings: %s", (text) =>
  expect(read(text)).toBe("2026-10-25"),
);

it("[CORE-192] [CORE-216] a typed day without a year is never in the future, and the region decides the order of 10/11", () => {
  expect([read("today"), read("Yesterday"), read("сегодня"), read("вчера")]).toEqual([
    today,
    "2026-11-20",
    today,
    "2026-11-20",
  ]);
  expect([read("25 Dec"), read("21.11."), read("22.11."), read("29 feb")]).toEqual([
    "2025-12-25",
    today,
    "2025-11-22",
    "2024-02-29",
  ]);
  expect([read("10/11"), read("10/11", "en-US"), read("10/25/26", "en-US")]).toEqual([
    "2026-11-10",
    "2026-10-11",
    "2026-10-25",
  ]);
  expect([read("3 мая"), read("3 май"), read("1 сент. 2026"), read("3 May")]).toEqual([
    "2026-05-03",
    "2026-05-03",
    "2026-09-01",
    "2026-05-03",
  ]);
  for (const text of [
    "",
    "25",
    "oct",
    "31 Feb 2026",
    "32.1.",
    "25.13.",
    "2026-02-30",
    "25 Jx",
    "5 m",
    "0.0.",
    "tomorrow",
    "<b>",
    "12 12 12",
  ])
    expect(read(text), text).toBeNull();
});

it("[CORE-192] [CORE-216] presets are days up to today or whole months, and are recognised by their days", () => {
  for (const preset of periodPresets)
    expect(findPreset(getPresetPeriod(preset, today), today)).toBe(preset);
  expect(getPresetPeriod("last28", today)).toEqual({ from: "2026-10-25", to: today });
  expect(getPresetPeriod("month", today)).toEqual({ from: "2026-11-01", to: today });
  expect(getPresetPeriod("lastmonth", "2026-01-31")).toEqual({
    from: "2025-12-01",
    to: "2025-12-31",
  });
  expect(countDays(getPresetPeriod("last91", today))).toBe(91);
  expect(findPreset({ from: "2026-10-24", to: today }, today)).toBeNull();
});

it("[CORE-192] [CORE-216] a period must end before tomorrow, not before it begins, and have at most 400 days", () => {
  expect(validatePeriod({ from: "2026-11-02", to: "2026-11-01" }, today)).toBe("order");
  expect(validatePeriod({ from: "2026-11-02", to: "2026-11-22" }, today)).toBe("future");
  expect(validatePeriod({ from: "2025-10-18", to: today }, today)).toBeNull();
  expect(validatePeriod({ from: "2025-10-17", to: today }, today)).toBe("long");
});

it("[CORE-192] the address keeps days up to today as their number, other days as dates", () => {
  expect(toPeriodParams({ from: "2026-10-25", to: today }, today)).toEqual({ last: "28" });
  expect(toPeriodParams({ from: "2026-11-01", to: today }, today)).toEqual({
    from: "2026-11-01",
    to: today,
  });
  expect([parsePeriod({}, today), parsePeriod({ last: "1" }, today)]).toEqual([
    { from: "2026-10-25", to: today },
    { from: today, to: today },
  ]);
  expect(parsePeriod({ from: "2026-01-01", to: "2026-01-02", last: "7" }, today)).toEqual({
    from: "2026-01-01",
    to: "2026-01-02",
  });
  const midnight = Date.parse("2026-11-21T23:30:00Z");
  expect([
    getToday("UTC", midnight),
    getToday("Europe/Berlin", midnight),
    getToday("Nowhere/At_All", midnight),
  ]).toEqual([today, "2026-11-22", today]);
});

it("[CORE-192] a month has whole weeks from the first day of the region", () => {
  const october = weeksOfMonth("2026-10", 1);
  expect(october).toHaveLength(5);
  expect(october[0]).toEqual([
    null,
    null,
    null,
    "2026-10-01",
    "2026-10-02",
    "2026-10-03",
    "2026-10-04",
  ]);
  expect(october.flat().filter((day) => day !== null)).toHaveLength(31);
  expect(weeksOfMonth("2026-11", 7)[0]?.[0]).toBe("2026-11-01");
  expect(weeksOfMonth("2026-02", 7).flat()).toHaveLength(28);
  expect([getFirstWeekday("ru"), getFirstWeekday("en-GB"), getFirstWeekday("en-US")]).toEqual([
    1, 1, 7,
  ]);
});

it("[CORE-192] [CORE-217] keys of the calendar move by day, week and month, within the week, and never past today", () => {
  const keys = { firstDay: 1, last: today };
  const by = (key: string, date = "2026-10-25") => getDayByKey(key, date, keys);
  expect([by("ArrowLeft"), by("ArrowRight"), by("ArrowUp"), by("ArrowDown")]).toEqual([
    "2026-10-24",
    "2026-10-26",
    "2026-10-18",
    "2026-11-01",
  ]);
  expect([by("Home"), by("End"), by("PageUp"), by("PageDown")]).toEqual([
    "2026-10-19",
    "2026-10-25",
    "2026-09-25",
    today,
  ]);
  expect([by("PageUp", "2026-10-31"), by("ArrowRight", today), by("a")]).toEqual([
    "2026-09-30",
    today,
    null,
  ]);
  expect(getDayByKey("Home", "2026-10-25", { firstDay: 7, last: today })).toBe("2026-10-25");
});
