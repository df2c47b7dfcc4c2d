import { existsSync } from "node:fs";
import {
  createSentLog,
  findFreePort,
  createFindings,
  findLostMessages,
  readStoredMessages,
  startLoad,
  waitForPoll,
  type FakeIntegrator,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseClusterArguments } from "../../tools/cluster/options.ts";
import { openOperatorClient, type OperatorClient } from "../../tools/cluster/operator-client.ts";
import { signIn } from "../../tools/cluster/sign-in.ts";
import { openWindowClient, type WindowClient } from "../../tools/cluster/window-client.ts";
import { findHaproxy } from "../../tools/cluster/servers.ts";
import { startBalancer } from "../../tools/cluster/balancer.ts";
import type { Cluster } from "../../tools/cluster/cluster.ts";
import {
  apiKey,
  openClusterFixture,
  password,
  widgetId,
  type ClusterFixture,
} from "./cluster-fixture.ts";

const headers = { authorization: `Bearer ${apiKey}` };
const isAvailable = (await findHaproxy()) !== null;

// Without HAProxy (scripts/launch/haproxy.js), these tests are skipped.
describe.skipIf(!isAvailable)("three nodes behind HAProxy", () => {
  let fixture: ClusterFixture;
  let integrator: FakeIntegrator;
  let cluster: Cluster;
  const clients: OperatorClient[] = [];
  const windows: WindowClient[] = [];
  beforeAll(async () => {
    fixture = await openClusterFixture();
    ({ cluster, integrator } = fixture);
  });
  afterAll(async () => {
    for (const client of [...clients, ...windows]) client.close();
    await fixture.close();
  });
  const openClient = (port: number): OperatorClient => {
    const client = openOperatorClient({ port, headers });
    clients.push(client);
    return client;
  };

  test("[P16] [CORE-265] [WG-225] [WG-031] [CORE-132] [CORE-045] a message through the balancer reaches the sockets of each node, and a restart of all nodes, one after another, leaves no socket of operators and visitors without a live connection; after a kill of a node, its sockets are live again: every message once, and no window without an operator", async () => {
    for (let n = 0; n < 4; n++) windows.push(openWindowClient({ port: cluster.port, widgetId }));
    await Promise.all(windows.map((window) => window.waitUntilLive()));
    const atNodes = cluster.nodes.map((node) => openClient(node.port));
    const throughBalancer = Array.from({ length: 40 }, () => openClient(cluster.port));
    await Promise.all(clients.map((client) => client.waitUntilLive()));
    // The others use an API key, so nobody was available before.
    const session = { email: "ann@example.test", password, url: cluster.url, origin: cluster.url };
    const available = openOperatorClient({
      port: cluster.port,
      headers: await signIn(session),
    });
    clients.push(available);
    const offline = windows.map(() => [{ from: expect.any(Number), to: expect.any(Number) }]);
    await expect.poll(() => windows.map((window) => window.offline)).toEqual(offline);
    const origin = `http://127.0.0.1:${cluster.port}`;
    const sentLog = createSentLog();
    const load = startLoad(
      {
        inboundUrl: `${origin}/channel/k3yk3yk3yk3yk3yk3yk3yk3y/AbCdEf1234`,
        api: `${origin}/api/v1`,
        key: apiKey,
        senders: 4,
        pauseMs: 150,
      },
      sentLog,
    );
    await load.waitForCount(8);
    for (const client of atNodes) await waitForTexts(client, [...sentLog.acknowledged]);
    for (const client of atNodes) client.close();

    for (const node of cluster.nodes) {
      expect(await node.stop(), `node ${node.number}`).toBe(0);
      await node.start();
    }
    await load.waitForCount(load.count() + 8);
    const kept = [...throughBalancer, available, ...windows];
    expect(kept.flatMap((client) => client.lost)).toEqual([]);

    // The first node has all sockets.
    await cluster.nodes[0]?.kill();
    await expect.poll(() => kept.flatMap((client) => client.lost).length).toBeGreaterThan(0);
    await load.waitForCount(load.count() + 8);
    await load.stop();
    await Promise.all(kept.map((client) => client.waitUntilLive()));
    for (const { lost } of kept) expect(lost.length).toBeLessThanOrEqual(1);
    expect(windows.map((window) => window.offline)).toEqual(offline);
    const stored = await readStoredMessages(`${origin}/api/v1`, apiKey);
    const texts = [...stored.values()]
      .flat()
      .flatMap(({ author, text }) => (author.kind === "system" ? [] : [text]))
      .toSorted();
    for (const client of throughBalancer) {
      await waitForTexts(client, texts);
      expect([...client.texts].toSorted()).toEqual(texts);
      expect(client.faults).toEqual([]);
    }
    await expect
      .poll(() => findLostMessages(sentLog, stored, integrator.received))
      .toEqual(createFindings());
    for (const [n, window] of windows.entries()) {
      window.sendMessage(`window ${n}`);
      await waitForTexts(throughBalancer[n], [`window ${n}`]);
      while (window.sent.length === 0) await waitForPoll();
      expect(window.sent).toEqual([`window ${n}`]);
    }
  });

  test("[CFG-002] a balancer on a port that is in use is not started, and the error names the port", async () => {
    await expect(
      startBalancer({
        folder: fixture.folder,
        port: cluster.port,
        nodePorts: [await findFreePort()],
      }),
    ).rejects.toThrow(`port ${cluster.port} is in use`);
    expect(existsSync(fixture.folder)).toBe(true);
  });
});

test("[CORE-132] the arguments of `npm run cluster` are checked", () => {
  expect(parseClusterArguments([])).toEqual({
    help: false,
    nodes: 3,
    port: 8080,
    hasRedis: true,
    isHighlyAvailable: false,
  });
  expect(parseClusterArguments(["--nodes", "2", "--no-redis", "--ha"])).toMatchObject({
    nodes: 2,
    hasRedis: false,
    isHighlyAvailable: true,
  });
  expect(() => parseClusterArguments(["--nodes", "1"])).toThrow("--nodes: 1 is not");
  expect(() => parseClusterArguments(["--port", "0"])).toThrow("--port: 0 is not");
});

async function waitForTexts(
  client: OperatorClient | undefined,
  texts: readonly string[],
): Promise<void> {
  while (!texts.every((text) => client?.texts.includes(text))) await waitForPoll();
}
