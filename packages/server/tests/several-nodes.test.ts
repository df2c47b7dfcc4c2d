import {
  findRedisServer,
  isLongRun,
  startTestRedis,
  waitForRedisUse,
  type TestChannel,
  type TestParlour,
  type TestRedis,
} from "@parlour/testkit";
import type { Health, VisitorsOnline } from "@parlour/protocol/api";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isPresence, openOperatorSession, type OperatorSession } from "./operator-session.ts";
import { getPresence, type Frame } from "./realtime-client.ts";
import { openWidgetFixture, type WidgetFixture } from "./widget-fixture.ts";

const publicUrl = "http://chat.example.test";

/** Two nodes on one database. Each test uses operators and visitors of its own. */
let fixtures: readonly [WidgetFixture, WidgetFixture];
let nodes: readonly [TestParlour, TestParlour];
let channel: TestChannel;

/** Nodes of an installation, which all tests with this engine share. */
interface Installation {
  readonly fixtures: readonly [WidgetFixture, WidgetFixture];
  readonly channel: TestChannel;
}
const installations = new Map<string, Installation>();
let redis: TestRedis | null = null;
afterAll(async () => {
  for (const opened of installations.values())
    for (const fixture of opened.fixtures.toReversed()) await fixture.close();
  await redis?.close();
});

async function openInstallation(engine: string): Promise<Installation> {
  if (engine === "Redis") redis = await startTestRedis();
  const env = {
    PUBLIC_URL: publicUrl,
    ...(engine === "Redis" && redis ? { REDIS_URL: redis.url } : {}),
  };
  const first = await openWidgetFixture({ env });
  const second = await openWidgetFixture({ env, databaseUrl: first.parlour.databaseUrl });
  if (engine === "Redis") await waitForRedisUse([first.parlour, second.parlour], "alone");
  return {
    fixtures: [first, second],
    channel: await first.parlour.channel("http://127.0.0.1:65000/in"),
  };
}

/** Engines of the bus. Redis only in long runs, and with redis-server (scripts/launch/redis.js). */
const hasRedis = isLongRun && (await findRedisServer()) !== null;
const engines = ["PostgreSQL", ...(hasRedis ? ["Redis"] : [])];
/** Declares tests that run with each of these engines of the bus. */
function describeNodes(name: string, declareTests: () => void): void {
  describe.each(engines)(`${name} with %s`, (engine) => {
    beforeAll(async () => {
      const opened = installations.get(engine) ?? (await openInstallation(engine));
      installations.set(engine, opened);
      ({ fixtures, channel } = opened);
      nodes = [fixtures[0].parlour, fixtures[1].parlour];
    });
    declareTests();
  });
}

const signIn = (role: "owner" | "operator"): Promise<OperatorSession> =>
  openOperatorSession(nodes[0], role, publicUrl);
const advance = async (ms: number): Promise<void> => {
  await Promise.all(nodes.map((node) => node.clock.advance(ms)));
};
/**
 * Waits for what a node learns from the other. A message between nodes may be lost, as when Redis
 * does not answer in time on a busy machine. The next heartbeat heals it, so time must advance.
 */
const waitOnNodes = (condition: () => Promise<boolean>, description: string): Promise<void> =>
  fixtures[0].waitUntil(async () => {
    if (await condition()) return true;
    await advance(1_000);
    return false;
  }, description);

