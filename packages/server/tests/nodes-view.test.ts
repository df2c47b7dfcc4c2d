import {
  getDatabaseAddress,
  isFulfilledWithin,
  openTestPool,
  startFaultProxy,
  startTestParlour,
  type FaultProxy,
  type TestChannel,
  type TestParlour,
  withDatabasePort,
} from "@parlour/testkit";
import { Check } from "typebox/value";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  Health,
  InspectedRequests,
  type InspectedRequest,
  type NodeHealth,
} from "@parlour/protocol/api";
import { hostname } from "node:os";
import { version } from "../src/version.ts";
import { openOperatorSession } from "./operator-session.ts";
import { RealtimeClient, type Frame } from "./realtime-client.ts";

/**
 * What the request inspector and the health of the installation show of two nodes on one database.
 * The first node connects to it through a proxy.
 */
let proxy: FaultProxy;
let first: TestParlour;
let second: TestParlour;
let channel: TestChannel;
const publicUrl = "http://chat.example.test";
/** Without the pauses of a stop, which last by the manual clock. */
const env = { PUBLIC_URL: publicUrl, SHUTDOWN_DELAY: "0", SHUTDOWN_MOVE: "0" };
beforeAll(async () => {
  second = await startTestParlour({ env });
  proxy = await startFaultProxy(getDatabaseAddress(second.databaseUrl));
  first = await startTestParlour({
    env,
    databaseUrl: withDatabasePort(second.databaseUrl, proxy.port),
  });
  channel = await second.channel("http://127.0.0.1:65000/in");
});
afterAll(async () => {
  await first.close();
  await second.close();
  await proxy.close();
});

async function advance(ms: number, nodes = [first, second]): Promise<void> {
  for (const { clock } of nodes) await clock.advance(ms);
}
/**
 * Waits for a response. Advances the clocks if it does not come, because a node does not respond.
 * Time must not pass while the other node is about to respond.
 */
async function advanceUntil<T>(response: Promise<T>, nodes?: TestParlour[]): Promise<T> {
  let isDone = false;
  const done = response.finally(() => (isDone = true));
  while (!(await isFulfilledWithin(100, done))) {
    // A busy machine needs more than 100 ms for a response, and longer for queries too.
    for (let query = 0; query < 100 && !isDone; query++) await second.sql("select 1");
    if (!isDone) await advance(500, nodes);
  }
  return done;
}
/** Sets both clocks to the same time, and waits until both nodes respond to the second one. */
beforeEach(async () => {
  const difference = first.clock.now() - second.clock.now();
  await advance(Math.abs(difference), [difference > 0 ? second : first]);
  for (;;) {
    const states = (await advanceUntil(readNodes(second))).map(({ state }) => state);
    if (states.join() === "ready,ready") return;
    await advance(1_000);
  }
});

async function readRequests(node: TestParlour, query = ""): Promise<InspectedRequests> {
  const answer = await node.owner.call("GET", `inspector?owner=${channel.id}&${query}`);
  expect([answer.status, Check(InspectedRequests, answer.body)]).toEqual([200, true]);
  return answer.body as InspectedRequests;
}
const send = async (node: TestParlour, customer: string, text = "Hello"): Promise<string> => {
  const answer = await node.sendCustomerMessage(channel, customer, text);
  expect(answer.status).toBe(200);
  return answer.headers.get("x-request-id") ?? "";
};
const getRequestIds = (items: readonly InspectedRequest[]) => items.map((item) => item.request_id);

