import { BotClientMessage } from "@parlour/protocol/bot";
import { Webhook } from "standardwebhooks";
import { Check } from "typebox/value";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { botToken, openBotBed, type BotBed } from "./bot-edge-bed.ts";

/** The exchange between customer, bot provider and operators in a whole Parlour. */
let bed: BotBed;
let customers = 0;
beforeAll(async () => {
  bed = await openBotBed({ bot: { sends_chat_closed: true, photo: "https://bots.example/robo.png" } });
});
afterAll(() => bed.close());
beforeEach(async () => {
  bed.provider.respondWith("ok");
  await bed.pass(1_000, 1_000);
});
const customer = (): string => `c${++customers}`;
/** Returns the texts of all messages to a customer that the integrator's endpoint received. */
const shown = (who: string): readonly string[] =>
  bed.integrator.received
    .map((one) => JSON.parse(one.body) as { recipient: { id: string }; message: { text?: string } })
    .filter((body) => body.recipient.id === who)
    .map((body) => body.message.text ?? "");

test("[BOT-004] [BOT-010] [BOT-012] [CH-078] [BOT-080] a customer's message goes to the provider first, its answer to the customer", async () => {
  const who = customer();
  const before = bed.provider.events.length;
  const chat = await bed.chat(who, "Where is my parcel?");
  expect(chat).toMatchObject({ state: "bot", assignee: null, wait: null, bot: { name: "Robo", attached: true } });
  const event = (await bed.provider.waitForEvents(before + 1)).at(-1);
  expect(event?.path).toBe(`/bot/${bed.bot.token}`);
  const answer = await bed.say(chat.id, "It is on its way.");
  expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([
    200,
    '{"result":"ok"}',
    "application/json; charset=utf-8",
  ]);
  await bed.until(() => shown(who).length === 1);
  expect(shown(who)).toEqual(["It is on its way."]);
  expect(JSON.parse(bed.integrator.received.at(-1)?.body ?? "")).toMatchObject({
    sender: { name: "Robo", photo: "https://bots.example/robo.png" },
    recipient: { id: who },
  });
  expect((await bed.messages(chat.id)).at(-1)).toMatchObject({ author: { kind: "bot", name: "Robo" }, text: "It is on its way." });
});

test("[CH-078] what waits for its next attempt goes out under the name and with the picture that the connection has by then", async () => {
  const rename = (name: string, photo: string) => bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, { name, photo });
  const who = customer();
  const chat = await bed.chat(who, "Where is my parcel?");
  bed.integrator.respondWith({ status: 500 });
  await bed.say(chat.id, "It is on its way.");
  await bed.until(() => shown(who).length === 1);
  expect((await rename("Robin", "https://bots.example/robin.png")).status).toBe(200);
  bed.integrator.respondWith("ok");
  await bed.pass(3_000);
  await bed.until(() => shown(who).length === 2);
  const senders = bed.integrator.received.slice(-2).map((one) => (JSON.parse(one.body) as { sender: unknown }).sender);
  expect(senders).toEqual([
    { name: "Robo", photo: "https://bots.example/robo.png" },
    { name: "Robin", photo: "https://bots.example/robin.png" },
  ]);
  await rename("Robo", "https://bots.example/robo.png");
});

test("[BOT-013] [BOT-014] [BOT-020] [BOT-021] [BOT-022] [BOT-023] CLIENT_MESSAGE as published, signed, with the event's id", async () => {
  const who = customer();
  const before = bed.provider.events.length;
  await bed.parlour.sendCustomerMessage(bed.channel, who, "Hello", {
    sender: { name: "Nadia", email: "n@example.test", url: "https://shop.example/cart" },
  });
  const chat = await bed.parlour.findChat(who);
  const event = (await bed.provider.waitForEvents(before + 1)).at(-1);
  expect(event && Check(BotClientMessage, event.body)).toBe(true);
  expect(event?.body).toEqual({
    event: "CLIENT_MESSAGE",
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    site_id: expect.any(Number),
    client_id: String(chat.visitor.id),
    chat_id: String(chat.id),
    agents_online: false,
    sender: { id: chat.visitor.id, name: "Nadia", url: "https://shop.example/cart", has_contacts: true },
    channel: { id: bed.channel.publicId, type: "channel" },
    message: { type: "TEXT", text: "Hello", timestamp: Math.floor(bed.parlour.clock.now() / 1_000) },
  });
  expect(event?.headers).toMatchObject({ "content-type": "application/json; charset=utf-8", "webhook-id": event?.body.id });
  expect(event?.headers["authorization"]).toBeUndefined();
  const key = Buffer.from(bed.bot.signingSecret.slice("whsec_".length), "base64");
  const signed = new Webhook(key, { format: "raw" });
  const given = event?.headers as Record<string, string>;
  // The library checks the signature time against the machine's clock. Only the signature matters
  // here.
  expect(given["webhook-signature"]).toBe(
    signed.sign(given["webhook-id"] ?? "", new Date(Number(given["webhook-timestamp"]) * 1_000), event?.text ?? ""),
  );
});

