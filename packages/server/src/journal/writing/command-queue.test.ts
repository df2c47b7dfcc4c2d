import { expect, it } from "vitest";
import { ManualClock } from "../../clock.ts";
import type { Command } from "../../core/command.ts";
import { CommandQueue } from "./command-queue.ts";
import type { GatewayJob } from "./jobs.ts";

const limits = { waiting: 100, waitingBytes: 10_000, batch: 10, batchBytes: 1_000 };
function fill(queue: CommandQueue, accounts: readonly number[], bytes = 1): unknown[] {
  const rejections: unknown[] = [];
  const command = (account: number): Command => ({
    account,
    subject: { chat: 1 },
    handler: () => ({ events: [], answer: "" }),
    bytes,
  });
  for (const account of accounts)
    queue.addCommand(
      command(account),
      () => undefined,
      (error) => rejections.push(error),
    );
  return rejections;
}
const getAccounts = (jobs: readonly GatewayJob[]): readonly number[] =>
  jobs.map((job) => job.account).toSorted((a, b) => a - b);

it("[CORE-122] a batch holds an equal part of every account that waits, then what is left", () => {
  const queue = new CommandQueue(limits, new ManualClock());
  fill(queue, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3]);
  expect(getAccounts(queue.takeBatch())).toEqual([1, 1, 1, 1, 1, 1, 1, 2, 2, 3]);
  expect(queue.size).toBe(5);
  expect(getAccounts(queue.takeBatch())).toEqual([1, 1, 1, 1, 1]);
  expect([queue.size, queue.stats().waitingBytes]).toEqual([0, 0]);
});

it("[CORE-042] a batch is bounded by bytes, and every job is taken once", () => {
  const queue = new CommandQueue(limits, new ManualClock());
  fill(queue, [1, 2, 1, 2, 1, 2], 400);
  const sizes: number[] = [];
  const distinct = new Set<GatewayJob>();
  while (queue.size > 0) {
    const jobs = queue.takeBatch();
    sizes.push(jobs.length);
    for (const job of jobs) distinct.add(job);
  }
  expect(sizes).toEqual([2, 2, 2]);
  expect(distinct.size).toBe(6);
  fill(queue, [1], 5_000);
  expect(queue.takeBatch()).toHaveLength(1);
  expect(queue.stats().waitingBytes).toBe(0);
});

it("[CORE-042] what is put back comes first again; what waits is bounded by count, bytes and account", () => {
  const clock = new ManualClock();
  const queue = new CommandQueue(limits, clock);
  expect(
    fill(
      queue,
      Array.from({ length: 80 }, () => 1),
    ),
  ).toHaveLength(5);
  expect(
    fill(
      queue,
      Array.from({ length: 30 }, () => 2),
    ),
  ).toHaveLength(5);
  expect(fill(new CommandQueue(limits, clock), [1, 2, 3, 4], 3_000)).toHaveLength(1);
  expect(fill(new CommandQueue(limits, clock), [1, 1, 1, 2], 3_000)).toHaveLength(1);
  const jobs = queue.takeBatch();
  const jobsOfSecond = jobs.filter((job) => job.account === 2);
  queue.putBack(jobsOfSecond);
  expect(jobsOfSecond.every((job) => !queue.isUnsettled(job))).toBe(true);
  expect(queue.takeBatch().filter((job) => job.account === 2)).toEqual(jobsOfSecond);
  expect(queue.stats()).toMatchObject({ refused: 10, oldestMs: 0 });
});
