import type { Message } from "@parlour/protocol";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RealtimeClient } from "./realtime-client.ts";
import { openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts";

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await openWebhookFixture();
});
afterAll(() => fixture.close());

const addBlock = async (entry: object): Promise<number> => {
  const created = await fixture.parlour.owner.call("POST", "blacklist", entry);
  expect(created.status, created.text).toBe(201);
  return (created.body as { id: number }).id;
};
const removeBlock = (id: number) => fixture.parlour.owner.call("DELETE", `blacklist/${id}`);
const sendMessage = (
  customer: string,
  text: string,
  more?: Parameters<TestParlour["sendCustomerMessage"]>[3],
) => fixture.parlour.sendCustomerMessage(fixture.channel, customer, text, more);
const listChats = async (customer: string) =>
  fixture.parlour.sql<{ id: string; state: string; last_seq: number }>(
    "select c.id, c.state, (select max(j.seq) from journal j where j.chat_id = c.id) as last_seq from chat c join visitor v on v.account_id = c.account_id and v.id = c.visitor_id where v.customer = $1 order by c.state, c.id",
    [customer],
  );
const countRows = async () =>
  (await fixture.parlour.owner.call("GET", "chats/counters")).body as {
    views: Record<string, number>;
    unread: number;
  };
const countDeliveries = async () =>
  Number((await fixture.parlour.sql<{ n: string }>("select count(*) as n from delivery"))[0]?.n);

describe("messages of the blocked", () => {
  test("[CORE-071] one who was never seen: ok, stored, marked; no chat, no count, nothing owed", async () => {
    const id = await addBlock({
      kind: "customer",
      value: "stranger",
      channel_id: fixture.channel.id,
    });
    const before = [
      await countRows(),
      await countDeliveries(),
      fixture.receiver.requests.length,
    ] as const;
    const answer = await sendMessage("stranger", "Buy now", { sender: { name: "Spam Inc" } });
    expect([answer.status, answer.text]).toEqual([200, '{"result":"ok"}']);
    expect((await sendMessage("stranger", "Buy now!")).status).toBe(200);
    await fixture.parlour.settle();
    expect([await countRows(), await countDeliveries(), fixture.receiver.requests.length]).toEqual(
      before,
    );
    const chats = await listChats("stranger");
    expect(chats).toMatchObject([{ state: "closed", last_seq: 2 }]);
    const messages = await fixture.parlour.messages(Number(chats[0]?.id));
    expect(
      messages.map(({ text, blacklisted, author }) => [text, blacklisted, author.kind]),
    ).toEqual([
      ["Buy now", true, "visitor"],
      ["Buy now!", true, "visitor"],
    ]);
    const chat = (await fixture.parlour.owner.call("GET", `chats/${chats[0]?.id}`)).body;
    expect(chat).toMatchObject({ blacklisted: true, close_reason: "blocked", unread: 0 });
    expect((await fixture.parlour.owner.call("GET", "chats?view=missed")).body.items).toEqual([]);
    await removeBlock(id);
    await sendMessage("stranger", "Hello?");
    expect(await listChats("stranger")).toMatchObject([{ state: "closed" }, { state: "waiting" }]);
  });

  test("[CORE-071] [API-027] after a block in his chat: what he writes stands behind it, once per Idempotency-Key, and starts nothing", async () => {
    const chat = await fixture.startChat("rude");
    const operator = await fixture.parlour.operator("admin");
    expect(
      (await operator.call("POST", `chats/${chat.id}/block`, { reason: "insults" })).status,
    ).toBe(200);
    await fixture.parlour.settle();
    const owed = await countDeliveries();
    for (const text of ["Why?", "Why?"])
      await sendMessage("rude", text, { headers: { "idempotency-key": "again" } });
    await sendMessage("rude", "Answer me");
    await fixture.parlour.settle();
    expect(await listChats("rude")).toMatchObject([{ state: "closed" }]);
    const messages = await fixture.parlour.messages(chat.id);
    expect(
      messages.map(({ seq, text, blacklisted }) => [seq, blacklisted === true ? text : ""]),
    ).toEqual([
      [1, ""],
      [2, ""],
      [3, "Why?"],
      [4, "Answer me"],
    ]);
    expect(await countDeliveries()).toBe(owed);
    const back = await operator.call("DELETE", `chats/${chat.id}/block`);
    expect([back.status, back.body.state]).toEqual([200, "closed"]);
    await sendMessage("rude", "Sorry");
    expect(await listChats("rude")).toMatchObject([{ state: "closed" }, { state: "waiting" }]);
  });

  test("[CORE-071] thirty at once of one who was never seen: one visitor, one place, every message kept", async () => {
    const id = await addBlock({ kind: "customer", value: "crowd", channel_id: fixture.channel.id });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => sendMessage("crowd", `message ${n}`)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const chats = await listChats("crowd");
    expect(chats).toMatchObject([{ state: "closed", last_seq: 30 }]);
    await removeBlock(id);
  });

  test("[WH-028] [CORE-070] [CORE-071] [CORE-230] [WH-103] chat_finished: blacklisted, and the messages that came after it; no chat_updated for what he claims", async () => {
    const from = fixture.receiver.requests.length;
    const chat = await fixture.startChat("mallory", { sender: { email: "mallory@example.org" } });
    await fixture.acceptChat(chat.id);
    await fixture.parlour.settle();
    const id = await addBlock({ kind: "email", value: "Mallory@example.org" });
    await sendMessage("mallory", "I am here still", {
      sender: { name: "Another name", url: "https://x.example/2" },
    });
    await fixture.advanceClock(6_000);
    expect(fixture.receiver.requests.slice(from).map(({ event }) => event)).toEqual([
      "chat_accepted",
    ]);
    expect((await fixture.parlour.owner.call("POST", `chats/${chat.id}/block`, {})).status).toBe(
      200,
    );
    await fixture.parlour.settle();
    const finished = fixture.receiver.requests.at(-1);
    expect(finished?.event).toBe("chat_finished");
    expect(finished?.body.chat.blacklisted).toBe(true);
    expect(finished?.body.chat.messages).toMatchObject([
      { message: "Hello", type: "visitor" },
      { message: "I am here still", type: "visitor", blacklisted: true },
    ]);
    expect(Object.keys(finished?.body.chat.messages[0])).not.toContain("blacklisted");
    expect(finished?.body.visitor.name ?? "").not.toBe("Another name");
    await removeBlock(id);
    await fixture.parlour.owner.call("DELETE", `chats/${chat.id}/block`);
    // A visitor whose chat was closed without a block is not blocked.
    const other = await fixture.startChat("peter");
    await fixture.acceptChat(other.id);
    await fixture.closeChat(other.id);
    await fixture.parlour.settle();
    expect(fixture.receiver.requests.at(-1)?.body.chat.blacklisted).toBe(false);
  });

  test("[CORE-071] [CH-056] nobody is told that he types", async () => {
    const client = new RealtimeClient(
      `${fixture.parlour.url.replace("http", "ws")}/api/v1/socket`,
      {
        headers: { authorization: `Bearer ${fixture.parlour.owner.key}` },
      },
    );
    await client.opened;
    client.send({ type: "hello", after: null });
    await client.next((frame) => frame["type"] === "ready");
    const muted = await fixture.startChat("muted");
    const openChat = await fixture.startChat("heard");
    const id = await addBlock({ kind: "visitor", value: String(muted.visitor.number) });
    await fixture.parlour.clock.advance(2_000);
    const path = new URL(fixture.channel.inboundUrl).pathname;
    for (const customer of ["muted", "heard"])
      expect(
        (
          await fixture.parlour.call("POST", path, {
            sender: { id: customer },
            message: { type: "typein" },
          })
        ).status,
      ).toBe(200);
    await client.next((frame) => frame["type"] === "typing" && frame["chat_id"] === openChat.id);
    expect(client.framesOfType("typing").map((frame) => frame["chat_id"])).not.toContain(muted.id);
    client.ws.close();
    await client.closed;
    await removeBlock(id);
  });

  test("[CORE-070] it ends by the clock, not at the next change of settings", async () => {
    const until = new Date(fixture.parlour.clock.now() + 60_000).toISOString();
    const id = await addBlock({
      kind: "customer",
      value: "minute",
      channel_id: fixture.channel.id,
      until,
    });
    await sendMessage("minute", "one");
    expect(await listChats("minute")).toMatchObject([{ state: "closed" }]);
    await fixture.advanceClock(60_000, 20_000);
    await sendMessage("minute", "two");
    expect(await listChats("minute")).toMatchObject([{ state: "closed" }, { state: "waiting" }]);
    await removeBlock(id);
  });
});