test("[BOT-023] [CORE-092] agents_online is true while an operator could take the chat", async () => {
  const operator = await bed.online();
  const before = bed.provider.events.length;
  await bed.chat(customer());
  expect((await bed.provider.waitForEvents(before + 1)).at(-1)?.body).toMatchObject({ agents_online: true });
  await operator.close();
});

test("[BOT-024] a file and a place are sent as text", async () => {
  const who = customer();
  const before = bed.provider.events.length;
  const path = new URL(bed.channel.inboundUrl).pathname;
  await bed.parlour.call("POST", path, {
    sender: { id: who },
    message: { type: "photo", file: "https://f.example/a.png", file_name: "a.png", file_size: 5, text: "Look" },
  });
  await bed.parlour.call("POST", path, { sender: { id: who }, message: { type: "location", latitude: 52.5, longitude: 13.25 } });
  const events = (await bed.provider.waitForEvents(before + 2)).slice(before);
  expect(events.map((one) => one.body.message?.text)).toEqual(["Look\nhttps://f.example/a.png", "52.5,13.25"]);
});

test("[BOT-054] [BOT-055] a BOT_MESSAGE inside the request is accepted, shown, and settles it", async () => {
  const who = customer();
  let inside = 0;
  bed.provider.respondWith(async (event) => {
    if (event.body.event !== "CLIENT_MESSAGE") return "ok";
    inside = (await bed.say(Number(event.body.chat_id), "Answered inside")).status;
    return event.n === first ? 503 : "ok";
  });
  const first = bed.provider.events.length + 1;
  const chat = await bed.chat(who);
  await bed.until(async () => (await bed.ledger(chat.id))[0]?.tries === 1);
  expect(inside).toBe(200);
  expect((await bed.ledger(chat.id))[0]).toMatchObject({ state: "delivered", outcome: "delivered" });
  await bed.pass(3_000);
  await bed.until(() => shown(who).length === 1);
  expect(shown(who)).toEqual(["Answered inside"]);
  expect(bed.provider.events).toHaveLength(first);
});

test("[BOT-061] [BOT-080] [BOT-091] buttons without text reach a customer of a chat channel, and the answer says how", async () => {
  const who = customer();
  const before = bed.provider.events.length;
  const chat = await bed.chat(who);
  await bed.provider.waitForEvents(before + 1);
  const buttons = [
    { id: "o1", text: "Order 1001" },
    { id: "o2", text: "x".repeat(81) },
  ];
  const said = await bed.say(chat.id, { type: "BUTTONS", title: "Which order?", buttons }, { headers: { "idempotency-key": "k-buttons" } });
  expect([said.status, said.body.result, said.body.warnings.map((one: { code: string }) => one.code)]).toEqual([
    200,
    "ok",
    ["button_text_cut", "text_built"],
  ]);
  await bed.until(() => shown(who).length === 1);
  expect(shown(who)).toEqual([`Which order?\n1. Order 1001\n2. ${"x".repeat(80)}`]);
  // The same key returns the same response.
  const again = await bed.say(
    chat.id,
    { type: "BUTTONS", title: "Which order?", buttons },
    { headers: { "idempotency-key": "k-buttons" } },
  );
  expect(again.body).toEqual(said.body);
  await bed.parlour.sendCustomerMessage(bed.channel, who, "2");
  await bed.provider.waitForEvents(before + 2);
  expect(bed.provider.events.at(-1)?.body.message).toMatchObject({ text: "2", button_id: "o2" });
  expect((await bed.say(chat.id, { type: "BUTTONS", text: "Reply 1 or 2", buttons })).body.warnings).toMatchObject([
    { code: "button_text_cut" },
    { code: "text_only" },
  ]);
  expect((await bed.say(chat.id, "y".repeat(1001))).body.warnings).toMatchObject([{ code: "channel_text_cut" }]);
  expect((await bed.say(chat.id, "short")).body).toEqual({ result: "ok" });
});

