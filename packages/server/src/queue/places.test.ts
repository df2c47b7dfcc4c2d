import { describe, expect, it } from "vitest";
import { Places } from "./places.ts";

const t0 = Date.UTC(2026, 0, 5, 9);
const places = (): Places => new Places((kind) => (kind === "webhook" ? 4 : 64));
/** Runs one attempt that fails within 1 ms. Returns whether it freed the last slot. */
const fail = (of: Places, at: number): boolean => {
  of.take(1, "webhook");
  return of.release(1, "failed", at, at + 1);
};

describe("places of an endpoint", () => {
  it("[CORE-122] are counted by endpoint; the end of one of all that were taken wakes", () => {
    const of = places();
    for (let n = 0; n < 4; n++) of.take(1, "webhook");
    of.take(2, "channel");
    expect(of.taken(t0)).toEqual({ endpoints: [1, 2], counts: [4, 1] });
    expect([of.release(1, "answered", t0, t0), of.release(1, "answered", t0, t0)]).toEqual([true, false]);
    expect(of.release(2, null, t0, t0)).toBe(false);
    expect(of.taken(t0)).toEqual({ endpoints: [1], counts: [2] });
  });

  it("[CORE-122] stay taken for a while at an endpoint that fails again and again, from the start of the attempt", () => {
    const of = places();
    for (let n = 0; n < 7; n++) expect(fail(of, t0)).toBe(false);
    expect(of.taken(t0 + 1)).toEqual({ endpoints: [], counts: [] });
    fail(of, t0);
    fail(of, t0 + 100);
    expect(of.taken(t0 + 101)).toEqual({ endpoints: [1], counts: [2] });
    // Slots are left, so no wake-up is needed.
    expect(of.nextFree()).toBeNull();
    fail(of, t0 + 200);
    of.take(1, "webhook");
    // 4 s from the start of the attempt, minus a jitter of up to 1 s.
    expect(of.nextFree()).toBe(t0 + 100 + 4_000 - 618);
    expect(of.release(1, "failed", t0 + 200, t0 + 201)).toBe(false);
    expect(of.taken(t0 + 3_000).counts).toEqual([4]);
    expect(of.taken(t0 + 3_999).counts[0]).toBeGreaterThanOrEqual(1);
    expect(of.taken(t0 + 4_200).counts).toEqual([]);
  });

  it("[CORE-122] one that takes its time holds nothing beyond it, and one answer frees all", () => {
    const of = places();
    for (let n = 0; n < 9; n++) fail(of, t0);
    of.take(1, "webhook");
    expect(of.release(1, "failed", t0, t0 + 4_000)).toBe(false);
    expect(of.taken(t0 + 10).counts).toEqual([]);
    for (let n = 0; n < 3; n++) fail(of, t0 + 5_000);
    expect(of.taken(t0 + 5_001).counts).toEqual([3]);
    of.take(1, "webhook");
    expect(of.release(1, "answered", t0 + 5_001, t0 + 5_002)).toBe(true);
    expect(of.taken(t0 + 5_003).counts).toEqual([]);
    fail(of, t0 + 5_010);
    expect(of.taken(t0 + 5_012).counts).toEqual([]);
  });

  it("[CORE-122] failures are remembered while nothing is under way; what was no request says nothing", () => {
    const of = places();
    for (let n = 0; n < 8; n++) fail(of, t0);
    expect(of.taken(t0 + 60_000).counts).toEqual([]);
    of.take(1, "webhook");
    expect(of.release(1, null, t0 + 60_000, t0 + 60_001)).toBe(false);
    expect(of.taken(t0 + 60_001).counts).toEqual([]);
    fail(of, t0 + 60_010);
    expect(of.taken(t0 + 60_012).counts).toEqual([1]);
    expect(of.release(9, "failed", t0, t0)).toBe(false);
  });
});
