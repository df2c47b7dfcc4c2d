import { BotClientMessage } from "@parlour/protocol/bot";
import { Webhook } from "standardwebhooks";
import { Check } from "typebox/value";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { botToken, openBotFixture, type BotFixture } from "./bot-edge-fixture.ts";

/** The exchange between customer, bot provider and operators in a whole Parlour. */
let fixture: BotFixture;
let customerCount = 0;
beforeAll(async () => {
  fixture = await openBotFixture({
    bot: { sends_chat_closed: true, photo: "https://bots.example/robo.png" },
  });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.provider.respondWith("ok");
  await fixture.advanceClock(1_000, 1_000);
});
const nextCustomer = (): string => `c${++customerCount}`;
/** Returns the texts of all messages to a customer that the integrator's endpoint received. */
const listShownTexts = (customerKey: string): readonly string[] =>
  fixture.integrator.received
    .map((one) => JSON.parse(one.body) as { recipient: { id: string }; message: { text?: string } })
    .filter((body) => body.recipient.id === customerKey)
    .map((body) => body.message.text ?? "");

test(
  "[BOT-004] [BOT-010] [BOT-012] [CH-078] [BOT-080] a customer's message goes to the provider first, its answer to the customer",
  { meta: { pin: "main path of the bot provider" } },
  async () => {
    const customerKey = nextCustomer();
    const before = fixture.provider.events.length;
    const chat = await fixture.startChat(customerKey, "Where is my parcel?");
    expect(chat).toMatchObject({
      state: "bot",
      assignee: null,
      wait: null,
      bot: { name: "Robo", attached: true },
    });
    const event = (await fixture.provider.waitForEvents(before + 1)).at(-1);
    expect(event?.path).toBe(`/bot/${fixture.bot.token}`);
    const answer = await fixture.sendBotMessage(chat.id, "It is on its way.");
    expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([
      200,
      '{"result":"ok"}',
      "application/json; charset=utf-8",
    ]);
    await fixture.waitUntil(() => listShownTexts(customerKey).length === 1);
    expect(listShownTexts(customerKey)).toEqual(["It is on its way."]);
    expect(JSON.parse(fixture.integrator.received.at(-1)?.body ?? "")).toMatchObject({
      sender: { name: "Robo", photo: "https://bots.example/robo.png" },
      recipient: { id: customerKey },
    });
    expect((await fixture.messages(chat.id)).at(-1)).toMatchObject({
      author: { kind: "bot", name: "Robo" },
      text: "It is on its way.",
    });
  },
);

test("[CH-078] what waits for its next attempt goes out under the name and with the picture that the connection has by then", async () => {
  const rename = (name: string, photo: string) =>
    fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, { name, photo });
  const customerKey = nextCustomer();
  const chat = await fixture.startChat(customerKey, "Where is my parcel?");
  fixture.integrator.respondWith({ status: 500 });
  await fixture.sendBotMessage(chat.id, "It is on its way.");
  await fixture.waitUntil(() => listShownTexts(customerKey).length === 1);
  expect((await rename("Robin", "https://bots.example/robin.png")).status).toBe(200);
  fixture.integrator.respondWith("ok");
  await fixture.advanceClock(3_000);
  await fixture.waitUntil(() => listShownTexts(customerKey).length === 2);
  const senders = fixture.integrator.received
    .slice(-2)
    .map((one) => (JSON.parse(one.body) as { sender: unknown }).sender);
  expect(senders).toEqual([
    { name: "Robo", photo: "https://bots.example/robo.png" },
    { name: "Robin", photo: "https://bots.example/robin.png" },
  ]);
  await rename("Robo", "https://bots.example/robo.png");
});