describe("the request inspector", () => {
  it("[API-381] [CORE-132] each node lists the requests of both, pages through them, and shows their bytes", async () => {
    const sent = [];
    for (let n = 0; n < 6; n++) {
      sent.push(await send(n % 2 === 0 ? first : second, `paged-${n}`));
      await advance(1);
    }
    const [all, other] = [await readRequests(second), await readRequests(first)];
    expect(all.missing_nodes).toBe(0);
    expect(getRequestIds(all.items).slice(-6)).toEqual(sent);
    expect(other).toEqual(all);
    expect(JSON.parse(all.items.at(-2)?.request.body ?? "")).toMatchObject({
      sender: { id: "paged-4" },
      message: { text: "Hello" },
    });
    const start = all.items.at(-6)?.id ?? 0;
    const page = await readRequests(second, `after=${start}&limit=3`);
    expect(getRequestIds(page.items)).toEqual(sent.slice(1, 4));
    const next = await readRequests(first, `after=${page.items.at(-1)?.id}&limit=3`);
    expect(getRequestIds(next.items)).toEqual(sent.slice(4));
  });

  it("[API-335] [API-381] a socket receives live requests of the other node, which sends them only while somebody watches", async () => {
    const listener = openTestPool(second.databaseUrl, { max: 1 });
    onTestFinished(() => listener.end());
    const client = await listener.connect();
    let messages = 0;
    client.on("notification", ({ payload = "" }) => {
      if (payload.includes('["inspected",')) messages++;
    });
    await client.query("listen parlour_messages");
    onTestFinished(() => client.release());

    const owner = await (await openOperatorSession(second, "owner", publicUrl)).connect(second);
    const developer = await connect(second, (await second.operator("developer")).key);
    const isOf =
      (customer: string) =>
      ({ type, item }: Frame): boolean =>
        type === "inspected" && (item as InspectedRequest).request.body.includes(customer);
    /** Resolves when the other node has received what this node sent before. */
    const settle = async (): Promise<void> => {
      await Promise.all([owner.settle(), developer.settle()]);
      await readRequests(second);
    };
    await send(first, "unwatched");
    for (const socket of [owner, developer]) socket.send({ type: "inspect", on: true });
    await settle();
    const requestId = await send(first, "watched", "Anybody there?");
    const [plain, masked] = await Promise.all(
      [owner, developer].map((socket) => socket.next(isOf("watched"))),
    );
    const shown = (frame: Frame | undefined) => frame?.["item"] as InspectedRequest;
    expect(plain).toMatchObject({ skipped: 0, item: { request_id: requestId, status: 200 } });
    expect(shown(plain).request.body).toContain("Anybody there?");
    expect(JSON.parse(shown(masked).request.body)).toMatchObject({ message: { text: "•••" } });
    expect((await readRequests(second)).items.at(-1)).toEqual(shown(plain));

    owner.send({ type: "inspect", on: false });
    developer.ws.close();
    await developer.closed;
    await owner.settle();
    await readRequests(second);
    const before = messages;
    await send(first, "nobody");
    await readRequests(second);
    await client.query("select 1");
    expect([messages, before]).toEqual([1, 1]);
    expect(owner.frames.filter(isOf("nobody"))).toEqual([]);
    owner.ws.close();
  });
});

async function connect(node: TestParlour, key: string): Promise<RealtimeClient> {
  const client = new RealtimeClient(`${node.url.replace("http", "ws")}/api/v1/socket`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await client.opened;
  client.send({ type: "hello", after: null });
  await client.next(({ type }) => type === "live");
  return client;
}

async function readNodes(node: TestParlour): Promise<readonly NodeHealth[]> {
  const { status, body } = await node.owner.call("GET", "instance/health");
  expect([status, Check(Health, body)]).toEqual([200, true]);
  return (body as Health).nodes;
}

describe("the health of the installation", () => {
  it("[API-382] [CORE-132] lists every node with what it says about itself, and marks the asked one", async () => {
    const client = await connect(first, first.owner.key);
    const [own, other] = [await readNodes(second), await readNodes(first)];
    const report = { state: "ready", version, host: hostname(), problems: [] };
    expect(own).toMatchObject([
      { ...report, is_current: true, sockets: 0, started_at: expect.any(String) as string },
      { ...report, is_current: false, sockets: 1, started_at: expect.any(String) as string },
    ]);
    expect(other).toEqual(own.map((node) => ({ ...node, is_current: !node.is_current })));
    client.ws.close();
    await client.closed;
  });

  it("[API-382] [CORE-265] a node that stops says so", async () => {
    await first.server.drain();
    expect(await readNodes(second)).toMatchObject([
      { state: "ready" },
      { state: "stopping", sockets: null, version },
    ]);
    await first.restart();
  });
});

describe("a node that is cut from the database", () => {
  it("[API-381] [API-382] is missing in the list of requests, which says so, and silent in the health", async () => {
    const requestId = await send(second, "still-here");
    proxy.setMode("hold");
    onTestFinished(() => proxy.setMode("pass"));
    const cut = await advanceUntil(readRequests(second), [second]);
    expect([cut.missing_nodes, cut.items.at(-1)?.request_id]).toEqual([1, requestId]);
    // It counts as unreachable after 6 s without a heartbeat, and nobody waits for it any more.
    for (let n = 0; n < 4; n++) await advance(2_000, [second]);
    expect(await readRequests(second)).toEqual(cut);
    expect(await readNodes(second)).toMatchObject([
      { is_current: true, state: "ready" },
      {
        is_current: false,
        state: "silent",
        version: null,
        started_at: null,
        host: null,
        sockets: null,
        problems: [],
      },
    ]);
  });
});
