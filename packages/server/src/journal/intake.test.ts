import { expect, it } from "vitest";
import { ManualClock } from "../clock.ts";
import type { Command } from "../core/command.ts";
import { Intake } from "./intake.ts";
import type { Job } from "./job.ts";

const limits = { waiting: 100, waitingBytes: 10_000, batch: 10, batchBytes: 1_000 };
function fill(intake: Intake, accounts: readonly number[], bytes = 1): unknown[] {
  const refused: unknown[] = [];
  const command = (account: number): Command => ({ account, subject: { chat: 1 }, handler: () => ({ events: [], answer: "" }), bytes });
  for (const account of accounts)
    intake.command(
      command(account),
      () => undefined,
      (error) => refused.push(error),
    );
  return refused;
}
const accountsOf = (jobs: readonly Job[]): readonly number[] => jobs.map((job) => job.account).toSorted((a, b) => a - b);

it("[CORE-122] a batch holds an equal part of every account that waits, then what is left", () => {
  const intake = new Intake(limits, new ManualClock());
  fill(intake, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3]);
  expect(accountsOf(intake.take())).toEqual([1, 1, 1, 1, 1, 1, 1, 2, 2, 3]);
  expect(intake.size).toBe(5);
  expect(accountsOf(intake.take())).toEqual([1, 1, 1, 1, 1]);
  expect([intake.size, intake.stats().waitingBytes]).toEqual([0, 0]);
});

it("[CORE-042] a batch is bounded by bytes, and every job is taken once", () => {
  const intake = new Intake(limits, new ManualClock());
  fill(intake, [1, 2, 1, 2, 1, 2], 400);
  const sizes: number[] = [];
  const all = new Set<Job>();
  while (intake.size > 0) {
    const jobs = intake.take();
    sizes.push(jobs.length);
    for (const job of jobs) all.add(job);
  }
  expect(sizes).toEqual([2, 2, 2]);
  expect(all.size).toBe(6);
  fill(intake, [1], 5_000);
  expect(intake.take()).toHaveLength(1);
  expect(intake.stats().waitingBytes).toBe(0);
});

it("[CORE-042] what is put back comes first again; what waits is bounded by count, bytes and account", () => {
  const clock = new ManualClock();
  const intake = new Intake(limits, clock);
  expect(
    fill(
      intake,
      Array.from({ length: 80 }, () => 1),
    ),
  ).toHaveLength(5);
  expect(
    fill(
      intake,
      Array.from({ length: 30 }, () => 2),
    ),
  ).toHaveLength(5);
  expect(fill(new Intake(limits, clock), [1, 1, 1, 1], 3_000)).toHaveLength(1);
  const jobs = intake.take();
  const mine = jobs.filter((job) => job.account === 2);
  intake.putBack(mine);
  expect(mine.every((job) => !intake.isOpen(job))).toBe(true);
  expect(intake.take().filter((job) => job.account === 2)).toEqual(mine);
  expect(intake.stats()).toMatchObject({ refused: 10, oldestMs: 0 });
});
