import {
  startBotProvider,
  startWebhookReceiver,
  startTestParlour,
  type FakeBotProvider,
  type FakeWebhook,
  type TestChannel,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { Check } from "typebox/value";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Delivery } from "@parlour/protocol";
import {
  Deliveries,
  Endpoints,
  type DeliveryWithAttempts,
  type Endpoint,
  type InspectedRequest,
} from "@parlour/protocol/api";

/**
 * Tests the operation of endpoints on a complete server: an operator pauses, stops and resumes
 * deliveries.
 */
let parlour: TestParlour;
let receiver: FakeWebhook;
let provider: FakeBotProvider;
let developer: TestOperator;
let channel: TestChannel;
let webhook: { id: number; endpoint_id: number };
beforeAll(async () => {
  [parlour, receiver] = await Promise.all([startTestParlour(), startWebhookReceiver()]);
  provider = await startBotProvider(() => parlour.clock.now());
  developer = await parlour.operator("developer");
  channel = await parlour.channel(`${receiver.url}/chat`);
  await parlour.owner.call("POST", "instance/egress-allow", {
    add: [new URL(receiver.url).host, provider.host],
  });
  webhook = (
    await parlour.owner.call("POST", "webhooks", {
      url: `${receiver.url}/crm`,
      events: ["chat_finished"],
    })
  ).body as typeof webhook;
});
afterAll(async () => {
  await parlour.close();
  await receiver.close();
  await provider.close();
});
beforeEach(() => receiver.setMode("ok"));

const readEndpoint = async (): Promise<Endpoint> =>
  (await developer.call("GET", `endpoints/${webhook.endpoint_id}`)).body as Endpoint;
const listDeliveries = async (query: string): Promise<Delivery[]> => {
  const answer = await developer.call("GET", `deliveries?kind=webhook&${query}`);
  expect(Check(Deliveries, answer.body)).toBe(true);
  return answer.body.items as Delivery[];
};
const readDelivery = async (id: number): Promise<DeliveryWithAttempts> =>
  (await parlour.owner.call("GET", `deliveries/${id}`)).body as DeliveryWithAttempts;
/** Counts the customers of `createClosedChat`, which opens and closes a chat and returns its id. */
let customerCount = 0;
async function createClosedChat(): Promise<number> {
  const customer = `desk-${++customerCount}`;
  await parlour.sendCustomerMessage(channel, customer, "Hello");
  const { id } = await parlour.findChat(customer);
  expect((await parlour.owner.call("POST", `chats/${id}/close`, {})).status).toBe(200);
  await parlour.settle();
  return id;
}

describe("an endpoint that is paused", () => {
  it("[API-051] gets nothing until it is resumed, then everything in order; its queue shows number and age", async () => {
    await developer.call("POST", `endpoints/${webhook.endpoint_id}/pause`, {});
    const before = receiver.requests.length;
    const began = parlour.clock.now();
    const first = await createClosedChat();
    await parlour.clock.advance(60_000);
    const second = await createClosedChat();
    expect(receiver.requests).toHaveLength(before);
    expect(await readEndpoint()).toMatchObject({
      state: "paused",
      queue: { pending: 2, oldest_at: new Date(began).toISOString() },
    });
    expect((await listDeliveries("state=pending")).map((one) => one.chat_id)).toEqual([
      second,
      first,
    ]);
    await developer.call("POST", `endpoints/${webhook.endpoint_id}/resume`, {});
    await parlour.settle();
    expect(receiver.requests.slice(before).map((one) => one.chatId)).toEqual(
      expect.arrayContaining([first, second]),
    );
    expect(await readEndpoint()).toMatchObject({
      state: "on",
      queue: { pending: 0, oldest_at: null },
    });
  });
});

