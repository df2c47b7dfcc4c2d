import { describe, expect, it } from "vitest";
import { createMemoryBus, type Bus } from "../bus/index.ts";
import { ManualClock } from "../clock.ts";
import { startCluster, type Cluster, type ReplicatedMap } from "./index.ts";

interface TestNode {
  readonly id: number;
  readonly cluster: Cluster;
  readonly map: ReplicatedMap<string>;
  readonly changes: string[];
  /** Number of the following messages of this node that are lost. */
  lose(count: number): void;
}
const graceMs = 20_000;

function createNodes(count: number) {
  const clock = new ManualClock();
  const join = createMemoryBus();
  const faults: unknown[] = [];
  const nodes = Array.from({ length: count }, (_, n): TestNode => {
    const bus = join();
    let lost = 0;
    const lossyBus: Pick<Bus, "publish" | "subscribe"> = {
      ...bus,
      publish: (topic, message) => (lost-- > 0 ? undefined : bus.publish(topic, message)),
    };
    const id = n + 1;
    const onFault = (error: unknown): void => void faults.push(error);
    const cluster = startCluster({ bus: lossyBus, clock, node: id, onFault });
    const map = cluster.openMap<string>("test", { graceMs });
    const changes: string[] = [];
    map.onRemoteChange((account, key) => changes.push(`${account}:${key}`));
    return { id, cluster, map, changes, lose: (messages) => void (lost = messages) };
  });
  const setRunning = (...running: readonly TestNode[]): void => {
    for (const node of running)
      node.cluster.setOtherNodes(running.filter((other) => other !== node).map(({ id }) => id));
  };
  return { clock, nodes, setRunning, faults };
}
/** Waits until sent messages have arrived and their answers too. */
async function settle(): Promise<void> {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => void setImmediate(resolve));
}
const readAll = (map: ReplicatedMap<string>, account: number): readonly string[] =>
  map
    .listRemote(account)
    .map(([id, value]) => `${id}=${value}`)
    .toSorted();

describe("a replicated map", () => {
  it("[CORE-132] shows the entries of all other nodes, also those that are older than a node", async () => {
    const { nodes, setRunning } = createNodes(3);
    const [a, b, c] = nodes as [TestNode, TestNode, TestNode];
    for (let id = 1; id <= 500; id++) a.map.set(7, id, `a${id}`);
    setRunning(a, b);
    await settle();
    expect(b.map.listRemote(7)).toHaveLength(500);
    b.map.set(7, 1, "b");
    a.map.delete(7, 2);
    a.map.set(8, 2, "other account");
    await settle();
    setRunning(a, b, c);
    await settle();
    expect(c.map.getRemote(7, 1).toSorted()).toEqual(["a1", "b"]);
    expect(c.map.getRemote(7, 2)).toEqual([]);
    expect(c.map.getRemote(8, 2)).toEqual(["other account"]);
    expect(c.map.findNodes(7, 1)).toEqual([1, 2]);
    expect(a.map.getRemote(7, 1)).toEqual(["b"]);
    expect(readAll(a.map, 8)).toEqual([]);
  });

  it("[CORE-132] is complete again after lost messages, and reports every change", async () => {
    const { clock, nodes, setRunning } = createNodes(2);
    const [a, b] = nodes as [TestNode, TestNode];
    setRunning(a, b);
    await settle();
    a.map.set(1, 1, "kept");
    a.map.set(1, 2, "removed");
    await settle();
    expect(b.cluster.isComplete()).toBe(true);
    b.changes.length = 0;
    a.lose(1);
    a.map.delete(1, 2);
    a.map.set(1, 3, "added");
    await settle();
    expect(readAll(b.map, 1)).toEqual(["1=kept", "2=removed"]);
    // Without another change, the next heartbeat shows that one was lost.
    await clock.advance(2_000);
    await settle();
    expect(readAll(b.map, 1)).toEqual(["1=kept", "3=added"]);
    expect(b.changes.toSorted()).toEqual(["1:2", "1:3"]);
    expect(b.cluster.isComplete()).toBe(true);
    // A snapshot whose parts are lost is asked for again.
    for (let id = 10; id < 1_000; id++) a.map.set(1, id, "many");
    a.lose(4);
    await settle();
    expect(b.cluster.isComplete()).toBe(false);
    for (let n = 0; n < 3; n++) {
      await clock.advance(2_000);
      await settle();
    }
    expect(b.map.listRemote(1)).toHaveLength(992);
    expect(b.cluster.isComplete()).toBe(true);
  });

  it("[CORE-132] keeps the entries of a node that ended for the grace period, then removes them", async () => {
    const { clock, nodes, setRunning } = createNodes(2);
    const [a, b] = nodes as [TestNode, TestNode];
    setRunning(a, b);
    a.map.set(1, 1, "here");
    await settle();
    setRunning(b);
    await clock.advance(graceMs - 1);
    expect(b.map.getRemote(1, 1)).toEqual(["here"]);
    b.changes.length = 0;
    await clock.advance(1);
    expect(b.map.getRemote(1, 1)).toEqual([]);
    expect(b.changes).toEqual(["1:1"]);
  });

  it("[CORE-132] equals the entries of its owner after any order of changes and losses", async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const { clock, nodes, setRunning } = createNodes(3);
      let state = seed;
      const random = (limit: number): number => (state = (state * 48_271) % 2_147_483_647) % limit;
      setRunning(...nodes);
      const expected = nodes.map(() => new Map<string, string>());
      for (let step = 0; step < 60; step++) {
        const n = random(3);
        const [node, own] = [nodes[n], expected[n]];
        if (!node || !own) throw new Error("no such node");
        const [account, id] = [random(2), random(5)];
        switch (random(5)) {
          case 0:
            node.map.delete(account, id);
            own.delete(`${account}:${id}`);
            break;
          case 1:
            node.lose(random(3));
            break;
          case 2:
            await clock.advance(random(1_500));
            await settle();
            break;
          default:
            node.map.set(account, id, `${step}`);
            own.set(`${account}:${id}`, `${step}`);
        }
      }
      for (const node of nodes) node.lose(0);
      for (let n = 0; n < 3; n++) {
        await clock.advance(2_000);
        await settle();
      }
      for (const [n, node] of nodes.entries())
        for (let account = 0; account < 2; account++)
          for (let id = 0; id < 5; id++)
            expect(node.map.getRemote(account, id).toSorted(), `seed ${seed}`).toEqual(
              expected
                .flatMap((own, owner) => (owner === n ? [] : [own.get(`${account}:${id}`)]))
                .filter((value) => value !== undefined)
                .toSorted(),
            );
    }
  });
});

