import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import {
  addOpenTime,
  isOpen,
  nextClosing,
  nextOpening,
  openDurationMs,
} from "@parlour/protocol/hours/open-hours";
import { effectiveHours } from "./effective-hours.ts";

const parseTime = (text: string): number => Date.parse(text);
const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const createHours = (
  week: OpeningHours["week"],
  more: Partial<OpeningHours> = {},
): OpeningHours => ({
  timezone: "Europe/Berlin",
  week,
  exceptions: {},
  ...more,
});

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
  ])("[CORE-090] several intervals of a weekday in the zone's own time: %s", (timeMs, open) => {
    const mondays = createHours({
      mon: [
        ["09:00", "13:00"],
        ["14:00", "18:00"],
      ],
    });
    expect(isOpen(mondays, parseTime(timeMs))).toBe(open);
  });
  it.each([
    ["2026-01-09T20:59:00Z", false],
    ["2026-01-09T21:00:00Z", true],
    ["2026-01-10T04:59:00Z", true],
    ["2026-01-10T05:00:00Z", false],
    ["2026-01-10T21:00:00Z", false],
  ])("[CORE-090] an interval past midnight belongs to the day it began: %s", (timeMs, open) => {
    expect(isOpen(createHours({ fri: [["22:00", "06:00"]] }), parseTime(timeMs))).toBe(open);
  });
  it("[CORE-090] a date replaces its weekday: closed, or open at other times; the night before still ends in it", () => {
    const schedule = createHours(
      Object.fromEntries(days.map((day) => [day, [["22:00", "02:00"]] as const])),
      {
        exceptions: { "2026-12-24": [["10:00", "12:00"]], "2026-12-25": [] },
      },
    );
    expect(isOpen(schedule, parseTime("2026-12-24T00:30:00Z"))).toBe(true);
    expect(isOpen(schedule, parseTime("2026-12-24T10:30:00Z"))).toBe(true);
    expect(isOpen(schedule, parseTime("2026-12-24T21:30:00Z"))).toBe(false);
    expect(isOpen(schedule, parseTime("2026-12-25T21:30:00Z"))).toBe(false);
    expect(isOpen(schedule, parseTime("2026-12-26T21:30:00Z"))).toBe(true);
    expect(nextOpening(schedule, parseTime("2026-12-24T11:00:00Z"))).toBe(
      parseTime("2026-12-26T21:00:00Z"),
    );
  });
  it("[CORE-385] an exception lasts until its last day in the zone's own time, also over new year", () => {
    const daily = Object.fromEntries(days.map((day) => [day, [["09:00", "18:00"]] as const]));
    const schedule = createHours(daily, {
      exceptions: { "2026-12-24": [], "2026-12-23": [["09:00", "12:00"]] },
      exceptionDetails: { "2026-12-24": { name: "Christmas", until: "2027-01-02" } },
    });
    const openAtNoon = (date: string) => isOpen(schedule, parseTime(`${date}T10:59:00Z`));
    expect(
      ["2026-12-23", "2026-12-24", "2026-12-31", "2027-01-01", "2027-01-02", "2027-01-03"].map(
        openAtNoon,
      ),
    ).toEqual([true, false, false, false, false, true]);
    expect(nextOpening(schedule, parseTime("2026-12-23T11:00:00Z"))).toBe(
      parseTime("2027-01-03T08:00:00Z"),
    );
    expect(nextClosing(schedule, parseTime("2026-12-23T10:00:00Z"))).toBe(
      parseTime("2026-12-23T11:00:00Z"),
    );
    const hourMs = 3_600_000;
    expect(
      openDurationMs(
        schedule,
        parseTime("2026-12-23T00:00:00Z"),
        parseTime("2027-01-04T00:00:00Z"),
      ),
    ).toBe(12 * hourMs);
  });
  it("[CORE-385] each day of a range has its hours by the clock of that day, across clock changes", () => {
    const schedule = createHours(
      {},
      {
        exceptions: { "2026-03-28": [["02:30", "04:00"]], "2026-10-24": [["22:00", "02:30"]] },
        exceptionDetails: {
          "2026-03-28": { until: "2026-03-30" },
          "2026-10-24": { until: "2026-10-25" },
        },
      },
    );
    expect(
      [
        "2026-03-28T01:30:00Z",
        "2026-03-29T00:59:00Z",
        "2026-03-29T01:00:00Z",
        "2026-03-30T00:30:00Z",
        "2026-03-31T00:30:00Z",
        "2026-10-24T20:00:00Z",
        // The repeated hour of the night that began on the first day, and the last night.
        "2026-10-25T01:15:00Z",
        "2026-10-25T22:00:00Z",
        "2026-10-26T01:00:00Z",
        "2026-10-26T21:00:00Z",
      ].map((time) => isOpen(schedule, parseTime(time))),
    ).toEqual([true, false, true, true, false, true, true, true, true, false]);
  });
  it("[CORE-090] 24:00 ends the day, equal times mean the whole day", () => {
    expect(
      isOpen(createHours({ mon: [["18:00", "24:00"]] }), parseTime("2026-01-05T22:59:00Z")),
    ).toBe(true);
    expect(
      isOpen(createHours({ mon: [["18:00", "24:00"]] }), parseTime("2026-01-05T23:00:00Z")),
    ).toBe(false);
    expect(
      isOpen(createHours({ mon: [["00:00", "00:00"]] }), parseTime("2026-01-04T23:00:00Z")),
    ).toBe(true);
    expect(
      isOpen(createHours({ mon: [["00:00", "00:00"]] }), parseTime("2026-01-05T23:00:00Z")),
    ).toBe(false);
  });
  it("[CORE-090] clocks put forward: the hour that does not exist is not open, what begins in it opens when clocks go on", () => {
    const sundays = createHours({ sun: [["02:30", "04:00"]] });
    expect(isOpen(sundays, parseTime("2026-03-29T00:59:00Z"))).toBe(false);
    expect(isOpen(sundays, parseTime("2026-03-29T01:00:00Z"))).toBe(true);
    expect(isOpen(sundays, parseTime("2026-03-29T01:59:00Z"))).toBe(true);
    expect(isOpen(sundays, parseTime("2026-03-29T02:00:00Z"))).toBe(false);
    expect(nextOpening(sundays, parseTime("2026-03-28T12:00:00Z"))).toBe(
      parseTime("2026-03-29T01:00:00Z"),
    );
  });
  it("[CORE-090] clocks put back: the hour shown twice is open twice; 09:00 stays 09:00", () => {
    const sundays = createHours({
      sun: [
        ["02:00", "02:30"],
        ["09:00", "10:00"],
      ],
    });
    expect(isOpen(sundays, parseTime("2026-10-25T00:15:00Z"))).toBe(true);
    expect(isOpen(sundays, parseTime("2026-10-25T00:45:00Z"))).toBe(false);
    expect(isOpen(sundays, parseTime("2026-10-25T01:15:00Z"))).toBe(true);
    expect(nextOpening(sundays, parseTime("2026-10-25T00:45:00Z"))).toBe(
      parseTime("2026-10-25T01:00:00Z"),
    );
    expect(nextOpening(sundays, parseTime("2026-10-25T01:45:00Z"))).toBe(
      parseTime("2026-10-25T08:00:00Z"),
    );
  });
  it("[CORE-090] never open within 400 days: no next opening, found soon", () => {
    expect(nextOpening(createHours({}), parseTime("2026-01-05T00:00:00Z"))).toBeNull();
    expect(
      nextOpening(
        createHours({}, { exceptions: { "2026-12-31": [["10:00", "11:00"]] } }),
        parseTime("2026-01-05T00:00:00Z"),
      ),
    ).toBe(parseTime("2026-12-31T09:00:00Z"));
    expect(
      nextOpening(
        createHours({}, { exceptions: { "2030-12-31": [["10:00", "11:00"]] } }),
        parseTime("2026-01-05T00:00:00Z"),
      ),
    ).toBeNull();
  });
  it("[CORE-090] a zone that does not exist is refused, not guessed", () => {
    expect(() => isOpen(createHours({}, { timezone: "Mars/Base" }), 0)).toThrow(RangeError);
  });
});