describeNodes("operators on two nodes", () => {
  test("[CORE-132] [CORE-010] presence is one on all nodes: it follows the latest choice, and stays 20 s after the last socket", async () => {
    const [first, second] = nodes;
    const [ann, watcher] = [await signIn("operator"), await signIn("owner")];
    const watching = await watcher.connect(second);
    const annFirst = await ann.connect(first);
    await watching.next(isPresence(ann.id, "online"));
    const annSecond = await ann.connect(second);
    expect(getPresence(annSecond.frames[0] ?? {})).toContainEqual({
      operator_id: ann.id,
      status: "online",
    });
    // The choice reaches the socket at the other node, also if it was made without one.
    expect(await ann.call(second, "PUT", "me/presence", { status: "away" })).toBe(200);
    await annFirst.next(isPresence(ann.id, "away"));
    annSecond.ws.close();
    await annSecond.closed;
    const before = annFirst.frames.length;
    expect(await ann.call(second, "PUT", "me/presence", { status: "online" })).toBe(200);
    await annFirst.next(isPresence(ann.id, "online"), before);
    annFirst.ws.close();
    await annFirst.closed;
    await advance(19_000);
    expect(watching.frames.filter(isPresence(ann.id, "offline"))).toEqual([]);
    // The node may notice the end of the socket late, and counts the 20 s from then.
    await fixtures[0].waitUntil(async () => {
      await advance(1_000);
      return watching.frames.some(isPresence(ann.id, "offline"));
    }, "the operator is offline");
    watching.ws.close();
  });

  test("[STATUS-004] a status is kept after a sign-out of all nodes, and ends at each of them", async () => {
    const [first, second] = nodes;
    const [ann, watcher] = [await signIn("owner"), await signIn("owner")];
    const watching = await watcher.connect(second);
    const status = await first.owner.call("POST", "statuses", { name: "Lunch", ends_after_s: 300 });
    const { id } = status.body as { id: number };
    const annFirst = await ann.connect(first);
    await watching.next(isPresence(ann.id, "online"));
    expect(await ann.call(first, "PUT", "me/presence", { status_id: id })).toBe(200);
    expect(await watching.next(isPresence(ann.id, "away"))).toMatchObject({ status_id: id });
    annFirst.ws.close();
    await annFirst.closed;
    let seen = watching.frames.length;
    await waitOnNodes(
      () => Promise.resolve(watching.frames.some(isPresence(ann.id, "offline"))),
      "the operator is offline",
    );
    // As after a restart, the choice is read from the database.
    const again = await ann.connect(first);
    expect(await watching.next(isPresence(ann.id, "away"), seen)).toMatchObject({ status_id: id });
    seen = watching.frames.length;
    await advance(300_000);
    expect(await watching.next(isPresence(ann.id, "online"), seen)).not.toHaveProperty("status_id");
    again.ws.close();
    watching.ws.close();
  });

  test("[CORE-132] [CORE-047] typing, viewing, drafts and read marks reach the sockets of the other node", async () => {
    const [first, second] = nodes;
    const [ann, bob] = [await signIn("owner"), await signIn("owner")];
    const answer = await first.sendCustomerMessage(channel, "typist", "Hello");
    expect(answer.status).toBe(200);
    const { id: chat } = await first.findChat("typist");
    const [annFirst, annSecond, bobSecond] = await Promise.all([
      ann.connect(first),
      ann.connect(second),
      bob.connect(second),
    ]);
    annFirst.send({ type: "typing", chat_id: chat, typing: true });
    annFirst.send({ type: "viewing", chat_id: chat, viewing: true });
    const isAbout =
      (type: string, value: boolean) =>
      (frame: Frame): boolean =>
        frame["type"] === type && frame["chat_id"] === chat && frame[type] === value;
    await bobSecond.next(isAbout("typing", true));
    await bobSecond.next(isAbout("viewing", true));
    // Each node ends a signal that is not renewed, because its node may have ended.
    await advance(16_000);
    await bobSecond.next(isAbout("typing", false));
    await bobSecond.next(isAbout("viewing", false));
    expect(annSecond.frames.filter(({ type }) => type === "typing" || type === "viewing")).toEqual(
      [],
    );
    expect(
      await ann.call(first, "PUT", `chats/${chat}/draft`, {
        mode: "text",
        text: "Dear",
        version: 1,
      }),
    ).toBe(200);
    await annSecond.next(({ type }) => type === "draft");
    expect(await ann.call(first, "PUT", `chats/${chat}/read`, { seq: 1 })).toBe(204);
    await annSecond.next(({ type, seq }) => type === "read" && seq === 1);
    expect(bobSecond.frames.filter(({ type }) => type === "draft" || type === "read")).toEqual([]);
    for (const client of [annFirst, annSecond, bobSecond]) client.ws.close();
  });

  test("[CORE-132] [P19] a sign-out at one node closes the sockets of the session at the other", async () => {
    const [first, second] = nodes;
    const ann = await signIn("operator");
    const client = await ann.connect(first);
    expect(await ann.call(second, "DELETE", "sessions/current")).toBe(204);
    await client.closed;
    expect(await ann.call(first, "GET", "me")).toBe(401);
  });
});

/**
 * Waits until the nodes reach each other. The clocks of earlier tests may have advanced further
 * than the heartbeats that had arrived.
 */
