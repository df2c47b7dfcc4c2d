import {
  startBotProvider,
  startWebhookReceiver,
  startTestParlour,
  type ApiResponse,
  type FakeBotProvider,
  type FakeWebhook,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { Check } from "typebox/value";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  BotTest,
  BotTestAttempt,
  Samples,
  TestAttempt,
  WebhookTestAttempt,
} from "@parlour/protocol/api";

/** Test events through the service API to a real provider and a real receiver. */
let parlour: TestParlour;
let receiver: FakeWebhook;
let provider: FakeBotProvider;
let developer: TestOperator;
let webhook: number;
let bot: number;
/** The address to which the provider posts. */
let botAddress: string;
beforeAll(async () => {
  [parlour, receiver, provider] = await Promise.all([
    startTestParlour(),
    startWebhookReceiver(),
    startBotProvider(),
  ]);
  developer = await parlour.operator("developer");
  await parlour.owner.call("POST", "instance/egress-allow", {
    add: [new URL(receiver.url).host, provider.host],
  });
  const hook = await parlour.owner.call("POST", "webhooks", { url: `${receiver.url}/crm?k=1` });
  webhook = (hook.body as { id: number }).id;
  const created = await parlour.owner.call("POST", "bot-providers", {
    name: "Botware",
    contact: "ops@bot.example",
    endpoint_url: provider.endpoint,
  });
  const connection = await parlour.owner.call("POST", "bots", {
    provider_id: (created.body as { id: string }).id,
    token: "t0123456789abcdefghijklm",
  });
  ({ id: bot, address: botAddress } = connection.body as { id: number; address: string });
  expect([hook.status, created.status, connection.status]).toEqual([201, 201, 201]);
});
afterAll(async () => {
  await parlour.close();
  await receiver.close();
  await provider.close();
});

const readSample = async (kind: string, event: string): Promise<Record<string, unknown>> => {
  const answer = await developer.call("GET", "samples");
  expect(Check(Samples, answer.body)).toBe(true);
  return (
    (answer.body as Samples).items.find((one) => one.kind === kind && one.event === event)
      ?.sample ?? {}
  );
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
    "webhook chat_created",
    "webhook message_created",
    "webhook chat_rated",
    "webhook visitor_updated",
    "webhook message_delivery_failed",
    "webhook snoozed",
    "webhook snooze_ended",
    "webhook field_changed",
    "webhook sla_at_risk",
    "webhook sla_broken",
    "webhook promised",
    "webhook promise_kept",
    "webhook promise_broken",
    "webhook chat_action",
  ]);
  for (const one of items)
    expect(one.sample[one.kind === "bot" ? "event" : "event_name"]).toBe(one.event);
});

describe("a webhook", () => {
  it("[API-053] [WH-070] [WH-117] [API-310] gets one edited event and its reply is shown parsed", async () => {
    const plan = { object: "visitor", key: "plan", kind: "one_of", name: "Plan", options: ["pro"] };
    expect((await parlour.owner.call("POST", "fields", plan)).status).toBe(201);
    receiver.setMode({
      reply: {
        result: "ok",
        custom_data: [{ title: "Orders", content: "3 open" }],
        contact_info: { phone: "+4930111222" },
        fields: { plan: "pro", unknown: 1 },
      },
    });
    const edited = {
      ...(await readSample("webhook", "chat_accepted")),
      user_token: "u_5f2c",
      event_name: "chat_finished",
      chat_id: 99,
    };
    const before = receiver.requests.length;
    const answer = await developer.call("POST", `webhooks/${webhook}/test`, {
      event: "chat_accepted",
      sample: edited,
    });
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
        fields: { plan: "pro" },
      },
      note: null,
      request: { url: `${receiver.url}/crm?k=1` },
    });
    expect(receiver.requests).toHaveLength(before + 1);
    const received = receiver.requests.at(-1);
    expect(received?.headers["parlour-test"]).toBe("1");
    // The event and the test chat cannot be edited.
    expect(received?.body).toMatchObject({
      event_name: "chat_accepted",
      chat_id: 0,
      user_token: "u_5f2c",
    });
  });
  it("[API-053] [WH-070] shows what went wrong, once", async () => {
    receiver.setMode({ status: 503, body: "down" });
    const before = receiver.requests.length;
    const answer = await parlour.owner.call("POST", `webhooks/${webhook}/test`, {
      event: "offline_message",
    });
    expect(answer.body).toMatchObject({
      outcome: "http_error",
      status: 503,
      result_ok: false,
      data: null,
      reply: { body: "down" },
    });
    receiver.setMode({ reply: { result: "FAILURE" } });
    const refused = await parlour.owner.call("POST", `webhooks/${webhook}/test`, {
      event: "chat_updated",
    });
    expect(refused.body).toMatchObject({ outcome: "delivered", result_ok: false, data: null });
    expect(refused.body.note).not.toBeNull();
    expect(receiver.requests).toHaveLength(before + 2);
    expect((await parlour.owner.call("GET", "deliveries")).body.items).toEqual([]);
  });
});

