import type { TestChannel, TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getPresence, RealtimeClient, type Frame } from "./realtime-client.ts";
import { openWidgetFixture, type TestWindow, type WidgetFixture } from "./widget-fixture.ts";

const publicUrl = "http://chat.example.test";
/** Two nodes on one database, of which the second one stops. */
let fixtures: readonly [WidgetFixture, WidgetFixture];
let nodes: readonly [TestParlour, TestParlour];
let channel: TestChannel;
beforeAll(async () => {
  const env = { PUBLIC_URL: publicUrl, SHUTDOWN_DELAY: "4", SHUTDOWN_MOVE: "30" };
  const staying = await openWidgetFixture({ env });
  const stopping = await openWidgetFixture({ env, databaseUrl: staying.parlour.databaseUrl });
  fixtures = [staying, stopping];
  nodes = [staying.parlour, stopping.parlour];
  channel = await staying.parlour.channel("http://127.0.0.1:65000/in");
});
let hasStopped = false;
const stop = async (): Promise<void> => {
  if (!hasStopped) await fixtures[1].close();
  hasStopped = true;
};
afterAll(async () => {
  await stop();
  await fixtures[0].close();
});

const advance = async (ms: number): Promise<void> => {
  await Promise.all(nodes.map((node) => node.clock.advance(ms)));
};
async function signIn() {
  const operator = await nodes[0].operator("owner");
  const answer = await nodes[0].call(
    "POST",
    "sessions",
    { email: operator.email, password: operator.password },
    { origin: publicUrl },
  );
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const headers = { cookie, origin: publicUrl };
  return {
    id: operator.id,
    post: async (path: string) => (await nodes[0].call("POST", path, {}, headers)).status,
    /** Opens a socket. Resolves when it is live. */
    async connect(node: TestParlour, after: unknown = null): Promise<RealtimeClient> {
      const client = new RealtimeClient(`${node.url.replace("http", "ws")}/api/v1/socket`, {
        headers,
      });
      await client.opened;
      client.send({ type: "hello", after });
      await client.next(({ type }) => type === "live");
      return client;
    },
  };
}
const isReady = async (node: TestParlour): Promise<number> =>
  (await fetch(`${node.url}/ready`)).status;
const getTexts = (frames: readonly Frame[]): readonly string[] =>
  frames.flatMap((frame) => {
    const { message } = (frame["data"] ?? {}) as { message?: { text: string } };
    const isText =
      frame["name"] === "message_created" && /^(?:customer|visitor) /.test(message?.text ?? "");
    return isText ? [message?.text ?? ""] : [];
  });
/** Returns the events of both sockets, each once, as the client applies them. */
function mergeEvents(first: RealtimeClient, second: RealtimeClient): readonly Frame[] {
  const events = [...first.frames, ...second.frames].filter(({ type }) => type === "event");
  const byPosition = new Map(events.map((frame) => [frame["position"] as number, frame]));
  return [...byPosition].toSorted(([a], [b]) => a - b).map(([, frame]) => frame);
}
/** Returns the texts that the chat window shows after a move from `first` to `second`. */
function mergeTexts(first: TestWindow, second: TestWindow): readonly string[] {
  const bySeq = new Map(
    [...first.getMessages(), ...second.getMessages()].map(({ seq, text }) => [seq, text]),
  );
  return [...bySeq].toSorted(([a], [b]) => a - b).map(([, text]) => text);
}

