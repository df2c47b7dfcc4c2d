import { expect, it, onTestFinished } from "vitest";
import { ManualClock } from "../../clock.ts";
import type { Sql } from "../database/sql.ts";
import { startCleanup } from "./cleanup.ts";

it("[CORE-115] expired rows and what other parts remove are swept every ten minutes, also after a sweep that failed", async () => {
  const clock = new ManualClock();
  const faults: unknown[] = [];
  let runs = 0;
  const job = startCleanup({
    sql: { query: () => Promise.resolve([]) } as unknown as Sql,
    clock,
    onFault: (error) => void faults.push(error),
    also: async () => {
      runs++;
      if (runs === 1) throw new Error("no answer");
    },
  });
  onTestFinished(() => job.close());
  await clock.advance(10 * 60_000 - 1);
  expect(runs).toBe(0);
  await clock.advance(1);
  await expect.poll(() => faults).toEqual([new Error("no answer")]);
  for (const expected of [2, 3]) {
    await clock.advance(10 * 60_000);
    await expect.poll(() => runs).toBe(expected);
  }
});
