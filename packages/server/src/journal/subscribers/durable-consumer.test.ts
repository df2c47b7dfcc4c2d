import { expect, it } from "vitest";
import type { JournalEntry } from "../entry.ts";
import type { EntryListener } from "../stream/entry-stream.ts";
import {
  startDurableConsumer,
  type ConsumerDeps,
  type ConsumerHandler,
} from "./durable-consumer.ts";

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

/** A journal of one account with entries up to `head`, and a clock that stands still. */
function createConsumerDeps(head: () => number, query: (query: string | object) => unknown[]) {
  let listener: EntryListener = () => undefined;
  let onReset: () => void = () => undefined;
  const deps: ConsumerDeps = {
    journal: {
      subscribe(added) {
        listener = added;
        return () => undefined;
      },
      read: (_account, after, limit) =>
        Promise.resolve(range(after + 1, Math.min(after + limit, head()))),
      onMove: () => () => undefined,
      onReset(added) {
        onReset = added;
        return () => undefined;
      },
    },
    pool: {
      query: (text: string | object) => Promise.resolve({ rows: query(text) }),
    } as never,
    clock: { now: () => 0, monotonic: () => 0, scheduleAt: () => () => undefined },
    onFault: (error) => {
      throw error;
    },
  };
  const publish: EntryListener = (account, entries) => listener(account, entries);
  return { deps, publish, startNewEpoch: () => onReset() };
}

it("[CORE-031] entries that come late, behind what was read already or is being read, are handled all the same", async () => {
  const { deps, publish } = createConsumerDeps(
    () => 36,
    () => [],
  );
  const handled = new Set<number>();
  let onHandle: () => void = () => undefined;
  const consumer = await startDurableConsumer(deps, {
    name: "test",
    isRelevant: () => true,
    minIntervalMs: 0,
    handle(entries) {
      for (const { position } of entries) handled.add(position);
      onHandle();
      return Promise.resolve();
    },
  });
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
  let queryCount = 0;
  let head = 3;
  const handled: number[] = [];
  // The pool answers only queries for cursors: none at the start, then one with unread entries
  // after it.
  const { deps, publish, startNewEpoch } = createConsumerDeps(
    () => head,
    () => (queryCount++ === 0 ? [] : [{ account_id: 1, head: 8, cursor: 3 }]),
  );
  const consumer = await startDurableConsumer(deps, {
    name: "test",
    isRelevant: () => true,
    minIntervalMs: 2_000,
    handle: (entries) =>
      Promise.resolve(void handled.push(...entries.map(({ position }) => position))),
  });
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

/** Starts a consumer of one account on a clock that only moves while entries are handled. */
async function startPaced(
  handler: Pick<ConsumerHandler, "handle"> & Partial<ConsumerHandler>,
  head: number,
) {
  let publish: EntryListener = () => undefined;
  const time = { now: 0 };
  const alarms: { readonly at: number; readonly fire: () => void }[] = [];
  const statements: string[] = [];
  const consumer = await startDurableConsumer(
    {
      journal: {
        subscribe: (listener) => {
          publish = listener;
          return () => undefined;
        },
        read: (_account, after, limit) =>
          Promise.resolve(range(after + 1, Math.min(after + limit, head))),
        onMove: () => () => undefined,
        onReset: () => () => undefined,
      },
      pool: {
        query: (query: string | { readonly text: string }) => {
          statements.push(typeof query === "string" ? query : query.text);
          return Promise.resolve({ rows: [] });
        },
      } as never,
      clock: {
        now: () => time.now,
        monotonic: () => time.now,
        scheduleAt: (at, fire) => {
          alarms.push({ at, fire });
          return () => undefined;
        },
      },
      onFault: (error) => {
        throw error;
      },
    },
    { name: "test", isRelevant: () => true, minIntervalMs: 1_000, ...handler },
  );
  statements.length = 0;
  return { consumer, time, alarms, statements, publish: () => publish(1, range(1, head)) };
}
/** Resolves when all rounds have finished that need no alarm. */
const finishRound = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it("[PERF-17] between the rounds of a backlog the consumer rests in proportion to their duration", async () => {
  const counts: number[] = [];
  let roundMs = 40;
  const { consumer, time, alarms, publish } = await startPaced(
    {
      maxEntries: 4,
      restFactor: 3,
      handle: (entries) => {
        counts.push(entries.length);
        time.now += roundMs;
        return Promise.resolve();
      },
    },
    18,
  );
  const rests: number[] = [];
  publish();
  for (const next of [0, 900, 40, 40]) {
    await finishRound();
    rests.push((alarms.at(-1)?.at ?? 0) - time.now);
    roundMs = next;
    time.now = alarms.at(-1)?.at ?? 0;
    alarms.at(-1)?.fire();
  }
  await finishRound();
  expect(counts).toEqual([4, 4, 4, 4, 2]);
  // At least 10 ms, and at most the interval without a backlog.
  expect(rests).toEqual([120, 10, 1_000, 120]);
  await consumer.close();
});

it.each([
  [99, 1_000],
  [100, 250],
])("[PERF-20] after a round of %i entries the consumer rests for %i ms", async (head, rest) => {
  const { consumer, time, alarms, publish } = await startPaced(
    { minIntervalMs: 250, quietIntervalMs: 1_000, handle: () => Promise.resolve() },
    head,
  );
  publish();
  await finishRound();
  // The next entries set the alarm.
  publish();
  expect(alarms.map(({ at }) => at - time.now)).toEqual([rest]);
  await consumer.close();
});

it("[CORE-031] rows and cursors are written by one statement, or the cursors after the entries are handled", async () => {
  const { consumer, statements, publish } = await startPaced(
    {
      maxEntries: 3,
      handle: async ([entry], writeWithCursors) => {
        if (entry?.position === 1) await writeWithCursors({ text: "select $4", values: [7] });
      },
    },
    5,
  );
  publish();
  await consumer.settle();
  expect(
    statements.map((text) =>
      ["insert into cursor", "select $4"].filter((part) => text.includes(part)),
    ),
  ).toEqual([["insert into cursor", "select $4"], ["insert into cursor"]]);
  await consumer.close();
});

it("[CORE-132] handles nothing while another node is responsible, and continues from the saved cursors when it becomes responsible", async () => {
  let onChange: () => void = () => undefined;
  let isResponsible = false;
  let savedCursor = 0;
  const handled: number[] = [];
  const { deps, publish } = createConsumerDeps(
    () => 20,
    (query) =>
      typeof query === "string" ? [{ account_id: 1, head: 20, cursor: savedCursor }] : [],
  );
  const consumer = await startDurableConsumer(
    {
      ...deps,
      jobs: {
        isResponsible: (job) => job === "test" && isResponsible,
        onResponsibilityChange: (listener) => {
          onChange = listener;
          return () => undefined;
        },
      },
    },
    {
      name: "test",
      isRelevant: () => true,
      minIntervalMs: 0,
      handle: (entries) =>
        Promise.resolve(void handled.push(...entries.map(({ position }) => position))),
    },
  );
  publish(1, range(1, 10));
  await consumer.settle();
  expect(handled).toEqual([]);
  // The other node has handled 12 entries and ends.
  savedCursor = 12;
  isResponsible = true;
  onChange();
  await consumer.settle();
  expect(handled).toEqual(range(13, 20).map(({ position }) => position));
  isResponsible = false;
  onChange();
  publish(1, range(21, 22));
  await consumer.settle();
  expect(handled).toHaveLength(8);
  await consumer.close();
});
