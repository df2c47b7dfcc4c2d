import {
  createTestDatabase,
  getDatabaseAddress,
  startFaultProxy,
  withDatabasePort,
  type FaultProxy,
  type ProxyMode,
  type TestChannel,
  type TestDatabase,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createSystemClock } from "../src/clock.ts";
import { isPresence, openOperatorSession, type OperatorSession } from "./operator-session.ts";
import { getPresence, type Frame, type RealtimeClient } from "./realtime-client.ts";
import {
  createHello,
  openWidgetFixture,
  useWindows,
  type TestWindow,
  type WidgetFixture,
} from "./widget-fixture.ts";

const publicUrl = "http://chat.example.test";
/** Two nodes on one database, each behind a proxy of its own. */
let database: TestDatabase;
let proxies: readonly [FaultProxy, FaultProxy];
let fixtures: readonly [WidgetFixture, WidgetFixture];
let nodes: readonly [TestParlour, TestParlour];
let channel: TestChannel;
/** Whether each node has an outage in its log: one line when it begins, one when it ends. */
const isAway: [boolean, boolean] = [false, false];

beforeAll(async () => {
  database = await createTestDatabase();
  const address = getDatabaseAddress(database.url);
  proxies = [await startFaultProxy(address), await startFaultProxy(address)];
  fixtures = [await openNode(0), await openNode(1)];
  nodes = [fixtures[0].parlour, fixtures[1].parlour];
  channel = await nodes[0].channel("http://127.0.0.1:65000/in");
});
afterEach(() => restore());
afterAll(async () => {
  for (const fixture of fixtures.toReversed()) await fixture.close();
  for (const proxy of proxies) await proxy.close();
  await database.drop();
});

const openNode = (index: 0 | 1): Promise<WidgetFixture> =>
  openWidgetFixture({
    env: { PUBLIC_URL: publicUrl },
    databaseUrl: withDatabasePort(database.url, proxies[index].port),
    // The usual timeouts of the gateway notice a network that loses bytes.
    hooks: { gatewayClock: createSystemClock() },
    logTo(line) {
      if (line.includes("database.away")) isAway[index] = true;
      if (line.includes("database.back")) isAway[index] = false;
    },
  });
const advance = async (ms: number): Promise<void> => {
  for (let n = 0; n < ms; n += 500)
    await Promise.all(nodes.map((node) => node.clock.advance(Math.min(500, ms - n))));
};
const waitForReady = (fixture: WidgetFixture, status: number): Promise<void> =>
  fixture.waitUntil(
    async () => (await fetch(`${fixture.parlour.url}/ready`)).status === status,
    `/ready answers ${status}`,
  );
/** Ends all interruptions. Resolves when both nodes have noticed it. */
async function restore(): Promise<void> {
  for (const proxy of proxies) proxy.setMode("pass");
  for (const fixture of fixtures) await waitForReady(fixture, 200);
  await advance(20_000);
  await waitForLoggedEnd();
}
/**
 * Waits until no outage is open in the logs, because only the first loss of an outage is logged. A
 * busy machine can also lose a connection.
 */
const waitForLoggedEnd = (): Promise<void> =>
  fixtures[0].waitUntil(async () => {
    if (isAway.includes(true)) await advance(1_000);
    return !isAway.includes(true);
  }, "the outages end");
/** Interrupts the connections of nodes. Resolves when they have noticed it without being asked. */
async function interrupt(interrupted: readonly (0 | 1)[], mode: ProxyMode): Promise<void> {
  await waitForLoggedEnd();
  for (const index of interrupted) proxies[index].setMode(mode);
  await advance(1_000);
  await fixtures[0].waitUntil(
    () => interrupted.every((index) => isAway[index]),
    "the loss is noticed",
  );
  await advance(500);
}
const sendAsCustomer = async (text: string): Promise<void> =>
  expect((await nodes[0].sendCustomerMessage(channel, "flow", text)).status).toBe(200);