describe("the cluster", () => {
  it("[CORE-132] sends nothing while no other node runs", async () => {
    const { nodes, clock } = createNodes(2);
    const [a, b] = nodes as [TestNode, TestNode];
    const received: object[] = [];
    b.cluster.subscribe("topic", (message) => received.push(message));
    a.cluster.publish("topic", {});
    a.map.set(1, 1, "alone");
    await settle();
    await clock.advance(10_000);
    await settle();
    expect(received).toEqual([]);
    expect(b.changes).toEqual([]);
    expect(clock.pending()).toEqual([]);
    expect([a.cluster.hasOtherNodes(), a.cluster.isComplete()]).toEqual([false, true]);
  });

  it("[CORE-450] names accounts in responses while another node runs", () => {
    const { nodes, setRunning } = createNodes(2);
    const [a, b] = nodes as [TestNode, TestNode];
    expect(a.cluster.accountHeaders(7)).toEqual({});
    setRunning(a, b);
    expect(a.cluster.accountHeaders(7)).toEqual({ "parlour-account": "7" });
  });

  it("[CORE-266] every node knows how many sockets the others have, and which of them accept more", async () => {
    const { clock, nodes, setRunning } = createNodes(3);
    const [a, b, c] = nodes as [TestNode, TestNode, TestNode];
    let reports = 0;
    a.cluster.reportSockets(
      () => 700,
      () => reports++,
    );
    let sockets: number | null = 300;
    b.cluster.reportSockets(
      () => sockets,
      () => undefined,
    );
    expect(a.cluster.getSocketReport()).toEqual({
      acceptingNodes: 0,
      isNodeLeaving: false,
      counts: [],
      lastFoundAt: Number.NEGATIVE_INFINITY,
    });
    setRunning(a, b, c);
    const foundAt = clock.monotonic();
    await settle();
    expect(a.cluster.getSocketReport()).toEqual({
      acceptingNodes: 2,
      isNodeLeaving: false,
      counts: [300, 0],
      lastFoundAt: foundAt,
    });
    const before = reports;
    sockets = null;
    await clock.advance(2_000);
    await settle();
    expect(reports).toBe(before + 1);
    expect(a.cluster.getSocketReport()).toMatchObject({
      acceptingNodes: 1,
      isNodeLeaving: true,
      counts: [0],
    });
    expect(c.cluster.getSocketReport().counts).toEqual([700]);
    // A node that does not answer any more is not part of the average.
    c.lose(100);
    await clock.advance(8_000);
    await settle();
    expect(a.cluster.getSocketReport()).toMatchObject({ acceptingNodes: 1, counts: [] });
    setRunning(a, b);
    expect(a.cluster.getSocketReport().acceptingNodes).toBe(0);
  });

  it("[CORE-132] gives each job to one reachable node, and moves only the jobs of a node that is gone", async () => {
    const { clock, nodes, setRunning } = createNodes(3);
    const [a, b, c] = nodes as [TestNode, TestNode, TestNode];
    const jobs = Array.from({ length: 300 }, (_, n) => `job ${n}`);
    const findOwners = (running: readonly TestNode[]): readonly (readonly number[])[] =>
      jobs.map((job) =>
        running.filter(({ cluster }) => cluster.isResponsible(job)).map(({ id }) => id),
      );
    setRunning(a, b, c);
    await settle();
    const before = findOwners(nodes);
    expect(before.every((owners) => owners.length === 1)).toBe(true);
    for (const { id } of nodes)
      expect(before.filter(([owner]) => owner === id).length).toBeGreaterThan(60);
    let changes = 0;
    a.cluster.onResponsibilityChange(() => changes++);
    // Node c is frozen: it runs, but sends no heartbeats.
    c.lose(Number.POSITIVE_INFINITY);
    for (let n = 0; n < 4; n++) {
      await clock.advance(2_000);
      await settle();
    }
    expect(changes).toBe(1);
    expect(a.cluster.isComplete()).toBe(true);
    const after = findOwners([a, b]);
    expect(after.every((owners) => owners.length === 1)).toBe(true);
    for (const [n, [owner]] of before.entries())
      if (owner !== c.id) expect(after[n]).toEqual([owner]);
  });

  it("[CORE-132] waits a minute for the entries of a node that never answers, and no longer", async () => {
    const { clock, nodes } = createNodes(1);
    const [a] = nodes as [TestNode];
    // The database still shows the lock of a process that has ended.
    a.cluster.setOtherNodes([99]);
    let isOver = false;
    void a.cluster.waitUntilComplete().then(() => (isOver = true));
    await clock.advance(2_999);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect(isOver).toBe(true);
    await clock.advance(56_999);
    expect(a.cluster.isComplete()).toBe(false);
    await clock.advance(1);
    expect(a.cluster.isComplete()).toBe(true);
  });

  it("[CORE-132] collects the responses of all reachable nodes, and does not wait for one that is silent", async () => {
    const { clock, nodes, setRunning, faults } = createNodes(3);
    const [a, b, c] = nodes as [TestNode, TestNode, TestNode];
    expect(await a.cluster.requestAll("double", { n: 1 }, 100)).toEqual({
      results: [],
      isComplete: true,
      missing: [],
    });
    setRunning(a, b, c);
    await settle();
    expect(nodes.map(({ cluster }) => cluster.countNodes())).toEqual([
      { running: 3, reachable: 3, rank: 0 },
      { running: 3, reachable: 3, rank: 1 },
      { running: 3, reachable: 3, rank: 2 },
    ]);
    for (const { id, cluster } of nodes)
      cluster.onRequest<{ n: number }, readonly number[]>("double", async ({ n }) => {
        await Promise.resolve();
        if (n < 0) throw new Error("not positive");
        return [id, n * 2];
      });
    const answered = a.cluster.requestAll<readonly number[]>("double", { n: 4 }, 100);
    await settle();
    const { results, isComplete } = await answered;
    expect([results.toSorted((x, y) => (x[0] ?? 0) - (y[0] ?? 0)), isComplete]).toEqual([
      [
        [2, 8],
        [3, 8],
      ],
      true,
    ]);
    c.lose(1);
    const partial = a.cluster.requestAll<readonly number[]>("double", { n: 5 }, 100);
    await settle();
    await clock.advance(100);
    expect(await partial).toEqual({ results: [[2, 10]], isComplete: false, missing: [3] });
    const failed = a.cluster.requestAll("double", { n: -1 }, 100);
    await settle();
    await clock.advance(100);
    expect(await failed).toEqual({ results: [], isComplete: false, missing: [2, 3] });
    expect(faults).toHaveLength(2);
  });

  it("[CORE-132] survives a message that makes no sense", async () => {
    const { nodes, setRunning, faults } = createNodes(2);
    const [a, b] = nodes as [TestNode, TestNode];
    setRunning(a, b);
    b.cluster.subscribe("topic", () => {
      throw new Error("not readable");
    });
    a.cluster.publish("topic", {});
    await settle();
    expect(faults).toEqual([new Error("not readable")]);
    a.map.set(1, 1, "next");
    await settle();
    expect(b.map.getRemote(1, 1)).toEqual(["next"]);
  });
});