test("[CORE-070] [CORE-071] two nodes follow at once: blocked at one, unheard at the other; lifted at the other, heard at the first", async () => {
  const second = await startTestParlour({ databaseUrl: fixture.parlour.databaseUrl });
  try {
    const path = new URL(fixture.channel.inboundUrl).pathname;
    const at = (node: TestParlour, customer: string, text: string) =>
      node.call("POST", path, { sender: { id: customer }, message: { type: "text", text } });
    // Both nodes have the settings in memory.
    await at(fixture.parlour, "warm", "one");
    await at(second, "warm", "two");
    for (let round = 0; round < 5; round++) {
      const customer = `between${round}`;
      const created = await fixture.parlour.owner.call("POST", "blacklist", {
        kind: "customer",
        value: customer,
        channel_id: fixture.channel.id,
      });
      expect((await at(second, customer, "blocked")).status).toBe(200);
      expect(await listChats(customer)).toMatchObject([{ state: "closed" }]);
      const key = { authorization: `Bearer ${fixture.parlour.owner.key}` };
      expect(
        (
          await second.call(
            "DELETE",
            `blacklist/${(created.body as { id: number }).id}`,
            undefined,
            key,
          )
        ).status,
      ).toBe(204);
      expect((await at(fixture.parlour, customer, "heard")).status).toBe(200);
      const chats = await listChats(customer);
      expect(chats).toMatchObject([{ state: "closed" }, { state: "waiting" }]);
      const [blockedMessage] = (await fixture.parlour.messages(Number(chats[1]?.id))) as readonly [
        Message,
      ];
      expect(blockedMessage.blacklisted).toBeUndefined();
    }
  } finally {
    await second.close();
  }
});
