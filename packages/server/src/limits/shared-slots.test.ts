import { describe, expect, test } from "vitest";
import { createMemoryBus, type Bus } from "../bus/index.ts";
import { ManualClock } from "../clock.ts";
import { startCluster } from "../cluster/index.ts";
import { createLimits, type ReleaseSlot, type SharedSlots } from "./index.ts";

interface TestNode {
  readonly slots: SharedSlots;
  /** Slots that the node has acquired and not released. */
  readonly acquired: ReleaseSlot[];
  setRunning(ids: readonly number[]): void;
  sentMessages: number;
  /** Whether its messages are lost. */
  isCut: boolean;
}

/**
 * Nodes that share `max` slots per key. A message arrives after as many turns of the event loop as
 * `getDelay` returns for its sender, and after the earlier ones of that node.
 */
async function createNodes(count: number, max: number, getDelay = (_node: number) => 0) {
  const clock = new ManualClock();
  const join = createMemoryBus();
  const nodes = Array.from({ length: count }, (_, n): TestNode => {
    const bus = join();
    let sending = Promise.resolve();
    const slowBus: Pick<Bus, "publish" | "subscribe"> = {
      ...bus,
      publish(topic, message) {
        node.sentMessages++;
        if (node.isCut) return;
        sending = sending
          .then(() => passTurns(getDelay(n + 1)))
          .then(() => bus.publish(topic, message));
      },
    };
    const cluster = startCluster({
      bus: slowBus,
      clock,
      node: n + 1,
      onFault: (error) => expect.fail(String(error)),
    });
    const limits = createLimits({ clock });
    limits.connectNodes(cluster);
    const node: TestNode = {
      slots: limits.openSlots("test", () => max),
      acquired: [],
      setRunning: (ids) => cluster.setOtherNodes(ids.filter((id) => id !== n + 1)),
      sentMessages: 0,
      isCut: false,
    };
    return node;
  });
  const ids = nodes.map((_, n) => n + 1);
  for (const node of nodes) node.setRunning(ids);
  await passMessages();
  for (const node of nodes) node.sentMessages = 0;
  return { clock, nodes };
}
async function passTurns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => void setImmediate(resolve));
}
/** Waits until sent messages have arrived and their answers too. */
const passMessages = (): Promise<void> => passTurns(60);
/** Acquires a slot, and keeps it until the test releases it. */
async function acquire(node: TestNode | undefined, key = "a"): Promise<boolean> {
  if (!node) return expect.fail("no such node");
  const release = await node.slots.acquire(key);
  if (release !== null) node.acquired.push(release);
  return release !== null;
}
const countAcquired = (nodes: readonly TestNode[]): number =>
  nodes.reduce((sum, { acquired }) => sum + acquired.length, 0);

