import { expect, test } from "vitest";
import { Refusal } from "../core/failure.ts";
import { createSemaphore } from "./semaphore.ts";

test("[CORE-062] so many at once, so many waiting in order, no more; a failure gives its place on", async () => {
  const turns = createSemaphore(2, 2);
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const work = (n: number, fails = false): Promise<number> =>
    turns.run(async () => {
      started.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (fails) throw new Error(`failed ${n}`);
      return n;
    });
  const [one, two, three, four] = [work(1, true), work(2), work(3), work(4)];
  await expect(work(5)).rejects.toBeInstanceOf(Refusal);
  expect(started).toEqual([1, 2]);
  ends[0]?.();
  await expect(one).rejects.toThrow("failed 1");
  await expect.poll(() => started).toEqual([1, 2, 3]);
  ends[1]?.();
  ends[2]?.();
  expect(await Promise.all([two, three])).toEqual([2, 3]);
  await expect.poll(() => started).toEqual([1, 2, 3, 4]);
  ends[3]?.();
  expect(await four).toBe(4);
  const free = work(6);
  await expect.poll(() => ends.length).toBe(5);
  ends[4]?.();
  expect(await free).toBe(6);
});
