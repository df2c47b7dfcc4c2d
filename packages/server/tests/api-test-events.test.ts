import {
  startProvider,
  startReceiver,
  startTestParlour,
  type Provider,
  type Receiver,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { Check } from "typebox/value";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Samples, TestAttempt, WebhookTestAttempt } from "@parlour/protocol/api";

/** Test events through the service API to a real provider and a real receiver. */
let parlour: TestParlour;
let receiver: Receiver;
let provider: Provider;
let developer: TestOperator;
let webhook: number;
let bot: number;
beforeAll(async () => {
  [parlour, receiver, provider] = await Promise.all([startTestParlour(), startReceiver(), startProvider()]);
  developer = await parlour.operator("developer");
  await parlour.owner.call("POST", "instance/egress-allow", { add: [new URL(receiver.url).host, provider.host] });
  const hook = await parlour.owner.call("POST", "webhooks", { url: `${receiver.url}/crm?k=1` });
  webhook = (hook.body as { id: number }).id;
  const made = await parlour.owner.call("POST", "bot-providers", {
    name: "Botware",
    contact: "ops@bot.example",
    endpoint_url: provider.endpoint,
  });
  const connection = await parlour.owner.call("POST", "bots", {
    provider_id: (made.body as { id: string }).id,
    token: "t0123456789abcdefghijklm",
  });
  bot = (connection.body as { id: number }).id;
  expect([hook.status, made.status, connection.status]).toEqual([201, 201, 201]);
});
afterAll(async () => {
  await parlour.close();
  await receiver.close();
  await provider.close();
});

const sample = async (kind: string, event: string): Promise<Record<string, unknown>> => {
  const answer = await developer.call("GET", "samples");
  expect(Check(Samples, answer.body)).toBe(true);
  return (answer.body as Samples).items.find((one) => one.kind === kind && one.event === event)?.sample ?? {};
};

it("[API-053] there is a sample of every event that is sent", async () => {
  const { items } = (await developer.call("GET", "samples")).body as Samples;
  expect(items.map((one) => `${one.kind} ${one.event}`)).toEqual([
    "bot CLIENT_MESSAGE",
    "bot AGENT_JOINED",
    "bot AGENT_UNAVAILABLE",
    "bot CHAT_CLOSED",
    "webhook call_event",
    "webhook chat_accepted",
    "webhook chat_assigned",
    "webhook chat_updated",
    "webhook chat_finished",
    "webhook offline_message",
  ]);
  for (const one of items) expect(one.sample[one.kind === "bot" ? "event" : "event_name"]).toBe(one.event);
});

describe("a webhook", () => {
  it("[API-053] [WH-070] gets one edited event and its reply is shown parsed", async () => {
    receiver.mode({
      reply: { result: "ok", custom_data: [{ title: "Orders", content: "3 open" }], contact_info: { phone: "+4930111222" } },
    });
    const edited = { ...(await sample("webhook", "chat_accepted")), user_token: "u_5f2c", event_name: "chat_finished", chat_id: 99 };
    const before = receiver.requests.length;
    const answer = await developer.call("POST", `webhooks/${webhook}/test`, { event: "chat_accepted", sample: edited });
    expect(answer.status).toBe(200);
    expect(Check(WebhookTestAttempt, answer.body)).toBe(true);
    expect(answer.body).toMatchObject({
      outcome: "delivered",
      status: 200,
      error: null,
      result_ok: true,
      data: {
        custom_data: [{ title: "Orders", content: "3 open" }],
        contact_info: { name: null, phone: "+4930111222", email: null },
        crm_link: null,
        page: null,
      },
      note: null,
      request: { url: `${receiver.url}/crm?k=1` },
    });
    expect(receiver.requests).toHaveLength(before + 1);
    const got = receiver.requests.at(-1);
    expect(got?.headers["parlour-test"]).toBe("1");
    // The event and the test chat are not for editing.
    expect(got?.body).toMatchObject({ event_name: "chat_accepted", chat_id: 0, user_token: "u_5f2c" });
  });
  it("[API-053] [WH-070] shows what went wrong, once", async () => {
    receiver.mode({ status: 503, body: "down" });
    const before = receiver.requests.length;
    const answer = await parlour.owner.call("POST", `webhooks/${webhook}/test`, { event: "offline_message" });
    expect(answer.body).toMatchObject({ outcome: "http_error", status: 503, result_ok: false, data: null, reply: { body: "down" } });
    receiver.mode({ reply: { result: "FAILURE" } });
    const refused = await parlour.owner.call("POST", `webhooks/${webhook}/test`, { event: "chat_updated" });
    expect(refused.body).toMatchObject({ outcome: "delivered", result_ok: false, data: null });
    expect(refused.body.note).not.toBeNull();
    expect(receiver.requests).toHaveLength(before + 2);
    expect((await parlour.owner.call("GET", "deliveries")).body.items).toEqual([]);
  });
});

