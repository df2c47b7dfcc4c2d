import { join } from "node:path";
import { startMailServer, type FakeMailServer, type TestParlour } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountLock } from "../src/store/database/locks.ts";
import { listFileNames, openRawUpload } from "./files-fixture.ts";
import { isPresence, openOperatorSession } from "./operator-session.ts";
import { RealtimeClient } from "./realtime-client.ts";
import { openWidgetFixture, type WidgetFixture } from "./widget-fixture.ts";

/** Two nodes on one database: what one of them knows or counts applies at the other. */
const publicUrl = "http://chat.example.test";
let first: WidgetFixture;
let second: WidgetFixture;
let nodes: readonly [TestParlour, TestParlour];
let mails: FakeMailServer;

beforeAll(async () => {
  const env = { PUBLIC_URL: publicUrl };
  mails = await startMailServer();
  first = await openWidgetFixture({ env });
  second = await openWidgetFixture({ env, databaseUrl: first.parlour.databaseUrl });
  nodes = [first.parlour, second.parlour];
  const mail = {
    host: mails.host,
    port: mails.port,
    tls: "none",
    from: "Shop <chat@shop.example>",
  };
  expect((await nodes[0].owner.call("PUT", "instance/mail", mail)).status).toBe(200);
});
afterAll(async () => {
  await second.close();
  await first.close();
  await mails.stop();
});

const advance = async (ms: number): Promise<void> => {
  await Promise.all(nodes.map((node) => node.clock.advance(ms)));
};
/**
 * Waits until each node reaches the other. The clocks of tests move between two heartbeats for
 * longer than a node may be silent.
 */
async function waitUntilReachable(): Promise<void> {
  const channels = await Promise.all(
    nodes.map(async (node) => {
      const channel = await nodes[0].channel("http://127.0.0.1:65000/in");
      const path = `/channel/${channel.randomString}/${channel.publicId}`;
      const typing = { sender: { id: "typist" }, message: { type: "typein" } };
      await first.waitUntil(
        async () => (await node.call("POST", path, typing)).status === 200,
        "the node knows the channel",
      );
      return channel;
    }),
  );
  // Each node asks the other for the time of that request (CH-113).
  const isKnown = async (node: TestParlour, index: number): Promise<boolean> => {
    const { body } = await node.owner.call("GET", `channels/${channels[1 - index]?.id ?? 0}`);
    return (body as { last_inbound_at: string | null }).last_inbound_at !== null;
  };
  await first.waitUntil(async () => {
    await advance(2_000);
    return (await Promise.all(nodes.map(isKnown))).every(Boolean);
  }, "the nodes reach each other");
}

