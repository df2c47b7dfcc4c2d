import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Hours } from "../ports.ts";
import { hoursFor, isOpen, nextOpening, openMs } from "./open.ts";

const at = (text: string): number => Date.parse(text);
const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const hours = (week: Hours["week"], more: Partial<Hours> = {}): Hours => ({ timezone: "Europe/Berlin", week, exceptions: {}, ...more });

describe("open", () => {
  it("[CORE-090] no hours: always open, and no next opening", () => {
    expect(isOpen(null, 0)).toBe(true);
    expect(nextOpening(null, 0)).toBeNull();
  });
  it.each([
    ["2026-01-05T07:59:59Z", false],
    ["2026-01-05T08:00:00Z", true],
    ["2026-01-05T11:59:59Z", true],
    ["2026-01-05T12:00:00Z", false],
    ["2026-01-05T13:00:00Z", true],
    ["2026-01-05T16:59:59Z", true],
    ["2026-01-05T17:00:00Z", false],
    ["2026-01-06T10:00:00Z", false],
    ["2026-07-06T07:00:00Z", true],
    ["2026-07-06T06:59:59Z", false],
  ])("[CORE-090] several intervals of a weekday in the zone's own time: %s", (when, open) => {
    const mondays = hours({
      mon: [
        ["09:00", "13:00"],
        ["14:00", "18:00"],
      ],
    });
    expect(isOpen(mondays, at(when))).toBe(open);
  });
  it.each([
    ["2026-01-09T20:59:00Z", false],
    ["2026-01-09T21:00:00Z", true],
    ["2026-01-10T04:59:00Z", true],
    ["2026-01-10T05:00:00Z", false],
    ["2026-01-10T21:00:00Z", false],
  ])("[CORE-090] an interval past midnight belongs to the day it began: %s", (when, open) => {
    expect(isOpen(hours({ fri: [["22:00", "06:00"]] }), at(when))).toBe(open);
  });
  it("[CORE-090] a date replaces its weekday: closed, or open at other times; the night before still ends in it", () => {
    const given = hours(Object.fromEntries(days.map((day) => [day, [["22:00", "02:00"]] as const])), {
      exceptions: { "2026-12-24": [["10:00", "12:00"]], "2026-12-25": [] },
    });
    expect(isOpen(given, at("2026-12-24T00:30:00Z"))).toBe(true);
    expect(isOpen(given, at("2026-12-24T10:30:00Z"))).toBe(true);
    expect(isOpen(given, at("2026-12-24T21:30:00Z"))).toBe(false);
    expect(isOpen(given, at("2026-12-25T21:30:00Z"))).toBe(false);
    expect(isOpen(given, at("2026-12-26T21:30:00Z"))).toBe(true);
    expect(nextOpening(given, at("2026-12-24T11:00:00Z"))).toBe(at("2026-12-26T21:00:00Z"));
  });
  it("[CORE-090] 24:00 ends the day, equal times mean the whole day", () => {
    expect(isOpen(hours({ mon: [["18:00", "24:00"]] }), at("2026-01-05T22:59:00Z"))).toBe(true);
    expect(isOpen(hours({ mon: [["18:00", "24:00"]] }), at("2026-01-05T23:00:00Z"))).toBe(false);
    expect(isOpen(hours({ mon: [["00:00", "00:00"]] }), at("2026-01-04T23:00:00Z"))).toBe(true);
    expect(isOpen(hours({ mon: [["00:00", "00:00"]] }), at("2026-01-05T23:00:00Z"))).toBe(false);
  });
  it("[CORE-090] clocks put forward: the hour that does not exist is not open, what begins in it opens when clocks go on", () => {
    const sundays = hours({ sun: [["02:30", "04:00"]] });
    expect(isOpen(sundays, at("2026-03-29T00:59:00Z"))).toBe(false);
    expect(isOpen(sundays, at("2026-03-29T01:00:00Z"))).toBe(true);
    expect(isOpen(sundays, at("2026-03-29T01:59:00Z"))).toBe(true);
    expect(isOpen(sundays, at("2026-03-29T02:00:00Z"))).toBe(false);
    expect(nextOpening(sundays, at("2026-03-28T12:00:00Z"))).toBe(at("2026-03-29T01:00:00Z"));
  });
  it("[CORE-090] clocks put back: the hour shown twice is open twice; 09:00 stays 09:00", () => {
    const sundays = hours({
      sun: [
        ["02:00", "02:30"],
        ["09:00", "10:00"],
      ],
    });
    expect(isOpen(sundays, at("2026-10-25T00:15:00Z"))).toBe(true);
    expect(isOpen(sundays, at("2026-10-25T00:45:00Z"))).toBe(false);
    expect(isOpen(sundays, at("2026-10-25T01:15:00Z"))).toBe(true);
    expect(nextOpening(sundays, at("2026-10-25T00:45:00Z"))).toBe(at("2026-10-25T01:00:00Z"));
    expect(nextOpening(sundays, at("2026-10-25T01:45:00Z"))).toBe(at("2026-10-25T08:00:00Z"));
  });
  it("[CORE-090] never open within 400 days: no next opening, found soon", () => {
    expect(nextOpening(hours({}), at("2026-01-05T00:00:00Z"))).toBeNull();
    expect(nextOpening(hours({}, { exceptions: { "2026-12-31": [["10:00", "11:00"]] } }), at("2026-01-05T00:00:00Z"))).toBe(
      at("2026-12-31T09:00:00Z"),
    );
    expect(nextOpening(hours({}, { exceptions: { "2030-12-31": [["10:00", "11:00"]] } }), at("2026-01-05T00:00:00Z"))).toBeNull();
  });
  it("[CORE-090] a zone that does not exist is refused, not guessed", () => {
    expect(() => isOpen(hours({}, { timezone: "Mars/Base" }), 0)).toThrow(RangeError);
  });
});