async function waitUntilReachable(): Promise<void> {
  await fixtures[0].waitUntil(async () => {
    await advance(500);
    const answers = await Promise.all(
      nodes.map(({ owner }) => owner.call("GET", "instance/health")),
    );
    return answers
      .flatMap(({ body }) => (body as Health).nodes)
      .every(({ state }) => state === "ready");
  }, "the nodes reach each other");
}

describeNodes("limits of two nodes", () => {
  beforeEach(waitUntilReachable);

  test("[CORE-132] [CFG-030] messages of a customer at both nodes at once pass as on one node", async () => {
    const post = (n: number): Promise<number> =>
      (nodes[n % 2] ?? nodes[0])
        .sendCustomerMessage(channel, "hasty", `Message ${n}`)
        .then(({ status }) => status);
    const statuses = await Promise.all(Array.from({ length: 240 }, (_, n) => post(n)));
    const accepted = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status === 429)).toHaveLength(240 - accepted);
    expect(accepted).toBeLessThanOrEqual(100);
    expect(accepted).toBeGreaterThanOrEqual(99);
  });

  test("[CORE-132] [CFG-030] wrong passwords at both nodes at once count together", async () => {
    const operator = await nodes[0].operator("operator");
    const tryPassword = async (n: number): Promise<number> =>
      (
        await (nodes[n % 2] ?? nodes[0]).call(
          "POST",
          "sessions",
          { email: operator.email, password: "wrong wrong wrong" },
          { origin: publicUrl },
        )
      ).status;
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, n) => tryPassword(n)));
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    // One after the other, as many are checked as on one node.
    const later: number[] = [];
    for (let n = 0; n < 12; n++) later.push(await tryPassword(n));
    const checked = [...statuses, ...later].filter((status) => status === 401).length;
    expect(checked).toBe(10);
  });
});

describeNodes("chats on two nodes", () => {
  test("[CORE-132] [CORE-031] no node takes a chat from an operator who is online at the other, until they are offline everywhere", async () => {
    const [first] = nodes;
    const ann = await signIn("owner");
    const [firstSocket, secondSocket] = [await ann.connect(first), await ann.connect(nodes[1])];
    expect((await first.sendCustomerMessage(channel, "owned", "Hello")).status).toBe(200);
    const { id: chat } = await first.findChat("owned");
    expect(await ann.call(first, "POST", `chats/${chat}/accept`)).toBe(200);
    secondSocket.ws.close();
    await secondSocket.closed;
    expect((await nodes[1].sendCustomerMessage(channel, "owned", "Anybody?")).status).toBe(200);
    const readState = async (): Promise<unknown> =>
      ((await first.owner.call("GET", `chats/${chat}`)).body as { state: string }).state;
    const passMinutes = async (minutes: number): Promise<void> => {
      for (let n = 0; n < minutes * 6; n++) {
        await advance(10_000);
        for (const node of nodes) await node.settle();
      }
    };
    await passMinutes(6);
    expect(await readState()).toBe("open");
    firstSocket.ws.close();
    await firstSocket.closed;
    await passMinutes(6);
    expect(await readState()).toBe("waiting");
  });
});

