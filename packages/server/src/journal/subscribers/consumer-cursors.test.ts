import { expect, it } from "vitest";
import type { JournalEntry } from "../entry.ts";
import { ConsumerCursors, type RoundLimits } from "./consumer-cursors.ts";

const createEntry = (account: number, position: number): JournalEntry => ({
  account,
  position,
  at: 0,
  name: "message_created",
  channelId: 1,
  chatId: position,
  visitorId: 1,
  seq: 1,
  frame: "",
});

it("[PERF-17] an account that is never done lets the others go first in the next round", async () => {
  const heads = new Map([
    [1, 50],
    [2, 3],
    [3, 3],
  ]);
  const cursors = new ConsumerCursors();
  for (const [account, head] of heads) cursors.noteEntries(account, 0, head);
  const round = async (): Promise<readonly string[]> => {
    const read = await cursors.read(
      {
        read(account, after, limit) {
          const count = Math.min(limit, (heads.get(account) ?? 0) - after);
          return Promise.resolve(
            Array.from({ length: count }, (_, n) => createEntry(account, after + 1 + n)),
          );
        },
      },
      () => true,
      { maxEntries: 4 },
    );
    cursors.finishRound(read, cursors.getCursorsToSave(read));
    // The first account writes faster than the consumer reads.
    heads.set(1, (heads.get(1) ?? 0) + 10);
    cursors.noteEntries(1, (heads.get(1) ?? 0) - 10, heads.get(1) ?? 0);
    return read.relevant.map((entry) => `${entry.account}:${entry.position}`);
  };
  expect(await round()).toEqual(["1:1", "1:2", "1:3", "1:4"]);
  expect(await round()).toEqual(["2:1", "2:2", "2:3", "3:1"]);
  expect(await round()).toEqual(["1:5", "1:6", "1:7", "1:8"]);
});

it("[CORE-031] entries that nobody wants are passed over, unless something before them is unread or the cursor is worth a row", async () => {
  const cursors = new ConsumerCursors();
  const entries = (from: number, to: number): readonly JournalEntry[] =>
    Array.from({ length: to - from + 1 }, (_, n) => createEntry(1, from + n));
  const isRelevant = (): boolean => false;
  const readAll = async (): Promise<readonly (readonly [number, number])[]> => {
    const read = await cursors.read(
      {
        read: (account, after, limit) =>
          Promise.resolve(entries(after + 1, after + limit).slice(0, limit)),
      },
      isRelevant,
      { maxEntries: 10_000 },
    );
    const saved = cursors.getCursorsToSave(read);
    cursors.finishRound(read, saved);
    return saved;
  };
  // No entry of this account was ever read.
  expect(cursors.skipIrrelevant(1, entries(1, 2), isRelevant)).toBe(false);
  cursors.noteEntries(1, 0, 500);
  // Entries cannot be skipped before earlier unread ones.
  expect(cursors.skipIrrelevant(1, entries(501, 502), isRelevant)).toBe(false);
  await readAll();
  expect(cursors.skipIrrelevant(1, entries(501, 502), isRelevant)).toBe(true);
  expect(cursors.isBehind).toBe(false);
  // Nothing is skipped for a relevant entry, a late entry, or a gap before the entries.
  expect(cursors.skipIrrelevant(1, entries(503, 504), ({ position }) => position === 504)).toBe(
    false,
  );
  expect(cursors.skipIrrelevant(1, entries(502, 503), isRelevant)).toBe(false);
  expect(cursors.skipIrrelevant(1, entries(504, 505), isRelevant)).toBe(false);
  expect(cursors.skipIrrelevant(1, entries(503, 4_999), isRelevant)).toBe(true);
  // After 5,000 skipped entries the cursor is saved.
  expect(cursors.skipIrrelevant(1, entries(5_000, 5_000), isRelevant)).toBe(false);
  cursors.noteEntries(1, 4_999, 5_000);
  expect((await readAll()).map(([account]) => account)).toEqual([1]);
});

it("[CORE-031] a limit that ends a round among late entries leaves the rest of them to the next round", async () => {
  const cursors = new ConsumerCursors();
  const readRound = async (limits: RoundLimits): Promise<readonly number[]> => {
    const read = await cursors.read(
      {
        read: (account, after, limit) =>
          Promise.resolve(
            Array.from({ length: Math.min(limit, 12 - after) }, (_, n) =>
              Object.assign(createEntry(account, after + 1 + n), { frame: "0123456789" }),
            ),
          ),
      },
      () => true,
      limits,
    );
    cursors.finishRound(read, cursors.getCursorsToSave(read));
    return read.relevant.map(({ position }) => position);
  };
  cursors.noteEntries(1, 8, 12);
  expect(await readRound({ maxEntries: 100 })).toEqual([9, 10, 11, 12]);
  cursors.noteEntries(1, 2, 6);
  expect(await readRound({ maxEntries: 3 })).toEqual([3, 4, 5]);
  // The entry that reaches the length is the last one.
  expect(await readRound({ maxEntries: 100, maxLength: 15 })).toEqual([6, 7]);
  expect(await readRound({ maxEntries: 100 })).toEqual([8, 9, 10, 11, 12]);
  expect(cursors.isBehind).toBe(false);
});

it("[CORE-132] a consumer that read ahead of the published entries ends its rounds: what is published late is read once more, and then nothing is left", async () => {
  const cursors = new ConsumerCursors();
  /** Runs a round whose reads return the entries up to `head`. */
  const readRound = async (head: number): Promise<readonly number[]> => {
    const read = await cursors.read(
      {
        read: (account, after, limit) =>
          Promise.resolve(
            Array.from({ length: Math.min(Math.max(head - after, 0), limit) }, (_, n) =>
              createEntry(account, after + 1 + n),
            ),
          ),
      },
      () => true,
      { maxEntries: 2_000 },
    );
    cursors.finishRound(read, cursors.getCursorsToSave(read));
    return read.relevant.map(({ position }) => position);
  };
  cursors.load(1, 0, 3);
  // The table already contains two entries of another node that this node has not published.
  expect(await readRound(5)).toEqual([1, 2, 3, 4, 5]);
  expect(cursors.isBehind).toBe(false);
  // This node publishes the first of them, and its memory contains no more.
  cursors.noteEntries(1, 3, 4);
  expect(await readRound(4)).toEqual([4]);
  expect(cursors.isBehind).toBe(false);
  cursors.noteEntries(1, 4, 6);
  expect(await readRound(6)).toEqual([5, 6]);
  expect(cursors.isBehind).toBe(false);
});
