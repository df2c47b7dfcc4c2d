import { createTestDatabase, findRedisServer, isLongRun, startTestRedis } from "@parlour/testkit";
import type { TestDatabase, TestRedis } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryBus, headsChannel, openPostgresBus, openRedisBus } from "../src/bus/index.ts";
import type { Bus, MarkedBus, RedisBus } from "../src/bus/index.ts";
import { createSystemClock } from "../src/clock.ts";
import { createSecrets } from "../src/store/database/seal.ts";
import { openPools } from "../src/store/database/pools.ts";
import type { Pools } from "../src/store/database/pools.ts";

let database: TestDatabase;
let pools: Pools;
let redis: TestRedis | null = null;
/** Null: a short run, or redis-server is not installed (scripts/launch/redis.js). */
const redisServer = isLongRun ? await findRedisServer() : null;
beforeAll(async () => {
  database = await createTestDatabase();
  pools = openPools(database.url);
  if (redisServer !== null) redis = await startTestRedis();
});
afterAll(async () => {
  await redis?.close();
  await pools.close();
  await database.drop();
});

const joinBus = createMemoryBus();
const openPostgres = (): Promise<MarkedBus> =>
  openPostgresBus({
    session: () => pools.session(),
    clock: createSystemClock(),
    onFault: () => undefined,
  });
/** Opens a bus over Redis on this port. */
const openRedis = async (port: number): Promise<RedisBus> =>
  openRedisBus({
    address: {
      hosts: [{ host: "127.0.0.1", port }],
      sentinel: null,
      isTls: false,
      username: null,
      password: null,
      database: 0,
    },
    readInstallationId: () => Promise.resolve("test"),
    deriveKey: createSecrets(Buffer.alloc(32)).derive,
    postgres: await openPostgres(),
    clock: createSystemClock(),
    random: Math.random,
    onAwayChange: () => undefined,
    onFirstRefusal: () => undefined,
  });
const waitForUse = async (bus: RedisBus, use: string): Promise<RedisBus> => {
  await expect.poll(() => bus.state().use).toBe(use);
  return bus;
};
const busKinds: readonly [string, () => Promise<Bus>][] = [
  ["in memory", () => Promise.resolve(joinBus())],
  ["PostgreSQL", openPostgres],
  ...(redisServer === null
    ? []
    : ([
        [
          "Redis",
          async () => {
            const bus = await openRedis(redis?.port ?? 0);
            bus.setNodes(1, []);
            return waitForUse(bus, "alone");
          },
        ],
        [
          "Redis with PostgreSQL",
          async () => waitForUse(await openRedis(redis?.port ?? 0), "with_postgres"),
        ],
        ["Redis that is away", () => openRedis(1)],
      ] as [string, () => Promise<Bus>][])),
];

describe.each(busKinds)("the bus %s", (_, open) => {
  it("[CORE-132] tells every other node, never itself, in the order of an account's heads", async () => {
    const [a, b, c] = await Promise.all([open(), open(), open()]);
    const ownHeads: number[] = [];
    a.onHead((account) => ownHeads.push(account));
    const collected = [b, c].map((bus) => collectHeads(bus, (_account, head) => head === 9));
    for (const head of [1, 5, 9]) a.announce(7, head);
    for (const heads of await Promise.all(collected)) {
      expect(heads.every(([account]) => account === 7)).toBe(true);
      expect(heads.map(([, head]) => head)).toEqual(
        heads.map(([, head]) => head).toSorted((x, y) => x - y),
      );
    }
    expect(ownHeads).toEqual([]);
    await Promise.all([a, b, c].map((bus) => bus.close()));
  });

  it("[CORE-132] carries many accounts at once, and nothing after the end of a listener", async () => {
    const [a, b] = await Promise.all([open(), open()]);
    const removedHeads: number[] = [];
    b.onHead((account) => removedHeads.push(account))();
    const collected = collectHeads(b, (account) => account === 3_000);
    for (let account = 1; account <= 3_000; account++) a.announce(account, 2 ** 40 + account);
    expect(new Set((await collected).map(([account]) => account)).size).toBe(3_000);
    expect(removedHeads).toEqual([]);
    await Promise.all([a.close(), b.close()]);
    a.announce(1, 1);
  });

  it("[CORE-132] delivers the messages of a topic to every other node, in order and unchanged", async () => {
    const [a, b, c] = await Promise.all([open(), open(), open()]);
    const ownMessages: string[] = [];
    a.subscribe("numbers", (message) => ownMessages.push(message));
    b.subscribe("other", (message) => ownMessages.push(message));
    const messages = [
      ...Array.from({ length: 500 }, (_, n) => `message ${n}`),
      "",
      '"quotes" and \u0000 and \ud800',
      `${"long \u{1f600} ".repeat(8_000)}end`,
      "last",
    ];
    const collected = [b, c].map((bus) => collectMessages(bus, "numbers", messages.length));
    for (const message of messages) a.publish("numbers", message);
    for (const received of await Promise.all(collected)) expect(received).toEqual(messages);
    expect(ownMessages).toEqual([]);
    await Promise.all([a, b, c].map((bus) => bus.close()));
    a.publish("numbers", "after close");
  });
});

