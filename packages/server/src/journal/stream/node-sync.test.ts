import type pg from "pg";
import { expect, it } from "vitest";
import { ManualClock } from "../../clock.ts";
import { startNodeSync } from "./node-sync.ts";

/** A node that knows one other node, and what it announces: `account:head`. */
async function createFixture() {
  const clock = new ManualClock();
  const announced: string[] = [];
  const sync = await startNodeSync({
    pool: { query: () => Promise.resolve({ rows: [{ id: 2 }] }) } as unknown as pg.Pool,
    bus: {
      announce: (account, head) => void announced.push(`${account}:${head}`),
      onHead: () => () => undefined,
      publish: () => undefined,
      subscribe: () => () => undefined,
      close: () => Promise.resolve(),
    },
    clock,
    streams: { accounts: () => [], begin: () => 0, noteHead: () => undefined },
    node: 1,
    onFault: (error) => expect.fail(String(error)),
  });
  announced.length = 0;
  return { clock, sync, announced };
}

it("[CORE-132] [PERF-23] heads of messages share a notice every 20 ms; the first one after a pause, and settings, wait for none", async () => {
  const { clock, sync, announced } = await createFixture();
  const take = (): readonly string[] => announced.splice(0);
  sync.announceHeadSoon(1, 10);
  expect(take()).toEqual(["1:10"]);
  sync.announceHeadSoon(1, 12);
  sync.announceHeadSoon(2, 5);
  sync.announceHeadSoon(1, 11);
  await clock.advance(19);
  expect(take()).toEqual([]);
  sync.announceHead(3, 7);
  expect(take()).toEqual(["3:7"]);
  await clock.advance(1);
  expect(take()).toEqual(["1:12", "2:5"]);
  await clock.advance(20);
  sync.announceHeadSoon(1, 13);
  expect(take()).toEqual(["1:13"]);
  sync.announceHeadSoon(1, 14);
  sync.close();
  expect(take()).toEqual(["1:14"]);
});