test("[BOT-013] [BOT-014] [BOT-020] [BOT-021] [BOT-022] [BOT-023] CLIENT_MESSAGE as published, signed, with the event's id", async () => {
  const customerKey = nextCustomer();
  const before = fixture.provider.events.length;
  await fixture.parlour.sendCustomerMessage(fixture.channel, customerKey, "Hello", {
    sender: { name: "Nadia", email: "n@example.test", url: "https://shop.example/cart" },
  });
  const chat = await fixture.parlour.findChat(customerKey);
  const event = (await fixture.provider.waitForEvents(before + 1)).at(-1);
  expect(event && Check(BotClientMessage, event.body)).toBe(true);
  expect(event?.body).toEqual({
    event: "CLIENT_MESSAGE",
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    site_id: expect.any(Number),
    client_id: String(chat.visitor.id),
    chat_id: String(chat.id),
    agents_online: false,
    sender: {
      id: chat.visitor.id,
      name: "Nadia",
      url: "https://shop.example/cart",
      has_contacts: true,
    },
    channel: { id: fixture.channel.publicId, type: "channel" },
    message: {
      type: "TEXT",
      text: "Hello",
      timestamp: Math.floor(fixture.parlour.clock.now() / 1_000),
    },
  });
  expect(event?.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "webhook-id": event?.body.id,
  });
  expect(event?.headers["authorization"]).toBeUndefined();
  const key = Buffer.from(fixture.bot.signingSecret.slice("whsec_".length), "base64");
  const signed = new Webhook(key, { format: "raw" });
  const headers = event?.headers as Record<string, string>;
  // The library compares the signature time with the system clock. This test checks only the
  // signature.
  expect(headers["webhook-signature"]).toBe(
    signed.sign(
      headers["webhook-id"] ?? "",
      new Date(Number(headers["webhook-timestamp"]) * 1_000),
      event?.text ?? "",
    ),
  );
});

test("[BOT-023] [CORE-092] agents_online is true while an operator could take the chat", async () => {
  const operator = await fixture.goOnline();
  const before = fixture.provider.events.length;
  await fixture.startChat(nextCustomer());
  expect((await fixture.provider.waitForEvents(before + 1)).at(-1)?.body).toMatchObject({
    agents_online: true,
  });
  await operator.close();
});

test("[BOT-024] a file and a place are sent as text", async () => {
  const customerKey = nextCustomer();
  const before = fixture.provider.events.length;
  const path = new URL(fixture.channel.inboundUrl).pathname;
  await fixture.parlour.call("POST", path, {
    sender: { id: customerKey },
    message: {
      type: "photo",
      file: "https://f.example/a.png",
      file_name: "a.png",
      file_size: 5,
      text: "Look",
    },
  });
  await fixture.parlour.call("POST", path, {
    sender: { id: customerKey },
    message: { type: "location", latitude: 52.5, longitude: 13.25 },
  });
  const events = (await fixture.provider.waitForEvents(before + 2)).slice(before);
  expect(events.map((one) => one.body.message?.text)).toEqual([
    "Look\nhttps://f.example/a.png",
    "52.5,13.25",
  ]);
});

test("[BOT-054] [BOT-055] a BOT_MESSAGE inside the request is accepted, shown, and settles it", async () => {
  const customerKey = nextCustomer();
  let inside = 0;
  fixture.provider.respondWith(async (event) => {
    if (event.body.event !== "CLIENT_MESSAGE") return "ok";
    inside = (await fixture.sendBotMessage(Number(event.body.chat_id), "Answered inside")).status;
    return event.n === first ? 503 : "ok";
  });
  const first = fixture.provider.events.length + 1;
  const chat = await fixture.startChat(customerKey);
  await fixture.waitUntil(async () => (await fixture.readDeliveries(chat.id))[0]?.attempts === 1);
  expect(inside).toBe(200);
  expect((await fixture.readDeliveries(chat.id))[0]).toMatchObject({
    state: "delivered",
    outcome: "delivered",
  });
  await fixture.advanceClock(3_000);
  await fixture.waitUntil(() => listShownTexts(customerKey).length === 1);
  expect(listShownTexts(customerKey)).toEqual(["Answered inside"]);
  expect(fixture.provider.events).toHaveLength(first);
});

