import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AttemptOutcome } from "./attempt/attempt-outcome.ts";
import {
  createFixedIntervalSchedule,
  createBackoffSchedule,
  type RetrySchedule,
} from "./schedule.ts";

const channel = createFixedIntervalSchedule(3, 3_000, 9_000);
const t0 = Date.UTC(2026, 0, 5, 9);

/**
 * Simulates all attempts of a delivery without a worker. Input: outcome and duration of each
 * attempt, and lateness of the lane. Returns the start times and the end.
 */
function run(
  means: AttemptOutcome["means"],
  takesMs: number,
  lateMs: readonly number[] = [],
  schedule: RetrySchedule = channel,
): { starts: number[]; state: string; endsAt: number } {
  let anchorAt: number | null = null;
  let now = t0;
  const starts: number[] = [];
  for (let attempts = 0; ; attempts += 1) {
    now += lateMs[attempts] ?? 0;
    if (schedule.isExhausted(attempts, attempts === 0 ? null : "timeout"))
      return { starts, state: schedule.ends, endsAt: now - t0 };
    const startedAt = now;
    starts.push(now - t0);
    anchorAt = schedule.anchorFor({ anchorAt, attempts }, now);
    now += takesMs;
    const next = schedule.after(
      { id: 1, anchorAt, attempts: attempts + 1, startedAt },
      { means },
      now,
    );
    if (next.state !== "pending") return { starts, state: next.state, endsAt: now - t0 };
    now = next.dueAt ?? now;
  }
}

describe("schedule", () => {
  it.each<[AttemptOutcome["means"], number, ReturnType<typeof run>]>([
    ["delivered", 40, { starts: [0], state: "delivered", endsAt: 40 }],
    ["final", 40, { starts: [0], state: "failed", endsAt: 40 }],
    ["again", 40, { starts: [0, 3_000, 6_000], state: "failed", endsAt: 6_040 }],
    ["unavailable", 5, { starts: [0, 3_000, 6_000], state: "failed", endsAt: 9_000 }],
    ["unavailable", 3_000, { starts: [0, 3_000, 6_000], state: "failed", endsAt: 9_000 }],
  ])("[CH-081] [CH-084] every attempt %s after %s ms", (means, durationMs, expected) => {
    expect(run(means, durationMs)).toEqual(expected);
  });

  it("[CH-081] a start up to half a second late does not move the ones after it", () => {
    expect(run("again", 10, [0, 200, 400]).starts).toEqual([0, 3_200, 6_400]);
  });
  it("[CH-087] after a restart an attempt already due starts at once, the remaining ones keep 3 s from it", () => {
    expect(run("unavailable", 5, [0, 7_000])).toEqual({
      starts: [0, 10_000, 13_000],
      state: "failed",
      endsAt: 16_000,
    });
  });

  it("[CH-087] an attempt that a crash cut off counts, and is repeated also when it was the last", () => {
    // The first attempt was interrupted at t0. The process restarts after 1 s, and the second
    // attempt keeps its time.
    const first = { id: 1, anchorAt: t0, attempts: 1, startedAt: t0 };
    expect(channel.afterInterruption(first, null, t0 + 1_000).dueAt).toBe(t0 + 3_000);
    expect(channel.afterInterruption(first, null, t0 + 5_000).dueAt).toBe(t0 + 5_000);
    expect(channel.isExhausted(3, "interrupted")).toBe(false);
    expect(channel.isExhausted(3, "timeout")).toBe(true);
    // The attempt is repeated at 8 s instead of 6 s. The final failure still comes 3 s after its
    // start.
    const anchorAt = channel.anchorFor({ anchorAt: t0, attempts: 3 }, t0 + 8_000);
    expect(
      channel.after(
        { id: 1, anchorAt, attempts: 4, startedAt: t0 + 8_000 },
        { means: "unavailable" },
        t0 + 8_010,
      ),
    ).toEqual({
      state: "pending",
      dueAt: t0 + 11_000,
      anchorAt: t0 + 2_000,
    });
  });
  it("[F31] a message that ends the process again and again is given up", () => {
    expect(channel.isExhausted(6, "interrupted")).toBe(true);
  });

  it("[CH-081] attempts never overlap and stay 2.5 s apart at least, whatever is late", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<AttemptOutcome["means"]>("again", "unavailable"),
        fc.integer({ min: 0, max: 3_000 }),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 4 }),
        (means, durationMs, lateness) => {
          const { starts, endsAt } = run(means, durationMs, lateness);
          expect(starts).toHaveLength(3);
          for (let n = 1; n < 3; n += 1)
            expect((starts[n] ?? 0) - (starts[n - 1] ?? 0)).toBeGreaterThanOrEqual(
              Math.max(durationMs, 2_500),
            );
          if (means === "unavailable")
            expect(endsAt - (starts[0] ?? 0)).toBeGreaterThanOrEqual(9_000);
        },
      ),
    );
  });

  const bot = createFixedIntervalSchedule(3, 3_000);
  it("[BOT-050] [BOT-053] a bot's series starts at 0, 3 and 6 s and fails at once after the last attempt, whatever that met", () => {
    for (const means of ["again", "unavailable"] as const) {
      expect(run(means, 3_000, [], bot)).toEqual({
        starts: [0, 3_000, 6_000],
        state: "failed",
        endsAt: 9_000,
      });
      expect(run(means, 20, [], bot)).toEqual({
        starts: [0, 3_000, 6_000],
        state: "failed",
        endsAt: 6_020,
      });
    }
    expect(run("final", 20, [], bot)).toEqual({ starts: [0], state: "failed", endsAt: 20 });
  });
  it("[BOT-034] a repeat at once uses up an attempt, and the remaining one keeps its time", () => {
    const early = { means: "again", earlier: true } as const;
    const ended = (attempts: number, startedAt: number) => ({
      id: 1,
      anchorAt: t0,
      attempts,
      startedAt,
    });
    expect(bot.after(ended(1, t0), early, t0 + 90)).toEqual({
      state: "pending",
      dueAt: t0 + 90,
      anchorAt: t0,
    });
    expect(bot.anchorFor({ anchorAt: t0, attempts: 1 }, t0 + 100)).toBe(t0);
    expect(bot.after(ended(2, t0 + 100), { means: "again" }, t0 + 200)).toEqual({
      state: "pending",
      dueAt: t0 + 6_000,
      anchorAt: t0,
    });
    // The second attempt runs on time, and its immediate retry counts as the third, so no attempt
    // is left.
    expect(bot.after(ended(2, t0 + 3_000), early, t0 + 3_090).dueAt).toBe(t0 + 3_090);
    expect(bot.after(ended(3, t0 + 3_100), early, t0 + 3_200)).toEqual({
      state: "failed",
      dueAt: null,
      anchorAt: t0,
    });
  });
});

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const delays = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