describe("slots of several nodes", () => {
  test("[CFG-030] [CORE-132] as many as on one node are in use at once, however they are spread", async () => {
    for (const nodeCount of [1, 2, 3, 4])
      for (const max of [1, 2, 12])
        for (const used of [1, nodeCount]) {
          const { nodes } = await createNodes(nodeCount, max);
          const name = `${max} slots, ${used} of ${nodeCount} nodes`;
          const atOnce = Array.from({ length: 5 * max }, (_, n) => acquire(nodes[n % used]));
          const acquired = (await Promise.all(atOnce)).filter(Boolean).length;
          expect(acquired, name).toBe(max);
          for (const node of nodes) expect(await acquire(node), name).toBe(false);
          // Another key has its own slots.
          expect(await acquire(nodes[0], "b"), name).toBe(true);
          // A slot that one node releases can be used by any other.
          for (const { acquired } of nodes) for (const release of acquired.splice(0)) release();
          for (let n = 0; n < max; n++) expect(await acquire(nodes.at(-1)), name).toBe(true);
          expect(await acquire(nodes[0]), name).toBe(false);
        }
  });

  test("[CFG-030] [CORE-132] a node that needs no more than its share asks nobody, also after it needed more", async () => {
    const { nodes } = await createNodes(2, 12);
    const [a, b] = nodes as [TestNode, TestNode];
    for (let n = 0; n < 6; n++) expect(a.slots.acquire("a")).toBeTypeOf("function");
    expect([a.sentMessages, b.sentMessages]).toEqual([0, 0]);
    const others: ReleaseSlot[] = [];
    for (let n = 0; n < 6; n++) {
      const release = await b.slots.acquire("b");
      if (release) others.push(release);
    }
    const extra = await b.slots.acquire("b");
    expect(b.sentMessages).toBe(1);
    extra?.();
    for (const release of others) release();
    // The other node asks once, and learns that this key is not contended any more.
    expect(await acquire(a, "b")).toBe(true);
    const before = [a.sentMessages, b.sentMessages];
    for (let n = 0; n < 5; n++) expect(a.slots.acquire("b")).toBeTypeOf("function");
    for (let n = 0; n < 6; n++) expect(b.slots.acquire("b")).toBeTypeOf("function");
    expect([a.sentMessages, b.sentMessages]).toEqual(before);
  });

  test("[CFG-030] [CORE-132] never more than the maximum are in use, and none stays unused, in any order of events", async () => {
    for (let seed = 1; seed <= 60; seed++) {
      let state = seed;
      const random = (limit: number): number => (state = (state * 48_271) % 2_147_483_647) % limit;
      const max = 1 + random(7);
      const { nodes } = await createNodes(2 + random(3), max, () => random(8));
      const pending: Promise<boolean>[] = [];
      for (let step = 0; step < 150; step++) {
        const node = nodes[random(nodes.length)];
        if (!node) throw new Error("no such node");
        if (random(5) < 3) pending.push(acquire(node));
        else node.acquired.splice(random(node.acquired.length + 1), 1)[0]?.();
        await passTurns(random(6));
        expect(countAcquired(nodes), `seed ${seed}`).toBeLessThanOrEqual(max);
      }
      await Promise.all(pending);
      while (countAcquired(nodes) < max)
        expect(await acquire(nodes[random(nodes.length)]), `seed ${seed}`).toBe(true);
      for (const node of nodes) expect(await acquire(node), `seed ${seed}`).toBe(false);
    }
  });

  test("[CFG-030] [CORE-132] a node that asks for more while another waits for a slow third one is counted", async () => {
    let slowDelay = 0;
    const { nodes } = await createNodes(3, 6, (node) => (node === 3 ? slowDelay : 0));
    const [a, b, c] = nodes as [TestNode, TestNode, TestNode];
    for (let n = 0; n < 3; n++) expect(await acquire(b)).toBe(true);
    for (const release of b.acquired.splice(0)) release();
    // After this, the share of the third node is in use.
    for (let n = 0; n < 2; n++) expect(await acquire(c)).toBe(true);
    slowDelay = 30;
    const waiting = acquire(a);
    await passTurns(5);
    const more = Array.from({ length: 3 }, () => acquire(b));
    expect(await Promise.all([waiting, ...more])).toEqual([true, true, true, true]);
    expect(await acquire(a)).toBe(false);
  });

  test("[CFG-030] [CORE-132] the slots of a node that ended are free, and a silent node is not counted", async () => {
    const { clock, nodes } = await createNodes(2, 4);
    const [a, b] = nodes as [TestNode, TestNode];
    for (let n = 0; n < 4; n++) expect(await acquire(b)).toBe(true);
    expect(await acquire(a)).toBe(false);
    // The node has ended, but the database does not show it yet.
    b.isCut = true;
    const waiting = acquire(a);
    await passMessages();
    await clock.advance(150);
    expect(await waiting).toBe(true);
    a.setRunning([1]);
    for (let n = 1; n < 4; n++) expect(a.slots.acquire("a")).toBeTypeOf("function");
    expect(a.slots.acquire("a")).toBeNull();
  });

  test("[CFG-030] [CORE-132] a node that cannot reach the others counts its own slots up to the maximum", async () => {
    const { clock, nodes } = await createNodes(3, 6);
    for (const node of nodes) node.isCut = true;
    await clock.advance(8_000);
    for (const node of nodes) {
      for (let n = 0; n < 6; n++) expect(await acquire(node)).toBe(true);
      expect(await acquire(node)).toBe(false);
    }
  });
});