describe("whose hours", () => {
  const own = hours({ mon: [["09:00", "10:00"]] });
  const accounts = hours({ tue: [["09:00", "10:00"]] });
  const department = (id: number, its: Hours | null) => [id, { id, name: "D", operators: new Set<number>(), hours: its }] as const;
  const config = { hours: accounts, departments: new Map([department(1, own), department(2, null)]) };
  it("[CORE-091] a department's own hours replace the account's", () => {
    expect(hoursFor(config, 1)).toBe(own);
    expect(hoursFor(config, 2)).toBe(accounts);
    expect(hoursFor(config, null)).toBe(accounts);
    expect(hoursFor(config, 3)).toBe(accounts);
    expect(hoursFor({ ...config, hours: null }, 2)).toBeNull();
  });
  it("[CORE-091] a widget's own hours replace the account's, and a department's those of the widget", () => {
    const hours = { timezone: "Asia/Tokyo", week: {}, exceptions: {} };
    const sites = { ...config, channels: new Map([[9, { widget: { hours } }]]) } as unknown as Parameters<typeof hoursFor>[0];
    expect(hoursFor(sites, 1, 9)).toBe(own);
    expect(hoursFor(sites, 2, 9)?.timezone).toBe("Asia/Tokyo");
    expect(hoursFor(sites, null, 8)).toBe(accounts);
  });
});

// A slow reference implementation: local time in Swedish format, checked minute by minute.
const clocks = new Map<string, Intl.DateTimeFormat>();
function wall(zone: string, when: number): { date: string; weekday: (typeof days)[number]; minute: number; before: string } {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  clocks.set(zone, clock);
  const [date = "", time = ""] = clock.format(when).split(" ");
  const noon = new Date(`${date}T12:00:00Z`);
  const before = new Date(noon.getTime() - 86_400_000).toISOString().slice(0, 10);
  return { date, weekday: days[(noon.getUTCDay() + 6) % 7] ?? "mon", minute: minutes(time), before };
}
const minutes = (time: string): number => Number(time.split(":")[0]) * 60 + Number(time.split(":")[1]);
function slowIsOpen(given: Hours, when: number): boolean {
  const { date, weekday, minute, before } = wall(given.timezone, when);
  const listOf = (day: string, name: (typeof days)[number]) => given.exceptions[day] ?? given.week[name] ?? [];
  const yesterday = days[(days.indexOf(weekday) + 6) % 7] ?? "mon";
  const passes = ([from, to]: readonly [string, string]) => minutes(to) <= minutes(from);
  const today = listOf(date, weekday).some((i) => minute >= minutes(i[0]) && (passes(i) || minute < minutes(i[1])));
  return today || listOf(before, yesterday).some((i) => passes(i) && minute < minutes(i[1]));
}

describe("against a slow oracle", () => {
  /** 60 if LONG is set. */
  const numRuns = process.env["LONG"] === undefined ? 15 : 60;
  const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia", "UTC", "America/St_Johns"];
  // Days around clock changes of these zones, and ordinary days.
  const moments = ["2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01", "2026-06-15", "2026-12-31"];
  const time = fc
    .integer({ min: 0, max: 1439 })
    .map((m) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`);
  const intervals = fc.array(fc.tuple(time, time), { maxLength: 3 });
  const given = fc.record({
    timezone: fc.constantFrom(...zones),
    week: fc.record(Object.fromEntries(days.map((day) => [day, intervals])), { requiredKeys: [] }),
    exceptions: fc.dictionary(fc.constantFrom(...moments), intervals, { maxKeys: 3 }),
  });
  it("[CORE-090] every minute of two days agrees, and the next opening is the first open minute", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(given, fc.constantFrom(...moments), fc.integer({ min: 0, max: 1439 }), (some, date, minute) => {
        const hoursGiven = some as Hours;
        const start = at(`${date}T00:00:00Z`) + minute * 60_000;
        let first: number | null = null;
        for (let n = 0; n < 2 * 1440; n += 1) {
          const when = start + n * 60_000;
          const open = slowIsOpen(hoursGiven, when);
          if (isOpen(hoursGiven, when) !== open) throw new Error(`${new Date(when).toISOString()}: ${open}`);
          if (open && first === null) first = when;
        }
        const next = nextOpening(hoursGiven, start);
        if (first === start) expect(next).toBeNull();
        else if (first !== null) expect(next).toBe(first);
        else expect(next ?? Number.MAX_SAFE_INTEGER).toBeGreaterThanOrEqual(start + 2 * 86_400_000);
      }),
      { numRuns, seed: 20261120 },
    );
  });
  it("[API-074] open time between two moments is the number of open minutes between them", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(
        given,
        fc.constantFrom(...moments),
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 3000 }),
        (some, date, minute, long) => {
          const hoursGiven = some as Hours;
          const start = at(`${date}T00:00:00Z`) + minute * 60_000;
          let open = 0;
          for (let n = 0; n < long; n += 1) if (slowIsOpen(hoursGiven, start + n * 60_000)) open += 60_000;
          expect(openMs(hoursGiven, start, start + long * 60_000)).toBe(open);
        },
      ),
      { numRuns, seed: 20261120 },
    );
    expect(openMs(null, 5, 9)).toBe(4);
    expect(openMs(null, 9, 5)).toBe(0);
  });
});