test("[BOT-061] [BOT-080] [BOT-091] [BOT-107] buttons without text reach a customer of a chat channel, and the answer says how", async () => {
  const customerKey = nextCustomer();
  const before = fixture.provider.events.length;
  const chat = await fixture.startChat(customerKey);
  await fixture.provider.waitForEvents(before + 1);
  const buttons = [
    { id: "o1", text: "Order 1001" },
    { id: "o2", text: "x".repeat(81) },
  ];
  const sent = await fixture.sendBotMessage(
    chat.id,
    { type: "BUTTONS", title: "Which order?", buttons },
    { headers: { "idempotency-key": "k-buttons" } },
  );
  expect([
    sent.status,
    sent.body.result,
    sent.body.warnings.map((one: { code: string }) => one.code),
  ]).toEqual([200, "ok", ["button_text_cut", "text_built"]]);
  await fixture.waitUntil(() => listShownTexts(customerKey).length === 1);
  expect(listShownTexts(customerKey)).toEqual([
    `Which order?\n1. Order 1001\n2. ${"x".repeat(80)}`,
  ]);
  // The same key returns the same response.
  const again = await fixture.sendBotMessage(
    chat.id,
    { type: "BUTTONS", title: "Which order?", buttons },
    { headers: { "idempotency-key": "k-buttons" } },
  );
  expect(again.body).toEqual(sent.body);
  await fixture.parlour.sendCustomerMessage(fixture.channel, customerKey, "2");
  await fixture.provider.waitForEvents(before + 2);
  expect(fixture.provider.events.at(-1)?.body.message).toMatchObject({
    text: "2",
    button_id: "o2",
  });
  expect(
    (await fixture.sendBotMessage(chat.id, { type: "BUTTONS", text: "Reply 1 or 2", buttons })).body
      .warnings,
  ).toMatchObject([{ code: "button_text_cut" }, { code: "text_only" }]);
  expect((await fixture.sendBotMessage(chat.id, "y".repeat(1001))).body.warnings).toMatchObject([
    { code: "channel_text_cut" },
  ]);
  expect((await fixture.sendBotMessage(chat.id, "short")).body).toEqual({ result: "ok" });
});

test("[BOT-094] with the option, a typed number reaches the bot as the text of its button", async () => {
  const setOption = (value: boolean) =>
    fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, { sends_button_text: value });
  const customerKey = nextCustomer();
  const before = fixture.provider.events.length;
  const chat = await fixture.startChat(customerKey);
  await fixture.provider.waitForEvents(before + 1);
  expect((await setOption(true)).body).toMatchObject({ sends_button_text: true });
  const buttons = [
    { id: "o1", text: "Order 1001" },
    { id: "o2", text: "Order 1002" },
  ];
  await fixture.sendBotMessage(chat.id, { type: "BUTTONS", title: "Which order?", buttons });
  await fixture.parlour.sendCustomerMessage(fixture.channel, customerKey, "2");
  await fixture.provider.waitForEvents(before + 2);
  expect(fixture.provider.events.at(-1)?.body.message).toMatchObject({
    text: "Order 1002",
    button_id: "o2",
  });
  expect((await fixture.messages(chat.id)).at(-1)).toMatchObject({ text: "2" });
  await fixture.parlour.sendCustomerMessage(fixture.channel, customerKey, "1");
  await fixture.provider.waitForEvents(before + 3);
  expect(fixture.provider.events.at(-1)?.body.message).toMatchObject({ text: "1" });
  await setOption(false);
});

test("[BOT-012] the token stands where the address has a place for it, or nowhere; the delivery log masks it", async () => {
  const change = (body: object) =>
    fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, body);
  const pathOf = async (): Promise<string | undefined> => {
    const before = fixture.provider.events.length;
    await fixture.startChat(nextCustomer());
    await fixture.provider.waitForEvents(before + 1);
    await fixture.parlour.settle();
    return fixture.provider.events.at(-1)?.path;
  };
  expect(
    (await change({ endpoint_url: `${fixture.provider.endpoint}/{token}/?k=1` })).body,
  ).toMatchObject({ append_token: true });
  expect(await pathOf()).toBe(`/bot/${botToken}/?k=1`);
  const [{ request } = { request: "" }] = await fixture.parlour.sql<{ request: string }>(
    "select request::text as request from attempt order by started_at desc, delivery_id desc limit 1",
  );
  expect(request).not.toContain(botToken);
  expect(
    (await change({ endpoint_url: `${fixture.provider.endpoint}/in/`, append_token: false })).body,
  ).toMatchObject({
    append_token: false,
  });
  expect(await pathOf()).toBe("/bot/in/");
  await change({ endpoint_url: fixture.provider.endpoint, append_token: true });
  expect(await pathOf()).toBe(`/bot/${botToken}`);
});

