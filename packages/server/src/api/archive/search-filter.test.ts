import { expect, it } from "vitest";
import type { AccountConfig } from "../../core/command.ts";
import { buildCalendar } from "../../core/report/period.ts";
import { parseQuery } from "../../core/search/query.ts";
import { toSearchFilter } from "./search-filter.ts";

it.each([
  ["America/Havana", "2026-03-08"],
  ["America/Havana", "2026-11-01"],
  ["America/Santiago", "2026-09-06"],
  ["Africa/Cairo", "2026-04-24"],
  ["Asia/Beirut", "2026-03-29"],
  ["Europe/Berlin", "2026-03-29"],
  ["Pacific/Kiritimati", "2026-01-01"],
  ["Pacific/Pago_Pago", "2025-12-31"],
])(
  "[API-070] [API-074] in %s the day %s begins for a search when it begins in a report",
  (timezone, day) => {
    const config = { hours: { timezone, week: {}, exceptions: {} } } as unknown as AccountConfig;
    const start = buildCalendar(timezone, { from: day, to: day }).days[0]?.start;
    expect(new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format(start)).toBe(day);
    expect(
      new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format((start ?? 0) - 1) < day,
    ).toBe(true);
    expect(
      toSearchFilter(parseQuery(`after:${day} before:${day}`), config, { ownId: 1, now: 0 }),
    ).toMatchObject({
      after: start,
      before: start,
    });
  },
);
