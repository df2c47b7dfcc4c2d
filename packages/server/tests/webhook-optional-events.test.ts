import { webhookBodies, type WebhookEventName } from "@parlour/protocol/webhook";
import {
  startBotProvider,
  startTestParlour,
  type ReceivedEvent,
  type TestParlour,
} from "@parlour/testkit";
import { Check } from "typebox/value";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts";

/** Tests the events that a webhook must ask for (WH-105). */
let fixture: WebhookFixture;
let sharedParlour: TestParlour;
beforeAll(async () => {
  sharedParlour = await startTestParlour();
});
afterAll(() => sharedParlour.close());
beforeEach(async () => {
  fixture = await openWebhookFixture({ shared: sharedParlour, withoutWebhook: true });
});
afterEach(() => fixture.close());

const addWebhook = (
  events: readonly WebhookEventName[],
  more: object = {},
): ReturnType<WebhookFixture["addWebhook"]> =>
  fixture.addWebhook(`${fixture.receiver.url}/hook`, { events, ...more });
const isValidEvent = ({ event, body }: ReceivedEvent): boolean =>
  Check(webhookBodies[event as WebhookEventName], body);
const findEvents = (event: WebhookEventName): readonly ReceivedEvent[] =>
  fixture.receiver.requests.filter((request) => request.event === event);
let messageCount = 0;
const sendOperatorMessage = async (chat: number, text: string, kind = "text"): Promise<void> => {
  const answer = await fixture.parlour.owner.call("POST", `chats/${chat}/messages`, {
    kind,
    text,
    client_id: `o${(messageCount += 1)}`,
  });
  expect(answer.status, answer.text).toBe(201);
};