const { sendReply } = useWindows(() => fixtures[0]);
const getText = (frame: Frame): string =>
  ((frame["data"] ?? {}) as { message?: { text: string } }).message?.text ?? "";
const hasText =
  (text: string) =>
  (frame: Frame): boolean =>
    frame["name"] === "message_created" && getText(frame) === text;
/** Returns the positions and texts of the messages of all sockets, each once. */
function listTexts(...sockets: readonly RealtimeClient[]): readonly string[] {
  const events = sockets.flatMap(({ frames }) => frames).filter(({ type }) => type === "event");
  const byPosition = new Map(events.map((frame) => [frame["position"] as number, frame]));
  return [...byPosition]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, frame]) => (frame["name"] === "message_created" ? [getText(frame)] : []));
}
const countMoves = (socket: TestWindow | RealtimeClient): number =>
  (socket.frames as readonly { type?: unknown }[]).filter(({ type }) => type === "move").length;

interface Clients {
  readonly ann: OperatorSession;
  readonly operator: RealtimeClient;
  readonly window: TestWindow;
  readonly token: string;
  readonly chat: number;
}
/** Connects an operator and a visitor with a chat to the second node. */
async function connectClients(): Promise<Clients> {
  const ann = await openOperatorSession(nodes[0], "owner", publicUrl);
  const operator = await ann.connect(nodes[1]);
  const window = await fixtures[1].openWindow({ widget_id: fixtures[0].widget.public_id });
  const { token } = await window.waitForWelcome();
  const { chat_id: chat } = await window.sendMessage("w1", "Hello");
  await operator.next(hasText("Hello"));
  return { ann, operator, window, token: token ?? "", chat };
}
/** Connects both clients to the first node, as they do after `move`. */
async function moveClients({ ann, operator, window, token }: Clients) {
  const position = operator.getPositions().at(-1) ?? 0;
  const { epoch } = operator.framesOfType("ready")[0] ?? {};
  const shown = window.getMessages().at(-1);
  const [operatorAfter, windowAfter] = await Promise.all([
    ann.connect(nodes[0], { epoch, position }),
    fixtures[0].openWindow({
      widget_id: fixtures[0].widget.public_id,
      token,
      after: { chat_id: shown?.chat_id ?? 0, seq: shown?.seq ?? 0 },
    }),
  ]);
  operator.ws.close();
  window.ws.close();
  await Promise.all([operator.closed, window.closed]);
  return { operatorAfter, windowAfter };
}
/** Advances the clocks until a socket has received a message. Polls of a node find it at last. */
const waitForText = (socket: RealtimeClient, text: string): Promise<void> =>
  fixtures[0].waitUntil(async () => {
    await advance(500);
    return socket.frames.some(hasText(text));
  }, `the message ${text}`);
const expectRefusal = async (fixture: WidgetFixture, session: OperatorSession): Promise<void> => {
  await expect(session.connect(fixture.parlour)).rejects.toThrow("503");
  await expect(fixture.openSocket()).rejects.toThrow("503");
};