describeNodes("integrations on two nodes", () => {
  test("[CORE-132] [CH-113] the last request of a channel is the latest at any node", async () => {
    const [first, second] = nodes;
    const quiet = await first.channel("http://127.0.0.1:65000/quiet");
    const readTime = async (node: TestParlour): Promise<string | null> =>
      ((await node.owner.call("GET", `channels/${quiet.id}`)).body as { last_inbound_at: string })
        .last_inbound_at;
    expect(await readTime(second)).toBeNull();
    const typing = await first.call("POST", `/channel/${quiet.randomString}/${quiet.publicId}`, {
      sender: { id: "typist" },
      message: { type: "typein" },
    });
    expect(typing.status).toBe(200);
    const at = new Date(first.clock.now()).toISOString();
    expect([await readTime(first), await readTime(second)]).toEqual([at, at]);
  });

  test("[CORE-132] [CORE-116] [API-334] after an erasure, no node shows requests of that time", async () => {
    const [first, second] = nodes;
    const busy = await first.channel("http://127.0.0.1:65000/busy");
    const listRequests = async (node: TestParlour): Promise<number> =>
      (
        (await node.owner.call("GET", "inspector?kind=channel")).body as {
          items: readonly { owner_id: number }[];
        }
      ).items.filter((item) => Number(item.owner_id) === busy.id).length;
    expect((await second.sendCustomerMessage(busy, "forgotten", "one")).status).toBe(200);
    expect(await listRequests(second)).toBe(1);
    const { visitor } = await first.findChat("forgotten");
    await first.clock.advance(1_000);
    expect((await first.owner.call("DELETE", `visitors/${visitor.number}`)).status).toBe(200);
    await fixtures[1].waitUntil(
      async () => (await listRequests(second)) === 0,
      "the requests are removed at the other node",
    );
  });

  test("[CORE-132] [WG-050] pages with rules of their own are listed on every node", async () => {
    const [first] = fixtures;
    const window = await first.openWindow({ widget_id: first.widget.public_id });
    await window.waitForWelcome();
    window.send({ type: "replaced" });
    const listPages = async (node: TestParlour): Promise<readonly { url: string }[]> =>
      ((await node.owner.call("GET", "triggers/replaced")).body as { pages: { url: string }[] })
        .pages;
    for (const node of nodes)
      await first.waitUntil(
        async () => (await listPages(node)).some(({ url }) => url === "https://shop.example/"),
        "the page is listed",
      );
    expect(await listPages(nodes[1])).toHaveLength(1);
    window.ws.close();
    await window.closed;
  });
});

describeNodes("visitors on two nodes", () => {
  const readOnline = async (node: TestParlour): Promise<VisitorsOnline["items"]> =>
    ((await node.owner.call("GET", "visitors/online")).body as VisitorsOnline).items;

  test("[CORE-132] [API-160] [WG-060] a visitor is online on every node, and an invitation from any node reaches all of their pages", async () => {
    const [first, second] = fixtures;
    const [firstNode, secondNode] = nodes;
    const widget = { widget_id: first.widget.public_id };
    const secondPage = await second.openWindow(widget);
    const { number, token } = await secondPage.waitForWelcome();
    const findVisitor = async (node: TestParlour) =>
      (await readOnline(node)).find((visitor) => visitor.number === number);
    await waitOnNodes(
      async () => (await findVisitor(firstNode))?.trail[0]?.url === "https://shop.example/",
      "the visitor is online on the first node",
    );
    const invited = await firstNode.owner.call("POST", `visitors/${number}/invite`, {
      text: "Can I help?",
    });
    expect(invited.status, invited.text).toBe(200);
    expect(invited.body).toMatchObject({ invitation: { text: "Can I help?", state: "sent" } });
    await secondPage.next("invitation", ({ invitation }) => invitation.text === "Can I help?");
    // The invitation is also pending on a page that is opened later, on the other node.
    await waitOnNodes(
      async () => (await findVisitor(firstNode))?.invitation?.text === "Can I help?",
      "the first node knows the invitation",
    );
    const firstPage = await first.openWindow({ ...widget, token });
    expect((await firstPage.waitForWelcome()).invitation?.text).toBe("Can I help?");
    expect((await secondNode.owner.call("POST", `visitors/${number}/invite/withdraw`)).status).toBe(
      200,
    );
    await secondPage.next("withdrawn");
    await waitOnNodes(
      async () => firstPage.framesOfType("withdrawn").length > 0,
      "the first page receives the withdrawal",
    );
    const again = await secondNode.owner.call("POST", `visitors/${number}/invite`, {
      text: "Now?",
    });
    expect(again.status, again.text).toBe(200);
    await waitOnNodes(
      async () =>
        firstPage.framesOfType("invitation").some(({ invitation }) => invitation.text === "Now?"),
      "the first page receives the new invitation",
    );
    await secondPage.next("invitation", ({ invitation }) => invitation.text === "Now?");
    // A chat ends the invitation on both nodes.
    await firstPage.sendMessage("ref-1", "Yes");
    for (const node of nodes)
      await waitOnNodes(
        async () => (await findVisitor(node))?.invitation === null,
        "the invitation is answered",
      );
    for (const page of [firstPage, secondPage]) {
      page.ws.close();
      await page.closed;
    }
    for (const node of nodes)
      await waitOnNodes(
        async () => (await findVisitor(node)) === undefined,
        "the visitor has left",
      );
  });
});
