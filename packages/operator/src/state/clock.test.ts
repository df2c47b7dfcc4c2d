import { createManualTimers } from "@parlour/client";
import { expect, test } from "vitest";
import { createClock } from "./clock.ts";

test("`after` calls once, `every` repeats also after an error, and both stop when cancelled", async () => {
  const timers = createManualTimers();
  const clock = createClock(timers);
  const start = clock.now();
  const calls: string[] = [];
  const record = (name: string) => () => void calls.push(`${name} ${clock.now() - start}`);
  clock.after(150, record("once"));
  clock.after(150, record("cancelled"))();
  const stop = clock.every(100, record("every"));
  clock.every(250, () => {
    calls.push(`failed ${clock.now() - start}`);
    throw new Error("the task failed");
  });
  await timers.advance(220);
  stop();
  await expect(timers.advance(50)).rejects.toThrow("the task failed");
  await expect(timers.advance(300)).rejects.toThrow("the task failed");
  expect(calls).toEqual(["every 100", "once 150", "every 200", "failed 250", "failed 500"]);
});

test("durations are measured by a source of their own, which a change of the time of day leaves alone", () => {
  let now = 5_000;
  const clock = createClock({ ...createManualTimers(), now: () => now }, () => 7);
  now = 0;
  expect([clock.now(), clock.monotonic()]).toEqual([0, 7]);
});
