import type { Message } from "@parlour/protocol";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client } from "./realtime-client.ts";
import { openWebhookBed, type WebhookBed } from "./webhook-bed.ts";

let bed: WebhookBed;
beforeAll(async () => {
  bed = await openWebhookBed();
});
afterAll(() => bed.close());

const block = async (entry: object): Promise<number> => {
  const made = await bed.parlour.owner.call("POST", "blacklist", entry);
  expect(made.status, made.text).toBe(201);
  return (made.body as { id: number }).id;
};
const lift = (id: number) => bed.parlour.owner.call("DELETE", `blacklist/${id}`);
const say = (customer: string, text: string, more?: Parameters<TestParlour["sendCustomerMessage"]>[3]) =>
  bed.parlour.sendCustomerMessage(bed.channel, customer, text, more);
const chatsOf = async (customer: string) =>
  bed.parlour.sql<{ id: string; state: string; last_seq: number }>(
    "select c.id, c.state, c.last_seq from chat c join visitor v on v.account_id = c.account_id and v.id = c.visitor_id where v.customer = $1 order by c.state, c.id",
    [customer],
  );
const counted = async () =>
  (await bed.parlour.owner.call("GET", "chats/counters")).body as { views: Record<string, number>; unread: number };
const owedCount = async () => Number((await bed.parlour.sql<{ n: string }>("select count(*) as n from delivery"))[0]?.n);

describe("messages of the blocked", () => {
  test("[CORE-071] one who was never seen: ok, stored, marked; no chat, no count, nothing owed", async () => {
    const id = await block({ kind: "customer", value: "stranger", channel_id: bed.channel.id });
    const before = [await counted(), await owedCount(), bed.receiver.requests.length] as const;
    const answer = await say("stranger", "Buy now", { sender: { name: "Spam Inc" } });
    expect([answer.status, answer.text]).toEqual([200, '{"result":"ok"}']);
    expect((await say("stranger", "Buy now!")).status).toBe(200);
    await bed.parlour.settle();
    expect([await counted(), await owedCount(), bed.receiver.requests.length]).toEqual(before);
    const chats = await chatsOf("stranger");
    expect(chats).toMatchObject([{ state: "closed", last_seq: 2 }]);
    const messages = await bed.parlour.messages(Number(chats[0]?.id));
    expect(messages.map(({ text, blacklisted, author }) => [text, blacklisted, author.kind])).toEqual([
      ["Buy now", true, "visitor"],
      ["Buy now!", true, "visitor"],
    ]);
    const chat = (await bed.parlour.owner.call("GET", `chats/${chats[0]?.id}`)).body;
    expect(chat).toMatchObject({ blacklisted: true, close_reason: "blocked", unread: 0 });
    expect((await bed.parlour.owner.call("GET", "chats?view=missed")).body.items).toEqual([]);
    await lift(id);
    await say("stranger", "Hello?");
    expect(await chatsOf("stranger")).toMatchObject([{ state: "closed" }, { state: "waiting" }]);
  });

  test("[CORE-071] [API-027] after a block in his chat: what he writes stands behind it, once per Idempotency-Key, and starts nothing", async () => {
    const chat = await bed.chat("rude");
    const operator = await bed.parlour.operator("admin");
    expect((await operator.call("POST", `chats/${chat.id}/block`, { reason: "insults" })).status).toBe(200);
    await bed.parlour.settle();
    const owed = await owedCount();
    for (const text of ["Why?", "Why?"]) await say("rude", text, { headers: { "idempotency-key": "again" } });
    await say("rude", "Answer me");
    await bed.parlour.settle();
    expect(await chatsOf("rude")).toMatchObject([{ state: "closed" }]);
    const messages = await bed.parlour.messages(chat.id);
    expect(messages.map(({ seq, text, blacklisted }) => [seq, blacklisted === true ? text : ""])).toEqual([
      [1, ""],
      [2, ""],
      [3, "Why?"],
      [4, "Answer me"],
    ]);
    expect(await owedCount()).toBe(owed);
    const back = await operator.call("DELETE", `chats/${chat.id}/block`);
    expect([back.status, back.body.state]).toEqual([200, "closed"]);
    await say("rude", "Sorry");
    expect(await chatsOf("rude")).toMatchObject([{ state: "closed" }, { state: "waiting" }]);
  });

  test("[CORE-071] thirty at once of one who was never seen: one visitor, one place, every message kept", async () => {
    const id = await block({ kind: "customer", value: "crowd", channel_id: bed.channel.id });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => say("crowd", `message ${n}`)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const chats = await chatsOf("crowd");
    expect(chats).toMatchObject([{ state: "closed", last_seq: 30 }]);
    await lift(id);
  });

  test("[WH-028] [CORE-070] [CORE-071] chat_finished: blacklisted, and the messages that came after it; no chat_updated for what he claims", async () => {
    const from = bed.receiver.requests.length;
    const chat = await bed.chat("mallory", { sender: { email: "mallory@example.org" } });
    await bed.accept(chat.id);
    await bed.parlour.settle();
    const id = await block({ kind: "email", value: "Mallory@example.org" });
    await say("mallory", "I am here still", { sender: { name: "Another name", url: "https://x.example/2" } });
    await bed.pass(6_000);
    expect(bed.receiver.requests.slice(from).map(({ event }) => event)).toEqual(["chat_accepted"]);
    expect((await bed.parlour.owner.call("POST", `chats/${chat.id}/block`, {})).status).toBe(200);
    await bed.parlour.settle();
    const finished = bed.receiver.requests.at(-1);
    expect(finished?.event).toBe("chat_finished");
    expect(finished?.body.chat.blacklisted).toBe(true);
    expect(finished?.body.chat.messages).toMatchObject([
      { message: "Hello", type: "visitor" },
      { message: "I am here still", type: "visitor", blacklisted: true },
    ]);
    expect(Object.keys(finished?.body.chat.messages[0])).not.toContain("blacklisted");
    expect(finished?.body.visitor.name ?? "").not.toBe("Another name");
    await lift(id);
    await bed.parlour.owner.call("DELETE", `chats/${chat.id}/block`);
    // A visitor whose chat was closed without a block is not blocked.
    const other = await bed.chat("peter");
    await bed.accept(other.id);
    await bed.closeChat(other.id);
    await bed.parlour.settle();
    expect(bed.receiver.requests.at(-1)?.body.chat.blacklisted).toBe(false);
  });

  test("[CORE-071] [CH-056] nobody is told that he types", async () => {
    const client = new Client(`${bed.parlour.url.replace("http", "ws")}/api/v1/socket`, {
      headers: { authorization: `Bearer ${bed.parlour.owner.key}` },
    });
    await client.opened;
    client.send({ type: "hello", after: null });
    await client.next((frame) => frame["type"] === "ready");
    const muted = await bed.chat("muted");
    const heard = await bed.chat("heard");
    const id = await block({ kind: "visitor", value: String(muted.visitor.number) });
    await bed.parlour.clock.advance(2_000);
    const path = new URL(bed.channel.inboundUrl).pathname;
    for (const customer of ["muted", "heard"])
      expect((await bed.parlour.call("POST", path, { sender: { id: customer }, message: { type: "typein" } })).status).toBe(200);
    await client.next((frame) => frame["type"] === "typing" && frame["chat_id"] === heard.id);
    expect(client.ofType("typing").map((frame) => frame["chat_id"])).not.toContain(muted.id);
    client.ws.close();
    await client.closed;
    await lift(id);
  });

  test("[CORE-070] it ends by the clock, not at the next change of settings", async () => {
    const until = new Date(bed.parlour.clock.now() + 60_000).toISOString();
    const id = await block({ kind: "customer", value: "minute", channel_id: bed.channel.id, until });
    await say("minute", "one");
    expect(await chatsOf("minute")).toMatchObject([{ state: "closed" }]);
    await bed.pass(60_000, 20_000);
    await say("minute", "two");
    expect(await chatsOf("minute")).toMatchObject([{ state: "closed" }, { state: "waiting" }]);
    await lift(id);
  });
});

