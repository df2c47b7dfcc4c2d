import {
  findRedisServer,
  startTestRedis,
  startTestSentinels,
  testTimeoutMs,
  type TestSentinels,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createMemoryBus, openRedisBus, parseRedisUrl, probeRedis } from "../src/bus/index.ts";
import { createSystemClock } from "../src/clock.ts";
import { checkRedisProbe } from "../src/health/redis.ts";
import { createSecrets } from "../src/store/database/seal.ts";

const clock = createSystemClock();
function parse(url: string) {
  const address = parseRedisUrl(url);
  if (address === undefined) throw new Error(`not allowed: ${url}`);
  return address;
}
/** Returns the finding of `parlour doctor` for a value of REDIS_URL. */
const inspect = async (url: string) =>
  checkRedisProbe(await probeRedis(parse(url), clock, "parlour:"));

const redisServer = await findRedisServer();
// Without redis-server (scripts/launch/redis.js), these tests are skipped.
describe.skipIf(redisServer === null)("Redis behind Sentinels", { shuffle: false }, () => {
  let group: TestSentinels;
  beforeAll(async () => {
    group = await startTestSentinels({ password: "hunter2" });
  }, testTimeoutMs);
  afterAll(() => group.close());

  it("[CFG-144] [CLI-003] doctor says which part of the address is wrong, and shows no password", async () => {
    expect(await inspect(group.url)).toMatchObject({ code: "redis_good", state: "good" });
    const [first, ...others] = parse(group.url).hosts.map(({ port }) => `127.0.0.1:${port}`);
    const masterOf = (hosts: string, name = "mymaster", user = ":hunter2") =>
      inspect(`redis+sentinel://${user}@${hosts}/${name}`);
    // One Sentinel is enough.
    expect(await masterOf(`127.0.0.1:1,${first}`)).toMatchObject({ code: "redis_good" });
    const [server] = group.servers;
    const cases = [
      [await masterOf("127.0.0.1:1,127.0.0.1:2"), "no Sentinel answers"],
      [await masterOf(`127.0.0.1:${server?.port}`), "no Sentinel answers: NOAUTH"],
      [await masterOf(`${first},127.0.0.1:1`, "other"), "the Sentinels know no master other"],
      [await masterOf(others.join(), "mymaster", ":hunter22"), "WRONGPASS"],
    ] as const;
    for (const [finding, reason] of cases) {
      expect(finding).toMatchObject({ code: "redis_away", state: "warning" });
      expect(finding.message).toContain(reason);
      expect(finding.message).not.toContain("hunter2");
    }
  });

  it("[CFG-144] a silent Sentinel delays a connection by 0.5 s at most", async () => {
    const [silent] = group.sentinels;
    silent?.suspend();
    onTestFinished(() => silent?.resume());
    expect(await inspect(group.url)).toMatchObject({ code: "redis_good" });
  });

  it("[CFG-144] a server that is a replica is not used", async () => {
    // Sentinels that were started with the address of a replica name it until they notice.
    const master = await startTestRedis();
    const replica = await startTestRedis({ masterPort: master.port });
    onTestFinished(async () => void (await Promise.all([master.close(), replica.close()])));
    const wrong = await startTestSentinels();
    onTestFinished(() => wrong.close());
    const [server] = wrong.servers;
    for (const sentinel of wrong.sentinels) sentinel.suspend();
    await server?.run(`REPLICAOF 127.0.0.1 ${master.port}`);
    for (const sentinel of wrong.sentinels) sentinel.resume();
    expect((await inspect(wrong.url)).message).toContain(
      "the Sentinels name a server as mymaster that is a replica",
    );
  });

  it("[CFG-144] nodes follow the master that the Sentinels choose, and miss nothing", async () => {
    const join = createMemoryBus();
    const received: string[] = [];
    const open = () => {
      const bus = openRedisBus({
        address: parse(group.url),
        readInstallationId: () => Promise.resolve("a"),
        deriveKey: createSecrets(Buffer.alloc(32, 1)).derive,
        postgres: join(),
        clock,
        random: () => 0.5,
        onAwayChange: () => undefined,
        onFirstRefusal: () => undefined,
      });
      onTestFinished(() => bus.close());
      return bus;
    };
    const [a, b] = [open(), open()];
    a.setNodes(1, [2]);
    b.setNodes(2, [1]);
    b.subscribe("test", (message) => received.push(message));
    const waitForRedis = () =>
      vi.waitFor(
        () => expect([a.state().use, b.state().use]).toEqual(["alone", "alone"]),
        testTimeoutMs,
      );
    await waitForRedis();
    const master = await group.readMaster();
    if (master === null) throw new Error("the Sentinels name no master");
    a.publish("test", "before");
    await master.kill();
    a.publish("test", "meanwhile");
    await group.waitForMasterOtherThan(master);
    await waitForRedis();
    a.publish("test", "after");
    await vi.waitFor(
      () => expect(received).toEqual(["before", "meanwhile", "after"]),
      testTimeoutMs,
    );
  });
});