describe("chats and messages", () => {
  test("[WH-105] [WH-107] [WH-108] [WH-109] chat_created, then each message in its order, with its text where the webhook may have it; a default webhook gets none", async () => {
    const { parlour, receiver } = fixture;
    await addWebhook(["chat_created", "message_created", "chat_accepted"], { message_text: true });
    const other = await fixture.addWebhook(`${receiver.url}/plain`);
    await fixture.addWebhook(`${receiver.url}/textless`, { events: ["message_created"] });
    const chat = await fixture.startChat("c", { sender: { name: "Nadia" } });
    await fixture.acceptChat(chat.id);
    await sendOperatorMessage(chat.id, "Hi Nadia");
    await sendOperatorMessage(chat.id, "our secret", "note");
    await parlour.settle();
    const requests = receiver.requests.filter(({ path }) => path === "/hook");
    expect(
      requests.map(({ event, seq, body }) => [
        event,
        seq,
        body.chat_message?.type,
        body.chat_message?.message ?? body.chat_message?.code,
      ]),
    ).toEqual([
      ["chat_created", 1, undefined, undefined],
      ["message_created", 2, "visitor", "Hello"],
      ["message_created", 3, "system", "accepted"],
      ["chat_accepted", 4, undefined, undefined],
      ["message_created", 5, "agent", "Hi Nadia"],
    ]);
    expect(requests.every(isValidEvent)).toBe(true);
    const stored = (await parlour.messages(chat.id)) as readonly { id: number; seq: number }[];
    const sent = requests.flatMap(({ body }) => body.chat_message ?? []) as typeof stored;
    expect(sent.map(({ id, seq }) => [id, seq])).toEqual(
      stored.slice(0, 3).map(({ id, seq }) => [id, seq]),
    );
    const findPath = (path: string) => receiver.requests.filter((request) => request.path === path);
    expect(findPath("/plain").map(({ event }) => event)).toEqual(["chat_accepted"]);
    expect(other.events).not.toContain("message_created");
    const textless = findPath("/textless");
    expect(textless).toHaveLength(3);
    for (const { body, text } of textless) {
      expect(body.chat_message).not.toHaveProperty("message");
      expect(text).not.toContain("Hi Nadia");
    }
    expect(receiver.requests.some(({ text }) => text.includes("our secret"))).toBe(false);
  });

  test("[WH-107] [WH-011] a chat that an operator continues is created, then accepted, each with the operator", async () => {
    const { parlour, receiver } = fixture;
    const chat = await fixture.startChat("c");
    await fixture.closeChat(chat.id);
    await addWebhook(["chat_created", "chat_accepted"]);
    const next = await parlour.owner.call("POST", `chats/${chat.id}/continue`, {});
    await parlour.settle();
    expect(
      receiver.requests.map(({ event, seq, chatId, body }) => [
        event,
        seq,
        chatId,
        body.agent.name,
      ]),
    ).toEqual([
      ["chat_created", 1, next.body.id, "Ann"],
      ["chat_accepted", 2, next.body.id, "Ann"],
    ]);
    const names = await parlour.sql<{ name: string }>(
      "select name from journal where chat_id = $1 and name <> 'delivery_updated' order by position",
      [next.body.id],
    );
    expect(names.map(({ name }) => name)).toEqual([
      "chat_created",
      "chat_accepted",
      "message_created",
    ]);
  });

  test("[WH-108] [WH-105] messages with such deliveries keep the short form of the journal, each with its row", async () => {
    const { parlour } = fixture;
    const { endpoint_id: endpoint } = await addWebhook(["message_created"]);
    const switchEndpoint = async (operation: "pause" | "resume"): Promise<void> => {
      const answer = await parlour.owner.call("POST", `endpoints/${endpoint}/${operation}`, {});
      expect(answer.status, answer.text).toBe(200);
    };
    // Reports of attempts would count as batches too.
    await switchEndpoint("pause");
    await fixture.startChat("c");
    const say = (text: string) => parlour.sendCustomerMessage(fixture.channel, "c", text);
    await say("One");
    // Only the full form writes the row of the node.
    const readFullBatches = () =>
      parlour.sql<{ n: string }>("select sum(last_batch) as n from node");
    const before = await readFullBatches();
    for (const text of ["Two", "Three", "Four"]) expect((await say(text)).status).toBe(200);
    expect(await readFullBatches()).toEqual(before);
    expect(await fixture.readDeliveries()).toHaveLength(5);
    await switchEndpoint("resume");
    await parlour.settle();
    expect(findEvents("message_created").map(({ body }) => body.chat_message.seq)).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  test("[WH-108] [WH-064] [WH-010] messages of several chats at once arrive in order per chat, each once, also when requests fail", async () => {
    const { parlour, receiver } = fixture;
    await addWebhook(["chat_created", "message_created"], { message_text: true });
    // Every fifth event fails once. One that fails twice would not hold back the later ones.
    const ids = new Set<string>();
    receiver.setMode(({ id }) => {
      const isNew = !ids.has(id);
      ids.add(id);
      return isNew && ids.size % 5 === 0 ? { status: 500 } : "ok";
    });
    const customers = ["a", "b", "c", "d", "e", "f"];
    const texts = Array.from({ length: 8 }, (_, n) => `m${n}`);
    await Promise.all(
      customers.map(async (customer) => {
        for (const text of texts) {
          const answer = await parlour.sendCustomerMessage(fixture.channel, customer, text);
          expect(answer.status).toBe(200);
        }
      }),
    );
    // A failed request is repeated after 5 s ± 20 %.
    await fixture.waitUntil(async () => {
      await fixture.advanceClock(7_000, 1_000);
      return receiver.accepted().length === customers.length * (texts.length + 1);
    }, "all events were accepted");
    for (const customer of customers) {
      const { id } = await parlour.findChat(customer);
      const events = receiver.accepted().filter(({ chatId }) => chatId === id);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1));
      expect(events.map(({ event, body }) => body.chat_message?.message ?? event)).toEqual([
        "chat_created",
        ...texts,
      ]);
    }
  });

  test("[WH-042] [WH-113] what chat_created is answered is shown before anybody takes the chat; answers to messages change nothing", async () => {
    const { parlour, receiver } = fixture;
    await addWebhook(["chat_created", "message_created"]);
    receiver.setMode(({ event }) => ({
      reply: { result: "ok", custom_data: [{ title: "From", content: event }] },
    }));
    const chat = await fixture.startChat("c");
    await parlour.settle();
    const { state, custom_data: data } = await fixture.readChat(chat.id);
    expect([state, data]).toMatchObject(["waiting", [{ title: "From", content: "chat_created" }]]);
    const { items } = (await parlour.owner.call("GET", `deliveries?chat=${chat.id}`)).body as {
      items: readonly { event: string; last_attempt: { used: { ignored: unknown } } }[];
    };
    expect(
      items.find(({ event }) => event === "message_created")?.last_attempt.used.ignored,
    ).toEqual([{ field: "custom_data", reason: "event_takes_no_data" }]);
  });

  test("[WH-115] [CORE-116] a text that is erased before the first attempt is not sent, and a stored one is removed", async () => {
    const { parlour, receiver } = fixture;
    await addWebhook(["message_created", "visitor_updated"], { message_text: true });
    receiver.setMode({ status: 500 });
    const chat = await fixture.startChat("gone", { sender: { name: "Nadia" } });
    await parlour.settle();
    const readContents = () =>
      parlour.sql<{ body: string }>(
        `select c.body from delivery_content c join delivery d on d.account_id = c.account_id and d.id = c.delivery_id
         where d.event in ('message_created', 'visitor_updated') and d.created_at >= $1`,
        [new Date(Date.parse(chat.created_at))],
      );
    expect((await readContents()).some(({ body }) => body.includes("Hello"))).toBe(true);
    // The second message waits behind the failing first one.
    await parlour.sendCustomerMessage(fixture.channel, "gone", "my card number");
    await fixture.closeChat(chat.id);
    const path = `visitors/${chat.visitor.number}`;
    await parlour.owner.call("PATCH", path, { phone: "+4930111222" });
    await fixture.advanceClock(3_000);
    expect((await readContents()).some(({ body }) => body.includes("+4930111222"))).toBe(true);
    const attempts = receiver.requests.length;
    const erased = await parlour.owner.call("DELETE", path);
    expect(erased.status, erased.text).toBeLessThan(300);
    receiver.setMode("ok");
    await fixture.waitUntil(async () => {
      await fixture.advanceClock(7_000, 1_000);
      const rows = await fixture.readDeliveries();
      return rows.every(({ state }) => state !== "pending");
    }, "all deliveries have ended");
    expect(await readContents()).toEqual([]);
    expect(receiver.requests).toHaveLength(attempts);
    for (const { text } of receiver.requests) expect(text).not.toContain("my card number");
    // The first message and the change of the visitor without a chat.
    const [record] = (await parlour.owner.call("GET", "erasures")).body.items as readonly {
      received: readonly { url: string; count: number }[];
    }[];
    expect(record?.received).toMatchObject([{ url: `${receiver.url}/hook`, count: 2 }]);
  });
});