test("[BOT-092] [BOT-093] [BOT-051] a BOT_MESSAGE in a response is not read: delivery log, inspector and test say where to post it", async () => {
  const event = JSON.stringify({
    event: "BOT_MESSAGE",
    chat_id: "1",
    message: { type: "TEXT", text: "Here" },
  });
  fixture.provider.respondWith({ status: 200, body: event });
  const chat = await fixture.startChat(nextCustomer());
  await fixture.waitUntil(
    async () => (await fixture.readDeliveries(chat.id))[0]?.state === "delivered",
  );
  await fixture.parlour.settle();
  const { owner } = fixture.parlour;
  const note = {
    code: "answer_in_reply",
    message: expect.stringMatching(
      /^BOT_MESSAGE .* Post it to http.*\/bot\/webhooks\/[a-z0-9]{12}\/…/,
    ),
  };
  const { body } = await owner.call(
    "GET",
    `deliveries/${(await fixture.readDeliveries(chat.id))[0]?.id}`,
  );
  expect(body).toMatchObject({
    state: "delivered",
    attempts_made: [{ outcome: "delivered", error: note, used: { taken: [{ field: "status" }] } }],
  });
  expect(JSON.stringify(body)).not.toContain(botToken);
  expect(
    (await owner.call("POST", `bots/${fixture.bot.id}/test`, { event: "CLIENT_MESSAGE" })).body,
  ).toMatchObject({
    outcome: "delivered",
    error: note,
  });
  const inspected = await owner.call("GET", "inspector");
  expect(JSON.stringify(inspected.body)).toContain("answer_in_reply");
  expect((await fixture.messages(chat.id)).filter((one) => one.author.kind === "bot")).toEqual([]);
});

test("[BOT-075] answers may come hours later, any number of them, in order", async () => {
  const customerKey = nextCustomer();
  const before = fixture.provider.events.length;
  const chat = await fixture.startChat(customerKey);
  await fixture.provider.waitForEvents(before + 1);
  await fixture.jump(3 * 3_600_000);
  const texts = ["one", "two", "three", "four"];
  for (const text of texts) expect((await fixture.sendBotMessage(chat.id, text)).status).toBe(200);
  await fixture.waitUntil(() => listShownTexts(customerKey).length === texts.length);
  expect(listShownTexts(customerKey)).toEqual(texts);
  expect(
    (await fixture.messages(chat.id))
      .filter((one) => one.author.kind === "bot")
      .map((one) => one.text),
  ).toEqual(texts);
});

test("[BOT-060] [BOT-091] a text channel gets text of every kind of message; operators see the whole", async () => {
  const customerKey = nextCustomer();
  const chat = await fixture.startChat(customerKey);
  const buttons = [{ id: "o1", text: "Order 1001" }, { text: "Order 1002" }];
  const answers = [
    await fixture.sendBotMessage(chat.id, {
      type: "MARKDOWN",
      content: "**Bold** [site](https://shop.example)",
      text: "Bold site",
    }),
    await fixture.sendBotMessage(chat.id, { type: "MARKDOWN", content: "*built*" }),
    await fixture.sendBotMessage(chat.id, {
      type: "BUTTONS",
      title: "Which order?",
      text: "Reply 1 or 2",
      buttons,
    }),
    await fixture.sendBotMessage(chat.id, { type: "BUTTONS", title: "Which order?", buttons }),
    await fixture.sendBotMessage(chat.id, "done"),
  ];
  expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200, 200]);
  await fixture.waitUntil(() => listShownTexts(customerKey).includes("done"));
  expect(listShownTexts(customerKey)).toEqual([
    "Bold site",
    "built",
    "Reply 1 or 2",
    "Which order?\n1. Order 1001\n2. Order 1002",
    "done",
  ]);
  const sent = (await fixture.messages(chat.id)).filter((one) => one.author.kind === "bot");
  expect(sent.map((one) => [one.kind, one.hidden ?? false])).toEqual([
    ["markdown", false],
    ["markdown", false],
    ["buttons", false],
    ["buttons", false],
    ["text", false],
  ]);
  expect(sent[2]).toMatchObject({
    title: "Which order?",
    buttons: [
      { id: "o1", text: "Order 1001" },
      { id: "2", text: "Order 1002" },
    ],
  });
});

