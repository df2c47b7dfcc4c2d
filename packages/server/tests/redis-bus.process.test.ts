import {
  findRedisServer,
  startFaultProxy,
  startTestRedis,
  waitForPoll,
  type FaultProxy,
  type TestRedis,
} from "@parlour/testkit";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createMemoryBus,
  getChannelPrefix,
  openRedisBus,
  parseRedisUrl,
  type MarkedBus,
  type RedisBus,
} from "../src/bus/index.ts";
import { ManualClock } from "../src/clock.ts";
import { createSecrets } from "../src/store/database/seal.ts";

/** A node with a bus over Redis. A bus in memory takes the place of PostgreSQL. */
interface TestNode {
  readonly bus: RedisBus;
  readonly proxy: FaultProxy;
  readonly received: string[];
  /** Reasons for which Redis was away, and null each time that it was back. */
  readonly awayChanges: (string | null)[];
  /** Channels of the first refused messages. */
  readonly refusals: string[];
}

/** Maximum wait for a condition, in milliseconds of the test's clock. */
const maxWaitMs = 60_000;

const redisServer = await findRedisServer();
// Without redis-server (scripts/launch/redis.js), these tests are skipped.
describe.skipIf(redisServer === null)("the bus over Redis", () => {
  let redis: TestRedis;
  let clock: ManualClock;
  let join: () => MarkedBus;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    redis = await startTestRedis({ password: "hunter2" });
  });
  afterEach(async () => {
    redis.resume();
    for (const close of closing.splice(0).toReversed()) await close();
  });
  afterAll(() => redis.close());

  /** Opens nodes that know each other. Their ids count from 1. */
  async function openNodes(
    count: number,
    { installation = "a", password = "hunter2", user = "", secret = 1 } = {},
  ): Promise<readonly TestNode[]> {
    const nodes: TestNode[] = [];
    for (let n = 0; n < count; n++) {
      const proxy = await startFaultProxy(redis.port);
      const address = parseRedisUrl(`redis://${user}:${password}@127.0.0.1:${proxy.port}`);
      if (!address) throw new Error("the address is invalid");
      const received: string[] = [];
      const awayChanges: (string | null)[] = [];
      const refusals: string[] = [];
      const bus = openRedisBus({
        address,
        readInstallationId: () => Promise.resolve(installation),
        deriveKey: createSecrets(Buffer.alloc(32, secret)).derive,
        postgres: join(),
        clock,
        random: () => 0.5,
        onAwayChange: (reason) => void awayChanges.push(reason),
        onFirstRefusal: (channel) => void refusals.push(channel),
      });
      bus.subscribe("test", (message) => received.push(message));
      closing.push(
        () => proxy.close(),
        () => bus.close(),
      );
      nodes.push({ bus, proxy, received, awayChanges, refusals });
    }
    setRunning(nodes);
    return nodes;
  }
  const setRunning = (nodes: readonly TestNode[], moreIds: readonly number[] = []): void => {
    const ids = [...nodes.keys()].map((n) => n + 1);
    for (const [n, { bus }] of nodes.entries())
      bus.setNodes(n + 1, [...ids.filter((id) => id !== n + 1), ...moreIds]);
  };
  /** Advances the clock slowly until the condition is met. The connections need real time. */
  async function waitUntil(isMet: () => boolean): Promise<void> {
    const latest = clock.now() + maxWaitMs;
    while (!isMet()) {
      if (clock.now() > latest) throw new Error(`the condition is not met: ${String(isMet)}`);
      await clock.advance(10);
      await waitForPoll();
    }
  }
  const advanceSlowly = (ms: number): Promise<void> => {
    const end = clock.now() + ms;
    return waitUntil(() => clock.now() >= end);
  };
  const waitForUse = (nodes: readonly TestNode[], use: string): Promise<void> =>
    waitUntil(() => nodes.every(({ bus }) => bus.state().use === use));
  async function openTwo(): Promise<readonly [TestNode, TestNode]> {
    const [a, b] = await openNodes(2);
    if (!a || !b) throw new Error("no nodes");
    await waitForUse([a, b], "alone");
    return [a, b];
  }
  beforeEach(() => {
    clock = new ManualClock();
    join = createMemoryBus();
  });

  it("[CFG-005] uses PostgreSQL too while a node does not confirm that Redis reaches it", async () => {
    const nodes = await openNodes(2);
    const [a, b] = nodes as [TestNode, TestNode];
    await waitForUse(nodes, "alone");
    const before = a.bus.state().sent;
    a.bus.publish("test", "one");
    // Redis may deliver a message before it confirms it to the sender.
    await waitUntil(() => b.received.length === 1 && a.bus.state().sent.redis > before.redis);
    expect(a.bus.state().sent).toEqual({ ...before, redis: before.redis + 1 });
    // Node 3 has no Redis.
    const plain = join();
    const plainReceived: string[] = [];
    plain.subscribe("test", (message) => plainReceived.push(message));
    setRunning(nodes, [3]);
    expect(a.bus.state()).toMatchObject({ use: "with_postgres", unreachedNodes: 1 });
    for (const message of ["two", "three"]) a.bus.publish("test", message);
    plain.publish("test", "of the plain node");
    await waitUntil(() => plainReceived.length === 2 && b.received.length === 4);
    await advanceSlowly(200);
    expect(plainReceived).toEqual(["two", "three"]);
    expect(b.received.filter((message) => !message.startsWith("of"))).toEqual([
      "one",
      "two",
      "three",
    ]);
    expect(a.received).toEqual(["of the plain node"]);
    setRunning(nodes);
    await waitForUse(nodes, "alone");
  });

  it("[CFG-005] [F23] carries every message once and in order while Redis is killed and starts again", async () => {
    const [a, b] = await openTwo();
    const sent: string[] = [];
    const publishSome = async (isMet: () => boolean): Promise<void> => {
      await waitUntil(() => {
        sent.push(`message ${sent.length}`);
        a.bus.publish("test", sent.at(-1) ?? "");
        return isMet();
      });
    };
    await publishSome(() => sent.length > 20);
    await redis.kill();
    await publishSome(() => [a, b].every(({ bus }) => bus.state().use === "away"));
    await redis.restart();
    await publishSome(() => [a, b].every(({ bus }) => bus.state().use === "alone"));
    const end = sent.length + 20;
    await publishSome(() => sent.length > end);
    await waitUntil(() => b.received.length >= sent.length);
    expect(b.received).toEqual(sent);
    expect(a.awayChanges).toEqual([expect.any(String), null]);
  });

  it("[CFG-005] sends a message through PostgreSQL if Redis does not confirm it within 150 ms, and gives up after three", async () => {
    const [a, b] = await openTwo();
    redis.suspend();
    a.bus.publish("test", "late");
    await advanceSlowly(140);
    expect(b.received).toEqual([]);
    await advanceSlowly(10);
    await waitUntil(() => b.received.length === 1);
    // Reports fail too, so this may already be the third failure.
    expect(a.bus.state().use).not.toBe("alone");
    a.bus.publish("test", "at once");
    await clock.advance(0);
    expect(b.received).toEqual(["late", "at once"]);
    await waitForUse([a, b], "away");
    // The state may already contain the reason why a new connection failed.
    expect(a.awayChanges).toEqual(["no response within 150 ms"]);
    a.bus.publish("test", "away");
    await clock.advance(0);
    redis.resume();
    await waitForUse([a, b], "alone");
    a.bus.publish("test", "back");
    await waitUntil(() => b.received.length >= 4);
    // Redis has meanwhile published what it had received before.
    await advanceSlowly(200);
    expect(b.received).toEqual(["late", "at once", "away", "back"]);
  });

  it("[CFG-005] keeps nothing in Redis, so FLUSHALL changes nothing", async () => {
    const [a, b] = await openTwo();
    expect(await redis.run("DBSIZE")).toBe(":0");
    expect(await redis.run("FLUSHALL")).toBe("+OK");
    a.bus.publish("test", "after");
    await waitUntil(() => b.received.length === 1);
    await advanceSlowly(3_000);
    expect([a.bus.state().use, b.awayChanges]).toEqual(["alone", []]);
  });

  it("[CFG-005] connects anew if nothing arrives for 5 s although the connection is open", async () => {
    const [a, b] = await openTwo();
    b.proxy.deafen("subscribe");
    const startedAt = clock.now();
    await waitUntil(() => a.bus.state().use === "with_postgres");
    expect(clock.now() - startedAt).toBeLessThan(4_000);
    a.bus.publish("test", "through PostgreSQL");
    await clock.advance(0);
    expect(b.received).toEqual(["through PostgreSQL"]);
    expect(b.awayChanges).toEqual([]);
    await waitUntil(() => b.awayChanges.length > 0);
    expect(b.awayChanges).toEqual(["nothing arrived within 5000 ms"]);
    expect(clock.now() - startedAt).toBeLessThan(6_500);
    await waitForUse([a, b], "alone");
    expect(a.awayChanges).toEqual([]);
  });

  it("[CFG-005] uses PostgreSQL while one node is cut from Redis, and the others keep it", async () => {
    const nodes = await openNodes(3);
    const [a, b, c] = nodes as [TestNode, TestNode, TestNode];
    await waitForUse(nodes, "alone");
    c.proxy.setMode("cut");
    await waitUntil(() => c.bus.state().use === "away");
    for (const { bus } of [a, c]) bus.publish("test", "hello");
    await waitUntil(() => a.received.length + b.received.length + c.received.length === 4);
    expect(a.bus.state()).toMatchObject({ use: "with_postgres", unreachedNodes: 1 });
    c.proxy.setMode("pass");
    await waitForUse(nodes, "alone");
    expect([a.received, b.received, c.received]).toEqual([
      ["hello"],
      ["hello", "hello"],
      ["hello"],
    ]);
    expect(a.awayChanges).toEqual([]);
  });

  it("[CFG-005] exchanges nothing with another installation on the same Redis", async () => {
    const [a, b] = await openTwo();
    const [other] = await openNodes(1, { installation: "b" });
    if (!other) throw new Error("no node");
    await waitForUse([other], "alone");
    // Its bus in memory is shared, so it is used only for messages of the first installation.
    const before = other.bus.state().sent.postgres;
    other.bus.publish("test", "foreign");
    a.bus.publish("test", "own");
    await waitUntil(() => b.received.length > 0);
    await advanceSlowly(100);
    expect([b.received, other.received]).toEqual([["own"], []]);
    expect(other.bus.state().sent.postgres).toBe(before);
  });

  /** Opens a connection that records everything that is published. It can publish too. */
  async function openStranger() {
    const published: { readonly channel: string; readonly text: string }[] = [];
    const [reader, writer] = [new Redis(redis.url), new Redis(redis.url)];
    closing.push(async () => [reader, writer].forEach((client) => client.disconnect()));
    reader.on("pmessage", (_pattern, channel: string, text: string) =>
      published.push({ channel, text }),
    );
    await reader.psubscribe("*");
    return { published, writer };
  }

  it("[CFG-137] refuses what no node of the installation published, counts it, and reports the first", async () => {
    const [a, b] = await openTwo();
    const { published, writer } = await openStranger();
    a.bus.publish("test", "own");
    await waitUntil(
      () => b.received.length === 1 && published.some(({ text }) => text.includes('"own"')),
    );
    const genuine = published.find(({ text }) => text.includes('"own"'));
    if (!genuine) throw new Error("nothing was recorded");
    const { channel, text } = genuine;
    const reports = channel.replace(/messages$/, "reports");
    const forged = `stranger [[],1,[["test","forged"]]]`;
    const forgeries: readonly (readonly [string, string])[] = [
      // The form of earlier releases.
      [channel, forged],
      [channel, `${"A".repeat(24)}${forged}`],
      [channel, `${"é".repeat(24)}${forged}`],
      [channel, ""],
      [channel, text.replace("own", "forged")],
      // A genuine message in another channel.
      [reports, text],
      [reports, `${"A".repeat(24)}{"bus":"x","node":1,"n":1000000,"receives":[]}`],
    ];
    for (const forgery of forgeries) await writer.publish(...forgery);
    // A repeated message is genuine, but not new.
    await writer.publish(channel, text);
    a.bus.publish("test", "later");
    await waitUntil(() => b.received.length === 2);
    expect(b.received).toEqual(["own", "later"]);
    expect([a, b].map(({ bus }) => bus.state())).toEqual(
      [a, b].map(
        () => expect.objectContaining({ use: "alone", refused: forgeries.length }) as unknown,
      ),
    );
    expect(b.refusals).toEqual([channel]);
  });

  it("[CFG-137] nodes with another key exchange nothing through Redis", async () => {
    const [a] = await openTwo();
    const [other] = await openNodes(1, { secret: 2 });
    if (!other) throw new Error("no node");
    await waitForUse([other], "alone");
    a.bus.publish("test", "own");
    other.bus.publish("test", "foreign");
    await advanceSlowly(100);
    expect([other.received, other.bus.state().refused, a.received]).toEqual([[], 0, []]);
  });

  it("[CFG-137] a user of Redis who may use only the channels of the installation is enough", async () => {
    const prefix = getChannelPrefix(createSecrets(Buffer.alloc(32, 1)).derive);
    await redis.run(
      `ACL SETUSER chat on >hunter2 resetchannels &${prefix}* +publish +subscribe +hello +auth +select +client`,
    );
    const nodes = await openNodes(2, { user: "chat" });
    await waitForUse(nodes, "alone");
    const [stranger] = await openNodes(1, { user: "chat", secret: 2 });
    await waitUntil(() => (stranger?.awayChanges.length ?? 0) > 0);
    expect(stranger?.awayChanges[0]).toMatch(/^NOPERM/);
  });

  it("[CFG-005] [CFG-015] reports a refused password without it", async () => {
    const [node] = await openNodes(1, { password: "swordfish" });
    await waitUntil(() => (node?.awayChanges.length ?? 0) > 0);
    expect(node?.awayChanges[0]).toMatch(/^WRONGPASS/);
    expect(JSON.stringify([node?.awayChanges, node?.bus.state()])).not.toContain("swordfish");
  });
});
