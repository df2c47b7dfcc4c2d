import { expect, it } from "vitest";
import type { JournalEntry } from "../entry.ts";
import type { EntryListener } from "../stream/entry-stream.ts";
import { startDurableConsumer } from "./durable-consumer.ts";

const entry = (position: number): JournalEntry => ({
  account: 1,
  position,
  at: 0,
  name: "chat_created",
  channelId: 1,
  chatId: position,
  visitorId: 1,
  seq: null,
  frame: "",
});
const range = (from: number, to: number): readonly JournalEntry[] =>
  Array.from({ length: to - from + 1 }, (_, n) => entry(from + n));

it("[CORE-031] entries that come late, behind what was read already or is being read, are handled all the same", async () => {
  let publish: EntryListener = () => undefined;
  const handled = new Set<number>();
  let onHandle: () => void = () => undefined;
  const consumer = await startDurableConsumer(
    {
      journal: {
        subscribe: (listener) => {
          publish = listener;
          return () => undefined;
        },
        read: (_account, after, limit) =>
          Promise.resolve(range(after + 1, Math.min(after + limit, 36))),
        onReset: () => () => undefined,
      },
      pool: { query: () => Promise.resolve({ rows: [] }) } as never,
      clock: { now: () => 0, monotonic: () => 0, scheduleAt: () => () => undefined },
      onFault: (error) => {
        throw error;
      },
    },
    {
      name: "test",
      isRelevant: () => true,
      minIntervalMs: 0,
      handle(entries) {
        for (const { position } of entries) handled.add(position);
        onHandle();
        return Promise.resolve();
      },
    },
  );
  // Earlier entries are published once while the later entries are being handled, and again
  // afterwards.
  onHandle = () => {
    onHandle = () => undefined;
    publish(1, range(11, 18));
  };
  publish(1, range(21, 36));
  await consumer.settle();
  publish(1, range(1, 10));
  await consumer.settle();
  expect([...handled].filter((position) => position <= 18).toSorted((a, b) => a - b)).toEqual(
    range(1, 18).map((item) => item.position),
  );
  await consumer.close();
});

it("[F06] [CORE-040] another numbering: what was not read before it is found by the saved cursors", async () => {
  let publish: EntryListener = () => undefined;
  let startNewEpoch: () => void = () => undefined;
  let queryCount = 0;
  let head = 3;
  const handled: number[] = [];
  const consumer = await startDurableConsumer(
    {
      journal: {
        subscribe: (listener) => {
          publish = listener;
          return () => undefined;
        },
        read: (_account, after, limit) =>
          Promise.resolve(range(after + 1, Math.min(after + limit, head))),
        onReset: (listener) => {
          startNewEpoch = listener;
          return () => undefined;
        },
      },
      // The pool answers only queries for cursors: none at the start, then one with unread entries
      // after it.
      pool: {
        query: () =>
          Promise.resolve({
            rows: queryCount++ === 0 ? [] : [{ account_id: 1, head: 8, cursor: 3 }],
          }),
      } as never,
      clock: { now: () => 0, monotonic: () => 0, scheduleAt: () => () => undefined },
      onFault: (error) => {
        throw error;
      },
    },
    {
      name: "test",
      isRelevant: () => true,
      minIntervalMs: 2_000,
      handle: (entries) =>
        Promise.resolve(void handled.push(...entries.map(({ position }) => position))),
    },
  );
  publish(1, range(1, 3));
  await consumer.settle();
  // These entries wait, because the next round starts two seconds later.
  head = 8;
  publish(1, range(4, 8));
  startNewEpoch();
  await consumer.settle();
  expect(handled).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  await consumer.close();
});