describe("whose hours", () => {
  const departmentHours = createHours({ mon: [["09:00", "10:00"]] });
  const accountHours = createHours({ tue: [["09:00", "10:00"]] });
  const department = (id: number, ownHours: OpeningHours | null) =>
    [id, { id, name: "D", operators: new Set<number>(), hours: ownHours }] as const;
  const config = {
    hours: accountHours,
    departments: new Map([department(1, departmentHours), department(2, null)]),
  };
  it("[CORE-091] a department's own hours replace the account's", () => {
    expect(effectiveHours(config, 1)).toBe(departmentHours);
    expect(effectiveHours(config, 2)).toBe(accountHours);
    expect(effectiveHours(config, null)).toBe(accountHours);
    expect(effectiveHours(config, 3)).toBe(accountHours);
    expect(effectiveHours({ ...config, hours: null }, 2)).toBeNull();
  });
  it("[CORE-091] a widget's own hours replace the account's, and a department's those of the widget", () => {
    const hours = { timezone: "Asia/Tokyo", week: {}, exceptions: {} };
    const sites = {
      ...config,
      channels: new Map([[9, { widget: { hours } }]]),
    } as unknown as Parameters<typeof effectiveHours>[0];
    expect(effectiveHours(sites, 1, 9)).toBe(departmentHours);
    expect(effectiveHours(sites, 2, 9)?.timezone).toBe("Asia/Tokyo");
    expect(effectiveHours(sites, null, 8)).toBe(accountHours);
  });
});