test.each(["cut", "hold"] as const)(
  "[CORE-282] [P16] [API-375] [WG-225] a node that lost the database (%s) moves its clients to the other node: nothing missed, nobody offline, and it accepts sockets again after its return",
  async (mode) => {
    const watcher = await openOperatorSession(nodes[0], "owner", publicUrl);
    const watching = await watcher.connect(nodes[0]);
    const clients = await connectClients();
    const { ann, operator, window, chat } = clients;
    await watching.next(isPresence(ann.id, "online"));
    await sendAsCustomer(`${mode} 1`);
    await operator.next(hasText(`${mode} 1`));

    await interrupt([1], mode);
    await sendAsCustomer(`${mode} 2`);
    await sendReply(chat, "Reply 1");
    await advance(4_000);
    await expectRefusal(fixtures[1], ann);
    await Promise.all([operator.settle(), window.settle()]);
    expect([countMoves(operator), countMoves(window)]).toEqual([0, 0]);
    await advance(3_000);
    await Promise.all([operator.settle(), window.settle()]);
    expect(operator.framesOfType("move")).toEqual([{ type: "move", within_ms: 10_000 }]);
    expect(countMoves(window)).toBe(1);
    expect(listTexts(operator)).not.toContain(`${mode} 2`);

    const { operatorAfter, windowAfter } = await moveClients(clients);
    await sendAsCustomer(`${mode} 3`);
    await sendReply(chat, "Reply 2");
    await operatorAfter.next(hasText("Reply 2"));
    await windowAfter.next("message", ({ message }) => message.text === "Reply 2");
    const texts = listTexts(operator, operatorAfter);
    expect(texts.filter((text) => text.startsWith(mode))).toEqual(
      [1, 2, 3].map((n) => `${mode} ${n}`),
    );
    expect(texts.filter((text) => text.startsWith("Reply"))).toEqual(["Reply 1", "Reply 2"]);
    expect(
      windowAfter
        .getMessages()
        .map(({ text }) => text)
        .slice(-2),
    ).toEqual(["Reply 1", "Reply 2"]);
    await advance(30_000);
    expect(getPresence(operatorAfter.framesOfType("ready")[0] ?? {})).toContainEqual({
      operator_id: ann.id,
      status: "online",
    });
    await watching.settle();
    expect(watching.frames.filter(isPresence(ann.id, "offline"))).toEqual([]);

    proxies[1].setMode("pass");
    await waitForReady(fixtures[1], 200);
    await advance(1_000);
    const back = await ann.connect(nodes[1]);
    const windowBack = await fixtures[1].openWindow({ widget_id: fixtures[0].widget.public_id });
    await sendAsCustomer(`${mode} 4`);
    await waitForText(back, `${mode} 4`);
    await advance(20_000);
    await Promise.all([back.settle(), windowBack.settle()]);
    expect([countMoves(back), countMoves(windowBack)]).toEqual([0, 0]);
    for (const { ws } of [back, windowBack, operatorAfter, windowAfter, watching]) ws.close();
  },
);

test("[CORE-282] [API-165] a window that connected while the node was losing the database waits for 3 s, then it is sent away", async () => {
  const hello = createHello(fixtures[0].widget.public_id);
  await interrupt([1], "cut");
  const early = await fixtures[1].openSocket();
  early.send(hello);
  await early.next("wait");
  await advance(4_000);
  early.send(hello);
  expect((await early.closed).code).toBe(1012);
});

test("[CORE-282] [API-165] nodes that all lost the database keep their sockets, and ask nobody if it is back within 6 s", async () => {
  const { ann, operator, window, chat } = await connectClients();
  const other = await ann.connect(nodes[0]);
  const expectOpen = async (): Promise<void> => {
    await Promise.all([operator.settle(), other.settle(), window.settle()]);
    expect([operator.isClosed, other.isClosed, window.ws.readyState]).toEqual([false, false, 1]);
  };
  await interrupt([0, 1], "cut");
  await advance(4_000);
  await expectOpen();
  await restore();
  expect([countMoves(operator), countMoves(other), countMoves(window)]).toEqual([0, 0, 0]);

  await interrupt([0, 1], "cut");
  await advance(120_000);
  for (const fixture of fixtures) await expectRefusal(fixture, ann);
  await expectOpen();
  // Each client was asked at most once per window of 10, 20, 40 and 60 s.
  expect(countMoves(operator)).toBeLessThanOrEqual(4);
  await restore();
  await sendAsCustomer("after the outage");
  await sendReply(chat, "Reply after the outage");
  for (const client of [operator, other]) await waitForText(client, "Reply after the outage");
  await window.next("message", ({ message }) => message.text === "Reply after the outage");
  expect(listTexts(operator)).toContain("after the outage");
  await expectOpen();
  for (const { ws } of [operator, other, window]) ws.close();
});
