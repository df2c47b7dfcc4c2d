import { describe, expect, test } from "vitest";
import { createMemoryBus, type Bus } from "../bus/index.ts";
import { ManualClock } from "../clock.ts";
import { startCluster } from "../cluster/index.ts";
import { createLimits, type LimitResult, type LimitValues, type Limits } from "./index.ts";

interface TestNode {
  readonly limits: Limits;
  /** Ids of the running nodes as this node knows them. */
  setRunning(ids: readonly number[]): void;
  sentMessages: number;
}

/**
 * Nodes that share their limits. While `isCut` returns true, no message arrives. `getDelayMs`: time
 * until the messages of a node arrive.
 */
async function createNodes(
  count: number,
  values: LimitValues,
  isCut = () => false,
  getDelayMs = (_node: number) => 0,
) {
  const clock = new ManualClock();
  const join = createMemoryBus();
  const nodes = Array.from({ length: count }, (_, n): TestNode => {
    const bus = join();
    const lossyBus: Pick<Bus, "publish" | "subscribe"> = {
      ...bus,
      publish(topic, message) {
        node.sentMessages++;
        if (isCut()) return;
        const delayMs = getDelayMs(n + 1);
        if (delayMs === 0) bus.publish(topic, message);
        else clock.scheduleAt(clock.now() + delayMs, () => bus.publish(topic, message));
      },
    };
    const cluster = startCluster({
      bus: lossyBus,
      clock,
      node: n + 1,
      onFault: (error) => expect.fail(String(error)),
    });
    const limits = createLimits({ clock, values });
    limits.connectNodes(cluster);
    const node: TestNode = {
      limits,
      setRunning: (ids) => cluster.setOtherNodes(ids.filter((id) => id !== n + 1)),
      sentMessages: 0,
    };
    return node;
  });
  const ids = nodes.map((_, n) => n + 1);
  for (const node of nodes) node.setRunning(ids);
  await passMessages();
  for (const node of nodes) node.sentMessages = 0;
  return { clock, nodes };
}
/** Waits until sent messages have arrived and their answers too. */
async function passMessages(): Promise<void> {
  for (let n = 0; n < 30; n++) await new Promise((resolve) => void setImmediate(resolve));
}
type Pending = readonly (LimitResult | Promise<LimitResult>)[];
/** Passes time until all results are there. Returns how many passed. */
async function countPassed(clock: ManualClock, pending: Pending): Promise<number> {
  const all = Promise.all(pending.map((result) => Promise.resolve(result)));
  await passMessages();
  await clock.advance(200);
  return (await all).filter(({ ok }) => ok).length;
}
const burst20 = { customer_per_second: 1, customer_burst: 20 };
const take = (node: TestNode | undefined): LimitResult | Promise<LimitResult> =>
  node?.limits.take("customer", "1:a") ?? expect.fail("no such node");

