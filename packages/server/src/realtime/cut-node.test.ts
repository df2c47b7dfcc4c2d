import { describe, expect, it } from "vitest";
import { ManualClock } from "../clock.ts";
import { createCutNode } from "./cut-node.ts";
import { createTestSockets, type TestSockets } from "./movable-sockets.fixture.ts";

/** A node with other nodes, a database that a test takes away, and sockets. */
function createNode(kinds: (clock: ManualClock) => readonly TestSockets[]) {
  const clock = new ManualClock();
  const sockets = kinds(clock);
  const state = { isLost: false, others: 1, accepting: 1 };
  const node = createCutNode(
    {
      clock,
      cluster: {
        hasOtherNodes: () => state.others > 0,
        getSocketReport: () => ({
          acceptingNodes: state.accepting,
          counts: [],
          isNodeLeaving: false,
          lastFoundAt: Number.NEGATIVE_INFINITY,
        }),
      },
      journal: {
        stats: () => ({ downMs: state.isLost ? 1 : 0 }),
        ping: () => (state.isLost ? Promise.reject(new Error("lost")) : Promise.resolve()),
      },
      log: { info: () => undefined },
    },
    sockets.map(({ kind }) => kind),
  );
  return {
    clock,
    sockets,
    state,
    node,
    run: async (seconds: number): Promise<void> => {
      for (let n = 0; n < seconds; n++) {
        node.check();
        await clock.advance(1_000);
      }
    },
  };
}
/** Returns how many clients were asked in each second, without seconds in which nobody was. */
function countBySecond({ asked }: TestSockets): readonly (readonly [second: number, n: number])[] {
  const counts = new Map<number, number>();
  for (const { moveRequestedAt } of asked) {
    const second = Math.floor((moveRequestedAt ?? 0) / 1_000);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return [...counts];
}

describe("a node that lost the database", () => {
  it("[CORE-282] refuses sockets after 3 s, and moves all clients within 20 s after 6 s: operators and visitors, 10 first, then at most 10 % per second", async () => {
    const { sockets, state, run, node } = createNode((clock) => [
      createTestSockets(clock, 15, 300),
      createTestSockets(clock, 1_000, 300),
    ]);
    const [operators, visitors] = sockets as [TestSockets, TestSockets];
    await run(10);
    state.isLost = true;
    await run(3);
    expect([node.isCut, operators.isAccepting, visitors.isAccepting]).toEqual([false, true, true]);
    await run(3);
    expect([node.isCut, operators.isAccepting, visitors.isAccepting]).toEqual([true, false, false]);
    expect([operators.asked, visitors.asked]).toEqual([[], []]);
    await run(14);
    expect([operators.open.size, visitors.open.size]).toEqual([0, 0]);
    expect(countBySecond(operators)).toEqual([
      [16, 10],
      [17, 5],
    ]);
    expect(countBySecond(visitors).slice(0, 5)).toEqual([
      [16, 10],
      [17, 20],
      [18, 40],
      [19, 80],
      [20, 100],
    ]);
    expect(visitors.asked.every(({ withinMs }) => withinMs === 10_000)).toBe(true);
    state.isLost = false;
    await run(1);
    expect([node.isCut, operators.isAccepting, visitors.isAccepting]).toEqual([false, true, true]);
  });

  it("[CORE-282] asks at most 10 clients per window while none of them finds another node, then the others too", async () => {
    const { sockets, state, run } = createNode((clock) => [createTestSockets(clock, 400, null)]);
    const [visitors] = sockets as [TestSockets];
    state.isLost = true;
    await run(200);
    expect(countBySecond(visitors)).toEqual([6, 16, 36, 76, 136, 196].map((at) => [at, 10]));
    expect(visitors.open.size).toBe(400);
    // Another node accepts sockets again.
    visitors.moveMs = 300;
    await run(90);
    // The clients that were asked before are asked again after all others.
    expect(visitors.open.size).toBe(0);
  });

  it("[CORE-282] is not stopped by a few clients that do not know the frame, or close their page", async () => {
    const { clock, sockets, state, run } = createNode((own) => [
      createTestSockets(own, 30, null),
      createTestSockets(own, 200, 300),
    ]);
    const [old, visitors] = sockets as [TestSockets, TestSockets];
    state.isLost = true;
    await run(20);
    expect(visitors.open.size).toBe(0);
    // A closed page lets one client more be asked, and no herd of them.
    const before = old.asked.length;
    const [asked] = old.open;
    if (asked) old.open.delete(asked);
    await clock.advance(0);
    await run(1);
    expect(old.asked.length - before).toBeLessThanOrEqual(2);
  });

  it("[CORE-282] asks nobody if the database is away for 6 s, no node accepts sockets, or no other node runs", async () => {
    const { sockets, state, run, node } = createNode((clock) => [
      createTestSockets(clock, 100, 300),
    ]);
    const [visitors] = sockets as [TestSockets];
    for (let n = 0; n < 3; n++) {
      state.isLost = true;
      await run(6);
      state.isLost = false;
      await run(1);
    }
    expect(visitors.asked).toEqual([]);
    Object.assign(state, { isLost: true, accepting: 0 });
    await run(60);
    expect([node.isCut, visitors.asked.length]).toEqual([true, 0]);
    state.others = 0;
    await run(60);
    expect([node.isCut, visitors.isAccepting, visitors.asked.length]).toEqual([false, true, 0]);
  });

  it("[CORE-282] stops asking when the database is back, and begins anew after another loss", async () => {
    const { sockets, state, run } = createNode((clock) => [createTestSockets(clock, 1_000, 300)]);
    const [visitors] = sockets as [TestSockets];
    state.isLost = true;
    await run(8);
    const { size } = visitors.open;
    expect(size).toBe(970);
    state.isLost = false;
    await run(30);
    expect(visitors.open.size).toBe(size);
    state.isLost = true;
    await run(7);
    expect(visitors.open.size).toBe(size - 10);
  });
});
