import { expect, it } from "vitest";
import { findLastDue, findNextDue, type ReportSchedule } from "./schedule.ts";

const daily: ReportSchedule = {
  every: "day",
  weekday: 0,
  time: "08:00",
  timezone: "Europe/Berlin",
};
const last = (schedule: ReportSchedule, now: string) => {
  const { at, period } = findLastDue(schedule, Date.parse(now));
  return [new Date(at).toISOString().slice(0, 16), period.from, period.to];
};
const next = (schedule: ReportSchedule, now: string) =>
  new Date(findNextDue(schedule, Date.parse(now))).toISOString().slice(0, 16);

it("[REP-002] a report of yesterday, of the last week or of the last month is due at its local time", () => {
  expect(last(daily, "2026-11-28T07:00:00Z")).toEqual([
    "2026-11-28T07:00",
    "2026-11-27",
    "2026-11-27",
  ]);
  expect(last(daily, "2026-11-28T06:59:59Z")[0]).toBe("2026-11-27T07:00");
  const weekly: ReportSchedule = { ...daily, every: "week" };
  expect(last(weekly, "2026-11-28T12:00:00Z")).toEqual([
    "2026-11-23T07:00",
    "2026-11-16",
    "2026-11-22",
  ]);
  expect(next(weekly, "2026-11-28T12:00:00Z")).toBe("2026-11-30T07:00");
  const onFridays: ReportSchedule = { ...weekly, weekday: 4 };
  expect(last(onFridays, "2026-11-28T12:00:00Z")).toEqual([
    "2026-11-27T07:00",
    "2026-11-20",
    "2026-11-26",
  ]);
  expect(next(onFridays, "2026-11-28T12:00:00Z")).toBe("2026-12-04T07:00");
  const monthly: ReportSchedule = { ...daily, every: "month" };
  expect(last(monthly, "2026-03-01T07:00:00Z")).toEqual([
    "2026-03-01T07:00",
    "2026-02-01",
    "2026-02-28",
  ]);
});

it("[REP-002] clocks that change keep the local time, and skipped and repeated times are due once", () => {
  expect(next(daily, "2026-03-28T12:00:00Z")).toBe("2026-03-29T06:00");
  expect(next(daily, "2026-10-24T12:00:00Z")).toBe("2026-10-25T07:00");
  const night: ReportSchedule = { ...daily, time: "02:30" };
  expect(next(night, "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:30");
  expect(next(night, "2026-03-29T01:30:00Z")).toBe("2026-03-30T00:30");
  expect(next(night, "2026-10-24T12:00:00Z")).toBe("2026-10-25T00:30");
  expect(next(night, "2026-10-25T00:30:00Z")).toBe("2026-10-26T01:30");
});