describe("series", () => {
  const plain = createBackoffSchedule(delays, 0);
  const varied = createBackoffSchedule(delays, 0.2);
  it("[WH-061] ten attempts, each after its pause from the end of the one before; then a dead letter", () => {
    const { starts, state } = run("again", 0, [], plain);
    expect(starts.map((at, n) => at - (starts[n - 1] ?? 0))).toEqual(delays);
    expect([starts.at(-1), state]).toEqual([75 * hour + 35 * minute + 5 * second, "dead"]);
    const slow = run("unavailable", 15 * second, [], plain).starts;
    expect(slow.slice(1).map((at, n) => at - (slow[n] ?? 0) - 15 * second)).toEqual(
      delays.slice(1),
    );
    expect(run("final", 5, [], plain)).toEqual({ starts: [0], state: "dead", endsAt: 5 });
    expect(run("delivered", 5, [], plain)).toEqual({ starts: [0], state: "delivered", endsAt: 5 });
  });

  const pause = (id: number, attempts: number): number =>
    (varied.after({ id, anchorAt: t0, attempts, startedAt: t0 }, { means: "again" }, t0).dueAt ??
      0) - t0;
  it("[WH-061] [P11] pauses vary by up to a fifth, evenly, by delivery and attempt, and are the same after a restart", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 52 - 1 }),
        fc.integer({ min: 1, max: 9 }),
        (id, attempts) => {
          const wait = pause(id, attempts);
          const middle = delays[attempts] ?? 0;
          expect(Math.abs(wait - middle)).toBeLessThanOrEqual(middle * 0.2 + 1);
          expect(pause(id, attempts)).toBe(wait);
        },
      ),
    );
    for (let attempts = 1; attempts < 10; attempts += 1) {
      const parts = Array.from(
        { length: 4_000 },
        (_, id) => pause(id * 1_000_003 + 1, attempts) / (delays[attempts] ?? 1) - 1,
      );
      expect(Math.abs(parts.reduce((sum, part) => sum + part, 0) / parts.length)).toBeLessThan(
        0.01,
      );
      expect(Math.min(...parts)).toBeLessThan(-0.19);
      expect(Math.max(...parts)).toBeGreaterThan(0.19);
    }
    expect(
      new Set(
        delays.map((_, attempts) =>
          attempts === 0 ? 0 : pause(7, attempts) / (delays[attempts] ?? 1),
        ),
      ).size,
    ).toBe(10);
  });

  it("[WH-061] [F20] Retry-After postpones the next attempt, never beyond 24 h, and never brings it forward", () => {
    const after = (attempts: number, notBeforeMs: number): number =>
      (plain.after(
        { id: 1, anchorAt: t0, attempts, startedAt: t0 },
        { means: "again", notBeforeMs },
        t0,
      ).dueAt ?? 0) - t0;
    expect(after(1, 90 * second)).toBe(90 * second);
    expect(after(1, 30 * 24 * hour)).toBe(24 * hour);
    expect(after(2, 90 * second)).toBe(5 * minute);
    expect(
      plain.after(
        { id: 1, anchorAt: t0, attempts: 10, startedAt: t0 },
        { means: "again", notBeforeMs: 5 },
        t0,
      ).state,
    ).toBe("dead");
  });

  it("[WH-064] it goes on alone as soon as its next attempt lies more than 6 minutes after its first", () => {
    const next = (attempts: number, now: number, notBeforeMs = 0) =>
      plain.after(
        { id: 1, anchorAt: t0, attempts, startedAt: now },
        { means: "again", notBeforeMs },
        now,
      );
    expect(next(1, t0 + 40)).not.toHaveProperty("alone");
    expect(next(2, t0 + 5_100)).not.toHaveProperty("alone");
    expect(next(2, t0 + 60_001)).toMatchObject({ alone: true, dueAt: t0 + 6 * minute + 1 });
    expect(next(1, t0, 6 * minute)).not.toHaveProperty("alone");
    expect(next(3, t0 + 6 * minute)).toMatchObject({ alone: true });
  });

  it("[CON-020] messages of a chat never go on alone, and end as failed", () => {
    const ordered = createBackoffSchedule([0, second, hour], 0, { isOrdered: true });
    const next = (attempts: number, notBeforeMs = 0) =>
      ordered.after(
        { id: 1, anchorAt: t0, attempts, startedAt: t0 },
        { means: "again", notBeforeMs },
        t0,
      );
    expect(next(1, hour)).toEqual({ state: "pending", dueAt: t0 + hour, anchorAt: t0 });
    expect(next(2)).toEqual({ state: "pending", dueAt: t0 + hour, anchorAt: t0 });
    expect(next(3)).toEqual({ state: "failed", dueAt: null, anchorAt: t0 });
    expect(ordered.ends).toBe("failed");
  });

  it("[WH-061] [CORE-340] an attempt that a crash cut off is repeated at once and does not count; the second in a row counts from its start", () => {
    const cut = (attempts: number) => ({ id: 1, anchorAt: t0, attempts, startedAt: t0 });
    expect(plain.afterInterruption(cut(2), "http_error", t0 + second)).toEqual({
      state: "pending",
      dueAt: t0 + second,
      anchorAt: t0,
      isRepeated: true,
    });
    const again = "interrupted";
    expect(plain.afterInterruption(cut(1), again, t0 + second)).toEqual({
      state: "pending",
      dueAt: t0 + 5 * second,
      anchorAt: t0,
    });
    expect(plain.afterInterruption(cut(1), again, t0 + minute).dueAt).toBe(t0 + minute);
    expect(plain.afterInterruption(cut(10), again, t0 + minute).dueAt).toBe(t0 + minute);
    expect([
      plain.isExhausted(10, "interrupted"),
      plain.isExhausted(10, "timeout"),
      plain.isExhausted(13, "interrupted"),
    ]).toEqual([false, true, true]);
  });
});