describe("visitors on two nodes", () => {
  test("[CORE-132] [CORE-241] a code that one node sent proves the address at the other, and the proof is valid at both", async () => {
    const to = "anna@visitor.example";
    const findMails = () => mails.received.filter((mail) => mail.to.includes(to));
    const widget = { widget_id: first.widget.public_id };
    const office = await nodes[0].operator("owner", "Ines");
    const win = await first.openWindow(widget);
    const { token } = await win.waitForWelcome();
    await win.request({ type: "contacts", ref: "c", contacts: { email: to }, by: "visitor" });
    await win.request({ type: "say", ref: "s", text: "Where is it?" });
    const { chat_id: chat } = (await win.next("message")).message;
    expect((await office.call("POST", `chats/${chat}/accept`)).status).toBe(200);
    expect((await office.call("POST", `chats/${chat}/close`)).status).toBe(200);
    await win.next("chat", ({ chat: { state } }) => state === "closed");
    expect(await win.request({ type: "transcript", ref: "t1", chat_id: chat })).toMatchObject({
      code: "confirmation_needed",
    });
    win.ws.close();
    await win.closed;
    const code = /\b\d{6}\b/.exec(findMails()[0]?.text ?? "")?.[0] ?? "none";
    const moved = await second.openWindow({ ...widget, token });
    await moved.waitForWelcome();
    const frame = { type: "transcript", ref: "t2", chat_id: chat, code };
    expect(await moved.request(frame)).toMatchObject({ type: "done" });
    // The response was lost, and the window is connected to the first node again.
    const back = await first.openWindow({ ...widget, token });
    await back.waitForWelcome();
    expect(await back.request(frame)).toMatchObject({ type: "done" });
    expect(await back.request({ type: "transcript", ref: "t3", chat_id: chat })).toMatchObject({
      type: "done",
    });
    for (const node of nodes) await node.settle();
    await first.waitUntil(() => findMails().length >= 3, "the conversation is mailed twice");
    expect(findMails()).toHaveLength(3);
  });

  test("[CORE-132] [CORE-164] [CFG-030] sockets of one network address are counted over both nodes", async () => {
    await waitUntilReachable();
    const setLimit = async (limit: number | null): Promise<void> => {
      const limits = { widget_sockets_per_address: limit };
      expect((await nodes[0].owner.call("PATCH", "instance", { limits })).status).toBe(200);
    };
    await setLimit(4);
    // The second node applies the limit a moment later.
    const probe = { headers: { "x-forwarded-for": "192.0.2.50" } };
    for (let n = 0; n < 4; n++) await second.openSocket(probe);
    await second.waitUntil(
      () =>
        second.openSocket(probe).then(
          ({ ws }) => {
            ws.terminate();
            return false;
          },
          () => true,
        ),
      "the limit applies at the second node",
    );
    const options = { headers: { "x-forwarded-for": "192.0.2.40" } };
    const open = (n: number) => ([first, second][n % 2] ?? first).openSocket(options);
    const atOnce = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => open(n)));
    const opened = atOnce.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    expect(opened).toHaveLength(4);
    for (const fixture of [first, second])
      await expect(fixture.openSocket(options)).rejects.toThrow("429");
    await first.openSocket({ headers: { "x-forwarded-for": "192.0.2.41" } });
    for (const { ws, closed } of opened) {
      ws.close();
      await closed;
    }
    // All of them can be open at one node.
    for (let n = 0; n < 4; n++)
      await second.waitUntil(
        () =>
          second.openSocket(options).then(
            () => true,
            () => false,
          ),
        "a slot is free",
      );
    await expect(first.openSocket(options)).rejects.toThrow("429");
    await setLimit(null);
  });
});

