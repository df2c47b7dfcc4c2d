import { describe, expect, it } from "vitest";
import type { InspectedRequest } from "@parlour/protocol/api";
import { createMemoryBus } from "../bus/index.ts";
import { ManualClock } from "../clock.ts";
import { startCluster } from "../cluster/index.ts";
import {
  createRequestInspector,
  type Inspector,
  type InspectorFilter,
  type RecordedRequest,
} from "./index.ts";
import { InspectorBuffer, inspectorLimits } from "./buffer.ts";

const createRequest = (more: Partial<RecordedRequest> = {}): RecordedRequest => ({
  kind: "channel",
  ownerId: 3,
  at: 1_000,
  method: "POST",
  url: "/channel/…wxyz/Lk29fQw7Za",
  headers: { authorization: "Bearer 0123456789abcdef", accept: "*/*" },
  body: Buffer.from('{"sender":{"id":"7"},"message":{"type":"text","text":"Grüße"}}'),
  status: 200,
  durationMs: 1.6,
  fault: null,
  requestId: "r1",
  event: null,
  chatId: null,
  ...more,
});
interface TestNode {
  readonly id: number;
  readonly clock: ManualClock;
  readonly inspector: Inspector;
  readonly setOtherNodes: (ids: readonly number[]) => void;
  /** Number of the following messages of this node that are lost. */
  lose(count: number): void;
}
/** Creates nodes. The clock of each is `skewMs` ahead of the clock of the one before. */
function createNodes(count: number, { limits = {}, skewMs = 0, start = 1_700_000_000_000 } = {}) {
  const join = createMemoryBus();
  const nodes = Array.from({ length: count }, (_, n): TestNode => {
    const bus = join();
    let lost = 0;
    const clock = new ManualClock(start + n * skewMs);
    const cluster = startCluster({
      bus: {
        ...bus,
        publish: (topic, message) => (lost-- > 0 ? undefined : bus.publish(topic, message)),
      },
      clock,
      node: n + 1,
      onFault: (error) => {
        throw error;
      },
    });
    return {
      id: n + 1,
      clock,
      inspector: createRequestInspector({ clock, cluster, limits }),
      setOtherNodes: (ids) => cluster.setOtherNodes(ids),
      lose: (messages) => void (lost = messages),
    };
  });
  for (const { id, setOtherNodes } of nodes)
    setOtherNodes(nodes.map((node) => node.id).filter((other) => other !== id));
  return nodes as [TestNode, ...TestNode[]];
}
/** Waits until sent messages have arrived and their answers too. */
async function settle(): Promise<void> {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => void setImmediate(resolve));
}
const createFixture = (limits = {}): TestNode => createNodes(1, { limits })[0];
async function list(
  { inspector }: Pick<TestNode, "inspector">,
  account: number,
  filter: InspectorFilter,
  isMasked = false,
): Promise<readonly InspectedRequest[]> {
  return (await inspector.list(account, filter, isMasked)).items;
}