describe("an endpoint that is away", () => {
  test("[WH-114] [WH-062] [WH-066] what waits for one that is switched off becomes dead letters, and later messages cause no delivery", async () => {
    const { parlour, receiver } = fixture;
    await addWebhook(["message_created"]);
    receiver.setMode({ status: 500 });
    const chat = await fixture.startChat("c");
    for (const text of ["One", "Two"])
      await parlour.sendCustomerMessage(fixture.channel, "c", text);
    await parlour.settle();
    const readStates = async () => (await fixture.readDeliveries()).map(({ state }) => state);
    // One request at a time: the others wait behind the first.
    expect(receiver.requests).toHaveLength(1);
    expect(await readStates()).toEqual(["pending", "pending", "pending"]);
    receiver.setMode("gone");
    await fixture.advanceClock(7_000);
    await fixture.waitUntil(
      async () => (await readStates()).every((state) => state === "dead"),
      "all deliveries are dead letters",
    );
    const requestCount = receiver.requests.length;
    await parlour.sendCustomerMessage(fixture.channel, "c", "Three");
    await fixture.advanceClock(2_000);
    expect(await readStates()).toHaveLength(3);
    expect(receiver.requests).toHaveLength(requestCount);
    expect((await fixture.readChat(chat.id)).state).toBe("waiting");
  });
});

