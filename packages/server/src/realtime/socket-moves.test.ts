import { describe, expect, it } from "vitest";
import { ManualClock } from "../clock.ts";
import type { Clock } from "../core/command.ts";
import { createTestSockets, type TestSockets } from "./movable-sockets.fixture.ts";
import {
  countReceivers,
  drainSockets,
  rebalanceSockets,
  type MovableSockets,
} from "./socket-moves.ts";

/** Returns the highest number of times in any second. */
function findPeak(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  let first = 0;
  let peak = 0;
  for (const [n, at] of sorted.entries()) {
    while ((sorted[first] ?? at) <= at - 1_000) first++;
    peak = Math.max(peak, n - first + 1);
  }
  return peak;
}
const findPeakOfRequests = (asked: TestSockets["asked"]): number =>
  findPeak(asked.map(({ moveRequestedAt }) => moveRequestedAt ?? 0));
/** Drains, and returns the time that it took, in ms. */
async function drain(
  clock: ManualClock,
  kinds: readonly MovableSockets[],
  {
    nodes = () => 1,
    maxMs = 60_000,
    drainClock = clock,
  }: { nodes?: () => number; maxMs?: number; drainClock?: Clock } = {},
): Promise<number> {
  const startedAt = clock.monotonic();
  let endedAt: number | null = null;
  void drainSockets({ clock: drainClock, kinds, countReceivers: nodes }, maxMs).then(() => {
    endedAt = clock.monotonic();
  });
  for (let n = 0; endedAt === null && n < 2_500; n++) await clock.advance(100);
  return (endedAt ?? Infinity) - startedAt;
}

describe("a node that stops", () => {
  it.each([
    { sockets: 30, nodes: 1, peak: 10, seconds: 3 },
    { sockets: 400, nodes: 1, peak: 20, seconds: 20 },
    { sockets: 1_000, nodes: 1, peak: 25, seconds: 40 },
    { sockets: 2_000, nodes: 2, peak: 50, seconds: 40 },
    // More than 25 per second are needed for all of them, so the rate is higher.
    { sockets: 5_000, nodes: 1, peak: 101, seconds: 50 },
  ])(
    "[CORE-265] asks $sockets clients at a pace for $nodes other nodes",
    async ({ sockets, nodes, peak, seconds }) => {
      const clock = new ManualClock();
      const operators = createTestSockets(clock, Math.floor(sockets / 10), 300);
      const visitors = createTestSockets(clock, sockets - Math.floor(sockets / 10), 300);
      const ms = await drain(clock, [operators.kind, visitors.kind], { nodes: () => nodes });
      const asked = [...operators.asked, ...visitors.asked];
      expect(asked).toHaveLength(sockets);
      expect(asked.every(({ withinMs }) => withinMs === 10_000)).toBe(true);
      // One request more per second may be a rounded fraction.
      expect(findPeakOfRequests(asked)).toBeLessThanOrEqual(peak + 1);
      expect(Math.abs(ms - seconds * 1_000)).toBeLessThanOrEqual(1_500);
    },
  );

  it("[CORE-265] closes the socket of a client that has not moved within 10 s, at the pace of the requests", async () => {
    const clock = new ManualClock();
    const old = createTestSockets(clock, 50, null);
    const newer = createTestSockets(clock, 50, 300);
    const ms = await drain(clock, [old.kind, newer.kind]);
    expect(ms).toBeGreaterThanOrEqual(14_900);
    expect(ms).toBeLessThanOrEqual(21_000);
    expect([old.open.size, newer.open.size, newer.closedAt.length]).toEqual([0, 0, 0]);
    const askedAt = old.asked.map(({ moveRequestedAt }) => moveRequestedAt ?? 0);
    const closedAfter = old.closedAt.map((at, n) => at - (askedAt[n] ?? 0));
    expect(Math.min(...closedAfter)).toBeGreaterThanOrEqual(10_000);
    expect(Math.max(...closedAfter)).toBeLessThanOrEqual(10_200);
  });

  it("[CORE-265] [PERF-24] mixes clients: those that move at once, and those that come back 10 s later, together are at most 50 hellos per second", async () => {
    const clock = new ManualClock();
    // 1,666 and 1,667 clients that connected in groups, as after a deployment, then a mixture.
    const isOld = (n: number): boolean => (n < 3_333 ? n >= 1_666 : n % 3 === 0 || n % 7 < 2);
    const sockets = createTestSockets(clock, 5_000, (n) => (isOld(n) ? null : 100));
    const ms = await drain(clock, [sockets.kind], { maxMs: 210_000 });
    expect(ms).toBeLessThanOrEqual(210_000);
    expect(sockets.movedAt.length + sockets.closedAt.length).toBe(5_000);
    // A closed client reconnects after 0.5 to 1 s (WG-086).
    const reconnectedAt = sockets.closedAt.map((at, n) => at + 500 + ((n * 7_919) % 500));
    const hellos = [...sockets.movedAt, ...reconnectedAt];
    expect(findPeak(hellos)).toBeLessThanOrEqual(50);
  });

  it("[CORE-265] keeps the time if the timers of a busy node are late: at the end no socket is left", async () => {
    const clock = new ManualClock();
    const old = createTestSockets(clock, 5_000, null);
    const lateClock: Clock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      scheduleAt: (at, fire) => clock.scheduleAt(at + 7, fire),
    };
    await drain(clock, [old.kind], { maxMs: 210_000, drainClock: lateClock });
    expect(old.open.size).toBe(0);
    expect(findPeak(old.closedAt)).toBeLessThanOrEqual(33);
  });

  it("[CORE-265] gives every client its time before the end", async () => {
    const clock = new ManualClock();
    const hurried = createTestSockets(clock, 400, null);
    expect(await drain(clock, [hurried.kind], { maxMs: 8_000 })).toBeLessThanOrEqual(8_100);
    expect(hurried.asked).toHaveLength(400);
    expect(Math.min(...hurried.asked.map(({ withinMs }) => withinMs))).toBeGreaterThanOrEqual(
      3_900,
    );
  });

  it.each([
    { counts: [], accepting: 2, receivers: 2 },
    { counts: [3_000, 3_050], accepting: 2, receivers: 2 },
    { counts: [3_000, 0], accepting: 2, receivers: 1 },
    { counts: [100, 0, 101], accepting: 3, receivers: 2 },
    { counts: [], accepting: 0, receivers: 0 },
  ])(
    "[CORE-265] expects $receivers of the nodes with $counts sockets to get its own",
    ({ counts, accepting, receivers }) => {
      const report = { counts, acceptingNodes: accepting, isNodeLeaving: false, lastFoundAt: 0 };
      expect(countReceivers(report)).toBe(receivers);
    },
  );

  it("[CORE-265] does not wait if no other node accepts sockets, or stops to do so", async () => {
    const clock = new ManualClock();
    const sockets = createTestSockets(clock, 1_000, null);
    expect(await drain(clock, [sockets.kind], { nodes: () => 0 })).toBe(0);
    expect(sockets.asked).toEqual([]);
    let nodes = 1;
    clock.scheduleAt(clock.now() + 2_000, () => void (nodes = 0));
    expect(await drain(clock, [sockets.kind], { nodes: () => nodes })).toBeLessThanOrEqual(2_100);
  });
});

