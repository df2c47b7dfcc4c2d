import { expect, test } from "vitest";
import { ManualClock } from "./clock.ts";
import { shutDownInOrder, slowShutdownMs } from "./shutdown.ts";

test("[CORE-131] parts end one after another, and the one that holds the end up is named", async () => {
  const clock = new ManualClock();
  const ended: string[] = [];
  const logged: object[] = [];
  let release = (): void => undefined;
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const ending = shutDownInOrder(
    [
      ["first", () => void ended.push("first")],
      ["second", () => blocked.then(() => void ended.push("second"))],
      ["third", () => void ended.push("third")],
    ],
    clock,
    { error: (fields: object) => void logged.push(fields) },
  );
  await clock.advance(slowShutdownMs - 1);
  expect(logged).toEqual([]);
  await clock.advance(1);
  expect(logged).toEqual([{ part: "second", ms: slowShutdownMs }]);
  expect(ended).toEqual(["first"]);
  release();
  await ending;
  expect(ended).toEqual(["first", "second", "third"]);
});

test("[CORE-131] an end in time says nothing, nor does one that fails", async () => {
  const clock = new ManualClock();
  const logged: object[] = [];
  const log = { error: (fields: object) => void logged.push(fields) };
  await shutDownInOrder([["only", () => undefined]], clock, log);
  await expect(
    shutDownInOrder([["only", () => Promise.reject(new Error("gone"))]], clock, log),
  ).rejects.toThrow("gone");
  expect(clock.pending()).toEqual([]);
  expect(logged).toEqual([]);
});
