import { expect, it } from "vitest";
import { dayMs } from "@parlour/protocol/hours/local-time";
import {
  buildCalendar,
  formatDateAt,
  parseDay,
  lastDaysUntil,
  comparisonPeriod,
} from "./period.ts";

const localTime = (zone: string, at: number): { date: string; hour: number } => {
  const text = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  }).format(at);
  return { date: text.slice(0, 10), hour: Number(text.slice(11, 13)) };
};

it.each([
  // Clock changes forward, back, by half an hour and at midnight, and a date that a country
  // skipped.
  ["Europe/Berlin", "2026-03-27", "2026-03-31"],
  ["Europe/Berlin", "2026-10-23", "2026-10-27"],
  ["Australia/Lord_Howe", "2026-04-03", "2026-04-07"],
  ["Africa/Cairo", "2026-04-22", "2026-04-26"],
  ["Asia/Kolkata", "2026-01-01", "2026-01-03"],
  ["America/St_Johns", "2026-11-01", "2026-11-02"],
  ["Pacific/Apia", "2011-12-28", "2012-01-01"],
  ["UTC", "2026-02-27", "2026-03-02"],
])(
  "[API-074] in %s every moment from %s to %s belongs to the day and hour that the clock on the wall shows",
  (zone, from, to) => {
    const { days, end } = buildCalendar(zone, { from, to });
    expect([days[0]?.date, days.at(-1)?.date]).toEqual([from, to]);
    for (let at = days[0]?.start ?? 0; at < end; at += 15 * 60_000) {
      const day = days.findLast(({ start }) => start <= at);
      const hour = day?.hours.findLast(({ start }) => start <= at)?.hour;
      expect([new Date(at).toISOString(), day?.date, hour]).toEqual([
        new Date(at).toISOString(),
        ...Object.values(localTime(zone, at)),
      ]);
    }
    expect(localTime(zone, end - 1).date).toBe(to);
    expect(localTime(zone, (days[0]?.start ?? 0) - 1).date < from).toBe(true);
  },
);

it("[API-074] a period is compared with as many days before it, or with the same weekdays 52 weeks before", () => {
  const period = { from: "2026-10-24", to: "2026-11-20" };
  expect(comparisonPeriod(period, "before")).toEqual({ from: "2026-09-26", to: "2026-10-23" });
  const year = comparisonPeriod(period, "year");
  expect((parseDay(period.from) ?? 0) - (parseDay(year.from) ?? 0)).toBe(364);
  expect(new Date(year.to).getUTCDay()).toBe(new Date(period.to).getUTCDay());
  expect(lastDaysUntil("2026-03-01", 2)).toEqual({ from: "2026-02-28", to: "2026-03-01" });
});
it("[API-074] only dates of the calendar are dates; today is where the account is", () => {
  expect(
    ["2026-02-29", "2026-13-01", "2026-1-1", "26-01-01", "2026-01-01T00:00", ""].map(parseDay),
  ).toEqual([null, null, null, null, null, null]);
  expect(parseDay("2024-02-29")).toBe(Date.UTC(2024, 1, 29) / dayMs);
  const at = Date.parse("2026-11-20T23:30:00Z");
  expect([
    formatDateAt("UTC", at),
    formatDateAt("Europe/Berlin", at),
    formatDateAt("America/New_York", at),
  ]).toEqual(["2026-11-20", "2026-11-21", "2026-11-20"]);
});