describe("a bot", () => {
  it("[API-053] [BOT-087] [API-310] gets one edited event of the test chat", async () => {
    const edited = {
      ...(await readSample("bot", "CLIENT_MESSAGE")),
      message: { type: "TEXT", text: "What is your name?", timestamp: 1 },
      chat_id: "17",
    };
    const before = provider.events.length;
    const answer = await developer.call("POST", `bots/${bot}/test`, {
      event: "CLIENT_MESSAGE",
      sample: edited,
    });
    expect(answer.status).toBe(200);
    expect(Check(TestAttempt, answer.body)).toBe(true);
    expect(answer.body).toMatchObject({ outcome: "delivered", status: 200, error: null });
    expect(provider.events).toHaveLength(before + 1);
    expect(provider.events.at(-1)?.body).toMatchObject({
      event: "CLIENT_MESSAGE",
      chat_id: "0",
      message: { text: "What is your name?" },
    });
    provider.respondWith(500);
    const failed = await developer.call("POST", `bots/${bot}/test`, { event: "AGENT_JOINED" });
    expect(failed.body).toMatchObject({ outcome: "http_error", status: 500 });
    expect(provider.events.at(-1)?.body.event).toBe("AGENT_JOINED");
  });

  const post = (event: object): Promise<ApiResponse> =>
    parlour.call("POST", new URL(botAddress).pathname, event);
  const botMessage = (message: object): object => ({
    event: "BOT_MESSAGE",
    id: "b-1",
    client_id: "0",
    chat_id: "0",
    message,
  });
  const read = async (): Promise<BotTest> => {
    const { status, body } = await developer.call("GET", `bots/${bot}/test`);
    expect([status, Check(BotTest, body)]).toEqual([200, true]);
    return body as BotTest;
  };
  const counts = () =>
    parlour.sql<{ chats: string; entries: string }>(
      "select (select count(*) from chat) as chats, (select count(*) from journal) as entries",
    );

  it("[BOT-090] [BOT-087] [API-311] what the bot posts while a test runs is accepted and shown, and touches no chat", async () => {
    const before = await counts();
    provider.respondWith(async () => {
      expect((await post(botMessage({ type: "TEXT", text: "Let me see." }))).status).toBe(200);
      return "ok" as const;
    });
    const { status, body } = await developer.call("POST", `bots/${bot}/test`, {
      event: "CLIENT_MESSAGE",
    });
    expect([status, Check(BotTestAttempt, body)]).toEqual([200, true]);
    expect(body).toMatchObject({
      outcome: "delivered",
      posts: [{ event: "BOT_MESSAGE", message: { type: "TEXT", text: "Let me see." } }],
    });
    // Later posts are shown too, rejected ones with the reason.
    const buttons = [{ id: "o1", text: "An order" }];
    const offered = await post(
      botMessage({ type: "BUTTONS", title: "What is it about?", buttons }),
    );
    expect([offered.status, offered.body.warnings]).toEqual([
      200,
      [{ code: "text_built", message: expect.any(String) }],
    ]);
    expect((await post(botMessage({ type: "BUTTONS", text: "None", buttons: [] }))).status).toBe(
      400,
    );
    const invited = await post({ event: "INVITE_AGENT", client_id: 0, chat_id: 0 });
    expect([invited.status, invited.body]).toEqual([200, { result: "ok" }]);
    const test = await read();
    expect(test).toMatchObject({
      started_at: body.started_at,
      open_until: body.open_until,
      is_open: true,
    });
    expect(
      test.posts.map((one) => [one.event, one.message?.type ?? null, one.error?.code ?? null]),
    ).toEqual([
      ["BOT_MESSAGE", "TEXT", null],
      ["BOT_MESSAGE", "BUTTONS", null],
      ["BOT_MESSAGE", null, "invalid_request"],
      ["INVITE_AGENT", null, null],
    ]);
    const built = "What is it about?\n1. An order";
    expect(test.posts[1]).toMatchObject({
      message: { type: "BUTTONS", title: "What is it about?", text: built, buttons },
      warnings: [{ code: "text_built" }],
    });
    await parlour.settle();
    expect(await counts()).toEqual(before);
  });

  it("[BOT-090] [API-311] chat_id 0 is accepted for 60 s and of this bot alone", async () => {
    provider.respondWith("ok");
    await developer.call("POST", `bots/${bot}/test`, { event: "CLIENT_MESSAGE" });
    await parlour.clock.advance(59_000);
    expect((await post(botMessage({ type: "TEXT", text: "late, but in time" }))).status).toBe(200);
    await parlour.clock.advance(1_001);
    const lateResponse = await post(botMessage({ type: "TEXT", text: "too late" }));
    expect([lateResponse.status, lateResponse.body.error.reason]).toEqual([400, "chat_not_found"]);
    expect(await read()).toMatchObject({
      is_open: false,
      posts: [{ message: { text: "late, but in time" } }],
    });
    // A new test begins with an empty list.
    const again = await developer.call("POST", `bots/${bot}/test`, { event: "AGENT_UNAVAILABLE" });
    expect(again.body.posts).toEqual([]);
    const other = await parlour.owner.call("POST", "bots", {
      provider_id: botAddress.split("/").at(-2),
      token: "another-token-of-22-chars",
    });
    const { id, address } = other.body as { id: number; address: string };
    expect(
      (
        await parlour.call(
          "POST",
          new URL(address).pathname,
          botMessage({ type: "TEXT", text: "x" }),
        )
      ).status,
    ).toBe(400);
    expect((await developer.call("GET", `bots/${id}/test`)).body).toEqual({
      started_at: null,
      open_until: null,
      is_open: false,
      posts: [],
    });
    expect(
      (await (await parlour.operator("operator")).call("GET", `bots/${bot}/test`)).status,
    ).toBe(403);
  });
});

