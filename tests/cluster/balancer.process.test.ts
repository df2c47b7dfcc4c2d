import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import {
  createServer,
  get,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, waitForPoll } from "@parlour/testkit";
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

  test("[CORE-451] all requests and sockets reach the first node, those of the next second another one if it is killed, and the second node if the first is not ready", async () => {
    const nodes = await Promise.all([1, 2, 3].map(() => startAccountNode()));
    const balancer = await start({ nodePorts: nodes.map(({ port }) => port) });
    const readNodes = async (): Promise<readonly number[]> => {
      const paths = Array.from({ length: 8 }, (_, n) => `/channel/secret/Account${n}`);
      return Promise.all([
        ...paths.map(async (path) => (await fetch(`${balancer.url}${path}`)).text()),
        openSocket(balancer.url, "/widget/socket?channel=Account1"),
      ]).then((ports) => ports.map((port) => nodes.findIndex((one) => `${one.port}` === port)));
    };
    const all = (node: number): readonly number[] => Array.from({ length: 9 }, () => node);
    expect(await readNodes()).toEqual(all(0));
    nodes[0]?.setReady(false);
    await expect.poll(readNodes).toEqual(all(1));
    nodes[1]?.kill();
    // Until the balancer knows it, a refused connection is made at another node. A request on a
    // connection that was open has no response, so its client repeats it.
    await expect.poll(readNodes).toEqual(all(2));
    nodes[0]?.setReady(true);
    await expect.poll(readNodes).toEqual(all(0));
  });

  test("[CORE-451] above 300 requests in progress, each account has a node for its channels, bots, keys and sessions, accounts are spread, none of them gets more than its part of a node, and clients do not learn the account", async () => {
    const nodes = await Promise.all([1, 2].map(() => startAccountNode()));
    const { url } = await start({ nodePorts: nodes.map(({ port }) => port) });
    const clients = Array.from({ length: 16 }, (_, account) => [
      { path: `/channel/secret/Account${account}a` },
      { path: `/channel/other/Account${account}b` },
      { path: `/bot/webhooks/shop/Account${account}` },
      { path: "/api/v1/me", headers: { authorization: `Bearer Account${account}` } },
      { path: "/api/v1/me", headers: { cookie: `parlour=Account${account}` } },
    ]);
    const request = async ({ path, headers = {} }: ClientRequest): Promise<string> => {
      const response = await fetch(`${url}${path}`, { headers });
      expect(response.headers.has("parlour-account")).toBe(false);
      return response.text();
    };
    // The balancer learns the accounts.
    for (const client of clients.flat()) expect(await request(client)).toBe(`${nodes[0]?.port}`);
    const held = Array.from({ length: 302 }, () => fetch(`${url}/held`));
    await waitForWaiting(nodes, 302);
    expect(nodes.map((node) => node.countWaiting())).toEqual([301, 1]);
    for (const node of nodes) node.release();
    // With few requests in progress, each one would be a large part of the average.
    const others = Array.from({ length: 200 }, (_, n) => fetch(`${url}/bot/held/shop/${n}`));
    await waitForWaiting(nodes, 200);
    const reached: string[] = [];
    for (const ofAccount of clients) {
      const ports = new Set<string>();
      for (const client of ofAccount) ports.add(await request(client));
      reached.push([...ports].join());
    }
    expect(new Set(reached)).toEqual(new Set(nodes.map(({ port }) => `${port}`)));
    for (const node of nodes) node.release();
    await Promise.all([...held, ...others]);
    const ofOne = Array.from({ length: 100 }, () => fetch(`${url}/bot/held/shop/one`));
    await waitForWaiting(nodes, 100);
    expect(Math.max(...nodes.map((node) => node.countWaiting()))).toBeLessThanOrEqual(76);
    for (const node of nodes) node.release();
    await Promise.all(ofOne);
  });
});

interface ClientRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface AccountNode {
  readonly port: number;
  setReady(isReady: boolean): void;
  /** Returns the number of requests with `/held` in their path that wait for a response. */
  countWaiting(): number;
  /** Responds to them. */
  release(): void;
  kill(): void;
}

/**
 * Starts a node that responds with its port and names the account: the number after `Account` in
 * the path, the key or the cookie. It accepts sockets and ends them after the handshake.
 */
async function startAccountNode(): Promise<AccountNode> {
  let isReady = true;
  let held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/ready") return void response.writeHead(isReady ? 200 : 503).end();
    if (request.url?.includes("/held") === true) return void held.push(response);
    const { authorization = "", cookie = "" } = request.headers;
    const account = /Account(\d+)/.exec(`${request.url} ${authorization} ${cookie}`)?.[1] ?? "0";
    response.setHeader("parlour-account", `${Number(account) + 1}`).end(`${port}`);
  });
  // HAProxy checks the handshake.
  server.on("upgrade", ({ headers }, stream) => {
    const accept = createHash("sha1")
      .update(`${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest("base64");
    const lines = ["Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Accept: ${accept}`];
    stream.end(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n${port}`);
  });
  const port = await listenOnFreePort(server);
  return {
    port,
    setReady: (next) => void (isReady = next),
    countWaiting: () => held.length,
    release() {
      for (const response of held) response.end();
      held = [];
    },
    kill() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function waitForWaiting(nodes: readonly AccountNode[], count: number): Promise<void> {
  while (nodes.reduce((sum, node) => sum + node.countWaiting(), 0) < count) await waitForPoll();
}

/** Opens a socket. Resolves with the port of the node that accepted it. */
const openSocket = (url: string, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
    };
    const opening = get(`${url}${path}`, { headers });
    opening.once("error", reject);
    opening.once("response", ({ statusCode }) => reject(new Error(`status ${statusCode}`)));
    opening.once("upgrade", (_response, socket, head) => {
      let port = head.toString();
      socket.on("data", (chunk: Buffer) => (port += chunk.toString()));
      socket.on("close", () => resolve(port));
    });
  });

async function startNode(onRequest: RequestListener): Promise<number> {
  return listenOnFreePort(createServer(onRequest));
}
async function listenOnFreePort(server: Server): Promise<number> {
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
