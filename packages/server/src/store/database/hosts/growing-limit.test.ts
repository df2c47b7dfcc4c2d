import { expect, it } from "vitest";
import { GrowingLimit } from "./growing-limit.ts";

const exceeded = new Error("timeout expired");

it("[CORE-500] a limit doubles with each attempt that exceeds it, up to its maximum, and returns by half", async () => {
  const limit = new GrowingLimit(100, 1_000);
  expect(limit.next()).toBe(100);
  limit.note(exceeded);
  limit.note(new Error("the server is gone", { cause: exceeded }));
  expect(limit.next()).toBeGreaterThanOrEqual(360);
  expect(limit.next()).toBeLessThanOrEqual(440);
  limit.note(exceeded);
  limit.note(exceeded);
  expect(limit.next()).toBeLessThanOrEqual(1_100);
  expect(await limit.run((ms) => Promise.resolve(ms))).toBeGreaterThanOrEqual(900);
  expect(limit.next()).toBeLessThanOrEqual(550);
  for (let n = 0; n < 3; n++) limit.note(null);
  expect(limit.next()).toBe(100);
});

it("[CORE-500] other errors change nothing", async () => {
  const limit = new GrowingLimit(100, 1_000);
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  await expect(limit.run(() => Promise.reject(refused))).rejects.toBe(refused);
  expect(limit.next()).toBe(100);
});