describe("the bus PostgreSQL", () => {
  it("[CORE-182] reports no fault for a notification that its own end interrupts", async () => {
    const faults: unknown[] = [];
    const bus = await openPostgresBus({
      session: () => pools.session(),
      clock: createSystemClock(),
      onFault: (error) => void faults.push(error),
    });
    bus.announce(7, 1);
    await bus.close();
    await new Promise((resolve) => void setImmediate(resolve));
    expect(faults).toEqual([]);
  });

  it("[PERF-23] sends the heads of one turn as one notification", async () => {
    const payloads: string[] = [];
    const listener = await pools.session();
    listener.on("notification", ({ payload }) => void payloads.push(payload ?? ""));
    await listener.query(`listen ${headsChannel}`);
    const [a, b] = [await openPostgres(), await openPostgres()];
    const collected = collectHeads(b, (account) => account === 6);
    for (const account of [4, 5, 6]) a.announce(account, 1);
    await collected;
    await listener.query("select 1");
    expect(payloads).toEqual(["4:1,5:1,6:1"]);
    await Promise.all([a.close(), b.close(), listener.end()]);
  });

  it("[CORE-132] comes back after its connection was ended", async () => {
    const faults: unknown[] = [];
    const a = await openPostgresBus({
      session: () => pools.session(),
      clock: createSystemClock(),
      onFault: (error) => faults.push(error),
    });
    const sessions: pg.Client[] = [];
    const b = await openPostgresBus({
      clock: createSystemClock(),
      onFault: (error) => faults.push(error),
      session: async () => {
        const created = await pools.session();
        sessions.push(created);
        return created;
      },
    });
    const again = new Promise<void>((resolve) => void sessions[0]?.once("end", () => resolve()));
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query("select pg_terminate_backend($1)", [
      (sessions[0] as unknown as { processID: number }).processID,
    ]);
    await admin.end();
    await again;
    const collected = collectHeads(b, () => true);
    const repeat = repeatUntil(() => a.announce(1, 5), collected);
    expect((await collected)[0]).toEqual([1, 5]);
    await repeat;
    await Promise.all([a.close(), b.close()]);
  });
});

/** Collects the heads that a node receives until `last` returns true. */
function collectHeads(
  bus: Bus,
  last: (account: number, head: number) => boolean,
): Promise<readonly (readonly [number, number])[]> {
  const collected: [number, number][] = [];
  return new Promise((resolve) => {
    const stop = bus.onHead((account, head) => {
      collected.push([account, head]);
      if (!last(account, head)) return;
      stop();
      resolve(collected);
    });
  });
}
/** Collects the first messages of a topic that a node receives. */
function collectMessages(bus: Bus, topic: string, count: number): Promise<readonly string[]> {
  const messages: string[] = [];
  return new Promise((resolve) => {
    const stop = bus.subscribe(topic, (message) => {
      if (messages.push(message) < count) return;
      stop();
      resolve(messages);
    });
  });
}
/** Calls a function every few ms until `end` resolves. */
async function repeatUntil(act: () => void, end: Promise<unknown>): Promise<void> {
  let ended = false;
  void end.then(() => (ended = true));
  while (!ended) {
    act();
    await pools.writer.query("select 1");
  }
}
