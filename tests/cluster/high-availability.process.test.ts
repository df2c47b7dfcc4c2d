import {
  createDataDir,
  createSentLog,
  createFindings,
  findLostMessages,
  findRedisServer,
  readStoredMessages,
  removeDataDir,
  startIntegrator,
  startLoad,
  writeProvisioningFile,
  type FakeIntegrator,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Cluster } from "../../tools/cluster/cluster.ts";
import { openOperatorClient, type OperatorClient } from "../../tools/cluster/operator-client.ts";
import { findHaproxy, findPatroni } from "../../tools/cluster/servers.ts";
import { startCluster } from "../../tools/cluster/start-cluster.ts";

/** Attempts to connect after a loss. A third one would come after more than 3 s. */
const maxAttempts = 2;
const apiKey = `pk_test_${"0".repeat(32)}`;
const programs = [await findPatroni(), await findHaproxy(), await findRedisServer()];

// Without the packages of scripts/launch/patroni.js, haproxy.js and redis.js, it is skipped.
describe.skipIf(programs.includes(null))("a cluster without a single point of failure", () => {
  let folder: string;
  let integrator: FakeIntegrator;
  let cluster: Cluster;
  const clients: OperatorClient[] = [];
  beforeAll(async () => {
    folder = createDataDir();
    integrator = await startIntegrator();
    cluster = await startCluster({
      folder,
      nodes: 2,
      isHighlyAvailable: true,
      env: {
        PARLOUR_CONFIG: writeProvisioningFile(folder, {
          key: apiKey,
          password: "correct horse battery staple",
          integratorUrl: integrator.url,
        }),
      },
    });
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await cluster.stop();
    await integrator.close();
    removeDataDir(folder);
  });

  test("[P16] [CFG-004] [CFG-144] after a switchover, and after the loss of the primary, the master of Redis and a balancer, every acknowledged message is stored once, and sockets at the nodes connect again at once", async () => {
    const { highAvailability } = cluster;
    if (highAvailability === null) throw new Error("the cluster has no standbys");
    const { database, redis, balancers } = highAvailability;
    const headers = { authorization: `Bearer ${apiKey}` };
    // Applications load their data again after a promotion (API-103).
    const reload = () => Promise.resolve([]);
    for (const { port } of cluster.nodes)
      clients.push(openOperatorClient({ port, headers, reload }));
    await Promise.all(clients.map((client) => client.waitUntilLive()));
    const api = `http://127.0.0.1:${cluster.port}/api/v1`;
    const sentLog = createSentLog();
    const load = startLoad(
      {
        inboundUrl: `http://127.0.0.1:${cluster.port}/channel/k3yk3yk3yk3yk3yk3yk3yk3y/AbCdEf1234`,
        api,
        key: apiKey,
        senders: 4,
        pauseMs: 100,
      },
      sentLog,
    );
    const continueLoad = () => load.waitForCount(load.count() + 8);
    await continueLoad();

    await database.switchOver();
    await continueLoad();
    await database.waitUntilComplete();

    const primary = await database.findPrimary();
    const master = (await redis?.readMaster()) ?? null;
    if (primary === null || master === null) throw new Error("there is no primary or no master");
    primary.killDatabase();
    await master.kill();
    await balancers[0]?.kill();
    await database.waitForPrimaryOtherThan(primary);
    await continueLoad();
    await redis?.waitForMasterOtherThan(master);
    await continueLoad();
    await load.stop();

    const stored = await readStoredMessages(api, apiKey);
    await expect
      .poll(() => findLostMessages(sentLog, stored, integrator.received))
      .toEqual(createFindings());
    await Promise.all(clients.map((client) => client.waitUntilLive()));
    // Each promotion closes them once.
    for (const client of clients) {
      expect(client.lost.length).toBeLessThanOrEqual(2);
      expect(client.countOpened()).toBeLessThanOrEqual(1 + client.lost.length * maxAttempts);
      expect(client.faults).toEqual([]);
    }
  });
});