describe("the inspector's memory", () => {
  it("[API-052] [API-333] keeps what came, byte for byte, without credentials; masked without what was written", async () => {
    const node = createFixture();
    node.inspector.recordRequest(1, createRequest());
    const [item] = await list(node, 1, { limit: 10 }, false);
    expect(item).toMatchObject({
      at: "1970-01-01T00:00:01.000Z",
      direction: "in",
      kind: "channel",
      owner_id: 3,
      endpoint_id: null,
      method: "POST",
      status: 200,
      duration_ms: 2,
      fault: null,
      request: { headers: { authorization: "Bearer …cdef", accept: "*/*" }, cut: false },
    });
    expect(JSON.parse(item?.request.body ?? "")).toMatchObject({ message: { text: "Grüße" } });
    expect((await list(node, 1, { limit: 10 }, true))[0]?.request.body).toBe(
      '{"sender":{"id":"7"},"message":{"type":"text","text":"•••"}}',
    );
    expect(await list(node, 2, { limit: 10 }, false)).toEqual([]);
  });
  it("[API-052] [API-333] cuts a body at 8 KiB, never inside a character, and hides a cut one from those who may not read", async () => {
    const node = createFixture();
    node.inspector.recordRequest(1, createRequest({ body: Buffer.from(`"${"ü".repeat(5_000)}"`) }));
    const [item] = await list(node, 1, { limit: 1 }, false);
    expect(item?.request).toMatchObject({ cut: true, body: `"${"ü".repeat(4_095)}` });
    expect((await list(node, 1, { limit: 1 }, true))[0]?.request.body).toBe("•••");
  });
  it("[API-052] pages by id and narrows by kind, direction and fault", async () => {
    const node = createFixture();
    const fault = {
      code: "sender_id_required",
      message: "sender.id is missing or empty.",
      field: "sender.id",
      rule: "CH-040",
    };
    node.inspector.recordRequest(1, createRequest());
    node.inspector.recordRequest(1, createRequest({ status: 400, fault }));
    node.inspector.recordRequest(1, createRequest({ kind: "bot" }));
    node.inspector.recordAttempt(1, {
      kind: "webhook",
      endpointId: 5,
      at: 2_000,
      deliveryId: 9,
      event: "chat_finished",
      chatId: 4,
      request: {
        url: "https://hooks.example/crm",
        headers: {},
        body: '{"plain_messages":"secret"}',
      },
      reply: null,
      status: null,
      durationMs: 15_000,
      outcome: "timeout",
      error: null,
    });
    const read = (filter: InspectorFilter): Promise<readonly InspectedRequest[]> =>
      list(node, 1, filter, true);
    const all = await read({ limit: 10 });
    expect(all.map((entry) => entry.id)).toEqual(
      all.map((entry) => entry.id).toSorted((a, b) => a - b),
    );
    expect((await read({ limit: 2 })).map((entry) => entry.id)).toEqual(
      all.slice(2).map((entry) => entry.id),
    );
    expect((await read({ limit: 2, after: all[0]?.id ?? 0 })).map((entry) => entry.id)).toEqual(
      all.slice(1, 3).map((entry) => entry.id),
    );
    expect(await read({ limit: 9, kind: "bot" })).toHaveLength(1);
    expect(await read({ limit: 9, ownerId: 3 })).toHaveLength(3);
    expect(await read({ limit: 9, ownerId: 5 })).toHaveLength(0);
    expect(await read({ limit: 9, endpointId: 5 })).toHaveLength(1);
    expect(await read({ limit: 9, endpointId: 3 })).toHaveLength(0);
    expect(await read({ limit: 9, direction: "out" })).toMatchObject([
      {
        kind: "webhook",
        endpoint_id: 5,
        delivery_id: 9,
        chat_id: 4,
        outcome: "timeout",
        request: { body: '{"plain_messages":"•••"}' },
      },
    ]);
    expect((await read({ limit: 9, fault: true })).map((entry) => entry.fault)).toEqual([
      fault,
      { code: "timeout", message: null, field: null, rule: "WH-060" },
    ]);
    expect(await read({ limit: 9, fault: false })).toHaveLength(2);
  });
  it("[API-052] [API-334] is bounded: the latest of an account, and the silent accounts go first", async () => {
    const node = createFixture({ items: 3 });
    for (let n = 0; n < 10; n++)
      node.inspector.recordRequest(1, createRequest({ requestId: `r${n}` }));
    expect((await list(node, 1, { limit: 200 }, false)).map((entry) => entry.request_id)).toEqual([
      "r7",
      "r8",
      "r9",
    ]);
    const memory = new InspectorBuffer({
      ...inspectorLimits,
      items: 100,
      bytes: 1_000,
      allBytes: 2_500,
    });
    const item = { ...createRequest(), direction: "in", id: 1, bytes: "", isCut: false } as const;
    for (let n = 0; n < 4; n++) memory.add(1, item, 400);
    expect(memory.getItems(1)).toHaveLength(2);
    for (const account of [2, 3, 2, 3, 4]) memory.add(account, item, 400);
    expect([1, 2, 3, 4].map((account) => memory.getItems(account).length)).toEqual([0, 2, 2, 1]);
    expect(memory.bytes).toBe(2_000);
    // An item that is larger than the whole limit is still stored as the latest one.
    memory.add(5, item, 9_000);
    expect([2, 3, 4, 5].map((account) => memory.getItems(account).length)).toEqual([0, 0, 0, 1]);
  });
  it("[API-052] [API-335] tells those who watch at most 50 a second, and how many it skipped", async () => {
    const node = createFixture();
    const published: [number, string, number][] = [];
    node.inspector.setSubscribers({
      isWatched: (account) => account === 1,
      publish: (account, { request }, skipped) =>
        void published.push([account, request.body, skipped]),
    });
    for (let n = 0; n < 120; n++) node.inspector.recordRequest(1, createRequest());
    node.inspector.recordRequest(2, createRequest());
    expect(published).toHaveLength(50);
    expect(
      published.every(
        ([account, body, skipped]) => account === 1 && body.includes("Grüße") && skipped === 0,
      ),
    ).toBe(true);
    await node.clock.advance(1_000);
    node.inspector.recordRequest(1, createRequest());
    expect(published.at(-1)?.[2]).toBe(70);
    node.inspector.recordRequest(1, createRequest());
    expect(published.at(-1)?.[2]).toBe(0);
  });
  it("[API-334] is full from 100 in a second on, unless somebody watches", async () => {
    const node = createFixture();
    for (let n = 0; n < 99; n++) node.inspector.recordRequest(1, createRequest());
    expect(node.inspector.isFull(1)).toBe(false);
    node.inspector.recordRequest(1, createRequest());
    expect([node.inspector.isFull(1), node.inspector.isFull(2)]).toEqual([true, false]);
    node.inspector.setSubscribers({ isWatched: (account) => account === 1, publish: () => {} });
    expect(node.inspector.isFull(1)).toBe(false);
    node.inspector.setSubscribers({ isWatched: () => false, publish: () => {} });
    await node.clock.advance(1_000);
    expect(node.inspector.isFull(1)).toBe(false);
  });
  it("[API-052] [API-334] keeps of more than 100 in a second only what has a fault", async () => {
    const node = createFixture();
    const fault = { code: "invalid_request", message: "No.", field: null, rule: "CH-031" };
    for (let n = 0; n < 250; n++)
      node.inspector.recordRequest(
        1,
        createRequest({ requestId: `r${n}`, fault: n % 100 === 7 ? fault : null }),
      );
    node.inspector.recordRequest(2, createRequest());
    expect(await list(node, 1, { limit: 500 }, false)).toHaveLength(102);
    expect(
      (await list(node, 1, { limit: 500, fault: true }, false)).map((entry) => entry.request_id),
    ).toEqual(["r7", "r107", "r207"]);
    expect(await list(node, 2, { limit: 500 }, false)).toHaveLength(1);
    await node.clock.advance(1_000);
    node.inspector.recordRequest(1, createRequest({ requestId: "later" }));
    expect((await list(node, 1, { limit: 1 }, false))[0]?.request_id).toBe("later");
  });
  it("[API-420] requests without proof of their sender push out nothing else, in the list and live", async () => {
    const node = createFixture({ items: 100 });
    const published: (string | null)[] = [];
    node.inspector.setSubscribers({
      isWatched: () => true,
      publish: (_account, { request_id: id }) => void published.push(id),
    });
    const fault = { code: "invalid_token", message: "No.", field: null, rule: "WA-002" };
    const refuseMany = (ownerId: number): void => {
      for (let n = 0; n < 200; n++)
        node.inspector.recordRequest(
          1,
          createRequest({ ownerId, status: 401, fault, requestId: `wrong${n}` }),
        );
    };
    for (let n = 0; n < 45; n++)
      node.inspector.recordRequest(1, createRequest({ requestId: `real${n}` }));
    for (let second = 0; second < 60; second++) {
      await node.clock.advance(1_000);
      refuseMany(second % 4);
    }
    await node.clock.advance(1_000);
    refuseMany(3);
    published.length = 0;
    node.inspector.recordRequest(1, createRequest({ requestId: "last" }));
    expect(published).toEqual(["last"]);
    const items = await list(node, 1, { limit: 200 });
    expect(items.filter(({ status }) => status === 200)).toHaveLength(46);
    expect(items.filter(({ status }) => status === 401)).toHaveLength(50);
  });
  it("[API-420] of one channel, 20 requests without proof of their sender are stored", async () => {
    const node = createFixture();
    const fault = { code: "invalid_token", message: "No.", field: null, rule: "WA-002" };
    for (let n = 0; n < 60; n++) {
      node.inspector.recordRequest(1, createRequest({ status: 401, fault, requestId: `w${n}` }));
      await node.clock.advance(1_000);
    }
    const items = await list(node, 1, { limit: 200 });
    expect(items.map(({ request_id: id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, n) => `w${n + 40}`),
    );
  });
  it("[API-052] ids go on rising after a restart", async () => {
    const node = createFixture();
    for (let n = 0; n < 400; n++) node.inspector.recordRequest(1, createRequest());
    const last = (await list(node, 1, { limit: 1 }, false))[0]?.id ?? 0;
    // A restart takes longer.
    await node.clock.advance(1_000);
    const next = createNodes(1, { start: node.clock.now() })[0];
    next.inspector.recordRequest(1, createRequest());
    expect((await list(next, 1, { limit: 1 }))[0]?.id).toBeGreaterThan(last);
    expect(Number.isSafeInteger(last)).toBe(true);
  });
  it("[API-335] publishes at most 256 KiB a second, and one item of any size", async () => {
    const node = createFixture();
    const published: number[] = [];
    node.inspector.setSubscribers({
      isWatched: () => true,
      publish: (_account, _item, skipped) => void published.push(skipped),
    });
    const body = Buffer.from(`"${"x".repeat(8_000)}"`);
    for (let n = 0; n < 40; n++) node.inspector.recordRequest(1, createRequest({ body }));
    expect(published).toHaveLength(31);
    await node.clock.advance(1_000);
    node.inspector.recordRequest(1, createRequest({ headers: { "x-long": "x".repeat(300_000) } }));
    expect(published.at(-1)).toBe(9);
  });
});

describe("the inspectors of several nodes", () => {
  it("[API-381] [CORE-132] every node lists the requests of all nodes in the same order", async () => {
    const nodes = createNodes(3, { skewMs: 300 });
    for (let n = 0; n < 30; n++) {
      const node = nodes[n % 3];
      node?.inspector.recordRequest(1, createRequest({ requestId: `r${n}`, kind: "bot" }));
      for (const { clock } of nodes) await clock.advance(1_000);
      await settle();
    }
    const lists = await Promise.all(
      nodes.map((node) => list(node, 1, { limit: 200, kind: "bot" })),
    );
    for (const items of lists) expect(items).toEqual(lists[0]);
    expect(lists[0]?.map((item) => item.request_id)).toEqual(
      Array.from({ length: 30 }, (_, n) => `r${n}`),
    );
    expect((await list(nodes[1] as TestNode, 1, { limit: 4 })).map((item) => item.id)).toEqual(
      lists[0]?.slice(-4).map((item) => item.id),
    );
    expect(await list(nodes[2] as TestNode, 1, { limit: 200, kind: "channel" })).toEqual([]);
    expect((await list(nodes[0], 1, { limit: 1 }, true))[0]?.request.body).toContain("•••");
  });

  it("[API-381] pages by id have no gap and no repeat, at any node, while requests arrive and clocks differ", async () => {
    for (let seed = 1; seed <= 40; seed++) {
      let state = seed;
      const random = (limit: number): number => (state = (state * 48_271) % 2_147_483_647) % limit;
      const nodes = createNodes(3, { skewMs: random(5) * 400 - 800 });
      await settle();
      const recorded: string[] = [];
      const read: string[] = [];
      let after: number | undefined;
      const record = (): void => {
        const requestId = `r${recorded.length}`;
        recorded.push(requestId);
        nodes[random(3)]?.inspector.recordRequest(1, createRequest({ requestId }));
      };
      record();
      for (let step = 0; step < 40 || recorded.length > read.length; step++) {
        for (let n = random(6); step < 40 && n > 0; n--) record();
        const reading = list(nodes[random(3)] as TestNode, 1, {
          // The first page contains everything so far.
          limit: after === undefined ? 200 : 1 + random(6),
          ...(after === undefined ? {} : { after }),
        });
        if (step < 40) record();
        await Promise.resolve();
        if (step < 40) record();
        const page = await reading;
        read.push(...page.map((item) => item.request_id ?? ""));
        after = page.at(-1)?.id ?? after;
        if (random(3) === 0) for (const { clock } of nodes) await clock.advance(random(900));
        if (step > 300) break;
      }
      expect(read.toSorted(), `seed ${seed}`).toEqual(recorded.toSorted());
    }
  });

  it("[API-381] a node sends at most 256 KiB, and pages that are shorter for that have no gap", async () => {
    const [asked, other] = createNodes(2) as [TestNode, TestNode];
    await settle();
    const body = Buffer.from(`"${"x".repeat(8_000)}"`);
    for (let n = 0; n < 90; n++)
      (n % 2 === 0 ? asked : other).inspector.recordRequest(
        1,
        createRequest({ body, requestId: `r${n}` }),
      );
    const expected = Array.from({ length: 90 }, (_, n) => `r${n}`);
    const latest = (await list(asked, 1, { limit: 90 })).map((item) => item.request_id);
    expect(latest).toEqual(expected.slice(-latest.length));
    expect(latest.length).toBeGreaterThan(50);
    expect(latest.length).toBeLessThan(70);
    const read: (string | null)[] = [];
    for (let after = 0, pages = 0; pages < 3; pages++) {
      const page = await list(asked, 1, { limit: 90, after });
      read.push(...page.map((item) => item.request_id));
      after = page.at(-1)?.id ?? after;
    }
    expect(read).toEqual(expected);
  });

  it("[API-381] does not wait longer than 1 s for a node that is silent, and says how many are missing", async () => {
    const [asked, other, frozen] = createNodes(3) as [TestNode, TestNode, TestNode];
    frozen.lose(Number.POSITIVE_INFINITY);
    await settle();
    asked.inspector.recordRequest(1, createRequest({ requestId: "own" }));
    other.inspector.recordRequest(1, createRequest({ requestId: "other" }));
    const reading = asked.inspector.list(1, { limit: 10 }, false);
    await settle();
    await asked.clock.advance(1_000);
    const page = await reading;
    expect([page.items.map((item) => item.request_id), page.missingNodes]).toEqual([
      ["own", "other"],
      1,
    ]);
    // It counts as unreachable after 6 s, and nobody waits for it any more.
    for (let n = 0; n < 4; n++) {
      for (const { clock } of [asked, other]) await clock.advance(2_000);
      await settle();
    }
    expect(await asked.inspector.list(1, { limit: 10 }, false)).toEqual(page);
    asked.setOtherNodes([other.id]);
    expect(await asked.inspector.list(1, { limit: 10 }, false)).toEqual({
      ...page,
      missingNodes: 0,
    });
  });
});
