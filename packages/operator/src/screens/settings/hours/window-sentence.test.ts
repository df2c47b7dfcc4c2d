import { describe, expect, it } from "vitest";
import type { HoursValues, TimeRange } from "./hours-form.ts";
import { findClosedMoment, formatWindowText } from "./window-sentence.ts";

/** Thursday, 10:42 in Berlin. */
const now = Date.parse("2026-11-26T09:42:00Z");
const day: readonly TimeRange[] = [["9:00", "18:00"]];
const hours: HoursValues = {
  timezone: "Europe/Berlin",
  week: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [["10:00", "14:00"]], sun: [] },
  exceptions: [
    { date: "2026-11-30", until: "2026-11-30", name: "", spans: [] },
    { date: "2026-12-31", until: "2026-12-31", name: "", spans: [["09:00", "13:00"]] },
    { date: "2027-01-02", until: "2027-01-09", name: "Winter", spans: [] },
  ],
};
const show = (changed: string | null, values = hours): [string, string] | null => {
  const at = findClosedMoment(values, changed, now);
  return at === null ? null : [new Date(at).toISOString(), formatWindowText(values, at)];
};

describe("the sentence of the chat window", () => {
  it.each([
    ["sat", "2026-11-28T07:00:00.000Z", "Back today at 10:00 AM"],
    ["sun", "2026-11-29T11:00:00.000Z", "Back on Tuesday at 9:00 AM"],
    // The next Monday is an exception, and it is too late for today's morning.
    ["mon", "2026-12-07T06:00:00.000Z", "Back today at 9:00 AM"],
    ["thu", "2026-11-26T17:00:00.000Z", "Back tomorrow at 9:00 AM"],
    ["2026-12-31", "2026-12-31T06:00:00.000Z", "Back today at 9:00 AM"],
    ["2027-01-02", "2027-01-02T11:00:00.000Z", "Back on January 11 at 9:00 AM"],
    [null, "2026-11-26T17:00:00.000Z", "Back tomorrow at 9:00 AM"],
  ])("[CORE-344] %s", (changed, at, sentence) => {
    expect(show(changed)).toEqual([at, sentence]);
  });

  it("[CORE-344] says when it never opens, and nothing if it never closes", () => {
    const never = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
    expect(show(null, { ...hours, week: never, exceptions: [] })?.[1]).toBe(
      "We're not here right now",
    );
    const all: readonly TimeRange[] = [["0:00", "24:00"]];
    const always = { mon: all, tue: all, wed: all, thu: all, fri: all, sat: all, sun: all };
    expect(show("sat", { ...hours, week: always, exceptions: [] })).toBeNull();
    expect(show(null, { ...hours, week: always, exceptions: [] })).toBeNull();
  });
});