describe("a node with too many sockets", () => {
  /** Rebalances once per second for `seconds`. */
  async function rebalance(
    clock: ManualClock,
    kinds: readonly MovableSockets[],
    counts: readonly number[],
    seconds: number,
    isNodeLeaving = false,
  ): Promise<void> {
    const lastFoundAt = clock.monotonic();
    for (let n = 0; n < seconds; n++) {
      rebalanceSockets(clock, kinds, { counts, lastFoundAt, isNodeLeaving });
      await clock.advance(1_000);
    }
  }

  it("[CORE-266] moves at most 1 % per second after another node came, until it has at most 20 % above the average", async () => {
    const clock = new ManualClock();
    const sockets = createTestSockets(clock, 2_000, 300);
    await rebalance(clock, [sockets.kind], [1_500, 0], 10);
    expect(findPeakOfRequests(sockets.asked)).toBe(20);
    expect(sockets.open.size).toBeLessThan(1_820);
    await rebalance(clock, [sockets.kind], [1_500, 200], 200);
    // 1,133 are 20 % above the average of 1,133, 1,500 and 200.
    expect(sockets.open.size).toBeLessThanOrEqual(1_133);
    expect(sockets.open.size).toBeGreaterThan(1_110);
  });

  it("[CORE-266] nodes together ask at most 50 clients per second", async () => {
    const clock = new ManualClock();
    const sockets = createTestSockets(clock, 20_000, 300);
    await rebalance(clock, [sockets.kind], [20_000, 20_000, 0], 5);
    expect(findPeakOfRequests(sockets.asked)).toBe(16);
  });

  it("[CORE-266] asks nobody if it has few sockets, is near the average, or no node came", async () => {
    const clock = new ManualClock();
    const few = createTestSockets(clock, 100, 300);
    await rebalance(clock, [few.kind], [0], 10);
    const average = createTestSockets(clock, 1_200, 300);
    await rebalance(clock, [average.kind], [800], 10);
    const alone = createTestSockets(clock, 5_000, 300);
    await rebalance(clock, [alone.kind], [], 10);
    expect([few.asked, average.asked, alone.asked]).toEqual([[], [], []]);
  });

  it("[CORE-266] asks nobody while another node leaves", async () => {
    const clock = new ManualClock();
    const sockets = createTestSockets(clock, 5_000, 300);
    await rebalance(clock, [sockets.kind], [0], 10, true);
    expect(sockets.asked).toEqual([]);
  });

  it("[CORE-266] asks each client once, and ends after 5 minutes, in case the balancer sends clients back", async () => {
    const clock = new ManualClock();
    const sticky = createTestSockets(clock, 500, null);
    await rebalance(clock, [sticky.kind], [0], 400);
    expect(sticky.asked).toHaveLength(500);
    const returning = createTestSockets(clock, 5_000, null);
    await rebalance(clock, [returning.kind], [0], 400);
    expect(returning.asked.length).toBeLessThanOrEqual(301 * 50);
    const askedAt = returning.asked.map(({ moveRequestedAt }) => moveRequestedAt ?? 0);
    expect(Math.max(...askedAt) - Math.min(...askedAt)).toBeLessThanOrEqual(300_000);
  });
});
