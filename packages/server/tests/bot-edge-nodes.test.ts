import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { botToken, openBotBed, type BotBed } from "./bot-edge-bed.ts";

/** Two nodes on one database, with one bot that uses authorization. */
let bed: BotBed;
let second: TestParlour;
beforeAll(async () => {
  bed = await openBotBed({ withoutBot: true });
  await bed.connect({ authorization: { token_url: bed.provider.tokenUrl, client_id: "cid", client_secret: "s3cret" } });
  await bed.parlour.settle();
  second = await startTestParlour({ databaseUrl: bed.parlour.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await bed.close();
});

/** The second node uses the token that the first one fetched: it is fetched once. */
describe("one token for two nodes", { shuffle: false }, () => {
  test("[BOT-032] one fetch at a time in the whole instance: the other node waits for it and uses its token", async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    bed.provider.respondToToken(async () => {
      await gate;
      return { body: '{"access_token":"the-only-one","expires_in":3600}' };
    });
    const path = new URL(bed.channel.inboundUrl).pathname;
    const say = (node: TestParlour, who: string) => node.call("POST", path, { sender: { id: who }, message: { type: "text", text: "hi" } });
    const answers = await Promise.all([say(bed.parlour, "one"), say(second, "two"), say(bed.parlour, "three"), say(second, "four")]);
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200]);
    await bed.until(() => bed.provider.tokenRequests.length === 1);
    // The node without the right to fetch polls. Its clock must move for that.
    for (let n = 0; n < 5; n++) {
      await second.clock.advance(100);
      await bed.parlour.sql("select 1");
      await bed.parlour.clock.advance(100);
      await bed.parlour.sql("select 1");
    }
    expect(bed.provider.tokenRequests).toHaveLength(1);
    release();
    // Either node may be the one that waits.
    await bed.until(async () => {
      for (const node of [bed.parlour, second]) await node.clock.advance(5);
      await second.sql("select 1");
      return bed.provider.events.length === 4;
    });
    expect(bed.provider.events.map((one) => one.headers["authorization"])).toEqual(Array.from({ length: 4 }, () => "Bearer the-only-one"));
    expect(bed.provider.tokenRequests).toHaveLength(1);
  });

  test("[BOT-070] [BOT-073] two nodes, two invitations, two operators who join: one offer, one join, and the bot is refused on both", async () => {
    bed.provider.respondToToken({ body: '{"access_token":"the-only-one","expires_in":3600}' });
    const { owner } = bed.parlour;
    // Presence is kept per node, so the operator is online on both.
    const here = await bed.online();
    const there = await onlineAt(second);
    const bearer = { authorization: "Bearer the-only-one" };
    const { body } = await owner.call("GET", "bots");
    const providerId = (body.items as { provider: { id: string } }[])[0]?.provider.id ?? "";
    const door = `/bot/providers/${providerId}/${encodeURIComponent(botToken)}`;
    for (let n = 0; n < 8; n++) {
      const { id: chat } = await bed.chat(`both-${n}`);
      const to = (node: TestParlour, event: object) => node.call("POST", door, { chat_id: String(chat), ...event }, bearer);
      const invite = (node: TestParlour) => to(node, { event: "INVITE_AGENT" });
      const join = (node: TestParlour) => node.call("POST", `/api/v1/chats/${chat}/join`, {}, { authorization: `Bearer ${owner.key}` });
      const acts = [() => invite(bed.parlour), () => invite(second), () => join(second), () => join(bed.parlour)];
      const turned = [...acts.slice(n % 4), ...acts.slice(0, n % 4)];
      for (const one of await Promise.all(turned.map((act) => act()))) expect(one.status).toBe(200);
      const lines = await bed.lines(chat);
      expect(lines.filter((code) => code === "accepted")).toHaveLength(1);
      expect(lines.filter((code) => code === "invited").length).toBeLessThanOrEqual(1);
      expect(lines).not.toContain("invite_unavailable");
      expect(await bed.read(chat)).toMatchObject({ state: "open", bot: { attached: false } });
      for (const node of [bed.parlour, second]) {
        const late = await to(node, { event: "BOT_MESSAGE", message: { type: "TEXT", text: "late" } });
        expect([late.status, late.body.error.reason]).toEqual([400, "chat_handed_over"]);
      }
      await bed.until(async () => {
        await second.clock.advance(5);
        return bed.provider.eventNames(chat).includes("AGENT_JOINED");
      });
      await bed.parlour.settle();
      await second.settle();
      expect(bed.provider.eventNames(chat).filter((name) => name !== "CLIENT_MESSAGE")).toEqual(["AGENT_JOINED"]);
    }
    await here.close();
    there.terminate();
  });
});

async function onlineAt(node: TestParlour): Promise<WebSocket> {
  const authorization = `Bearer ${bed.parlour.owner.key}`;
  const socket = new WebSocket(`${node.url.replace("http", "ws")}/api/v1/socket`, { headers: { authorization } });
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
