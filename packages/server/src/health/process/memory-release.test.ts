import { describe, expect, it } from "vitest";
import { ManualClock } from "../../clock.ts";
import { checkIntervalMs, startMemoryRelease, type HeapReading } from "./memory-release.ts";

const bytesPerMiB = 2 ** 20;
const busy: HeapReading = {
  busyShare: 0.8,
  heapBytes: 260 * bytesPerMiB,
  usedBytes: 150 * bytesPerMiB,
};
const quiet: HeapReading = { ...busy, busyShare: 0.002 };

/** Returns the number of collections after each reading. */
async function countCollections(
  readings: readonly HeapReading[],
  commandsPerInterval: readonly number[] = [],
): Promise<readonly number[]> {
  return (await check(readings, commandsPerInterval)).map(({ collections }) => collections);
}

/** Returns the state after each reading. */
async function check(
  readings: readonly HeapReading[],
  commandsPerInterval: readonly number[] = [],
): Promise<readonly { collections: number; isReducing: boolean }[]> {
  const clock = new ManualClock();
  let [next, collections, commands] = [0, 0, 0];
  let isReducing = false;
  const stop = startMemoryRelease({
    clock,
    log: { info: () => undefined },
    countCommands: () => commands,
    read: () => readings[next++] as HeapReading,
    collect: () => void (collections += 1),
    setReducing: (value) => void (isReducing = value),
  });
  const states: { collections: number; isReducing: boolean }[] = [];
  for (const n of readings.keys()) {
    commands += commandsPerInterval[n] ?? 0;
    await clock.advance(checkIntervalMs);
    states.push({ collections, isReducing });
  }
  stop();
  expect(clock.pending()).toEqual([]);
  expect(isReducing).toBe(false);
  return states;
}

it("[PERF-13] the first quiet interval after each load collects once", async () => {
  expect(await countCollections([quiet, busy, busy, quiet, quiet, busy, quiet])).toEqual([
    0, 0, 0, 1, 1, 1, 2,
  ]);
});

it("[PERF-13] nothing is collected while messages flow, even few", async () => {
  const tenMessages = { ...busy, busyShare: 0.025 };
  expect(await countCollections([busy, tenMessages, tenMessages, quiet])).toEqual([0, 0, 0, 1]);
  // On a fast machine they take almost no time.
  expect(await countCollections([busy, quiet, quiet, quiet], [9_000, 100, 2, 1])).toEqual([
    0, 0, 0, 1,
  ]);
});

it("[PERF-13] a small heap is left alone", async () => {
  const small = { heapBytes: 127 * bytesPerMiB, usedBytes: 40 * bytesPerMiB };
  expect(await countCollections([busy, { ...quiet, ...small }, quiet])).toEqual([0, 0, 0]);
});

it("[PERF-13] a heap with many objects is collected only when it has fewer, because its pause would be long", async () => {
  const full = { heapBytes: 400 * bytesPerMiB, usedBytes: 161 * bytesPerMiB };
  expect(await countCollections([busy, { ...quiet, ...full }, quiet])).toEqual([0, 0, 1]);
});

describe("[PERF-13] if messages continue after a load", () => {
  const calm = { ...busy, busyShare: 0.05 };
  const small = { ...calm, heapBytes: 70 * bytesPerMiB };
  const listReducing = async (readings: readonly HeapReading[]): Promise<readonly number[]> =>
    (await check(readings)).map(({ isReducing, collections }) => {
      expect(collections).toBe(0);
      return Number(isReducing);
    });

  it("V8 reduces the heap in steps, until it is small, once for each load", async () => {
    expect(await listReducing([calm, calm, calm, busy, calm, calm, small, calm, calm])).toEqual([
      0, 0, 0, 0, 0, 1, 0, 0, 0,
    ]);
    expect(await listReducing([busy, calm, busy, calm, calm, small, busy, small, small])).toEqual([
      0, 0, 0, 0, 1, 0, 0, 0, 0,
    ]);
  });

  it("V8 stops that after three intervals, or when the load returns", async () => {
    expect(await listReducing([busy, calm, calm, calm, calm, calm, calm])).toEqual([
      0, 0, 1, 1, 1, 0, 0,
    ]);
    expect(await listReducing([busy, calm, calm, busy, calm])).toEqual([0, 0, 1, 0, 0]);
    expect(await listReducing([busy, calm, calm])).toEqual([0, 0, 1]);
  });

  it("a quiet process with many objects reduces its heap in steps too", async () => {
    const full = { ...quiet, heapBytes: 400 * bytesPerMiB, usedBytes: 200 * bytesPerMiB };
    expect(await listReducing([busy, full, full, full])).toEqual([0, 0, 1, 1]);
  });
});

it("[PERF-13] without a fake, the process collects what nothing refers to", async () => {
  const clock = new ManualClock();
  const collected: string[] = [];
  const finalization = new FinalizationRegistry((name: string) => void collected.push(name));
  registerGarbage(finalization);
  const readings = [busy, quiet];
  const stop = startMemoryRelease({
    clock,
    log: { info: () => undefined },
    countCommands: () => 0,
    read: () => readings.shift() as HeapReading,
  });
  await clock.advance(2 * checkIntervalMs);
  stop();
  // V8 calls the registry in a task of its own.
  await expect.poll(() => collected).toEqual(["garbage"]);
});

/** In a function of its own, so that nothing of its frame refers to the object. */
function registerGarbage(finalization: FinalizationRegistry<string>): void {
  finalization.register({}, "garbage");
}