describe("an endpoint that fails", () => {
  it("[CORE-053] [WH-071] its delivery is shown as retrying, with every attempt and the next time", async () => {
    receiver.setMode({ status: 503, body: "down" });
    const chat = await createClosedChat();
    expect(await listDeliveries("state=retrying")).toHaveLength(1);
    const [retrying] = await listDeliveries(`state=retrying&chat=${chat}`);
    expect(retrying).toMatchObject({
      event: "chat_finished",
      state: "pending",
      attempts: 1,
      outcome: "http_error",
    });
    expect(Date.parse(retrying?.next_at ?? "")).toBeGreaterThan(parlour.clock.now());
    const one = await readDelivery(retrying?.id ?? 0);
    expect(one.attempts_made).toMatchObject([
      { n: 1, outcome: "http_error", status: 503, reply: { body: "down" } },
    ]);
    expect(JSON.parse(one.attempts_made[0]?.request?.body ?? "")).toMatchObject({
      event_name: "chat_finished",
      chat_id: chat,
    });
    const requests = (await developer.call("GET", `inspector?endpoint=${webhook.endpoint_id}`)).body
      .items as InspectedRequest[];
    expect(requests.at(-1)).toMatchObject({
      direction: "out",
      delivery_id: one.id,
      fault: { code: "http_error", rule: "WH-060" },
    });
    // Developers do not see messages that people wrote.
    expect(requests.at(-1)?.request.body).not.toContain("Hello");
    expect(requests.at(-1)?.request.body).toContain("•••");
    receiver.setMode("ok");
    await parlour.clock.advance(10_000);
    await parlour.settle();
    expect((await readDelivery(one.id)).state).toBe("delivered");
  });
  it("[API-051] [WH-062] [WH-072] one that is gone is off with the reason; switched on again, its dead letters are replayed with the same id and body", async () => {
    receiver.setMode("gone");
    const since = new Date(parlour.clock.now()).toISOString();
    const chat = await createClosedChat();
    await parlour.settle();
    expect(await readEndpoint()).toMatchObject({
      state: "off",
      reason: "gone",
      last_failure: { status: 410 },
    });
    const [dead] = await listDeliveries(`chat=${chat}`);
    expect(dead).toMatchObject({ state: "dead", chat_id: chat });
    const body = { endpoint: webhook.endpoint_id, since };
    expect((await developer.call("POST", "deliveries/replay", body)).body.error.code).toBe(
      "not_deliverable",
    );
    expect(
      (await developer.call("POST", `endpoints/${webhook.endpoint_id}/resume`, {})).body,
    ).toMatchObject({ state: "on", reason: null });
    receiver.setMode("ok");
    expect((await developer.call("POST", "deliveries/replay?dry_run=true", body)).body).toEqual({
      count: 1,
      replayed: 0,
      left: 1,
    });
    expect((await developer.call("POST", "deliveries/replay", body)).body).toEqual({
      count: 1,
      replayed: 1,
      left: 0,
    });
    await parlour.settle();
    const sent = receiver.requests.filter((one) => one.chatId === chat);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.id).toBe(sent[0]?.id);
    expect(sent[1]?.text).toBe(sent[0]?.text);
    expect(await readDelivery(dead?.id ?? 0)).toMatchObject({
      state: "delivered",
      attempts: 1,
      attempts_made: [
        { n: 1, status: 410 },
        { n: 2, status: 200 },
      ],
    });
  });
  it("[API-050] [WH-072] [API-327] one dead letter alone is sent again by its id", async () => {
    receiver.setMode("gone");
    const chat = await createClosedChat();
    await parlour.settle();
    const [dead] = await listDeliveries(`chat=${chat}`);
    await developer.call("POST", `endpoints/${webhook.endpoint_id}/resume`, {});
    receiver.setMode("ok");
    // The endpoint is paused, so that the delivery is not finished before the response arrives.
    await developer.call("POST", `endpoints/${webhook.endpoint_id}/pause`, {});
    expect((await developer.call("POST", `deliveries/${dead?.id}/retry`, {})).body).toMatchObject({
      id: dead?.id,
      state: "pending",
      attempts: 0,
    });
    await developer.call("POST", `endpoints/${webhook.endpoint_id}/resume`, {});
    await parlour.settle();
    expect((await readDelivery(dead?.id ?? 0)).state).toBe("delivered");
  });
});

