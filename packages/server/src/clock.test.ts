import { expect, it } from "vitest";
import { ManualClock, createSystemClock } from "./clock.ts";

it("[CH-081] the manual clock rings alarms in order, each at its own time, also those set meanwhile", async () => {
  const clock = new ManualClock(1_000);
  const fired: [string, number][] = [];
  const record = (name: string) => (): void => void fired.push([name, clock.now()]);
  clock.scheduleAt(3_000, record("late"));
  clock.scheduleAt(2_000, () => {
    record("first")();
    clock.scheduleAt(2_500, record("between"));
  });
  clock.scheduleAt(2_200, record("cancelled"))();
  await clock.advance(1_500);
  expect(fired).toEqual([
    ["first", 2_000],
    ["between", 2_500],
  ]);
  clock.set(0);
  expect([clock.now(), clock.monotonic()]).toEqual([0, 1_500]);
  await clock.advance(3_000);
  expect(fired.at(-1)).toEqual(["late", 3_000]);
  expect(clock.pending()).toEqual([]);
});

it("[CH-081] the system clock rings once, not before its time, and not when cancelled", async () => {
  const clock = createSystemClock();
  const at = clock.now() + 20;
  let cancelled = 0;
  clock.scheduleAt(at, () => cancelled++)();
  const late = await new Promise<number>(
    (resolve) => void clock.scheduleAt(at, () => resolve(clock.now() - at)),
  );
  expect(late).toBeGreaterThanOrEqual(0);
  expect(cancelled).toBe(0);
});

it("[F14] setting the machine's clock by an hour or a day moves neither the time of a running process nor its alarms", async () => {
  const clock = createSystemClock();
  const before = clock.now();
  const real = Date.now.bind(Date);
  try {
    for (const jumpMs of [-86_400_000, -3_600_000, 3_600_000, 86_400_000]) {
      Date.now = () => real() + jumpMs;
      expect(Math.abs(clock.now() - before)).toBeLessThan(60_000);
      let isEarly = true;
      const soon = new Promise<void>((resolve) => clock.scheduleAt(clock.now() + 5, resolve));
      const cancel = clock.scheduleAt(clock.now() + 1_800_000, () => (isEarly = false));
      await soon;
      cancel();
      expect(isEarly).toBe(true);
    }
  } finally {
    Date.now = real;
  }
});

/**
 * Returns time sources that a test controls. `pass` advances the time, `set` changes the time of
 * day, and `sleep` suspends the machine.
 */
function controlledSources() {
  let [wall, passed, booted] = [Date.UTC(2026, 0, 5, 9), 40, 100_000];
  return {
    sources: {
      wall: () => wall,
      passed: () => passed,
      booted: () => Math.floor(booted / 1_000) * 1_000,
    },
    pass: (ms: number) => void ((wall += ms), (passed += ms), (booted += ms)),
    set: (byMs: number) => void (wall += byMs),
    sleep: (ms: number) => void ((wall += ms), (booted += ms)),
    wall: () => wall,
  };
}
const hour = 3_600_000;

it.each([
  ["ahead by an hour", hour, 5 * hour],
  ["back by an hour", -hour, 11 * hour],
  ["ahead by a day", 24 * hour, 5 * 24 * hour],
  ["back by 3 s", -3_000, 120_000],
])(
  "[CORE-181] [F14] a machine's clock that is set %s is followed: no jump, never backwards, and exact in the end",
  (_how, byMs, withinMs) => {
    const { sources, pass, set, wall } = controlledSources();
    const clock = createSystemClock(sources);
    set(byMs);
    let before = clock.now();
    const steps: number[] = [];
    const stepMs = Math.abs(byMs) > hour ? 60_000 : 1_000;
    for (let ms = 0; ms < withinMs; ms += stepMs) {
      pass(stepMs);
      steps.push((clock.now() - before) / stepMs);
      before = clock.now();
    }
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(byMs < 0 ? 0.89 : 1);
    expect(Math.max(...steps)).toBeLessThanOrEqual(byMs < 0 ? 1 : 1.251);
    expect(Math.abs(clock.now() - wall())).toBeLessThanOrEqual(1);
    expect(clock.monotonic()).toBe(sources.passed());
  },
);

it("[CORE-181] a clock that is wrong for less than a minute, or by at most 2 s, is not followed", () => {
  const { sources, pass, set } = controlledSources();
  const clock = createSystemClock(sources);
  const begun = clock.now();
  const passBySeconds = (seconds: number): void => {
    for (let n = 0; n < seconds; n++) {
      pass(1_000);
      clock.now();
    }
  };
  set(hour);
  passBySeconds(59);
  set(-hour);
  passBySeconds(120);
  set(2_000);
  passBySeconds(600);
  expect(clock.now() - begun).toBe(779_000);
});

it("[CORE-181] sleep of the machine counts at once and is not followed a second time", () => {
  const { sources, pass, sleep, wall } = controlledSources();
  const clock = createSystemClock(sources);
  sleep(2 * hour);
  pass(1_000);
  expect(Math.abs(clock.now() - wall())).toBeLessThanOrEqual(1_000);
  const before = clock.now();
  for (let n = 0; n < 300; n++) {
    pass(1_000);
    clock.now();
  }
  expect(clock.now() - before).toBe(300_000);
});

it("[CORE-181] after a pause in which nobody asked, the clock has followed no further than time allows", () => {
  const { sources, pass, set } = controlledSources();
  const clock = createSystemClock(sources);
  set(-10 * hour);
  pass(61_000);
  const before = clock.now();
  pass(61_000);
  clock.now();
  pass(hour);
  expect(clock.now() - before).toBeGreaterThanOrEqual((hour + 61_000) * 0.9 - 1);
});