test("[BOT-044] a bot's long text is cut, on a channel as its rule says", async () => {
  const customerKey = nextCustomer();
  const chat = await fixture.startChat(customerKey);
  expect((await fixture.sendBotMessage(chat.id, "ä".repeat(4_001))).status).toBe(200);
  await fixture.waitUntil(() => listShownTexts(customerKey).length === 1);
  expect(listShownTexts(customerKey)[0]).toHaveLength(1_000);
  expect((await fixture.messages(chat.id)).at(-1)).toMatchObject({
    text: "ä".repeat(4_000),
    cut: true,
  });
});

test("[BOT-073] [BOT-074] [F18] an operator who joins without invitation takes the chat: AGENT_JOINED, the bot is refused", async () => {
  const customerKey = nextCustomer();
  const chat = await fixture.startChat(customerKey);
  await fixture.waitUntil(() => fixture.provider.eventNames(chat.id).length === 1);
  expect((await fixture.parlour.owner.call("POST", `chats/${chat.id}/join`)).status).toBe(200);
  await fixture.waitUntil(() => fixture.provider.eventNames(chat.id).includes("AGENT_JOINED"));
  expect(await fixture.readChat(chat.id)).toMatchObject({
    state: "open",
    bot: { attached: false },
  });
  const refused = await fixture.sendBotMessage(chat.id, "too late");
  expect([refused.status, refused.body]).toEqual([
    400,
    {
      error: {
        code: "invalid_request",
        message: "The chat was handed over to an operator",
        reason: "chat_handed_over",
      },
    },
  ]);
  await fixture.parlour.sendCustomerMessage(fixture.channel, customerKey, "to the operator");
  await fixture.parlour.settle();
  expect(listShownTexts(customerKey)).toEqual([]);
  expect(fixture.provider.eventNames(chat.id)).toEqual(["CLIENT_MESSAGE", "AGENT_JOINED"]);
});

test("[BOT-057] [BOT-073] [BOT-076] [F18] after the end CHAT_CLOSED goes out, the bot is refused, the next chat is the bot's again", async () => {
  const customerKey = nextCustomer();
  const chat = await fixture.startChat(customerKey);
  await fixture.waitUntil(() => fixture.provider.eventNames(chat.id).length === 1);
  expect((await fixture.parlour.owner.call("POST", `chats/${chat.id}/close`, {})).status).toBe(200);
  await fixture.waitUntil(() => fixture.provider.eventNames(chat.id).includes("CHAT_CLOSED"));
  const refused = await fixture.sendBotMessage(chat.id, "too late");
  expect([refused.status, (refused.body as { error: { reason: string } }).error.reason]).toEqual([
    400,
    "chat_closed",
  ]);
  await fixture.advanceClock(1_000, 1_000);
  const next = await fixture.startChat(customerKey, "again");
  expect(next.id).not.toBe(chat.id);
  expect(next.state).toBe("bot");
  await fixture.waitUntil(() => fixture.provider.eventNames(next.id).length === 1);
});

test("[BOT-004] a channel outside the bot's scope goes to operators; the more specific bot comes first", async () => {
  const other = await fixture.parlour.channel(fixture.integrator.url);
  const only = await fixture.connectBot({
    token: "a-token-of-its-own-for-one",
    channels: [other.id],
    name: "Special",
  });
  await fixture.parlour.sendCustomerMessage(other, "special", "hi");
  expect(await fixture.parlour.findChat("special")).toMatchObject({
    bot: { id: only.id, name: "Special" },
  });
  await fixture.parlour.owner.call("PATCH", `bots/${only.id}`, { enabled: false });
  await fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, {
    channels: [fixture.channel.id],
  });
  await fixture.parlour.sendCustomerMessage(other, "people", "hi");
  expect(await fixture.parlour.findChat("people")).toMatchObject({ state: "waiting", bot: null });
  await fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, { channels: null });
});
