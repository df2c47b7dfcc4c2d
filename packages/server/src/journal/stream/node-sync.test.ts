import type pg from "pg";
import { expect, it } from "vitest";
import { ManualClock } from "../../clock.ts";
import type { JournalEntry } from "../entry.ts";
import { entriesTopic, formatEntries, parseEntries } from "./entry-notice.ts";
import { startNodeSync } from "./node-sync.ts";

/** Creates consecutive entries after `base`. Each has a frame of this length. */
const createEntries = (
  account: number,
  base: number,
  count: number,
  frameLength = 10,
): readonly JournalEntry[] =>
  Array.from({ length: count }, (_, n) => ({
    account,
    position: base + n + 1,
    at: 1_000 + n,
    name: "message_created",
    channelId: 2,
    chatId: 3,
    visitorId: null,
    seq: n,
    frame: `"\n${"x".repeat(frameLength - 3)}"`,
  }));

/**
 * A node that knows one other node. `take` returns what it has sent since the last call: a head as
 * `account:head`, or the entries of a message. `takeReceived` returns in the same form what it has
 * received.
 */
async function createFixture() {
  const clock = new ManualClock();
  const state = { epoch: "first", locked: [2], isConnected: true };
  const sent: (string | readonly JournalEntry[])[] = [];
  const received: (string | readonly JournalEntry[])[] = [];
  let announceHead: (account: number, head: number) => void = () => undefined;
  let receive: (text: string) => void = () => undefined;
  const sync = await startNodeSync({
    onMove: () => undefined,
    pool: {
      query: () => Promise.resolve({ rows: state.locked.map((id) => ({ id })) }),
    } as unknown as pg.Pool,
    bus: {
      announce: (account, head) => void sent.push(`${account}:${head}`),
      onHead(listener) {
        announceHead = listener;
        return () => undefined;
      },
      publish(topic, text) {
        expect(topic).toBe(entriesTopic);
        const { notices } = parseEntries(text);
        sent.push(notices.flatMap(({ entries }) => entries));
      },
      subscribe(_, listener) {
        receive = listener;
        return () => undefined;
      },
      close: () => Promise.resolve(),
    },
    clock,
    streams: {
      accounts: () => [],
      begin: () => 0,
      noteHead: (account, head) => void received.push(`${account}:${head}`),
      published: () => 10,
      publishReceived: (_account, _base, entries) => void received.push(entries),
    },
    node: 1,
    epoch: () => state.epoch,
    isConnected: () => state.isConnected,
    onFault: () => void received.push("fault"),
  });
  sent.length = 0;
  return {
    clock,
    sync,
    state,
    take: () => sent.splice(0),
    receive: (text: string) => receive(text),
    announceHead: (account: number, head: number) => announceHead(account, head),
    takeReceived: () => received.splice(0),
  };
}

it("[CORE-132] [PERF-23] entries share a notice every 30 ms; the first one after a pause, and settings, wait for none", async () => {
  const { clock, sync, take } = await createFixture();
  // The accounts of one batch.
  sync.announceEntriesSoon(1, 9, createEntries(1, 9, 1));
  sync.announceEntriesSoon(2, 4, createEntries(2, 4, 2));
  await Promise.resolve();
  expect(take()).toEqual([[...createEntries(1, 9, 1), ...createEntries(2, 4, 2)]]);
  sync.announceEntriesSoon(1, 10, createEntries(1, 10, 2));
  sync.announceEntriesSoon(1, 12, createEntries(1, 12, 1));
  await clock.advance(29);
  expect(take()).toEqual([]);
  sync.announceHead(3, 7);
  expect(take()).toEqual(["3:7"]);
  await clock.advance(1);
  expect(take()).toEqual([[...createEntries(1, 10, 2), ...createEntries(1, 12, 1)]]);
  await clock.advance(30);
  sync.announceEntriesSoon(1, 13, createEntries(1, 13, 1));
  await Promise.resolve();
  expect(take()).toHaveLength(1);
  sync.announceEntriesSoon(1, 14, createEntries(1, 14, 1));
  sync.close();
  expect(take()).toEqual([createEntries(1, 14, 1)]);
});

it("[CORE-132] [PERF-23] of more than 6,000 characters a notice contains only heads, and of what another node interrupts only the last part", async () => {
  const { clock, sync, take } = await createFixture();
  sync.announceEntriesSoon(1, 0, createEntries(1, 0, 1));
  await clock.advance(30);
  take();
  sync.announceEntriesSoon(1, 1, createEntries(1, 1, 2, 2_000));
  sync.announceEntriesSoon(1, 5, createEntries(1, 5, 1, 2_000));
  await clock.advance(30);
  expect(take()).toEqual([createEntries(1, 5, 1, 2_000)]);
  sync.announceEntriesSoon(1, 6, createEntries(1, 6, 3, 2_000));
  sync.announceEntriesSoon(2, 0, createEntries(2, 0, 1));
  sync.announceEntriesSoon(2, 1, createEntries(2, 1, 1));
  await clock.advance(30);
  expect(take()).toEqual(["1:9", "2:2"]);
});

it("[CORE-045] [CORE-132] entries of another epoch are read from the table, and are not sent in a later epoch", async () => {
  const { clock, sync, state, take, receive, takeReceived } = await createFixture();
  const notices = [{ account: 1, base: 10, entries: createEntries(1, 10, 2) }];
  receive(formatEntries({ epoch: "first", notices }));
  expect(takeReceived()).toEqual([createEntries(1, 10, 2)]);
  receive(formatEntries({ epoch: "other", notices }));
  receive("no message");
  expect(takeReceived()).toEqual(["1:12", "fault"]);
  sync.announceEntriesSoon(1, 10, createEntries(1, 10, 1));
  await clock.advance(30);
  take();
  sync.announceEntriesSoon(1, 11, createEntries(1, 11, 1));
  state.epoch = "second";
  sync.announceEntriesSoon(2, 3, createEntries(2, 3, 1));
  await clock.advance(30);
  expect(take()).toEqual([createEntries(2, 3, 1)]);
});

it("[CORE-375] after a crash of the database, a node knows the others although they do not have their locks yet, for 5 s", async () => {
  const { clock, sync, state, take, announceHead } = await createFixture();
  const known: string[] = [];
  sync.onOtherNodesChange((nodes) => void known.push(nodes.join()));
  // All nodes lost their locks. This one has its own again, then a third node, and node 2 ended.
  state.locked = [];
  state.isConnected = false;
  await clock.advance(1_000);
  state.isConnected = true;
  sync.noteReconnect();
  expect(take()).toEqual(["0:1"]);
  await clock.advance(1_000);
  expect(sync.otherNodes()).toEqual([2]);
  state.locked = [3];
  announceHead(0, 3);
  await clock.advance(3_999);
  expect(sync.otherNodes()).toEqual([2, 3]);
  await clock.advance(1_001);
  expect(known).toEqual(["2", "2,3", "3"]);
  sync.close();
});
