import { chooseSeed, createSeededRandom } from "@parlour/testkit";
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

it("[API-256] [CORE-031] a consumer of blocks reads each whole block with all its entries, however they are published, limited and repeated", async () => {
  const blockSize = 16;
  const random = createSeededRandom(chooseSeed());
  const randomBelow = (below: number): number => Math.floor(random() * below);
  const isRelevant = ({ position }: JournalEntry): boolean => position % 3 === 0 || position < 40;
  for (let schedule = 0; schedule < 200; schedule++) {
    const cursors = new ConsumerCursors(blockSize);
    let head = randomBelow(40);
    let published = randomBelow(head + 1);
    if (randomBelow(2) === 0) cursors.load(1, Math.max(0, randomBelow(3) * blockSize - 1), head);
    /** The relevant entries of each block that the latest round with it had. */
    const blocks = new Map<number, readonly number[]>();
    const first = published + 1;
    for (let step = 0; step < 60 || cursors.isBehind; step++) {
      const count = step < 60 ? randomBelow(12) : 0;
      head = Math.max(head, published + count) + (step < 60 ? randomBelow(3) : 0);
      const entries = Array.from({ length: count }, (_, n) => createEntry(1, published + 1 + n));
      published += count;
      if (count > 0 && !cursors.skipIrrelevant(1, entries, isRelevant))
        cursors.noteEntries(1, published - count, published);
      // Entries at the start of the node can be published late.
      if (randomBelow(20) === 0) cursors.noteEntries(1, 0, Math.min(published, 5));
      if (cursors.isBehind && randomBelow(2) === 0) {
        const round = await cursors.read(
          {
            read: (account, after, limit) =>
              Promise.resolve(
                Array.from(
                  { length: Math.min(limit, 1 + randomBelow(20), Math.max(0, head - after)) },
                  (_, n) => createEntry(account, after + 1 + n),
                ),
              ),
          },
          isRelevant,
          { maxEntries: 1 + randomBelow(40) },
        );
        const positions = round.relevant.map(({ position }) => position);
        for (const [block, part] of Map.groupBy(positions, (one) => Math.floor(one / blockSize)))
          blocks.set(block, part);
        const saved = cursors.getCursorsToSave(round);
        expect(saved.map(([, cursor]) => (cursor + 1) % blockSize)).toEqual(saved.map(() => 0));
        cursors.finishRound(round, saved);
      }
    }
    // Each block that is complete and was published has been read as a whole.
    for (let block = Math.ceil(first / blockSize); (block + 1) * blockSize <= published; block++)
      expect(blocks.get(block) ?? []).toEqual(
        Array.from({ length: blockSize }, (_, n) => block * blockSize + n).filter((position) =>
          isRelevant(createEntry(1, position)),
        ),
      );
    for (const [block, part] of blocks)
      expect(part.length, `block ${block}`).toBe(
        Array.from({ length: blockSize }, (_, n) => block * blockSize + n).filter(
          (position) => position > 0 && isRelevant(createEntry(1, position)),
        ).length,
      );
  }
});

it("[API-256] [CORE-031] a consumer of blocks saves the end of a whole block, although skipped entries end inside one", async () => {
  const cursors = new ConsumerCursors(16);
  const createEntries = (from: number, to: number): readonly JournalEntry[] =>
    Array.from({ length: to - from + 1 }, (_, n) => createEntry(1, from + n));
  const isRelevant = ({ position }: JournalEntry): boolean => position < 32;
  const readRound = async () => {
    const read = (_: number, after: number) => Promise.resolve(createEntries(after + 1, 40));
    const round = await cursors.read({ read }, isRelevant, { maxEntries: 100 });
    const saved = cursors.getCursorsToSave(round);
    cursors.finishRound(round, saved);
    return saved;
  };
  cursors.noteEntries(1, 0, 31);
  expect(await readRound()).toEqual([[1, 31]]);
  expect(cursors.skipIrrelevant(1, createEntries(32, 40), isRelevant)).toBe(true);
  // Entries at the start are published late.
  cursors.noteEntries(1, 0, 5);
  expect(await readRound()).toEqual([[1, 31]]);
  expect(cursors.isBehind).toBe(false);
});