test("[BOT-012] the token stands where the address has a place for it, or nowhere; the ledger masks it", async () => {
  const change = (body: object) => bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, body);
  const pathOf = async (): Promise<string | undefined> => {
    const before = bed.provider.events.length;
    await bed.chat(customer());
    await bed.provider.waitForEvents(before + 1);
    await bed.parlour.settle();
    return bed.provider.events.at(-1)?.path;
  };
  expect((await change({ endpoint_url: `${bed.provider.endpoint}/{token}/?k=1` })).body).toMatchObject({ append_token: true });
  expect(await pathOf()).toBe(`/bot/${botToken}/?k=1`);
  const [{ request } = { request: "" }] = await bed.parlour.sql<{ request: string }>(
    "select request::text as request from attempt order by started_at desc, delivery_id desc limit 1",
  );
  expect(request).not.toContain(botToken);
  expect((await change({ endpoint_url: `${bed.provider.endpoint}/in/`, append_token: false })).body).toMatchObject({ append_token: false });
  expect(await pathOf()).toBe("/bot/in/");
  await change({ endpoint_url: bed.provider.endpoint, append_token: true });
  expect(await pathOf()).toBe(`/bot/${botToken}`);
});

test("[BOT-092] [BOT-093] [BOT-051] a BOT_MESSAGE in a response is not read: delivery log, inspector and test say where to post it", async () => {
  const event = JSON.stringify({ event: "BOT_MESSAGE", chat_id: "1", message: { type: "TEXT", text: "Here" } });
  bed.provider.respondWith({ status: 200, body: event });
  const chat = await bed.chat(customer());
  await bed.until(async () => (await bed.ledger(chat.id))[0]?.state === "delivered");
  await bed.parlour.settle();
  const { owner } = bed.parlour;
  const note = {
    code: "answer_in_reply",
    message: expect.stringMatching(/^BOT_MESSAGE .* Post it to http.*\/bot\/webhooks\/[a-z0-9]{12}\/…/),
  };
  const { body } = await owner.call("GET", `deliveries/${(await bed.ledger(chat.id))[0]?.id}`);
  expect(body).toMatchObject({
    state: "delivered",
    attempts_made: [{ outcome: "delivered", error: note, used: { taken: [{ field: "status" }] } }],
  });
  expect(JSON.stringify(body)).not.toContain(botToken);
  expect((await owner.call("POST", `bots/${bed.bot.id}/test`, { event: "CLIENT_MESSAGE" })).body).toMatchObject({
    outcome: "delivered",
    error: note,
  });
  const seen = await owner.call("GET", "inspector");
  expect(JSON.stringify(seen.body)).toContain("answer_in_reply");
  expect((await bed.messages(chat.id)).filter((one) => one.author.kind === "bot")).toEqual([]);
});

test("[BOT-075] answers may come hours later, any number of them, in order", async () => {
  const who = customer();
  const before = bed.provider.events.length;
  const chat = await bed.chat(who);
  await bed.provider.waitForEvents(before + 1);
  await bed.leap(3 * 3_600_000);
  const texts = ["one", "two", "three", "four"];
  for (const text of texts) expect((await bed.say(chat.id, text)).status).toBe(200);
  await bed.until(() => shown(who).length === texts.length);
  expect(shown(who)).toEqual(texts);
  expect((await bed.messages(chat.id)).filter((one) => one.author.kind === "bot").map((one) => one.text)).toEqual(texts);
});

