import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Policy, Verdict } from "./outbound.ts";
import { afterAttempt, afterInterruption, anchorFor, isExhausted } from "./schedule.ts";

const policy: Policy = { attempts: 3, spacingMs: 3_000, timeoutMs: 3_000, maxReplyBytes: 1, unavailableAtMs: 9_000 };
const t0 = Date.UTC(2026, 0, 5, 9);

/** A whole series without a worker: what each attempt means and how long it takes; when the lane comes late. Gives the starts and the end. */
function run(
  means: Verdict["means"],
  takesMs: number,
  lateMs: readonly number[] = [],
): { starts: number[]; state: string; endsAt: number } {
  let anchorAt: number | null = null;
  let now = t0;
  const starts: number[] = [];
  for (let attempts = 0; ; attempts += 1) {
    now += lateMs[attempts] ?? 0;
    if (isExhausted(attempts, attempts === 0 ? null : "timeout", policy)) return { starts, state: "failed", endsAt: now - t0 };
    starts.push(now - t0);
    anchorAt = anchorFor({ anchorAt, attempts }, now, policy);
    now += takesMs;
    const next = afterAttempt({ anchorAt, attempts: attempts + 1 }, means, now, policy);
    if (next.state !== "pending") return { starts, state: next.state, endsAt: now - t0 };
    now = next.dueAt ?? now;
  }
}

describe("schedule", () => {
  it.each<[Verdict["means"], number, ReturnType<typeof run>]>([
    ["delivered", 40, { starts: [0], state: "delivered", endsAt: 40 }],
    ["final", 40, { starts: [0], state: "failed", endsAt: 40 }],
    ["again", 40, { starts: [0, 3_000, 6_000], state: "failed", endsAt: 6_040 }],
    ["unavailable", 5, { starts: [0, 3_000, 6_000], state: "failed", endsAt: 9_000 }],
    ["unavailable", 3_000, { starts: [0, 3_000, 6_000], state: "failed", endsAt: 9_000 }],
  ])("[CH-081] [CH-084] every attempt %s after %s ms", (means, takes, expected) => {
    expect(run(means, takes)).toEqual(expected);
  });

  it("[CH-081] a start up to half a second late does not move the ones after it", () => {
    expect(run("again", 10, [0, 200, 400]).starts).toEqual([0, 3_200, 6_400]);
  });
  it("[CH-087] after a restart an attempt already due starts at once, the remaining ones keep 3 s from it", () => {
    expect(run("unavailable", 5, [0, 7_000])).toEqual({ starts: [0, 10_000, 13_000], state: "failed", endsAt: 16_000 });
  });

  it("[CH-087] an attempt that a crash cut off counts, and is repeated also when it was the last", () => {
    // The first was cut off at t0; we are back at 1 s: the second keeps its time.
    expect(afterInterruption({ anchorAt: t0, attempts: 1 }, t0 + 1_000, policy).dueAt).toBe(t0 + 3_000);
    expect(afterInterruption({ anchorAt: t0, attempts: 1 }, t0 + 5_000, policy).dueAt).toBe(t0 + 5_000);
    expect(isExhausted(3, "interrupted", policy)).toBe(false);
    expect(isExhausted(3, "timeout", policy)).toBe(true);
    // Repeated at 8 s instead of 6: the failure still comes 3 s after its start.
    const anchorAt = anchorFor({ anchorAt: t0, attempts: 3 }, t0 + 8_000, policy);
    expect(afterAttempt({ anchorAt, attempts: 4 }, "unavailable", t0 + 8_010, policy)).toEqual({
      state: "pending",
      dueAt: t0 + 11_000,
      anchorAt: t0 + 2_000,
    });
  });
  it("[F31] a message that ends the process again and again is given up", () => {
    expect(isExhausted(6, "interrupted", policy)).toBe(true);
  });

  it("[CH-081] attempts never overlap and stay 2.5 s apart at least, whatever is late", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Verdict["means"]>("again", "unavailable"),
        fc.integer({ min: 0, max: 3_000 }),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 4 }),
        (means, takes, late) => {
          const { starts, endsAt } = run(means, takes, late);
          expect(starts).toHaveLength(3);
          for (let n = 1; n < 3; n += 1) expect((starts[n] ?? 0) - (starts[n - 1] ?? 0)).toBeGreaterThanOrEqual(Math.max(takes, 2_500));
          if (means === "unavailable") expect(endsAt - (starts[0] ?? 0)).toBeGreaterThanOrEqual(9_000);
        },
      ),
    );
  });
});
