import {
  createFindings,
  findFreePort,
  createSentLog,
  findLostMessages,
  readStoredMessages,
  startLoad,
  type FakeIntegrator,
  type LoadOptions,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedAccounts } from "../../bench/harness/seed.ts";
import { startBalancer, type Balancer } from "../../tools/cluster/balancer.ts";
import type { ClusterNode } from "../../tools/cluster/cluster-node.ts";
import type { Cluster } from "../../tools/cluster/cluster.ts";
import { openOperatorClient, type OperatorClient } from "../../tools/cluster/operator-client.ts";
import { findHaproxy } from "../../tools/cluster/servers.ts";
import { openWindowClient, type WindowClient } from "../../tools/cluster/window-client.ts";
import { apiKey, openClusterFixture, widgetId, type ClusterFixture } from "./cluster-fixture.ts";

const channelPath = "/channel/k3yk3yk3yk3yk3yk3yk3yk3y/AbCdEf1234";
const isAvailable = (await findHaproxy()) !== null;

// Without HAProxy (scripts/launch/haproxy.js), these tests are skipped.
describe.skipIf(!isAvailable)("the home of accounts", () => {
  let fixture: ClusterFixture;
  let integrator: FakeIntegrator;
  let cluster: Cluster;
  /** Its first node is the third one of the other balancer. */
  let reversed: Balancer;
  const operators: OperatorClient[] = [];
  const windows: WindowClient[] = [];
  beforeAll(async () => {
    fixture = await openClusterFixture();
    ({ cluster, integrator } = fixture);
    reversed = await startBalancer({
      folder: fixture.folder,
      port: await findFreePort(),
      nodePorts: cluster.nodes.map(({ port }) => port).toReversed(),
    });
  });
  afterAll(async () => {
    for (const client of [...operators, ...windows]) client.close();
    await reversed.stop();
    await fixture.close();
  });

  test("[CORE-451] [CORE-450] [CORE-132] [P16] the requests and sockets of all accounts gather at the first node; with another balancer that prefers the third node, and a client that uses the second one, a killed home and a rolling restart, each message is stored once and in order, and reaches each operator once", async () => {
    const [seeded] = await seedAccounts(cluster.databaseUrl, 1, 1, true);
    const [seededKey = ""] = seeded?.keys ?? [];
    for (let n = 0; n < 10; n++)
      operators.push(openOperatorClient({ port: cluster.port, headers: authorize(apiKey) }));
    windows.push(openWindowClient({ port: cluster.port, widgetId }));
    await Promise.all([...operators, ...windows].map((client) => client.waitUntilLive()));
    const log = createSentLog();
    const seededLog = createSentLog();
    const start = (origin: string, prefix: string, options: Partial<LoadOptions> = {}) =>
      startLoad(
        {
          inboundUrl: `${origin}${channelPath}`,
          api: `${origin}/api/v1`,
          key: apiKey,
          senders: 3,
          prefix,
          pauseMs: 60,
          ...options,
        },
        log,
      );
    const loads = [
      start(cluster.url, "c"),
      startLoad(
        {
          inboundUrl: `${cluster.url}${seeded?.path}`,
          api: `${cluster.url}/api/v1`,
          key: seededKey,
          senders: 2,
          pauseMs: 60,
          answers: null,
        },
        seededLog,
      ),
    ];
    const continueLoads = (): Promise<unknown> =>
      Promise.all(loads.map((load) => load.waitForCount(load.count() + 8)));
    await continueLoads();
    const [atFirst, ...atOthers] = await readGauges(cluster.nodes, "channel_requests_total");
    expect(atFirst).toBeGreaterThanOrEqual(16);
    expect(atOthers).toEqual([0, 0]);
    expect(await readGauges(cluster.nodes, "sockets")).toEqual([10, 0, 0]);
    expect(await readGauges(cluster.nodes, "visitor_sockets")).toEqual([1, 0, 0]);

    loads.push(
      start(reversed.url, "r"),
      start(cluster.nodes[1]?.url ?? "", "d", { senders: 1, answers: null }),
    );
    await continueLoads();
    const requests = await readGauges(cluster.nodes, "channel_requests_total");
    expect(Math.min(...requests)).toBeGreaterThan(0);
    // The client that does not use a balancer loses its node later.
    await loads.pop()?.stop();

    await cluster.nodes[0]?.kill();
    await continueLoads();
    await Promise.all([...operators, ...windows].map((client) => client.waitUntilLive()));
    const countSockets = async (): Promise<number> => {
      const [second = 0, third = 0] = await readGauges(cluster.nodes.slice(1), "sockets");
      return second + third;
    };
    await expect.poll(countSockets).toBe(10);
    await cluster.nodes[0]?.start();
    for (const node of cluster.nodes) {
      expect(await node.stop(), `node ${node.number}`).toBe(0);
      await node.start();
    }
    await continueLoads();
    for (const load of loads) await load.stop();

    const stored = await readStoredMessages(`${cluster.url}/api/v1`, apiKey);
    await expect
      .poll(() => findLostMessages(log, stored, integrator.received))
      .toEqual(createFindings());
    const storedOfSeeded = await readStoredMessages(`${cluster.url}/api/v1`, seededKey);
    expect(findLostMessages(seededLog, storedOfSeeded, [])).toEqual(createFindings());
    const texts = [...stored.values()]
      .flat()
      .flatMap(({ author, text }) => (author.kind === "system" ? [] : [text]))
      .toSorted();
    for (const client of operators) {
      await expect.poll(() => client.texts.toSorted()).toEqual(texts);
      expect(client.faults).toEqual([]);
      // Only the kill closed it.
      expect(client.lost.length).toBeLessThanOrEqual(1);
    }
  });
});

const authorize = (key: string) => ({ authorization: `Bearer ${key}` });

/** Returns the sum of a metric at each node. */
const readGauges = (nodes: readonly ClusterNode[], name: string): Promise<readonly number[]> =>
  Promise.all(
    nodes.map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const lines = [...text.matchAll(new RegExp(`^parlour_${name}(?:\\{.*\\})? (\\d+)$`, "gm"))];
      return lines.reduce((sum, [, value]) => sum + Number(value), 0);
    }),
  );
