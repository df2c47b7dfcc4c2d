import { afterEach, expect, test, vi } from "vitest";
import { ManualClock, systemClock } from "./clock.ts";

afterEach(() => vi.restoreAllMocks());

test("an alarm of the machine's clock rings when its time has come, not before", async () => {
  const clock = systemClock();
  const at = clock.now() + 30;
  await new Promise<void>((resolve) => void clock.alarm(at, resolve));
  expect(clock.now()).toBeGreaterThanOrEqual(at);
});

test("setting the machine's clock by an hour moves neither time nor alarms", async () => {
  const clock = systemClock();
  const before = clock.now();
  vi.spyOn(Date, "now").mockReturnValue(before - 3_600_000);
  expect(clock.now() - before).toBeLessThan(1_000);
  await new Promise<void>((resolve) => void clock.alarm(clock.now() + 5, resolve));
  vi.spyOn(Date, "now").mockReturnValue(before + 3_600_000);
  expect(clock.now() - before).toBeLessThan(1_000);
});

test("a cancelled alarm never rings", async () => {
  const clock = new ManualClock();
  let rung = 0;
  const cancel = clock.alarm(clock.now() + 10, () => rung++);
  clock.alarm(clock.now() + 20, () => rung++);
  cancel();
  await clock.advance(30);
  expect(rung).toBe(1);
});

test("moving time rings alarms in order, each at its own time", async () => {
  const clock = new ManualClock(1_000);
  const seen: number[] = [];
  clock.alarm(1_020, () => seen.push(clock.now()));
  clock.alarm(1_010, () => {
    seen.push(clock.now());
    clock.alarm(1_015, () => seen.push(clock.now()));
  });
  await clock.advance(100);
  expect(seen).toEqual([1_010, 1_015, 1_020]);
  expect(clock.now()).toBe(1_100);
});
