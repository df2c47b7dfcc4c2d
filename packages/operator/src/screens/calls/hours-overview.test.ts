import { expect, it } from "vitest";
import { getHoursOverview } from "./hours-overview.ts";

const days = ["09:00-12:00", "13:00-18:00"];
const hours = {
  timezone: "Europe/Berlin",
  week: { mon: days, tue: days, wed: days, thu: days, fri: days, sat: ["09:00-14:00"] },
  exceptions: { "2026-11-25": [] },
};
/** Converts a local time in Berlin in winter to Unix milliseconds. */
const at = (time: string) => Date.parse(`${time}:00+01:00`);

it("[CORE-193] hours of today, tomorrow and the next day off, in the zone of the hours", () => {
  // In Berlin it is Monday, in UTC still Sunday.
  expect(getHoursOverview(hours, at("2026-11-23T00:30"))).toEqual({
    today: { date: "2026-11-23", open: days },
    tomorrow: { date: "2026-11-24", open: days },
    dayOff: { date: "2026-11-25", open: [] },
    until: null,
    opens: { date: "2026-11-23", time: "09:00" },
  });
  expect(getHoursOverview(hours, at("2026-11-26T10:00")).dayOff?.date).toBe("2026-11-29");
});

it("[CORE-193] [CORE-235] the end of the open interval, else the next opening", () => {
  const overview = (time: string) => {
    const { until, opens } = getHoursOverview(hours, at(time));
    return until ?? opens;
  };
  expect([
    overview("2026-11-23T09:00"),
    overview("2026-11-23T11:59"),
    overview("2026-11-23T17:59"),
  ]).toEqual(["12:00", "12:00", "18:00"]);
  expect(overview("2026-11-23T12:00")).toEqual({ date: "2026-11-23", time: "13:00" });
  expect(overview("2026-11-24T18:00")).toEqual({ date: "2026-11-26", time: "09:00" });
  expect(overview("2026-11-28T15:00")).toEqual({ date: "2026-11-30", time: "09:00" });
});

it("[CORE-193] intervals past midnight, days without an end, and hours that never open", () => {
  const night = { timezone: "UTC", week: { fri: ["22:00-02:00"], sun: ["00:00-24:00"] } };
  const overview = (time: string) => getHoursOverview(night, Date.parse(`${time}:00Z`));
  expect(overview("2026-11-27T23:00")).toMatchObject({ until: null, opens: null });
  expect(overview("2026-11-28T01:00")).toMatchObject({
    until: "02:00",
    opens: null,
    today: { open: [] },
  });
  expect(overview("2026-11-28T02:00")).toMatchObject({
    until: null,
    opens: { date: "2026-11-29", time: "00:00" },
  });
  expect(overview("2026-11-29T12:00")).toMatchObject({ until: null, opens: null });
  expect(getHoursOverview({ timezone: "UTC", week: {} }, 0)).toMatchObject({
    until: null,
    opens: null,
  });
});