describe("limits of several nodes", () => {
  test("[CFG-030] [CORE-132] 300 requests at once pass as on one node, however they are spread", async () => {
    for (const nodeCount of [2, 3, 4])
      for (const spread of ["all nodes", "one node", "two nodes"] as const) {
        const { clock, nodes } = await createNodes(nodeCount, burst20);
        const used = spread === "all nodes" ? nodeCount : spread === "one node" ? 1 : 2;
        const pending = Array.from({ length: 300 }, (_, n) => take(nodes[n % used]));
        const passed = await countPassed(clock, pending);
        const name = `${nodeCount} nodes, ${spread}`;
        expect(passed, name).toBeLessThanOrEqual(20);
        expect(passed, name).toBeGreaterThanOrEqual(19);
        // Another key has its own bucket.
        expect(nodes[0]?.limits.take("customer", "1:b")).toEqual({ ok: true });
      }
  });

  test("[CFG-030] [CORE-132] requests one after the other at any node use the whole bucket, which refills once", async () => {
    const { clock, nodes } = await createNodes(3, burst20);
    const passAt = async (order: readonly number[]): Promise<number> => {
      let passed = 0;
      for (const n of order) {
        const result = take(nodes[n]);
        await passMessages();
        if ((await result).ok) passed++;
      }
      return passed;
    };
    expect(await passAt(Array.from({ length: 40 }, () => 1))).toBe(20);
    await clock.advance(10_000);
    const passed = await passAt(Array.from({ length: 60 }, (_, n) => (n * 7) % 3));
    expect(passed).toBeLessThanOrEqual(10);
    expect(passed).toBeGreaterThanOrEqual(9);
    await clock.advance(60_000);
    expect(await passAt(Array.from({ length: 40 }, () => 2))).toBe(20);
  });

  test("[CFG-030] [CORE-132] at one node the whole rate passes, with few messages, and without any far below the limit", async () => {
    const { clock, nodes } = await createNodes(3, {
      customer_per_second: 10,
      customer_burst: 20,
    });
    const runSeconds = async (seconds: number, perSecond: number): Promise<number> => {
      let passed = 0;
      for (let n = 0; n < seconds * perSecond; n++) {
        const result = take(nodes[0]);
        await passMessages();
        if ((await result).ok) passed++;
        await clock.advance(1_000 / perSecond);
      }
      return passed;
    };
    expect(await runSeconds(20, 2)).toBe(40);
    const countMessages = (): number => nodes.reduce((sum, node) => sum + node.sentMessages, 0);
    // Three nodes send a heartbeat every 2 s.
    expect(countMessages()).toBeLessThanOrEqual(3 * 11);
    const before = countMessages();
    expect(await runSeconds(20, 9)).toBe(180);
    expect(countMessages() - before).toBeLessThan(3 * 11 + 60);
    const passed = await runSeconds(20, 40);
    expect(passed).toBeGreaterThanOrEqual(200);
    expect(passed).toBeLessThanOrEqual(221);
  });

  test("[CFG-030] [CORE-132] nodes that cannot reach each other let at most one more per node pass", async () => {
    for (const values of [burst20, { customer_per_second: 1, customer_burst: 1 }])
      for (const spread of [1, 3]) {
        let isCut = false;
        const { clock, nodes } = await createNodes(3, values, () => isCut);
        isCut = true;
        let passed = 0;
        for (let round = 0; round < 3; round++) {
          const pending = Array.from({ length: 300 }, (_, n) => take(nodes[n % spread]));
          passed += await countPassed(clock, pending);
        }
        const refilled = 1;
        expect(passed).toBeLessThanOrEqual(values.customer_burst + 3 + refilled);
        // A node has its share, or at least one.
        const share = spread * Math.max(1, Math.floor(values.customer_burst / 3));
        expect(passed).toBeGreaterThanOrEqual(share);
        // Nobody waits again for the nodes that did not answer.
        expect(take(nodes[0])).not.toBeInstanceOf(Promise);
      }
  });

  test("[CFG-030] [CORE-132] a node that answers too late takes back what it gave, so the whole burst passes", async () => {
    for (const slowNodes of [[2], [2, 3], [1, 2, 3]]) {
      let delayMs = 0;
      const { clock, nodes } = await createNodes(
        3,
        burst20,
        () => false,
        (node) => (slowNodes.includes(node) ? delayMs : 0),
      );
      delayMs = 300;
      const first = await countPassed(
        clock,
        Array.from({ length: 100 }, () => take(nodes[0])),
      );
      await clock.advance(500);
      await passMessages();
      const others = Array.from({ length: 200 }, (_, n) => take(nodes[1 + (n % 2)]));
      const passed = first + (await countPassed(clock, others));
      const refilled = 2;
      expect(passed, `${slowNodes.join()} slow`).toBeGreaterThanOrEqual(17);
      expect(passed, `${slowNodes.join()} slow`).toBeLessThanOrEqual(20 + 3 + refilled);
    }
  });

  test("[CFG-030] [CORE-132] nodes that do not answer in time let exactly the burst pass, if all of them are used", async () => {
    for (const nodeCount of [2, 3, 7, 20]) {
      let isCut = false;
      const { clock, nodes } = await createNodes(nodeCount, burst20, () => isCut);
      isCut = true;
      const pending = Array.from({ length: 300 }, (_, n) => take(nodes[n % nodeCount]));
      expect(await countPassed(clock, pending), `${nodeCount} nodes`).toBe(20);
    }
  });

  test("[CFG-030] [CORE-132] nodes that disagree about which nodes run let at most one more per node pass, or the share of a node that ended", async () => {
    const cases = [
      // Each node believes that it has the highest id.
      {
        running: [
          [-1, 0, 1],
          [0, 1, 2],
          [1, 2, 3],
        ],
        most: 20 + 3,
      },
      // One node has noticed that another one ended. That one had let its share pass.
      {
        running: [
          [1, 3],
          [1, 2, 3],
          [1, 2, 3],
        ],
        most: 20 + 7,
      },
    ];
    for (const { running, most } of cases) {
      let isCut = false;
      const { clock, nodes } = await createNodes(3, burst20, () => isCut);
      isCut = true;
      for (const [n, node] of nodes.entries()) node.setRunning(running[n] ?? []);
      const pending = Array.from({ length: 300 }, (_, n) => take(nodes[n % 3]));
      const passed = await countPassed(clock, pending);
      expect(passed).toBeGreaterThanOrEqual(20);
      expect(passed).toBeLessThanOrEqual(most);
    }
  });

  test("[CFG-030] [CORE-132] a small limit passes once on all nodes, and a large cost needs the whole bucket", async () => {
    const { clock, nodes } = await createNodes(3, {
      calls_per_hour: 1,
      upload_mib_per_day: 10,
    });
    const [a, b, c] = nodes;
    const first = b?.limits.take("calls", "v:1") ?? expect.fail();
    await passMessages();
    expect(await first).toEqual({ ok: true });
    const second = c?.limits.take("calls", "v:1") ?? expect.fail();
    await passMessages();
    const refused = await second;
    if (refused.ok) expect.fail("the limit is used up");
    expect(refused.retryAfterMs).toBeGreaterThan(3_500_000);
    expect(c?.limits.isExceeded("calls", "v:1")).toBe(true);
    const large = a?.limits.take("upload_mib", 1, 12) ?? expect.fail();
    expect(await countPassed(clock, [large])).toBe(1);
    expect(
      await countPassed(
        clock,
        nodes.map((node) => node.limits.take("upload_mib", 1)),
      ),
    ).toBe(0);
  });

  test("[CFG-030] [CORE-376] requests that are repeated after the announced wait pass at the whole rate, however the tokens are spread", async () => {
    for (const nodeCount of [2, 3, 5])
      for (const getNode of [() => 0, (n: number) => n % nodeCount]) {
        const { clock, nodes } = await createNodes(nodeCount, { telegram_chat_per_second: 1 });
        let passed = 0;
        const startedAt = clock.now();
        for (let n = 0; clock.now() - startedAt < 20_000; n++) {
          const pending = nodes[getNode(n)]?.limits.take("telegram_chat", "1:5");
          await passMessages();
          const result = (await pending) ?? expect.fail("no such node");
          if (result.ok) passed++;
          // Each time the bucket is used before it is full again.
          await clock.advance(result.ok ? 300 : result.retryAfterMs);
        }
        expect(passed, `${nodeCount} nodes`).toBeGreaterThanOrEqual(19);
        expect(passed, `${nodeCount} nodes`).toBeLessThanOrEqual(21);
      }
  });

  test("[CFG-030] [CORE-376] a request that is refused because of its cost uses no tokens of any node", async () => {
    const { clock, nodes } = await createNodes(3, { upload_mib_per_day: 12 });
    const takeMib = (n: number, mib: number) =>
      nodes[n]?.limits.take("upload_mib", 1, mib) ?? expect.fail("no such node");
    expect(await countPassed(clock, [takeMib(0, 1), takeMib(1, 1), takeMib(2, 1)])).toBe(3);
    for (let n = 0; n < 6; n++) expect(await countPassed(clock, [takeMib(n % 3, 10)])).toBe(0);
    expect(await countPassed(clock, [takeMib(1, 9)])).toBe(1);
  });

  test("[CFG-030] [CORE-376] what was taken for something that did not happen returns whole, also to several nodes", async () => {
    for (const nodeCount of [1, 2, 3]) {
      const { clock, nodes } = await createNodes(nodeCount, { telegram_chat_per_second: 1 });
      const [first] = nodes;
      const takeAt = (node: TestNode | undefined) =>
        countPassed(clock, [node?.limits.take("telegram_chat", "1:5") ?? expect.fail()]);
      for (let n = 0; n < 5; n++) {
        expect(await takeAt(first), `${nodeCount} nodes, ${n} times restored`).toBe(1);
        first?.limits.restore("telegram_chat", "1:5");
        await passMessages();
      }
      // `countPassed` passes 0.2 s each time, so no second token may be there.
      const pending = [0, 1, 2, 3].map((n) => nodes[n % nodeCount]);
      expect(
        await countPassed(
          clock,
          pending.map((node) => node?.limits.take("telegram_chat", "1:5") ?? expect.fail()),
        ),
      ).toBe(1);
    }
  });

  test("[CFG-030] [CORE-132] the shares follow the number of nodes, and one node alone waits for nobody", async () => {
    const { clock, nodes } = await createNodes(2, burst20);
    const [a, b] = nodes;
    expect(
      await countPassed(
        clock,
        Array.from({ length: 300 }, () => take(b)),
      ),
    ).toBe(20);
    await clock.advance(60_000);
    a?.setRunning([1]);
    b?.setRunning([2]);
    const results = Array.from({ length: 30 }, () => take(a));
    expect(results.some((result) => result instanceof Promise)).toBe(false);
    expect(await countPassed(clock, results)).toBe(20);
  });
});
