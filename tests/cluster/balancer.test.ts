import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@parlour/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseBalancerLog } from "../../bench/harness/balancer-log.ts";
import { startBalancer } from "../../tools/cluster/balancer.ts";
import { findHaproxy } from "../../tools/cluster/servers.ts";

const isAvailable = (await findHaproxy()) !== null;

// Without HAProxy (scripts/launch/haproxy.js), these tests are skipped.
describe.skipIf(!isAvailable)("HAProxy with the configuration of deploy", () => {
  test("[PERF-24] a node that answers /ready late keeps its requests", async () => {
    let isFirst = true;
    let onChecked = (): void => undefined;
    const checked = new Promise<void>((resolve) => (onChecked = resolve));
    const port = await startNode((request, response) => {
      if (request.url !== "/ready" || !isFirst) return void response.end();
      isFirst = false;
      // Longer than the interval of the checks.
      const timer = setTimeout(() => response.end(), 1_200);
      response.once("close", () => {
        clearTimeout(timer);
        onChecked();
      });
    });
    const { url } = await start({ nodePorts: [port] });
    await checked;
    expect((await fetch(url)).status).toBe(200);
  });

  test("[PERF-24] the log names node and status of each request", async () => {
    const port = await startNode((request, response) => {
      response.statusCode = request.url === "/refused" ? 503 : 200;
      response.end();
    });
    const { url, logFile, drain } = await start({ nodePorts: [port] });
    const before = Date.now();
    await (await fetch(url)).arrayBuffer();
    await (await fetch(`${url}/refused`, { headers: { connection: "close" } })).arrayBuffer();
    await drain();
    const entries = parseBalancerLog(readFileSync(logFile, "utf8"));
    const ofNode = entries.filter(({ node }) => node === "node1");
    expect(ofNode.map(({ status }) => status)).toEqual([200, 503]);
    for (const { at } of ofNode) {
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(Date.now());
    }
  });
});

async function startNode(onRequest: RequestListener): Promise<number> {
  const server = createServer(onRequest);
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}
async function start({ nodePorts }: { readonly nodePorts: readonly number[] }) {
  const folder = mkdtempSync(join(tmpdir(), "parlour-balancer-"));
  const logFile = join(folder, "haproxy.log");
  const port = await findFreePort();
  const balancer = await startBalancer({ folder, port, nodePorts, logFile });
  onTestFinished(async () => {
    await balancer.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { url: `http://127.0.0.1:${port}`, logFile, drain: () => balancer.drain() };
}
