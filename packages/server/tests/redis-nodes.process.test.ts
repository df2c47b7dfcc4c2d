import {
  findRedisServer,
  startFaultProxy,
  startTestParlour,
  startTestRedis,
  testTimeoutMs,
  waitForPoll,
  waitForRedisUse,
  type FaultProxy,
  type TestChannel,
  type TestParlour,
  type TestRedis,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isPresence, openOperatorSession, type OperatorSession } from "./operator-session.ts";
import type { RealtimeClient } from "./realtime-client.ts";

const publicUrl = "http://chat.example.test";
const redisServer = await findRedisServer();

// Without redis-server (scripts/launch/redis.js), these tests are skipped.
describe.skipIf(redisServer === null)("two nodes with Redis", () => {
  let redis: TestRedis;
  let proxies: readonly [FaultProxy, FaultProxy];
  let nodes: readonly [TestParlour, TestParlour];
  let channel: TestChannel;
  const logLines: string[] = [];
  beforeAll(async () => {
    redis = await startTestRedis({ password: "hunter2" });
    proxies = [await startFaultProxy(redis.port), await startFaultProxy(redis.port)];
    const first = await startNode(proxies[0].port);
    nodes = [first, await startNode(proxies[1].port, first.databaseUrl)];
    channel = await first.channel("http://127.0.0.1:65000/in");
  });
  afterAll(async () => {
    await nodes[1].close();
    await nodes[0].close();
    for (const proxy of proxies) await proxy.close();
    await redis.close();
  });

  const startNode = (port: number | null, databaseUrl?: string): Promise<TestParlour> =>
    startTestParlour({
      env: {
        PUBLIC_URL: publicUrl,
        ...(port === null ? {} : { REDIS_URL: `redis://:hunter2@127.0.0.1:${port}` }),
      },
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      logTo: (line) => void logLines.push(line),
    });
  const signIn = (role: "owner" | "operator"): Promise<OperatorSession> =>
    openOperatorSession(nodes[0], role, publicUrl);
  const advance = async (ms: number): Promise<void> => {
    await Promise.all(nodes.map((node) => node.clock.advance(ms)));
  };
  const waitUntil = async (isMet: () => Promise<boolean>, description: string): Promise<void> => {
    for (const end = performance.now() + testTimeoutMs; !(await isMet()); await waitForPoll())
      if (performance.now() > end) throw new Error(`${description} never held`);
  };
  const readHealth = async (node: TestParlour) => {
    const { checks } = (await node.owner.call("GET", "instance/health")).body as {
      checks: { check: string; code: string; state: string; message: string }[];
    };
    return checks.find(({ check }) => check === "redis");
  };
  const readPresence = async (node: TestParlour, id: number): Promise<unknown> => {
    const { items } = (await node.owner.call("GET", "operators")).body as {
      items: { id: number; presence: string }[];
    };
    return items.find((operator) => operator.id === id)?.presence;
  };
  const isShown = async (id: number, status: string): Promise<boolean> =>
    (await Promise.all(nodes.map((node) => readPresence(node, id)))).every(
      (shown) => shown === status,
    );
  /** Advances both nodes by at most 5 s, until they show the same presence. */
  async function expectPresence(id: number, status: string): Promise<void> {
    for (let n = 0; n < 5 && !(await isShown(id, status)); n++) await advance(1_000);
    await waitUntil(() => isShown(id, status), `${status} on all nodes`);
  }
  /** A node may notice the end of a socket late, and counts the time from then. */
  async function waitForOffline(id: number): Promise<void> {
    await waitUntil(async () => {
      await advance(1_000);
      return isShown(id, "offline");
    }, "offline on all nodes");
  }
  /** Checks what the nodes share in memory, with operators of its own. */
  async function checkFeatures(): Promise<void> {
    const [first, second] = nodes;
    const [ann, watcher] = [await signIn("owner"), await signIn("owner")];
    const watching = await watcher.connect(second);
    const annFirst = await ann.connect(first);
    await watching.next(isPresence(ann.id, "online"));
    await expectPresence(ann.id, "online");
    expect(await ann.call(second, "PUT", "me/presence", { status: "away" })).toBe(200);
    await annFirst.next(isPresence(ann.id, "away"));
    const customer = `of ${ann.id}`;
    expect((await first.sendCustomerMessage(channel, customer, "Hello")).status).toBe(200);
    const { id: chat } = await first.findChat(customer);
    annFirst.send({ type: "typing", chat_id: chat, typing: true });
    await watching.next(({ type, chat_id }) => type === "typing" && chat_id === chat);
    const annSecond = await ann.connect(second);
    expect(await ann.call(first, "PUT", `chats/${chat}/read`, { seq: 1 })).toBe(204);
    await annSecond.next(({ type, chat_id }) => type === "read" && chat_id === chat);
    expect(await ann.call(first, "POST", `chats/${chat}/accept`)).toBe(200);
    // A notice of new entries may wait for the next one, for at most 30 ms.
    await advance(30);
    await watching.next(({ type, name }) => type === "event" && name === "chat_accepted");
    // No time passes for the nodes until both sockets are closed.
    expect(await ann.call(second, "DELETE", "sessions/current")).toBe(204);
    await Promise.all([annFirst.closed, annSecond.closed]);
    await waitForOffline(ann.id);
    watching.ws.close();
    await watching.closed;
  }
  /**
   * An operator with a chat and an open socket at the first node keeps the chat while `fault` is
   * present, and until Redis is used again.
   */
  async function keepChatDuring(fault: () => Promise<void>): Promise<void> {
    const [first, second] = nodes;
    const ann = await signIn("owner");
    const client = await ann.connect(first);
    const customer = `owned by ${ann.id}`;
    expect((await first.sendCustomerMessage(channel, customer, "Hello")).status).toBe(200);
    const { id: chat } = await first.findChat(customer);
    expect(await ann.call(first, "POST", `chats/${chat}/accept`)).toBe(200);
    expect((await second.sendCustomerMessage(channel, customer, "Anybody?")).status).toBe(200);
    await fault();
    for (let n = 0; n < 36; n++) {
      await advance(10_000);
      for (const node of nodes) await node.settle();
    }
    const { state } = (await first.owner.call("GET", `chats/${chat}`)).body as { state: string };
    expect(state).toBe("open");
    client.ws.close();
    await client.closed;
  }

  test("[CFG-005] [CORE-132] share presence, signals and sign-outs through Redis", async () => {
    await waitForRedisUse(nodes, "alone");
    const countSent = async (): Promise<number> =>
      Number(
        /^parlour_bus_sent_total\{engine="redis"\} (\d+)$/m.exec(
          (await nodes[0].call("GET", "/metrics")).text,
        )?.[1],
      );
    const before = await countSent();
    await checkFeatures();
    expect(await countSent()).toBeGreaterThan(before);
    // A busy machine confirms some messages late. Those go through PostgreSQL too.
    await waitUntil(
      async () => (await readHealth(nodes[0]))?.code === "redis_good",
      "Redis is used alone",
    );
  });

  test("[CFG-005] [CORE-132] [CORE-031] [P19] [F23] keep all of it while Redis is killed and after its restart", async () => {
    await keepChatDuring(async () => {
      await redis.kill();
      await waitForRedisUse(nodes, "away");
    });
    await checkFeatures();
    for (const node of nodes) {
      expect((await node.call("GET", "/ready")).status).toBe(200);
      expect(await readHealth(node)).toMatchObject({ code: "redis_away", state: "warning" });
    }
    await redis.restart();
    await waitForRedisUse(nodes, "alone");
    await checkFeatures();
  });

  test("[CFG-005] [CORE-132] [CORE-031] [P19] keep all of it while Redis is suspended, and after FLUSHALL", async () => {
    await waitForRedisUse(nodes, "alone");
    const ann = await signIn("owner");
    await keepChatDuring(async () => {
      redis.suspend();
      // A change that Redis does not confirm reaches the other node.
      const client = await ann.connect(nodes[0]);
      await expectPresence(ann.id, "online");
      client.ws.close();
      await client.closed;
      await waitForRedisUse(nodes, "away");
    });
    await checkFeatures();
    redis.resume();
    await waitForRedisUse(nodes, "alone");
    await waitForOffline(ann.id);
    expect(await redis.run("FLUSHALL")).toBe("+OK");
    await checkFeatures();
  });

  test("[CFG-005] [CORE-132] [CORE-031] share presence again after one node received nothing on an open connection", async () => {
    await waitForRedisUse(nodes, "alone");
    const ann = await signIn("owner");
    let client: RealtimeClient | null = null;
    const countDrops = (): number => logLines.filter((line) => line.includes("redis.away")).length;
    await keepChatDuring(async () => {
      const before = countDrops();
      proxies[1].deafen("subscribe");
      // The second node does not receive this change through Redis.
      client = await ann.connect(nodes[0]);
      await waitUntil(
        () => Promise.resolve(countDrops() > before),
        "the second node connects anew",
      );
      await expectPresence(ann.id, "online");
    });
    await waitForRedisUse(nodes, "alone");
    await expectPresence(ann.id, "online");
    (client as RealtimeClient | null)?.ws.close();
    await checkFeatures();
  });

  test("[CFG-005] [CORE-132] share all of it with a node that has no Redis", async () => {
    const [first, second] = nodes;
    await waitForRedisUse(nodes, "alone");
    const plain = await startNode(null, first.databaseUrl);
    nodes = [first, plain];
    await waitForRedisUse([nodes[0]], "with_postgres");
    await checkFeatures();
    expect(await readHealth(first)).toMatchObject({ code: "redis_partly", state: "warning" });
    expect(await readHealth(plain)).toMatchObject({ code: "redis_off", state: "good" });
    await plain.close();
    nodes = [first, second];
    await advance(2_000);
    await waitForRedisUse(nodes, "alone");
    expect(logLines.join("\n")).not.toContain("hunter2");
  });
});
