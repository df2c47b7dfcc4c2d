import { expect, it } from "vitest";
import { ManualClock, systemClock } from "./clock.ts";

it("[CH-081] the manual clock rings alarms in order, each at its own time, also those set meanwhile", async () => {
  const clock = new ManualClock(1_000);
  const rung: [string, number][] = [];
  const ring = (name: string) => (): void => void rung.push([name, clock.now()]);
  clock.alarm(3_000, ring("late"));
  clock.alarm(2_000, () => {
    ring("first")();
    clock.alarm(2_500, ring("between"));
  });
  clock.alarm(2_200, ring("cancelled"))();
  await clock.advance(1_500);
  expect(rung).toEqual([
    ["first", 2_000],
    ["between", 2_500],
  ]);
  clock.set(0);
  expect([clock.now(), clock.monotonic()]).toEqual([0, 1_500]);
  await clock.advance(3_000);
  expect(rung.at(-1)).toEqual(["late", 3_000]);
  expect(clock.pending()).toEqual([]);
});

it("[CH-081] the system clock rings once, not before its time, and not when cancelled", async () => {
  const clock = systemClock();
  const at = clock.now() + 20;
  let cancelled = 0;
  clock.alarm(at, () => cancelled++)();
  const late = await new Promise<number>((resolve) => void clock.alarm(at, () => resolve(clock.now() - at)));
  expect(late).toBeGreaterThanOrEqual(0);
  expect(cancelled).toBe(0);
});

it("[F14] setting the machine's clock by an hour or a day moves neither the time of a running process nor its alarms", async () => {
  const clock = systemClock();
  const before = clock.now();
  const real = Date.now.bind(Date);
  try {
    for (const jumpMs of [-86_400_000, -3_600_000, 3_600_000, 86_400_000]) {
      Date.now = () => real() + jumpMs;
      expect(Math.abs(clock.now() - before)).toBeLessThan(60_000);
      let isEarly = true;
      const soon = new Promise<void>((resolve) => clock.alarm(clock.now() + 5, resolve));
      const cancel = clock.alarm(clock.now() + 1_800_000, () => (isEarly = false));
      await soon;
      cancel();
      expect(isEarly).toBe(true);
    }
  } finally {
    Date.now = real;
  }
});