/** The list contains the bot of the first test. */
describe("a bot", { shuffle: false }, () => {
  it("[API-052] [BOT-087] [API-332] its requests and ours are in the inspector, without its token, faults with their rule", async () => {
    const token = "t0123456789abcdefghijklm";
    const created = await parlour.owner.call("POST", "bot-providers", {
      name: "Botware",
      contact: "ops@bot.example",
      endpoint_url: provider.endpoint,
    });
    const providerId = (created.body as { id: string }).id;
    const bot = (await parlour.owner.call("POST", "bots", { provider_id: providerId, token }))
      .body as { id: number; endpoint_id: number };
    await parlour.sendCustomerMessage(channel, "bot-customer", "Are you there?");
    await parlour.settle();
    await provider.waitForEvents(1);
    const { chat_id: chat, client_id: client } = provider.events[0]?.body ?? {
      chat_id: "",
      client_id: "",
    };
    const path = `/bot/webhooks/${providerId}/${token}`;
    const postBotMessage = (message: object) =>
      parlour.call("POST", path, {
        event: "BOT_MESSAGE",
        id: `e${Math.random()}`,
        client_id: client,
        chat_id: chat,
        message,
      });
    expect((await postBotMessage({ type: "TEXT", text: "I am a bot" })).status).toBe(200);
    expect((await postBotMessage({ type: "SONG", text: "la" })).status).toBe(400);
    expect((await postBotMessage({ type: "TEXT", text: "x".repeat(4_001) })).status).toBe(200);
    expect((await parlour.call("POST", path, "{")).status).toBe(400);
    const incoming = (await developer.call("GET", `inspector?kind=bot&owner=${bot.id}`)).body
      .items as InspectedRequest[];
    expect(incoming).toMatchObject([
      {
        direction: "in",
        url: `/bot/webhooks/${providerId}/…jklm`,
        status: 200,
        fault: null,
        event: "BOT_MESSAGE",
        chat_id: Number(chat),
      },
      { direction: "in", status: 400, fault: { code: "invalid_request" } },
      // The request is accepted with a warning (BOT-044).
      { direction: "in", status: 200, fault: { code: "text_cut" } },
      { direction: "in", status: 400, fault: { rule: "BOT-081" }, request: { body: "•••" } },
    ]);
    expect(incoming[1]?.fault?.rule).toMatch(/^BOT-\d{3}$/);
    expect(incoming[1]?.fault?.field).toMatch(/^message/);
    expect(JSON.stringify(incoming)).not.toContain(token);
    expect(incoming[0]?.request.body).not.toContain("I am a bot");
    const outgoing = (await parlour.owner.call("GET", `inspector?endpoint=${bot.endpoint_id}`)).body
      .items as InspectedRequest[];
    expect(outgoing).toMatchObject([
      { direction: "out", kind: "bot", event: "CLIENT_MESSAGE", status: 200, outcome: "delivered" },
    ]);
    expect(JSON.stringify(outgoing)).not.toContain(token);
    const list = (await developer.call("GET", "deliveries?kind=bot")).body.items as Delivery[];
    expect(list).toMatchObject([
      {
        event: "CLIENT_MESSAGE",
        state: "delivered",
        endpoint: { id: bot.endpoint_id, kind: "bot" },
      },
    ]);
  });
  it("[API-051] lists channel, bot and webhook with the age of their secrets", async () => {
    const answer = await developer.call("GET", "endpoints");
    expect(Check(Endpoints, answer.body)).toBe(true);
    const items = answer.body.items as Endpoint[];
    expect(items.map((one) => one.kind)).toEqual(["channel", "webhook", "bot"]);
    expect(
      items.every((one) => one.secret_created_at !== null && /^.{4}$/.test(one.secret_hint)),
    ).toBe(true);
  });
});
