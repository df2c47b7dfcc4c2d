import { describe, expect, it } from "vitest";
import { ConcurrencyLimiter } from "./concurrency.ts";

const t0 = Date.UTC(2026, 0, 5, 9);
const createLimiter = (): ConcurrencyLimiter =>
  new ConcurrencyLimiter((kind) => (kind === "webhook" ? 4 : 64));
/** Returns a lane of the endpoint. */
const lane = (endpointId: number, orderKey = 0) => ({ endpointId, orderKey });
/** Runs one attempt that fails within 1 ms. Returns whether it freed the last slot. */
const failAttempt = (limiter: ConcurrencyLimiter, at: number): boolean => {
  limiter.acquire(lane(1), "webhook");
  return limiter.release(lane(1), "failed", at, at + 1);
};

describe("places of an endpoint", () => {
  it("[CORE-122] are counted by endpoint; the end of one of all that were taken wakes", () => {
    const limiter = createLimiter();
    for (let n = 0; n < 4; n++) limiter.acquire(lane(1), "webhook");
    limiter.acquire(lane(2), "channel");
    expect(limiter.getUsedSlots(t0)).toEqual({ endpoints: [1, 2], counts: [4, 1] });
    expect([
      limiter.release(lane(1), "answered", t0, t0),
      limiter.release(lane(1), "answered", t0, t0),
    ]).toEqual([true, false]);
    expect(limiter.release(lane(2), null, t0, t0)).toBe(false);
    expect(limiter.getUsedSlots(t0)).toEqual({ endpoints: [1], counts: [2] });
  });

  it("[CORE-122] a lane is busy while its claim runs, and all are while their endpoint is full", () => {
    const limiter = createLimiter();
    expect(limiter.isBusy(lane(1, 7))).toBe(false);
    for (let n = 0; n < 3; n++) limiter.acquire(lane(1, 7 + n), "webhook");
    expect([limiter.isBusy(lane(1, 7)), limiter.isBusy(lane(1, 6))]).toEqual([true, false]);
    limiter.acquire(lane(1, 20), "webhook");
    expect([limiter.isBusy(lane(1, 6)), limiter.isBusy(lane(2, 7))]).toEqual([true, false]);
    limiter.release(lane(1, 7), "failed", t0, t0);
    expect([limiter.isBusy(lane(1, 7)), limiter.isBusy(lane(1, 8))]).toEqual([false, true]);
  });

  it("[CORE-122] stay taken for a while at an endpoint that fails again and again, from the start of the attempt", () => {
    const limiter = createLimiter();
    for (let n = 0; n < 7; n++) expect(failAttempt(limiter, t0)).toBe(false);
    expect(limiter.getUsedSlots(t0 + 1)).toEqual({ endpoints: [], counts: [] });
    failAttempt(limiter, t0);
    failAttempt(limiter, t0 + 100);
    expect(limiter.getUsedSlots(t0 + 101)).toEqual({ endpoints: [1], counts: [2] });
    // A slot is still free, so no wake-up is needed.
    expect(limiter.getNextFreeAt()).toBeNull();
    failAttempt(limiter, t0 + 200);
    limiter.acquire(lane(1), "webhook");
    // 4 s from the start of the attempt, minus its share of the jitter of up to 1 s.
    expect(limiter.getNextFreeAt()).toBe(t0 + 100 + 4_000 - 618);
    expect(limiter.release(lane(1), "failed", t0 + 200, t0 + 201)).toBe(false);
    expect(limiter.getUsedSlots(t0 + 3_000).counts).toEqual([4]);
    expect(limiter.getUsedSlots(t0 + 3_999).counts[0]).toBeGreaterThanOrEqual(1);
    expect(limiter.getUsedSlots(t0 + 4_200).counts).toEqual([]);
  });

  it("[CORE-122] one that takes its time holds nothing beyond it, and one answer frees all", () => {
    const limiter = createLimiter();
    for (let n = 0; n < 9; n++) failAttempt(limiter, t0);
    limiter.acquire(lane(1), "webhook");
    expect(limiter.release(lane(1), "failed", t0, t0 + 4_000)).toBe(false);
    expect(limiter.getUsedSlots(t0 + 10).counts).toEqual([]);
    for (let n = 0; n < 3; n++) failAttempt(limiter, t0 + 5_000);
    expect(limiter.getUsedSlots(t0 + 5_001).counts).toEqual([3]);
    limiter.acquire(lane(1), "webhook");
    expect(limiter.release(lane(1), "answered", t0 + 5_001, t0 + 5_002)).toBe(true);
    expect(limiter.getUsedSlots(t0 + 5_003).counts).toEqual([]);
    failAttempt(limiter, t0 + 5_010);
    expect(limiter.getUsedSlots(t0 + 5_012).counts).toEqual([]);
  });

  it("[CORE-122] failures are remembered while nothing is under way; what was no request says nothing", () => {
    const limiter = createLimiter();
    for (let n = 0; n < 8; n++) failAttempt(limiter, t0);
    expect(limiter.getUsedSlots(t0 + 60_000).counts).toEqual([]);
    limiter.acquire(lane(1), "webhook");
    expect(limiter.release(lane(1), null, t0 + 60_000, t0 + 60_001)).toBe(false);
    expect(limiter.getUsedSlots(t0 + 60_001).counts).toEqual([]);
    failAttempt(limiter, t0 + 60_010);
    expect(limiter.getUsedSlots(t0 + 60_012).counts).toEqual([1]);
    expect(limiter.release(lane(9), "failed", t0, t0)).toBe(false);
  });
});