describe("a bot", () => {
  it("[API-053] [BOT-087] gets one edited event of the test chat", async () => {
    const edited = {
      ...(await sample("bot", "CLIENT_MESSAGE")),
      message: { type: "TEXT", text: "What is your name?", timestamp: 1 },
      chat_id: "17",
    };
    const before = provider.events.length;
    const answer = await developer.call("POST", `bots/${bot}/test`, { event: "CLIENT_MESSAGE", sample: edited });
    expect(answer.status).toBe(200);
    expect(Check(TestAttempt, answer.body)).toBe(true);
    expect(answer.body).toMatchObject({ outcome: "delivered", status: 200, error: null });
    expect(provider.events).toHaveLength(before + 1);
    expect(provider.events.at(-1)?.body).toMatchObject({ event: "CLIENT_MESSAGE", chat_id: "0", message: { text: "What is your name?" } });
    provider.answer(500);
    const failed = await developer.call("POST", `bots/${bot}/test`, { event: "AGENT_JOINED" });
    expect(failed.body).toMatchObject({ outcome: "http_error", status: 500 });
    expect(provider.events.at(-1)?.body.event).toBe("AGENT_JOINED");
  });
});

describe("both", () => {
  it("[API-005] a key sends once", async () => {
    receiver.mode("ok");
    const before = receiver.requests.length;
    const send = () => developer.call("POST", `webhooks/${webhook}/test`, { event: "chat_updated" }, { "idempotency-key": "t1" });
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect(receiver.requests).toHaveLength(before + 1);
  });
  it.each([
    ["webhooks", { event: "CLIENT_MESSAGE" }, "event"],
    ["webhooks", {}, "event"],
    ["bots", { event: "chat_updated" }, "event"],
    ["bots", { event: "AGENT_JOINED", sample: "x" }, "sample"],
    ["bots", { event: "AGENT_JOINED", url: "https://x.example" }, "url"],
  ])("[API-002] %s: %j is refused by name", async (of, body, field) => {
    const answer = await developer.call("POST", `${of}/${of === "bots" ? bot : webhook}/test`, body);
    expect([answer.status, answer.body.error.field]).toEqual([400, field]);
  });
  it("[CORE-002] [CORE-053] what is not there is not sent to, and operators send nothing", async () => {
    expect((await developer.call("POST", "webhooks/999999/test", { event: "chat_updated" })).status).toBe(404);
    expect((await developer.call("POST", "bots/999999/test", { event: "AGENT_JOINED" })).status).toBe(404);
    const operator = await parlour.operator("operator");
    expect((await operator.call("POST", `webhooks/${webhook}/test`, { event: "chat_updated" })).status).toBe(403);
    expect((await operator.call("POST", `bots/${bot}/test`, { event: "AGENT_JOINED" })).status).toBe(403);
    expect((await operator.call("GET", "samples")).status).toBe(403);
  });
});