describe("visitors", () => {
  test("[WH-111] [WH-113] changes within 2 s are one event with the data at its end and who set it; a webhook's own answer is none", async () => {
    const { parlour, receiver } = fixture;
    await addWebhook(["visitor_updated", "chat_updated"]);
    receiver.setMode({ reply: { result: "ok", contact_info: { email: "crm@shop.example" } } });
    const chat = await fixture.startChat("c", { sender: { name: "Nadia" } });
    await parlour.sendCustomerMessage(fixture.channel, "c", "Hi", { sender: { name: "Nadia R." } });
    const path = `visitors/${chat.visitor.number}`;
    expect((await parlour.owner.call("PATCH", path, { phone: "+49301" })).status).toBe(200);
    await fixture.advanceClock(3_000);
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.requests[0]).toMatchObject({
      event: "visitor_updated",
      chatId: chat.id,
      seq: 1,
      body: {
        visitor: { name: "Nadia R.", phone: "+49301" },
        changes: [
          { field: "name", by: "channel" },
          { field: "phone", by: "operator", agent_id: parlour.owner.id },
        ],
      },
    });
    expect(receiver.requests.every(isValidEvent)).toBe(true);
    expect((await fixture.readChat(chat.id)).visitor.email).toMatchObject({
      value: "crm@shop.example",
      source: "webhook",
    });
    await fixture.advanceClock(10_000);
    expect(receiver.requests).toHaveLength(1);
  });

  test("[WH-111] [WH-113] without a running chat the event has no chat_id, and its answer changes nothing", async () => {
    const { parlour, receiver } = fixture;
    const chat = await fixture.startChat("c");
    await fixture.closeChat(chat.id);
    await addWebhook(["visitor_updated"]);
    receiver.setMode({ reply: { result: "ok", contact_info: { name: "From the CRM" } } });
    const path = `visitors/${chat.visitor.number}`;
    await parlour.owner.call("PATCH", path, { description: "vip" });
    await fixture.advanceClock(3_000);
    const [event, ...more] = receiver.requests;
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      event: "visitor_updated",
      chatId: null,
      seq: 1,
      body: {
        widget_id: fixture.channel.publicId,
        visitor: { description: "vip", number: String(chat.visitor.number), chats_count: 1 },
        changes: [{ field: "description", by: "operator", agent_id: parlour.owner.id }],
      },
    });
    expect(event && isValidEvent(event)).toBe(true);
    expect((await parlour.owner.call("GET", path)).body.name).toBe(null);
  });
});