describe("both", () => {
  it("[API-005] a key sends once", async () => {
    receiver.setMode("ok");
    const before = receiver.requests.length;
    const send = () =>
      developer.call(
        "POST",
        `webhooks/${webhook}/test`,
        { event: "chat_updated" },
        { "idempotency-key": "t1" },
      );
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
  ])("[API-002] %s: %j is refused by name", async (resource, body, field) => {
    const answer = await developer.call(
      "POST",
      `${resource}/${resource === "bots" ? bot : webhook}/test`,
      body,
    );
    expect([answer.status, answer.body.error.field]).toEqual([400, field]);
  });
  it("[CORE-002] [CORE-053] what is not there is not sent to, and operators send nothing", async () => {
    expect(
      (await developer.call("POST", "webhooks/999999/test", { event: "chat_updated" })).status,
    ).toBe(404);
    expect(
      (await developer.call("POST", "bots/999999/test", { event: "AGENT_JOINED" })).status,
    ).toBe(404);
    const operator = await parlour.operator("operator");
    expect(
      (await operator.call("POST", `webhooks/${webhook}/test`, { event: "chat_updated" })).status,
    ).toBe(403);
    expect(
      (await operator.call("POST", `bots/${bot}/test`, { event: "AGENT_JOINED" })).status,
    ).toBe(403);
    expect((await operator.call("GET", "samples")).status).toBe(403);
  });
});