test("[BOT-060] [BOT-091] a text channel gets text of every kind of message; operators see the whole", async () => {
  const who = customer();
  const chat = await bed.chat(who);
  const buttons = [{ id: "o1", text: "Order 1001" }, { text: "Order 1002" }];
  const answers = [
    await bed.say(chat.id, { type: "MARKDOWN", content: "**Bold** [site](https://shop.example)", text: "Bold site" }),
    await bed.say(chat.id, { type: "MARKDOWN", content: "*built*" }),
    await bed.say(chat.id, { type: "BUTTONS", title: "Which order?", text: "Reply 1 or 2", buttons }),
    await bed.say(chat.id, { type: "BUTTONS", title: "Which order?", buttons }),
    await bed.say(chat.id, "done"),
  ];
  expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200, 200]);
  await bed.until(() => shown(who).includes("done"));
  expect(shown(who)).toEqual(["Bold site", "built", "Reply 1 or 2", "Which order?\n1. Order 1001\n2. Order 1002", "done"]);
  const said = (await bed.messages(chat.id)).filter((one) => one.author.kind === "bot");
  expect(said.map((one) => [one.kind, one.hidden ?? false])).toEqual([
    ["markdown", false],
    ["markdown", false],
    ["buttons", false],
    ["buttons", false],
    ["text", false],
  ]);
  expect(said[2]).toMatchObject({
    title: "Which order?",
    buttons: [
      { id: "o1", text: "Order 1001" },
      { id: "2", text: "Order 1002" },
    ],
  });
});

test("[BOT-044] a bot's long text is cut, on a channel as its rule says", async () => {
  const who = customer();
  const chat = await bed.chat(who);
  expect((await bed.say(chat.id, "ä".repeat(4_001))).status).toBe(200);
  await bed.until(() => shown(who).length === 1);
  expect(shown(who)[0]).toHaveLength(1_000);
  expect((await bed.messages(chat.id)).at(-1)).toMatchObject({ text: "ä".repeat(4_000), cut: true });
});

test("[BOT-073] [BOT-074] [F18] an operator who joins without invitation takes the chat: AGENT_JOINED, the bot is refused", async () => {
  const who = customer();
  const chat = await bed.chat(who);
  await bed.until(() => bed.provider.eventNames(chat.id).length === 1);
  expect((await bed.parlour.owner.call("POST", `chats/${chat.id}/join`)).status).toBe(200);
  await bed.until(() => bed.provider.eventNames(chat.id).includes("AGENT_JOINED"));
  expect(await bed.read(chat.id)).toMatchObject({ state: "open", bot: { attached: false } });
  const refused = await bed.say(chat.id, "too late");
  expect([refused.status, refused.body]).toEqual([
    400,
    { error: { code: "invalid_request", message: "The chat was handed over to an operator", reason: "chat_handed_over" } },
  ]);
  await bed.parlour.sendCustomerMessage(bed.channel, who, "to the operator");
  await bed.parlour.settle();
  expect(shown(who)).toEqual([]);
  expect(bed.provider.eventNames(chat.id)).toEqual(["CLIENT_MESSAGE", "AGENT_JOINED"]);
});

test("[BOT-057] [BOT-073] [BOT-076] [F18] after the end CHAT_CLOSED goes out, the bot is refused, the next chat is the bot's again", async () => {
  const who = customer();
  const chat = await bed.chat(who);
  await bed.until(() => bed.provider.eventNames(chat.id).length === 1);
  expect((await bed.parlour.owner.call("POST", `chats/${chat.id}/close`, {})).status).toBe(200);
  await bed.until(() => bed.provider.eventNames(chat.id).includes("CHAT_CLOSED"));
  const refused = await bed.say(chat.id, "too late");
  expect([refused.status, (refused.body as { error: { reason: string } }).error.reason]).toEqual([400, "chat_closed"]);
  await bed.pass(1_000, 1_000);
  const next = await bed.chat(who, "again");
  expect(next.id).not.toBe(chat.id);
  expect(next.state).toBe("bot");
  await bed.until(() => bed.provider.eventNames(next.id).length === 1);
});

test("[BOT-004] a channel outside the bot's scope goes to operators; the more specific bot comes first", async () => {
  const other = await bed.parlour.channel(bed.integrator.url);
  const only = await bed.connect({ token: "a-token-of-its-own-for-one", channels: [other.id], name: "Special" });
  await bed.parlour.sendCustomerMessage(other, "special", "hi");
  expect(await bed.parlour.findChat("special")).toMatchObject({ bot: { id: only.id, name: "Special" } });
  await bed.parlour.owner.call("PATCH", `bots/${only.id}`, { enabled: false });
  await bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, { channels: [bed.channel.id] });
  await bed.parlour.sendCustomerMessage(other, "people", "hi");
  expect(await bed.parlour.findChat("people")).toMatchObject({ state: "waiting", bot: null });
  await bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, { channels: null });
});