describe("messages that could not be delivered", () => {
  test("[WH-118] [FLD-016] each changed value of a field is one event with the value before and who set it; a webhook's own answer is none", async () => {
    const { parlour, receiver } = fixture;
    const define = (object: string, key: string) =>
      parlour.owner.call("POST", "fields", { object, key, kind: "text", name: key });
    await define("visitor", "plan");
    await define("chat", "order");
    await addWebhook(["field_changed", "chat_accepted"]);
    // The values of a new visitor and chat cause none.
    const chat = await fixture.startChat("f", { sender: { fields: { plan: "free", order: "7" } } });
    await parlour.sendCustomerMessage(fixture.channel, "f", "Again", {
      sender: { fields: { plan: "pro", order: "7" } },
    });
    await parlour.owner.call("PUT", `chats/${chat.id}/fields`, { fields: { order: null } });
    receiver.setMode({ reply: { result: "ok", fields: { plan: "max" } } });
    await fixture.acceptChat(chat.id);
    await parlour.settle();
    receiver.setMode("ok");
    await fixture.closeChat(chat.id);
    await parlour.owner.call("PUT", `visitors/${chat.visitor.number}/fields`, {
      fields: { plan: "free" },
    });
    await parlour.settle();
    const events = findEvents("field_changed");
    expect(events.every(isValidEvent)).toBe(true);
    const operator = parlour.owner.id;
    expect(
      events.map(({ chatId, body }) => [
        chatId,
        body.object,
        body.key,
        body.previous,
        body.value,
        body.source,
        body.agent_id,
      ]),
    ).toEqual([
      [chat.id, "visitor", "plan", "free", "pro", "channel", undefined],
      [chat.id, "chat", "order", "7", undefined, "api", operator],
      [null, "visitor", "plan", "max", "free", "api", operator],
    ]);
    expect(events[2]?.body).toMatchObject({ visitor: { fields: { plan: "free" } } });
    expect(events[2]?.body).not.toHaveProperty("agent");
  });

  test("[WH-112] the last failed attempt at the customer's channel is one event with its code; sent again and failed, one more; webhooks that fail cause none", async () => {
    const { parlour, receiver, integrator } = fixture;
    await addWebhook(["message_delivery_failed"]);
    const failing = await fixture.addWebhook(`${receiver.url}/failing`, {
      events: ["message_delivery_failed", "chat_finished"],
    });
    receiver.setMode(({ path }) => (path === "/failing" ? { status: 500 } : "ok"));
    integrator.respondWith({ status: 500, body: "oops" });
    const chat = await fixture.startChat("c");
    await fixture.acceptChat(chat.id);
    await sendOperatorMessage(chat.id, "my secret");
    const received = () => receiver.requests.filter(({ path }) => path === "/hook");
    await fixture.advanceClock(2_000);
    expect(received()).toEqual([]);
    await fixture.advanceClock(10_000);
    const [message] = (await parlour.messages(chat.id)).filter(
      ({ text }) => text === "my secret",
    ) as unknown as readonly { id: number; seq: number; delivery: { id: number; state: string } }[];
    expect(message?.delivery.state).toBe("failed");
    expect(received()).toHaveLength(1);
    expect(received()[0]).toMatchObject({
      chatId: chat.id,
      seq: 1,
      body: {
        agent: { name: "Ann" },
        chat_message: {
          id: message?.id,
          seq: message?.seq,
          type: "agent",
          agent_id: parlour.owner.id,
        },
        delivery: { id: message?.delivery.id, to: "channel", attempts: 3, code: "http_error" },
      },
    });
    expect(received().every(isValidEvent)).toBe(true);
    expect(received()[0]?.text).not.toContain("my secret");
    const again = await parlour.owner.call("POST", `deliveries/${message?.delivery.id}/retry`, {});
    expect(again.status, again.text).toBeLessThan(300);
    await fixture.advanceClock(12_000);
    expect(received().map(({ seq }) => seq)).toEqual([1, 2]);
    // Its own failures have no event: it stays at two of its own and the end of the chat.
    await fixture.closeChat(chat.id);
    await fixture.advanceClock(60_000, 5_000);
    expect(received()).toHaveLength(2);
    const rows = await parlour.sql<{ event: string }>(
      "select event from delivery where endpoint_id = $1 order by position",
      [failing.endpoint_id],
    );
    expect(rows.map(({ event }) => event)).toEqual([
      "message_delivery_failed",
      "message_delivery_failed",
      "chat_finished",
    ]);
  });

  test("[WH-112] [CH-111] a deleted channel fails what waits for it, each message with its own event", async () => {
    const { parlour, receiver, integrator } = fixture;
    await addWebhook(["message_delivery_failed"]);
    const channel = await parlour.channel(`${integrator.url}/doomed`);
    // The attempts of the first message are not over, and the second one waits behind it.
    integrator.respondWith({ status: 500 });
    await parlour.sendCustomerMessage(channel, "d", "Hello");
    const chat = await parlour.findChat("d");
    await fixture.acceptChat(chat.id);
    for (const text of ["One", "Two"]) await sendOperatorMessage(chat.id, text);
    expect((await parlour.owner.call("DELETE", `channels/${channel.id}`)).status).toBe(204);
    await fixture.waitUntil(
      () => findEvents("message_delivery_failed").length === 2,
      "both messages are reported",
    );
    expect(receiver.requests.map(({ body }) => [body.delivery.code, body.delivery.to])).toEqual([
      ["channel_deleted", "channel"],
      ["channel_deleted", "channel"],
    ]);
  });

  test("[WH-112] [BOT-053] a bot that does not take the visitor's message is one event; what operators take over is none", async () => {
    const { parlour, receiver } = fixture;
    await addWebhook(["message_delivery_failed"]);
    const provider = await startBotProvider(() => parlour.clock.now());
    try {
      await parlour.owner.call("POST", "instance/egress-allow", { add: [provider.host] });
      const created = await parlour.owner.call("POST", "bot-providers", {
        name: "P",
        contact: "a@example.test",
        endpoint_url: provider.endpoint,
      });
      const bot = await parlour.owner.call("POST", "bots", {
        provider_id: created.body.id,
        token: "tok3n-tok3n-tok3n-tok3n",
        name: "Robo",
      });
      expect(bot.status, bot.text).toBe(201);
      provider.respondWith(() => ({ status: 500 }));
      const chat = await fixture.startChat("b");
      await parlour.sendCustomerMessage(fixture.channel, "b", "Anybody?");
      await fixture.advanceClock(15_000);
      expect((await fixture.readChat(chat.id)).state).toBe("waiting");
      expect(
        receiver.requests.map(({ event, body }) => [
          event,
          body.delivery.to,
          body.delivery.code,
          body.chat_message.type,
          body.chat_message.seq,
        ]),
      ).toEqual([["message_delivery_failed", "bot", "http_error", "visitor", 2]]);
    } finally {
      for (const { id } of (await parlour.owner.call("GET", "bots")).body.items as { id: number }[])
        await parlour.owner.call("DELETE", `bots/${id}`);
      await provider.close();
    }
  });
});
