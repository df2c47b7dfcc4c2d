import { describe, expect, test } from "vitest";
import { ManualClock } from "../clock.ts";
import { TokenBuckets } from "./token-buckets.ts";
import { defaultLimits, validateLimits, createLimits, type LimitResult } from "./index.ts";

/** Returns a result of a node that runs alone, which never waits. */
function toSync(result: LimitResult | Promise<LimitResult>): LimitResult {
  if (result instanceof Promise) throw new Error("a node alone waits for nobody");
  return result;
}

describe("limits", () => {
  test("[CFG-030] a burst passes, then one per interval, and the refusal says when", async () => {
    const clock = new ManualClock();
    const limits = createLimits({ clock, values: { customer_per_second: 2, customer_burst: 3 } });
    const take = () => toSync(limits.take("customer", "1:a"));
    expect([take(), take(), take()].every((t) => t.ok)).toBe(true);
    expect(take()).toEqual({ ok: false, retryAfterMs: 500 });
    expect(toSync(limits.take("customer", "1:b")).ok).toBe(true);
    await clock.advance(499);
    expect(take()).toEqual({ ok: false, retryAfterMs: 1 });
    await clock.advance(1);
    expect(take().ok).toBe(true);
    expect(take().ok).toBe(false);
    await clock.advance(60_000);
    expect([take(), take(), take(), take()].map((t) => t.ok)).toEqual([true, true, true, false]);
  });

  test("[CFG-030] a refusal takes nothing, names never meet, a clock set back changes nothing", async () => {
    const clock = new ManualClock();
    const limits = createLimits({
      clock,
      values: { wrong_address_per_minute: 1, new_chats_per_minute: 1 },
    });
    expect(toSync(limits.take("wrong_address", "x")).ok).toBe(true);
    for (let i = 0; i < 50; i++) expect(toSync(limits.take("wrong_address", "x")).ok).toBe(false);
    expect(toSync(limits.take("new_chats", "x")).ok).toBe(true);
    clock.set(clock.now() - 3_600_000);
    expect(limits.take("wrong_address", "x")).toEqual({ ok: false, retryAfterMs: 60_000 });
    await clock.advance(60_000);
    expect(toSync(limits.take("wrong_address", "x")).ok).toBe(true);
  });

  test("[CFG-030] what did not happen is given back, and never more than the burst", () => {
    const limits = createLimits({ clock: new ManualClock(), values: { calls_per_hour: 2 } });
    const take = () => toSync(limits.take("calls", "v:1")).ok;
    expect([take(), take(), take(), limits.isExceeded("calls", "v:1")]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    limits.restore("calls", "v:1");
    expect([limits.isExceeded("calls", "v:1"), take(), take()]).toEqual([false, true, false]);
    for (let n = 0; n < 5; n++) limits.restore("calls", "v:1");
    expect([take(), take(), take()]).toEqual([true, true, false]);
  });

  test("[CFG-030] sizes and rates change at once when configured", () => {
    const limits = createLimits({ clock: new ManualClock() });
    expect(limits.value("body_kib")).toBe(256);
    limits.configure({ body_kib: 64, status_per_second: 1, status_burst: 1 });
    expect(limits.value("body_kib")).toBe(64);
    expect(toSync(limits.take("status", 1)).ok).toBe(true);
    expect(toSync(limits.take("status", 1)).ok).toBe(false);
  });

  test("[CFG-030] unknown names and values that are no whole numbers of at least 1 are faults", () => {
    expect(validateLimits({ ...defaultLimits })).toEqual([]);
    expect(
      validateLimits({ bodykib: 1, toString: 1, body_kib: 0, upload_mib: 2.5, frame_kib: "64" }),
    ).toHaveLength(5);
  });

  test("[CFG-030] memory is bounded, keys in use are kept", () => {
    const buckets = new TokenBuckets(1000);
    const rate = { intervalMs: 1000, burst: 1 };
    for (let i = 0; i < 100_000; i++) {
      buckets.take(i, rate, i);
      if (i % 100 === 0) buckets.take("used", { intervalMs: 1e9, burst: 1 }, i);
    }
    expect(buckets.size).toBeLessThanOrEqual(1000);
    buckets.take("spent", { intervalMs: 1e9, burst: 1 }, 0);
    for (let i = 0; i < 400; i++) buckets.take(`new${i}`, rate, 0);
    expect(buckets.take("spent", { intervalMs: 1e9, burst: 1 }, 0).ok).toBe(false);
  });
});