test("[P16] [CORE-265] [API-375] [WG-225] [CORE-131] a node that stops moves its operators and visitors: every message once, nobody offline, no chat taken away", async () => {
  const [staying, stopping] = nodes;
  const [ann, watcher] = [await signIn(), await signIn()];
  const [watching, oldClient, annBefore] = [
    await watcher.connect(staying),
    await watcher.connect(stopping),
    await ann.connect(stopping),
  ];
  await watching.next((frame) => frame["type"] === "presence" && frame["operator_id"] === ann.id);
  const widget = { widget_id: fixtures[0].widget.public_id };
  const windowBefore = await fixtures[1].openWindow(widget);
  const { token } = await windowBefore.waitForWelcome();
  await windowBefore.sendMessage("w1", "visitor 1");
  const sendAsCustomer = async (text: string): Promise<void> =>
    expect((await staying.sendCustomerMessage(channel, "flow", text)).status).toBe(200);
  await sendAsCustomer("customer 1");
  const { id: chat } = await staying.findChat("flow");
  expect(await ann.post(`chats/${chat}/accept`)).toBe(200);

  let isDrained = false;
  const drained = stopping.server.drain().then(() => (isDrained = true));
  expect([await isReady(staying), await isReady(stopping)]).toEqual([200, 503]);
  // The balancer may not have noticed, so new sockets are accepted.
  await advance(3_900);
  const late = await watcher.connect(stopping);
  late.ws.close();
  await late.closed;
  expect(annBefore.framesOfType("move")).toEqual([]);
  await advance(100);
  const refused = new RealtimeClient(`${stopping.url.replace("http", "ws")}/api/v1/socket`);
  await expect(refused.opened).rejects.toThrow("503");
  await expect(fixtures[1].openSocket()).rejects.toThrow("503");

  // The clients open the second socket, while messages arrive before, between and after.
  for (let n = 0; n < 20; n++) await advance(100);
  expect(await annBefore.next(({ type }) => type === "move")).toEqual({
    type: "move",
    within_ms: 10_000,
  });
  await windowBefore.next("move");
  await sendAsCustomer("customer 2");
  await windowBefore.sendMessage("w2", "visitor 2");
  await annBefore.next((frame) => getTexts([frame])[0] === "visitor 2");
  const cursor = annBefore.framesOfType("event").at(-1);
  const { epoch } = annBefore.framesOfType("ready")[0] ?? {};
  const shown = windowBefore.getMessages().at(-1);
  const opening = Promise.all([
    ann.connect(staying, { epoch, position: cursor?.["position"] }),
    fixtures[0].openWindow({
      ...widget,
      token,
      after: { chat_id: shown?.chat_id ?? 0, seq: shown?.seq ?? 0 },
    }),
  ]);
  await sendAsCustomer("customer 3");
  const [annAfter, windowAfter] = await opening;
  await sendAsCustomer("customer 4");
  // The first socket serves until it is closed. A frame that is sent again is stored once.
  await windowBefore.sendMessage("w3", "visitor 3");
  await windowAfter.sendMessage("w3", "visitor 3");
  annBefore.ws.close();
  windowBefore.ws.close();
  await Promise.all([annBefore.closed, windowBefore.closed]);
  await windowAfter.sendMessage("w4", "visitor 4");
  await sendAsCustomer("customer 5");
  await annAfter.next((frame) => getTexts([frame])[0] === "customer 5");

  // The other sockets are of clients that do not know the frame. They get 10 s.
  expect([isDrained, oldClient.isClosed]).toEqual([false, false]);
  for (let n = 0; n < 110 && !isDrained; n++) await advance(100);
  await drained;
  await stop();
  expect((await oldClient.closed).code).toBe(1012);

  const texts = getTexts(mergeEvents(annBefore, annAfter));
  const expected = [1, 2, 3, 4].flatMap((n) => [`customer ${n}`, `visitor ${n}`]);
  expect([...texts].toSorted()).toEqual([...expected, "customer 5"].toSorted());
  for (const client of [annBefore, annAfter]) {
    const positions = client.getPositions();
    expect(new Set(positions).size).toBe(positions.length);
  }
  expect(mergeTexts(windowBefore, windowAfter)).toEqual([1, 2, 3, 4].map((n) => `visitor ${n}`));
  expect(getPresence(annAfter.framesOfType("ready")[0] ?? {})).toContainEqual({
    operator_id: ann.id,
    status: "online",
  });
  for (let n = 0; n < 40; n++) {
    await staying.clock.advance(10_000);
    await staying.settle();
  }
  const changes = watching.frames.filter(
    (frame) => frame["type"] === "presence" && frame["operator_id"] === ann.id,
  );
  expect(changes.map(({ status }) => status)).toEqual(["online"]);
  const read = (await staying.owner.call("GET", `chats/${chat}`)).body as { state: string };
  expect(read.state).toBe("open");
  annAfter.ws.close();
  watching.ws.close();
});

test("[CORE-265] [CORE-131] a node that is alone stops at once: no pause, no move", async () => {
  const fixture = await openWidgetFixture();
  const window = await fixture.openWindow();
  await fixture.parlour.server.drain();
  expect(await isReady(fixture.parlour)).toBe(503);
  const closing = fixture.parlour.close();
  expect((await window.closed).code).toBe(1012);
  expect(window.framesOfType("move")).toEqual([]);
  await closing;
});

test("[CORE-266] [WG-225] [API-375] a node with many sockets asks some of them to move when another node comes, a few per second", async () => {
  const full = await openWidgetFixture();
  const windows = await Promise.all(Array.from({ length: 110 }, () => full.openWindow()));
  const countMoves = (): number => windows.flatMap((win) => win.framesOfType("move")).length;
  const settle = async (): Promise<void> => {
    await Promise.all(windows.map((win) => win.settle()));
  };
  await full.parlour.clock.advance(10_000);
  await settle();
  expect(countMoves()).toBe(0);
  const empty = await openWidgetFixture({ databaseUrl: full.parlour.databaseUrl });
  const advanceBoth = async (seconds: number): Promise<void> => {
    for (let n = 0; n < seconds; n++)
      await Promise.all([full, empty].map(({ parlour }) => parlour.clock.advance(1_000)));
  };
  const waitForMoves = (count: number): Promise<void> =>
    full.waitUntil(async () => {
      await advanceBoth(1);
      return countMoves() >= count;
    }, "the node asks");
  await waitForMoves(1);
  await settle();
  const before = countMoves();
  await advanceBoth(5);
  await settle();
  // A report of the other node that arrives late makes it fewer.
  expect(countMoves() - before).toBeLessThanOrEqual(5);
  await waitForMoves(before + 5);
  await empty.close();
  await full.close();
});