describe("programs on two nodes", () => {
  test("[CORE-132] [API-210] the presence that an API key chose at any node counts at the node of its socket, until it chooses again or its operator goes offline", async () => {
    const program = await openOperatorSession(nodes[0], "operator", publicUrl);
    const watcher = await openOperatorSession(nodes[0], "owner", publicUrl);
    const watching = await watcher.connect(nodes[1]);
    const connect = async (node: TestParlour): Promise<RealtimeClient> => {
      const client = new RealtimeClient(`${node.url.replace("http", "ws")}/api/v1/socket`, {
        headers: { authorization: `Bearer ${program.key}` },
      });
      await client.opened;
      client.send({ type: "hello", after: null });
      await client.next(({ type }) => type === "live");
      return client;
    };
    const choose = async (node: TestParlour, status: string) =>
      (
        await node.call(
          "PUT",
          "me/presence",
          { status },
          { authorization: `Bearer ${program.key}` },
        )
      ).body as { presence: string; presence_reason?: string };
    const readPresence = async (node: TestParlour): Promise<unknown> => {
      const headers = { authorization: `Bearer ${program.key}` };
      return ((await node.call("GET", "me", undefined, headers)).body as { presence: string })
        .presence;
    };
    const seenFrom = (): number => watching.frames.length;

    let from = seenFrom();
    const atFirst = await connect(nodes[0]);
    // The balancer may send the request to another node than the socket.
    await choose(nodes[1], "online");
    await watching.next(isPresence(program.id, "online"), from);
    const chosen = await choose(nodes[1], "online");
    expect([chosen.presence, chosen.presence_reason]).toEqual(["online", undefined]);
    from = seenFrom();
    const atSecond = await connect(nodes[1]);
    atFirst.ws.close();
    await atFirst.closed;
    await advance(21_000);
    await choose(nodes[0], "away");
    await watching.next(isPresence(program.id, "away"), from);
    expect(watching.frames.slice(from).filter(isPresence(program.id, "offline"))).toEqual([]);

    // Without a socket the key is offline, and it has its status again after it reconnected.
    from = seenFrom();
    atSecond.ws.close();
    await atSecond.closed;
    await first.waitUntil(async () => {
      await advance(5_000);
      return watching.frames.slice(from).some(isPresence(program.id, "offline"));
    }, "the key is offline");
    from = seenFrom();
    const again = await connect(nodes[0]);
    await watching.next(isPresence(program.id, "away"), from);

    // The operator's own "offline" at the other node cancels the choice at every node.
    from = seenFrom();
    expect(await program.call(nodes[1], "PUT", "me/presence", { status: "offline" })).toBe(200);
    await watching.next(isPresence(program.id, "offline"), from);
    const last = await connect(nodes[1]);
    for (const node of nodes)
      await first.waitUntil(
        async () => (await readPresence(node)) === "offline",
        "the operator is offline",
      );
    from = seenFrom();
    await choose(nodes[1], "online");
    await watching.next(isPresence(program.id, "online"), from);
    again.ws.close();
    last.ws.close();
    watching.ws.close();
  });

  test("[CORE-132] [API-071] [API-244] of one operator at most 12 uploads are under way at both nodes together", async () => {
    await waitUntilReachable();
    const { key } = await nodes[0].operator("operator", "Uploader");
    const incoming = async (): Promise<number> => {
      const folders = nodes.map(({ dataDir }) => join(dataDir, "files", "incoming"));
      return (await Promise.all(folders.map((folder) => listFileNames(folder)))).flat().length;
    };
    const uploads = await Promise.all(
      Array.from({ length: 24 }, (_, n) => openRawUpload(nodes[n % 2] ?? nodes[0], key, 200_000)),
    );
    let refused = 0;
    for (const { answer } of uploads)
      void answer.then((text) => (refused += text.startsWith("HTTP/1.1 429 ") ? 1 : 0));
    for (const sent of uploads) sent.write(sent.form.subarray(0, 100_000));
    await first.waitUntil(() => refused === 12, "the others are refused");
    await first.waitUntil(async () => (await incoming()) === 12, "twelve are under way");
    for (const sent of uploads) sent.write(sent.form.subarray(100_000));
    const answers = await Promise.all(uploads.map(({ answer }) => answer));
    expect(answers.filter((text) => text.startsWith("HTTP/1.1 201 "))).toHaveLength(12);
  });

  test("[CORE-132] [API-257] two exports of a search run at once for an account, at whichever nodes", async () => {
    await waitUntilReachable();
    const request = async (n: number): Promise<number> =>
      (await (nodes[n % 2] ?? nodes[0]).owner.call("GET", "search/export?q=")).status;
    // An export writes to the audit log first, which waits for the lock of the account.
    const owner = new pg.Client({ connectionString: nodes[0].databaseUrl });
    await owner.connect();
    await owner.query("begin");
    await owner.query(`select ${accountLock("id")} from account`);
    const ended: number[] = [];
    const requests = Array.from({ length: 6 }, async (_, n) => ended.push(await request(n)));
    try {
      await first.waitUntil(() => ended.length === 4, "the others are refused");
    } finally {
      await owner.end();
    }
    await Promise.all(requests);
    expect(ended).toEqual([429, 429, 429, 429, 200, 200]);
    await first.waitUntil(async () => (await request(1)) === 200, "the slots are free");
  });
});