// A slow reference implementation that takes the local time in Swedish format and checks it minute
// by minute.
const clocks = new Map<string, Intl.DateTimeFormat>();
function localTime(
  zone: string,
  timeMs: number,
): { date: string; weekday: (typeof days)[number]; minute: number; before: string } {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  clocks.set(zone, clock);
  const [date = "", time = ""] = clock.format(timeMs).split(" ");
  const noon = new Date(`${date}T12:00:00Z`);
  const before = new Date(noon.getTime() - 86_400_000).toISOString().slice(0, 10);
  return {
    date,
    weekday: days[(noon.getUTCDay() + 6) % 7] ?? "mon",
    minute: toMinutes(time),
    before,
  };
}
const toMinutes = (time: string): number =>
  Number(time.split(":")[0]) * 60 + Number(time.split(":")[1]);
function slowIsOpen(schedule: OpeningHours, timeMs: number): boolean {
  const { date, weekday, minute, before } = localTime(schedule.timezone, timeMs);
  const intervalsOn = (day: string, name: (typeof days)[number]) =>
    schedule.exceptions[day] ?? schedule.week[name] ?? [];
  const yesterday = days[(days.indexOf(weekday) + 6) % 7] ?? "mon";
  const passes = ([from, to]: readonly [string, string]) => toMinutes(to) <= toMinutes(from);
  const today = intervalsOn(date, weekday).some(
    (i) => minute >= toMinutes(i[0]) && (passes(i) || minute < toMinutes(i[1])),
  );
  return today || intervalsOn(before, yesterday).some((i) => passes(i) && minute < toMinutes(i[1]));
}

