import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { botToken, openBotFixture, type BotFixture } from "./bot-edge-fixture.ts";

/** Two nodes on one database, with one bot that uses authorization. */
let fixture: BotFixture;
let secondNode: TestParlour;
/** Delays the writes of the second node while it is set. */
let frozen: Promise<void> | null = null;
/** Called when a write of the second node is delayed. */
let onFrozen = (): void => undefined;
beforeAll(async () => {
  fixture = await openBotFixture({ withoutBot: true });
  await fixture.connectBot({
    authorization: {
      token_url: fixture.provider.tokenUrl,
      client_id: "cid",
      client_secret: "s3cret",
    },
  });
  await fixture.parlour.settle();
  secondNode = await startTestParlour({
    databaseUrl: fixture.parlour.databaseUrl,
    hooks: {
      wrapWrite: (write) => async (command) => {
        if (frozen !== null) onFrozen();
        await frozen;
        return write(command);
      },
    },
  });
});
afterAll(async () => {
  await secondNode.close();
  await fixture.close();
});

/** The second node uses the token of the first one, so the token is fetched only once. */
describe("one token for two nodes", { shuffle: false }, () => {
  test("[BOT-032] one fetch at a time in the whole instance: the other node waits for it and uses its token", async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    fixture.provider.respondToToken(async () => {
      await gate;
      return { body: '{"access_token":"the-only-one","expires_in":3600}' };
    });
    const path = new URL(fixture.channel.inboundUrl).pathname;
    const sendMessage = (node: TestParlour, customerKey: string) =>
      node.call("POST", path, {
        sender: { id: customerKey },
        message: { type: "text", text: "hi" },
      });
    const answers = await Promise.all([
      sendMessage(fixture.parlour, "one"),
      sendMessage(secondNode, "two"),
      sendMessage(fixture.parlour, "three"),
      sendMessage(secondNode, "four"),
    ]);
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200]);
    await fixture.waitUntil(() => fixture.provider.tokenRequests.length === 1);
    // The node that must not fetch polls, so its clock must advance.
    for (let n = 0; n < 5; n++) {
      await secondNode.clock.advance(100);
      await fixture.parlour.sql("select 1");
      await fixture.parlour.clock.advance(100);
      await fixture.parlour.sql("select 1");
    }
    expect(fixture.provider.tokenRequests).toHaveLength(1);
    release();
    // Either node may be the one that has to wait.
    await fixture.waitUntil(async () => {
      for (const node of [fixture.parlour, secondNode]) await node.clock.advance(5);
      await secondNode.sql("select 1");
      return fixture.provider.events.length === 4;
    });
    expect(fixture.provider.events.map((one) => one.headers["authorization"])).toEqual(
      Array.from({ length: 4 }, () => "Bearer the-only-one"),
    );
    expect(fixture.provider.tokenRequests).toHaveLength(1);
  });

  test("[CORE-450] responses to the customer's server, to the bot and to a key name the account at both nodes, and others do not", async () => {
    const { parlour, channel } = fixture;
    const { body } = await parlour.owner.call("GET", "bots");
    const providerId = (body.items as { provider: { id: string } }[])[0]?.provider.id ?? "";
    const bot = `/bot/webhooks/${providerId}/${encodeURIComponent(botToken)}`;
    const [account] = await parlour.sql<{ id: number }>("select id from account");
    const inbound = new URL(channel.inboundUrl).pathname;
    const message = { sender: { id: "named" }, message: { type: "text", text: "hi" } };
    for (const { url } of [parlour, secondNode]) {
      const readAccount = async (path: string, init: RequestInit = {}): Promise<string | null> =>
        (await fetch(`${url}${path}`, init)).headers.get("parlour-account");
      const post = (body: object): RequestInit => ({
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const named = [
        await readAccount(inbound, post(message)),
        // The first request to an address, and one with a fault, are not answered directly.
        await readAccount(inbound, { method: "PUT" }),
        await readAccount(bot, post({})),
        await readAccount("/api/v1/me", {
          headers: { authorization: `Bearer ${parlour.owner.key}` },
        }),
      ];
      expect(named).toEqual(named.map(() => String(account?.id)));
      expect(await readAccount("/channel/unknown/unknown", post(message))).toBeNull();
      expect(await readAccount("/api/v1/me")).toBeNull();
      expect(await readAccount("/ready")).toBeNull();
    }
  });

  test("[BOT-070] [BOT-073] two nodes, two invitations, two operators who join: one offer, one join, and the bot is refused on both", async () => {
    fixture.provider.respondToToken({ body: '{"access_token":"the-only-one","expires_in":3600}' });
    const { owner } = fixture.parlour;
    // Each node stores presence separately, so the operator is online on both.
    const firstConnection = await fixture.goOnline();
    const secondConnection = await goOnlineAt(secondNode);
    const bearer = { authorization: "Bearer the-only-one" };
    const { body } = await owner.call("GET", "bots");
    const providerId = (body.items as { provider: { id: string } }[])[0]?.provider.id ?? "";
    const door = `/bot/providers/${providerId}/${encodeURIComponent(botToken)}`;
    for (let n = 0; n < 8; n++) {
      const { id: chat } = await fixture.startChat(`both-${n}`);
      const to = (node: TestParlour, event: object) =>
        node.call("POST", door, { chat_id: String(chat), ...event }, bearer);
      const invite = (node: TestParlour) => to(node, { event: "INVITE_AGENT" });
      const join = (node: TestParlour) =>
        node.call(
          "POST",
          `/api/v1/chats/${chat}/join`,
          {},
          { authorization: `Bearer ${owner.key}` },
        );
      const acts = [
        () => invite(fixture.parlour),
        () => invite(secondNode),
        () => join(secondNode),
        () => join(fixture.parlour),
      ];
      const turned = [...acts.slice(n % 4), ...acts.slice(0, n % 4)];
      for (const one of await Promise.all(turned.map((act) => act()))) expect(one.status).toBe(200);
      const lines = await fixture.systemMessageCodes(chat);
      expect(lines.filter((code) => code === "accepted")).toHaveLength(1);
      expect(lines.filter((code) => code === "invited").length).toBeLessThanOrEqual(1);
      expect(lines).not.toContain("invite_unavailable");
      expect(await fixture.readChat(chat)).toMatchObject({
        state: "open",
        bot: { attached: false },
      });
      for (const node of [fixture.parlour, secondNode]) {
        const lateResponse = await to(node, {
          event: "BOT_MESSAGE",
          message: { type: "TEXT", text: "late" },
        });
        expect([lateResponse.status, lateResponse.body.error.reason]).toEqual([
          400,
          "chat_handed_over",
        ]);
      }
      await fixture.waitUntil(async () => {
        await secondNode.clock.advance(5);
        return fixture.provider.eventNames(chat).includes("AGENT_JOINED");
      });
      await fixture.parlour.settle();
      await secondNode.settle();
      expect(fixture.provider.eventNames(chat).filter((name) => name !== "CLIENT_MESSAGE")).toEqual(
        ["AGENT_JOINED"],
      );
    }
    await firstConnection.close();
    secondConnection.terminate();
  });

  test("[BOT-085] [BOT-095] a repeat at another node while the first node is frozen: one message, also when that one continues", async () => {
    const { body } = await fixture.parlour.owner.call("GET", "bots");
    const providerId = (body.items as { provider: { id: string } }[])[0]?.provider.id ?? "";
    const { id: chat } = await fixture.startChat("frozen");
    const post = (node: TestParlour) =>
      node.call(
        "POST",
        `/bot/providers/${providerId}/${encodeURIComponent(botToken)}`,
        {
          event: "BOT_MESSAGE",
          id: "b-1",
          chat_id: String(chat),
          message: { type: "TEXT", text: "hi" },
        },
        { authorization: "Bearer the-only-one" },
      );
    const readTexts = async () =>
      (await fixture.messages(chat))
        .filter(({ author }) => author.kind === "bot")
        .map(({ text }) => text);
    let thaw = (): void => undefined;
    frozen = new Promise((resolve) => (thaw = resolve));
    const reached = new Promise<void>((resolve) => (onFrozen = resolve));
    const first = post(secondNode);
    await reached;
    expect((await post(fixture.parlour)).status).toBe(200);
    thaw();
    frozen = null;
    expect((await first).status).toBe(200);
    expect(await readTexts()).toEqual(["hi"]);
  });
});

async function goOnlineAt(node: TestParlour): Promise<WebSocket> {
  const authorization = `Bearer ${fixture.parlour.owner.key}`;
  const socket = new WebSocket(`${node.url.replace("http", "ws")}/api/v1/socket`, {
    headers: { authorization },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => socket.send('{"type":"hello","after":null}'));
    socket.once("error", reject);
    socket.on("message", (data) => {
      if (String(data as Buffer).includes('"type":"ready"')) resolve();
    });
  });
  await node.call("PUT", "/api/v1/me/presence", { status: "online" }, { authorization });
  return socket;
}
