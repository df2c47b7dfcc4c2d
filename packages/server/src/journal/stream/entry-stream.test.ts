import { expect, it } from "vitest";
import type { JournalEntry } from "../entry.ts";
import { EntryStreams } from "./entry-stream.ts";

const entry = (position: number): JournalEntry => ({
  account: 1,
  position,
  at: 0,
  name: "message_created",
  channelId: 1,
  chatId: 1,
  visitorId: 1,
  seq: position,
  frame: `{"position":${position}}`,
});
const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

function createFixture(now: () => number = () => 0): {
  readonly streams: EntryStreams;
  readonly received: number[];
  /** Positions after which entries were read from the table. */
  readonly reads: number[];
  /** Positions of entries that may have outdated cached states. */
  readonly foreign: number[];
  readonly read: () => Promise<void>;
} {
  const reads: number[] = [];
  const foreign: number[] = [];
  const streams = new EntryStreams({
    clock: { now, monotonic: () => 0, scheduleAt: () => () => undefined },
    readRows(_account, after, upTo) {
      reads.push(after);
      return Promise.resolve(range(after + 1, upTo).map(entry));
    },
    onFetched: (entries) => foreign.push(...entries.map(({ position }) => position)),
    onRewind: () => {
      throw new Error("nothing went back");
    },
    onFault: (error) => {
      throw error;
    },
  });
  const received: number[] = [];
  streams.subscribe((_account, entries) => received.push(...entries.map((item) => item.position)));
  return {
    streams,
    received,
    reads,
    foreign,
    read: () => new Promise((resolve) => void setImmediate(resolve)),
  };
}

it("[CORE-045] [CORE-031] what this node committed is told, although somebody asked for the head before it was", () => {
  const { streams, received } = createFixture();
  streams.begin(1, 18);
  streams.publishOwn(1, 0, range(1, 18).map(entry));
  streams.publishOwn(1, 18, [entry(19)]);
  expect(received).toEqual(range(1, 19));
});

it("[CORE-132] what this node committed is told, although another node's notice of later entries came first", async () => {
  const { streams, received, read } = createFixture();
  streams.begin(1, 20);
  streams.noteHead(1, 36);
  streams.publishOwn(1, 0, range(1, 18).map(entry));
  await read();
  expect(received.toSorted((a, b) => a - b)).toEqual([...range(1, 18), ...range(21, 36)]);
});

it("[CORE-132] [PERF-23] entries that another node sends are published without a read, unless earlier ones are missing", async () => {
  const { streams, received, reads, foreign, read } = createFixture();
  streams.publishReceived(1, 0, range(1, 2).map(entry));
  expect(received).toEqual([]);
  streams.begin(1, 2);
  streams.publishReceived(1, 2, range(3, 4).map(entry));
  streams.publishOwn(1, 4, [entry(5)]);
  // A second copy, and one that arrives late.
  streams.publishReceived(1, 2, range(3, 4).map(entry));
  expect([received, reads, foreign]).toEqual([range(3, 5), [], [3, 4]]);
  // Entry 6 was lost.
  streams.publishReceived(1, 6, [entry(7)]);
  streams.publishReceived(1, 7, [entry(8)]);
  await read();
  expect([received, reads, foreign]).toEqual([range(3, 8), [5, 7], [3, 4, 6, 7, 8]]);
});

it("[P6] memory keeps an account's latest 10,000 entries, none older than 15 minutes, and 64 MiB of all accounts", () => {
  let now = 0;
  const { streams } = createFixture(() => now);
  /** Returns whether the entry is the first one in memory. */
  const isFirst = (account: number, position: number): boolean =>
    streams.readBuffered(account, position - 2, 1) === null &&
    streams.readBuffered(account, position - 1, 1)?.[0]?.position === position;
  streams.begin(1, 0);
  streams.publishOwn(1, 0, range(1, 10_001).map(entry));
  expect(isFirst(1, 2)).toBe(true);
  now = 15 * 60_000;
  streams.publishOwn(1, 10_001, [{ ...entry(10_002), at: now }]);
  expect(isFirst(1, 3)).toBe(true);
  now += 1;
  streams.publishOwn(1, 10_002, [{ ...entry(10_003), at: now }]);
  expect(isFirst(1, 10_002)).toBe(true);

  const frame = "x".repeat(16 * 1024 * 1024);
  streams.begin(2, 0);
  streams.publishOwn(
    2,
    0,
    range(1, 4).map((position) => ({ ...entry(position), account: 2, at: now, frame })),
  );
  expect([streams.readBuffered(1, 10_002, 1), isFirst(2, 2)]).toEqual([null, true]);
});