describe("against a slow oracle", () => {
  /** The variable LONG raises the number of runs to 60. */
  const numRuns = process.env["LONG"] === undefined ? 15 : 60;
  const zones = [
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "Pacific/Apia",
    "UTC",
    "America/St_Johns",
  ];
  // Days around the clock changes of these zones, and ordinary days.
  const moments = [
    "2026-03-08",
    "2026-03-29",
    "2026-04-05",
    "2026-10-04",
    "2026-10-25",
    "2026-11-01",
    "2026-06-15",
    "2026-12-31",
  ];
  const time = fc
    .integer({ min: 0, max: 1439 })
    .map(
      (m) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`,
    );
  const intervals = fc.array(fc.tuple(time, time), { maxLength: 3 });
  const schedule = fc.record({
    timezone: fc.constantFrom(...zones),
    week: fc.record(Object.fromEntries(days.map((day) => [day, intervals])), { requiredKeys: [] }),
    exceptions: fc.dictionary(fc.constantFrom(...moments), intervals, { maxKeys: 3 }),
  });
  it(
    "[CORE-090] every minute of two days agrees, and the next opening is the first open minute",
    { timeout: 120_000 },
    () => {
      fc.assert(
        fc.property(
          schedule,
          fc.constantFrom(...moments),
          fc.integer({ min: 0, max: 1439 }),
          (generated, date, minute) => {
            const openingHours = generated as OpeningHours;
            const start = parseTime(`${date}T00:00:00Z`) + minute * 60_000;
            let first: number | null = null;
            for (let n = 0; n < 2 * 1440; n += 1) {
              const timeMs = start + n * 60_000;
              const open = slowIsOpen(openingHours, timeMs);
              if (isOpen(openingHours, timeMs) !== open)
                throw new Error(`${new Date(timeMs).toISOString()}: ${open}`);
              if (open && first === null) first = timeMs;
            }
            const next = nextOpening(openingHours, start);
            if (first === start) expect(next).toBeNull();
            else if (first !== null) expect(next).toBe(first);
            else
              expect(next ?? Number.MAX_SAFE_INTEGER).toBeGreaterThanOrEqual(
                start + 2 * 86_400_000,
              );
          },
        ),
        { numRuns, seed: 20261120 },
      );
    },
  );
  it(
    "[API-074] open time between two moments is the number of open minutes between them",
    { timeout: 120_000 },
    () => {
      fc.assert(
        fc.property(
          schedule,
          fc.constantFrom(...moments),
          fc.integer({ min: 0, max: 1439 }),
          fc.integer({ min: 0, max: 3000 }),
          (generated, date, minute, long) => {
            const openingHours = generated as OpeningHours;
            const start = parseTime(`${date}T00:00:00Z`) + minute * 60_000;
            let open = 0;
            for (let n = 0; n < long; n += 1)
              if (slowIsOpen(openingHours, start + n * 60_000)) open += 60_000;
            expect(openDurationMs(openingHours, start, start + long * 60_000)).toBe(open);
          },
        ),
        { numRuns, seed: 20261120 },
      );
      expect(openDurationMs(null, 5, 9)).toBe(4);
      expect(openDurationMs(null, 9, 5)).toBe(0);
    },
  );
});

describe("next closing", () => {
  const week = createHours({
    mon: [
      ["09:00", "12:00"],
      ["12:00", "18:00"],
    ],
    tue: [["22:00", "06:00"]],
    sat: [["20:00", "04:00"]],
  });
  it.each([
    // The second interval begins where the first one ends.
    ["2026-01-05T09:00:00Z", "2026-01-05T17:00:00.000Z"],
    ["2026-01-06T22:30:00Z", "2026-01-07T05:00:00.000Z"],
    // In this night the clocks are set forward.
    ["2026-03-28T20:00:00Z", "2026-03-29T02:00:00.000Z"],
  ])("[CORE-344] at %s it closes at %s", (at, end) => {
    expect(new Date(nextClosing(week, parseTime(at)) ?? 0).toISOString()).toBe(end);
  });
  it("[CORE-344] closed, or open day and night: no closing", () => {
    const always = createHours(
      Object.fromEntries(days.map((day) => [day, [["00:00", "24:00"]]])) as never,
    );
    expect(nextClosing(week, parseTime("2026-01-05T18:00:00Z"))).toBeNull();
    expect(nextClosing(always, parseTime("2026-01-05T18:00:00Z"))).toBeNull();
    expect(nextClosing(null, 0)).toBeNull();
  });
});

describe("open time from a moment on", () => {
  it("[SLA-011] ends at the first moment of which openDurationMs gives this time", () => {
    const hours = createHours({ mon: [["22:00", "03:00"]], tue: [["09:00", "12:00"]] });
    fc.assert(
      fc.property(
        fc.integer({ min: parseTime("2026-03-20Z"), max: parseTime("2026-11-05Z") }),
        fc.integer({ min: 1, max: 20 * 3_600_000 }),
        (from, time) => {
          const end = addOpenTime(hours, from, time) ?? 0;
          expect(openDurationMs(hours, from, end)).toBe(time);
          expect(openDurationMs(hours, from, end - 1)).toBe(time - 1);
        },
      ),
      { numRuns: 60 },
    );
    expect(addOpenTime(null, 5, 7)).toBe(12);
    expect(addOpenTime(createHours({}), 0, 1)).toBeNull();
  });
});