test("[CORE-070] [CORE-071] two nodes follow at once: blocked at one, unheard at the other; lifted at the other, heard at the first", async () => {
  const second = await startTestParlour({ databaseUrl: bed.parlour.databaseUrl });
  try {
    const path = new URL(bed.channel.inboundUrl).pathname;
    const at = (node: TestParlour, customer: string, text: string) =>
      node.call("POST", path, { sender: { id: customer }, message: { type: "text", text } });
    // Both nodes have the settings in memory.
    await at(bed.parlour, "warm", "one");
    await at(second, "warm", "two");
    for (let round = 0; round < 5; round++) {
      const customer = `between${round}`;
      const made = await bed.parlour.owner.call("POST", "blacklist", { kind: "customer", value: customer, channel_id: bed.channel.id });
      expect((await at(second, customer, "blocked")).status).toBe(200);
      expect(await chatsOf(customer)).toMatchObject([{ state: "closed" }]);
      const key = { authorization: `Bearer ${bed.parlour.owner.key}` };
      expect((await second.call("DELETE", `blacklist/${(made.body as { id: number }).id}`, undefined, key)).status).toBe(204);
      expect((await at(bed.parlour, customer, "heard")).status).toBe(200);
      const chats = await chatsOf(customer);
      expect(chats).toMatchObject([{ state: "closed" }, { state: "waiting" }]);
      const [said] = (await bed.parlour.messages(Number(chats[1]?.id))) as readonly [Message];
      expect(said.blacklisted).toBeUndefined();
    }
  } finally {
    await second.close();
  }
});
