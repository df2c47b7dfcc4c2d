import { describe, expect, it } from "vitest";
import {
  validateHours,
  toHoursValues,
  passesMidnight,
  createDefaultHours,
  toApiHours,
  type HoursValues,
  type TimeRange,
} from "./hours-form.ts";

const hoursOnMonday = (...ranges: TimeRange[]): HoursValues => ({
  timezone: "Europe/Berlin",
  week: { mon: ranges, tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] },
  exceptions: [],
});

describe("working hours form", () => {
  it("[CORE-090] what was read is sent back as it was, closed weekdays left out", () => {
    const wire = {
      timezone: "Europe/Berlin",
      week: { mon: ["09:00-12:00", "13:00-18:00"], fri: ["22:00-06:00"] },
      exceptions: { "2026-12-24": ["09:00-12:00"], "2026-12-25": [] },
      exception_details: { "2026-12-25": { name: "Christmas", until: "2027-01-02" } },
    };
    expect(toApiHours(toHoursValues(wire))).toEqual(wire);
    expect(
      toHoursValues({ ...wire, exceptions: { "2027-01-01": [], "2026-12-25": [] } }).exceptions.map(
        (day) => day.date,
      ),
    ).toEqual(["2026-12-25", "2027-01-01"]);
  });
  it("[CORE-090] takes one digit hours and an end of 24:00, refuses what is no time", () => {
    expect(toApiHours(hoursOnMonday(["9:00", "24:00"])).week).toEqual({ mon: ["09:00-24:00"] });
    const valid: TimeRange[] = [
      ["9:00", "24:00"],
      ["22:00", "6:00"],
      ["00:00", "24:00"],
    ];
    const invalid: TimeRange[] = [
      ["24:00", "06:00"],
      ["9", "18"],
      ["09:60", "18:00"],
      ["", "18:00"],
      ["09:00", "9:00"],
    ];
    expect(valid.map((range) => validateHours(hoursOnMonday(range)))).toEqual([null, null, null]);
    expect(invalid.map((range) => validateHours(hoursOnMonday(range)) === null)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(
      [
        validateHours({ ...hoursOnMonday(), timezone: "Mars/Olympus" }),
        validateHours({ ...hoursOnMonday(), timezone: "" }),
      ].map((fault) => fault === null),
    ).toEqual([false, false]);
    expect(validateHours(createDefaultHours())).toBeNull();
  });
  it.each<[string, string, string, string | null]>([
    ["2026-12-24", "2027-01-02", "2027-01-03", null],
    ["2026-12-24", "2027-01-02", "2027-01-02", "share a day"],
    ["2026-12-24", "2026-12-23", "2027-01-02", "before its first day"],
    ["2026-12-24", "2027-12-25", "2028-01-02", "at most 366 days"],
    ["2026-12-24", "2 Jn", "2027-01-02", "No date found in “2 Jn”"],
  ])("[CORE-385] checks the days %s – %s and %s", (date, until, next, error) => {
    const day = { name: "", spans: [] };
    const exceptions = [
      { ...day, date: next, until: next },
      { ...day, date, until },
    ];
    const fault = validateHours({ ...hoursOnMonday(), exceptions });
    expect(error === null ? fault : fault?.includes(error)).toBe(error === null ? null : true);
  });
  it("[CORE-090] says when an interval passes midnight", () => {
    expect([
      passesMidnight(["22:00", "06:00"]),
      passesMidnight(["9:00", "18:00"]),
      passesMidnight(["", ""]),
    ]).toEqual([true, false, false]);
  });
});
