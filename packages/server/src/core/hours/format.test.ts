import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { parseHours, parseStoredHours, formatHours, type HoursFields } from "./format.ts";

const findError = (form: Partial<HoursFields>): string | null => {
  const parsed = parseHours({ timezone: "UTC", week: {}, ...form });
  return "fault" in parsed ? parsed.part : null;
};

describe("[CORE-090] the form of working hours", () => {
  it("[CORE-090] names of zones, in no other form", () => {
    for (const zone of [
      "UTC",
      "Europe/London",
      "America/Argentina/Buenos_Aires",
      "Etc/GMT+5",
      "Asia/Kolkata",
    ])
      expect(findError({ timezone: zone }), zone).toBe(null);
    for (const zone of [
      "",
      "+01:00",
      "-0800",
      "Europe/Lodnon",
      "London",
      "../etc/passwd",
      "UTC\u0000",
      " UTC",
      "x".repeat(5_000),
    ])
      expect(findError({ timezone: zone }), zone).toBe("timezone");
  });
  it("[CORE-090] intervals of two times of the day, 24:00 only as an end, also past midnight", () => {
    for (const text of ["00:00-24:00", "09:00-18:00", "22:00-06:00", "23:59-00:00", "12:00-12:00"])
      expect(findError({ week: { mon: [text] } }), text).toBe(null);
    for (const text of [
      "24:00-06:00",
      "9:00-18:00",
      "09:00-24:01",
      "09:60-10:00",
      "09:00–18:00",
      "09:00-18:00 ",
      "",
      "09:00",
      "09:00-18:00-20:00",
    ])
      expect(findError({ week: { sun: ["10:00-11:00", text] } }), text).toBe("week.sun");
  });
  it("[CORE-090] dates that exist", () => {
    for (const date of ["2026-12-24", "2028-02-29"])
      expect(findError({ exceptions: { [date]: [] } }), date).toBe(null);
    for (const date of [
      "2026-02-29",
      "2026-13-01",
      "26-12-24",
      "2026-12-24T00:00",
      "__proto__x",
      "tomorrow",
    ])
      expect(findError({ exceptions: { [date]: [] } }), date).toBe("exceptions");
    expect(findError({ exceptions: { "2026-12-24": ["9-18"] } })).toBe("exceptions.2026-12-24");
  });
  it("[CORE-385] names and last days of exceptions; two exceptions share no day", () => {
    const exceptions = { "2026-12-24": [], "2026-12-31": ["09:00-13:00"] };
    const find = (details: HoursFields["exception_details"]) =>
      findError({ exceptions, ...(details && { exception_details: details }) });
    const christmas = "exception_details.2026-12-24";
    expect(find({ "2026-12-24": { until: "2026-12-30", name: "Christmas" } })).toBe(null);
    expect(find({ "2026-12-31": { until: "2027-12-31" } })).toBe(null);
    expect(find({ "2026-12-31": { until: "2028-01-01" } })).toBe(
      "exception_details.2026-12-31.until",
    );
    expect(find({ "2026-12-24": { until: "2026-12-31" } })).toBe(`${christmas}.until`);
    expect(find({ "2026-12-24": { until: "2026-12-23" } })).toBe(`${christmas}.until`);
    expect(find({ "2026-12-24": { until: "2026-02-30" } })).toBe(`${christmas}.until`);
    expect(find({ "2026-12-26": { name: "Boxing Day" } })).toBe("exception_details.2026-12-26");
  });
  it("[CORE-385] keeps what has a value, in order, and reads it as stored by widgets", () => {
    const form = {
      timezone: "UTC",
      week: {},
      exceptions: { "2027-05-01": [], "2026-12-24": [], "2026-12-31": [] },
      exception_details: {
        "2027-05-01": { until: "2027-05-01" },
        "2026-12-31": { name: " New Year ", until: "2027-01-01" },
        "2026-12-24": {},
      },
    };
    const parsed = parseHours(form);
    if ("fault" in parsed) throw new Error(parsed.fault);
    expect(formatHours(parsed.hours).exception_details).toEqual({
      "2026-12-31": { name: "New Year", until: "2027-01-01" },
    });
    expect(parseStoredHours(form).exceptionDetails).toEqual(parsed.hours.exceptionDetails);
  });
  it("[CORE-090] what was read is written again as it was, in one order", () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([h, m]) => `${padTwo(h)}:${padTwo(m)}`);
    const interval = fc
      .tuple(time, fc.oneof(time, fc.constant("24:00")))
      .map(([from, to]) => `${from}-${to}`);
    const list = fc.array(interval, { maxLength: 4 });
    const day = fc
      .integer({ min: 0, max: 20_000 })
      .map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));
    const form = fc.record({
      timezone: fc.constantFrom("UTC", "Asia/Tokyo", "America/New_York"),
      week: fc.dictionary(
        fc.constantFrom("mon", "tue", "wed", "thu", "fri", "sat", "sun"),
        list.filter((l) => l.length > 0),
      ),
      exceptions: fc.dictionary(day, list),
    });
    fc.assert(
      fc.property(form, (input) => {
        const parsed = parseHours(input);
        if ("fault" in parsed) throw new Error(parsed.fault);
        const formatted = formatHours(parsed.hours);
        expect(formatted).toEqual(input);
        expect(Object.keys(formatted.exceptions)).toEqual(Object.keys(input.exceptions).toSorted());
        expect(parseHours(formatted)).toEqual(parsed);
      }),
    );
  });
});
const padTwo = (n: number): string => String(n).padStart(2, "0");
