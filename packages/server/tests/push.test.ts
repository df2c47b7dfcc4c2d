import {
  startIntegrator,
  startPushService,
  startTestParlour,
  type FakePushService,
  type TestChannel,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import type { PushDevice } from "@parlour/protocol/api/people/push";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { savePushDevice } from "../src/store/settings/account/push-changes.ts";

let parlour: TestParlour;
let service: FakePushService;
let channel: TestChannel;
let provider: Awaited<ReturnType<typeof startIntegrator>>;
let botCount = 0;
const waitingChats: number[] = [];
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  parlour = await startTestParlour();
  service = await startPushService();
  provider = await startIntegrator();
  channel = await parlour.channel(provider.url);
  await parlour.owner.call("POST", "instance/egress-allow", { add: [service.host] });
  closers.push(
    () => service.close(),
    () => provider.close(),
    () => parlour.close(),
  );
});
afterAll(async () => {
  for (const end of closers) await end();
});

/** Closes the chats of a test, so that they cause no notifications in later tests. */
afterEach(async () => {
  for (const chat of waitingChats.splice(0))
    await parlour.owner.call("POST", `chats/${chat}/close`, {});
  await parlour.settle();
});

interface SignedInBrowser {
  readonly cookie: string;
  call(method: string, path: string, body?: unknown): ReturnType<TestParlour["call"]>;
  subscribe(more?: object): Promise<PushDevice>;
}
/** Returns a browser in which an operator is signed in. */
async function openBrowser(operator: TestOperator): Promise<SignedInBrowser> {
  const headers = { origin: parlour.url };
  const signed = await parlour.call(
    "POST",
    "sessions",
    { email: operator.email, password: operator.password },
    headers,
  );
  const cookie = (signed.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const call: SignedInBrowser["call"] = (method, path, body) =>
    parlour.call(method, path, body, { ...headers, cookie });
  return {
    cookie,
    call,
    async subscribe(fields = {}) {
      const { public_key: key } = (await call("GET", "push/key")).body as { public_key: string };
      const created = await call("POST", "push/subscriptions", {
        ...service.subscribe(key),
        name: "Firefox on Linux",
        ...fields,
      });
      if (created.status !== 201) throw new Error(created.text);
      return created.body as PushDevice;
    },
  };
}
/**
 * Creates a chat with a bot that is switched off, so that the chat is handed over. Devices are
 * notified.
 */
async function createHandedOverChat(
  customer: string,
  text = "Where is my order?",
): Promise<number> {
  botCount += 1;
  const created = await parlour.owner.call("POST", "bot-providers", {
    name: `Bots ${botCount}`,
    contact: "a@example.test",
    endpoint_url: `${provider.url}/bot`,
  });
  const bot = await parlour.owner.call("POST", "bots", {
    provider_id: (created.body as { id: string }).id,
    name: "Robo",
    token: `token-that-is-long-enough-${botCount}`,
    endpoint_url: `${provider.url}/bot`,
    channels: [channel.id],
  });
  if (bot.status !== 201) throw new Error(bot.text);
  await parlour.sendCustomerMessage(channel, customer, text, { sender: { name: "Max" } });
  const chat = await parlour.findChat(customer);
  expect(chat.state).toBe("bot");
  waitingChats.push(chat.id);
  await parlour.owner.call("PATCH", `bots/${(bot.body as { id: number }).id}`, { enabled: false });
  await parlour.settle();
  return chat.id;
}
const readDeliveries = async () =>
  ((await parlour.owner.call("GET", "deliveries?kind=push&limit=200")).body as { items: any[] })
    .items;

describe("devices", () => {
  test("[API-110] [API-221] an operator has at most 10: the oldest makes room", async () => {
    const operator = await parlour.operator("operator");
    const sql = {
      query: <R>(text: string, values?: readonly unknown[]) =>
        parlour.sql(text, values) as unknown as Promise<readonly R[]>,
    };
    const sessions = await parlour.sql<{ account: number; session: number }>(
      `insert into session (token_hash, account_id, operator_id, created_at, last_seen_at, idle_expires_at, absolute_expires_at)
       select decode(md5('device' || n), 'hex'), o.account_id, o.id, $2, $2, $2::timestamptz + interval '1 day', $2::timestamptz + interval '1 day'
       from operator o, generate_series(1, 12) n where o.id = $1 returning account_id::float8 as account, id::float8 as session`,
      [operator.id, new Date(parlour.clock.now())],
    );
    const commonFields = {
      operatorId: operator.id,
      operatorName: "Who",
      language: "en",
      showText: false,
      quiet: null,
      now: parlour.clock.now(),
    } as const;
    for (const [n, { account, session: sessionId }] of sessions.entries()) {
      const device = {
        ...commonFields,
        sessionId,
        url: `https://push.example/${n}`,
        keys: { p256dh: "p", auth: "a" },
        name: `Phone ${n}`,
      };
      await savePushDevice(sql, account, device, (secret) => Buffer.from(secret));
    }
    const { body } = await operator.call("GET", "push/subscriptions");
    const names = (body as { items: PushDevice[] }).items.map(({ name }) => name);
    expect([names.length, names.includes("Phone 1"), names.includes("Phone 2")]).toEqual([
      10,
      false,
      true,
    ]);
  });
  test("[API-110] [API-220] [API-222] a session subscribes its browser, sees it, tests it and sends it no more", async () => {
    const ownBrowser = await openBrowser(parlour.owner);
    const device = await ownBrowser.subscribe({ language: "ru" });
    expect(device).toMatchObject({
      name: "Firefox on Linux",
      here: true,
      language: "ru",
      show_text: false,
      quiet: null,
      last_success_at: null,
    });
    const before = service.received.length;
    expect(
      (await ownBrowser.call("POST", `push/subscriptions/${device.id}/test`, {})).body,
    ).toMatchObject({
      outcome: "delivered",
      status: 201,
    });
    expect(service.received.slice(before).map((one) => one.payload)).toEqual([
      { kind: "test", language: "ru" },
    ]);
    expect((await ownBrowser.call("GET", "push/subscriptions")).body).toMatchObject({
      items: [{ id: device.id }],
    });
    // A second subscription of the same session replaces the first device.
    const again = await ownBrowser.subscribe({ name: "Other" });
    expect(
      (
        (await ownBrowser.call("GET", "push/subscriptions")).body as { items: PushDevice[] }
      ).items.map((one) => one.id),
    ).toEqual([again.id]);
    expect((await ownBrowser.call("DELETE", `push/subscriptions/${again.id}`)).status).toBe(204);
    expect((await ownBrowser.call("DELETE", `push/subscriptions/${again.id}`)).status).toBe(404);
  });

  test("[API-110] [API-221] what is no subscription is refused and changes nothing", async () => {
    const ownBrowser = await openBrowser(parlour.owner);
    const validBody = { ...service.subscribe("x"), name: "Phone" };
    const cases: readonly [object, string, string][] = [
      [{ ...validBody, endpoint: "http://192.168.1.1/push" }, "private_address", "endpoint"],
      [{ ...validBody, endpoint: "http://push.example.org/1" }, "private_address", "endpoint"],
      [{ ...validBody, endpoint: "javascript:alert(1)" }, "invalid_request", "endpoint"],
      [
        { ...validBody, keys: { p256dh: "AAAA", auth: validBody.keys.auth } },
        "invalid_request",
        "keys",
      ],
      [{ ...validBody, keys: { ...validBody.keys, auth: "AAAA" } }, "invalid_request", "keys"],
      [{ ...validBody, name: "  " }, "invalid_request", "name"],
      [
        { ...validBody, quiet: { from: "22:00", to: "07:00", timezone: "Mars/Base" } },
        "invalid_request",
        "quiet.timezone",
      ],
      [
        { ...validBody, quiet: { from: "24:00", to: "07:00", timezone: "UTC" } },
        "invalid_request",
        "quiet",
      ],
    ];
    for (const [body, code, field] of cases) {
      const answer = await ownBrowser.call("POST", "push/subscriptions", body);
      expect([answer.status, (answer.body as any).error.code], JSON.stringify(body)).toEqual([
        400,
        code,
      ]);
      expect((answer.body as any).error.field).toContain(field);
    }
    expect((await ownBrowser.call("GET", "push/subscriptions")).body).toEqual({ items: [] });
    expect((await parlour.owner.call("POST", "push/subscriptions", validBody)).status).toBe(403);
  });

  test("[API-110] [API-220] nobody sees or tests the devices of others", async () => {
    const other = await parlour.operator("operator", "Eve");
    const [firstBrowser, secondBrowser] = [
      await openBrowser(parlour.owner),
      await openBrowser(other),
    ];
    const device = await firstBrowser.subscribe();
    expect((await secondBrowser.call("GET", "push/subscriptions")).body).toEqual({ items: [] });
    expect(
      (await secondBrowser.call("POST", `push/subscriptions/${device.id}/test`, {})).status,
    ).toBe(404);
    expect((await secondBrowser.call("DELETE", `push/subscriptions/${device.id}`)).status).toBe(
      404,
    );
    expect((await secondBrowser.call("GET", "push/reach")).status).toBe(403);
    await firstBrowser.call("DELETE", `push/subscriptions/${device.id}`);
  });

  test("[API-110] [API-223] administrators see who can be reached, and whose self-test failed", async () => {
    const ownBrowser = await openBrowser(parlour.owner);
    const device = await ownBrowser.subscribe();
    expect(
      (await ownBrowser.call("PUT", "push/self-test", { broken: ["sound", "push"] })).status,
    ).toBe(204);
    const { items } = (await parlour.owner.call("GET", "push/reach")).body as { items: any[] };
    expect(items.find((one) => one.operator_id === parlour.owner.id)).toMatchObject({
      devices: 1,
      self_test: { broken: ["sound", "push"] },
    });
    expect((await ownBrowser.call("PUT", "push/self-test", { broken: ["smell"] })).status).toBe(
      400,
    );
    await ownBrowser.call("DELETE", `push/subscriptions/${device.id}`);
    // Who answers no chats tests sounds and notifications too.
    const developer = await openBrowser(await parlour.operator("developer", "Dev"));
    expect((await developer.call("PUT", "push/self-test", { broken: ["sound"] })).status).toBe(204);
  });
});

describe("notices", () => {
  test("[CORE-035] [CORE-050] a hand-over is told to the device, short and without the text; the delivery log shows it; taken, it is withdrawn", async () => {
    const ownBrowser = await openBrowser(parlour.owner);
    const device = await ownBrowser.subscribe();
    const before = service.received.length;
    const chat = await createHandedOverChat("push-1");
    const [notification] = service.received.slice(before);
    expect(notification).toMatchObject({
      payload: {
        kind: "chat_waiting",
        chat,
        name: "Max",
        channel: "Shop",
        bot: true,
        language: "en",
      },
      topic: `chat-${chat}`,
      ttl: 120,
      urgency: "high",
    });
    expect(notification?.payload).not.toHaveProperty("text");
    expect(notification?.size).toBeLessThan(4_096);
    const [row] = await readDeliveries();
    expect(row).toMatchObject({
      endpoint: { kind: "push", name: "Ann · Firefox on Linux" },
      event: "chat_waiting",
      chat_id: chat,
      state: "delivered",
    });
    const full = (await parlour.owner.call("GET", `deliveries/${row.id}`)).body as any;
    // The log contains neither the device's endpoint nor the signature.
    expect(JSON.stringify(full)).not.toContain(notification?.path.slice(1));
    expect(JSON.stringify(full)).not.toMatch(/eyJ/);
    expect(full.attempts_made[0].request.body).toMatch(/^\(\d+ bytes, encrypted\)$/);
    expect((await ownBrowser.call("GET", "push/subscriptions")).body).toMatchObject({
      items: [{ last_success_at: expect.any(String) }],
    });

    await parlour.owner.call("POST", `chats/${chat}/accept`, {});
    await parlour.settle();
    expect(service.received.slice(before).map((one) => one.payload.kind)).toEqual([
      "chat_waiting",
      "chat_taken",
    ]);
    expect(service.received.at(-1)).toMatchObject({ payload: { chat }, topic: `chat-${chat}` });
    await ownBrowser.call("DELETE", `push/subscriptions/${device.id}`);
  });

  test("[CORE-035] a chat that nobody takes for 3 minutes is told to the devices, with its line in the chat", async () => {
    const ownBrowser = await openBrowser(parlour.owner);
    const device = await ownBrowser.subscribe();
    const before = service.received.length;
    await parlour.sendCustomerMessage(channel, "push-ladder", "Anybody?");
    const { id: chat } = await parlour.findChat("push-ladder");
    for (let remainingS = 179; remainingS > 0; remainingS -= 10) {
      await parlour.clock.advance(Math.min(10, remainingS) * 1_000);
      await parlour.settle();
    }
    expect(service.received.slice(before)).toEqual([]);
    for (let second = 0; second < 5; second++) {
      await parlour.clock.advance(1_000);
      await parlour.settle();
    }
    expect(service.received.slice(before).map((one) => one.payload)).toEqual([
      {
        kind: "chat_waiting",
        chat,
        name: null,
        number: expect.any(Number),
        channel: "Shop",
        language: "en",
      },
    ]);
    expect((await parlour.messages(chat)).map((one) => one.line?.code)).toContain("ladder_push");
    // The system message is not sent to the visitor, so it has no delivery.
    expect(
      (await parlour.messages(chat)).find((one) => one.line?.code === "ladder_push"),
    ).not.toHaveProperty("delivery");
    await parlour.owner.call("POST", `chats/${chat}/close`, {});
    await parlour.settle();
    expect(service.received.at(-1)?.payload).toEqual({ kind: "chat_taken", chat });
    await ownBrowser.call("DELETE", `push/subscriptions/${device.id}`);
  });

  test("[CORE-035] with the visitor's words only where the operator asked for them", async () => {
    const ownBrowser = await openBrowser(parlour.owner);
    const device = await ownBrowser.subscribe({ show_text: true });
    const before = service.received.length;
    await createHandedOverChat("push-2", `Ж${"x".repeat(500)}`);
    expect(service.received[before]?.payload.text).toBe(`Ж${"x".repeat(119)}`);
    await ownBrowser.call("DELETE", `push/subscriptions/${device.id}`);
  });

  test("[CORE-035] none while the operator is Offline or has quiet hours", async () => {
    const ownBrowser = await openBrowser(parlour.owner);
    await ownBrowser.subscribe({ quiet: { from: "00:00", to: "23:59", timezone: "UTC" } });
    const before = service.received.length;
    const quiet = await createHandedOverChat("push-3");
    const device = await ownBrowser.subscribe();
    await ownBrowser.call("PUT", "me/presence", { status: "offline" });
    const offline = await createHandedOverChat("push-4");
    expect(service.received.slice(before)).toEqual([]);
    const rows = (await readDeliveries()).filter((row) => [quiet, offline].includes(row.chat_id));
    expect(rows.map((row) => [row.state, row.outcome])).toEqual([
      ["failed", "withdrawn"],
      ["failed", "withdrawn"],
    ]);
    await ownBrowser.call("PUT", "me/presence", { status: "online" });
    await ownBrowser.call("DELETE", `push/subscriptions/${device.id}`);
  });

  test("[CORE-035] a notice that could not be sent before the chat was taken is not sent after", async () => {
    const ownBrowser = await openBrowser(parlour.owner);
    const device = await ownBrowser.subscribe();
    service.respondWith(503);
    const chat = await createHandedOverChat("push-5");
    const before = service.received.length;
    await parlour.owner.call("POST", `chats/${chat}/accept`, {});
    service.respondWith(201);
    for (let second = 0; second < 21; second++) {
      await parlour.clock.advance(1_000);
      await parlour.settle();
    }
    expect(service.received.slice(before).map((one) => one.payload.kind)).toEqual(["chat_taken"]);
    await ownBrowser.call("DELETE", `push/subscriptions/${device.id}`);
  });

  test("[CORE-109] a call that was put off is told to the device when its time has come, and taken back when somebody has it", async () => {
    const ownBrowser = await openBrowser(parlour.owner);
    const device = await ownBrowser.subscribe({ show_text: true });
    await parlour.owner.call("PATCH", "call-settings", { enabled: true });
    await parlour.sendCustomerMessage(channel, "push-call", "Please call", {
      sender: { name: "Max" },
    });
    const { id: chat } = await parlour.findChat("push-call");
    const { id } = (
      await parlour.owner.call("POST", "calls", { chat_id: chat, phone: "+4930111222" })
    ).body as { id: number };
    const due = new Date(parlour.clock.now() + 60_000).toISOString();
    expect((await parlour.owner.call("POST", `calls/${id}/later`, { due_at: due })).status).toBe(
      200,
    );
    await parlour.settle();
    const before = service.received.length;
    await parlour.clock.advance(60_000);
    await parlour.settle();
    const notices = () => service.received.slice(before).map((one) => one.payload);
    const waiting = {
      kind: "call_waiting",
      call: id,
      name: "Max",
      number: expect.any(Number),
      channel: "Shop",
      text: "+4930111222",
    };
    expect(notices()).toEqual([{ ...waiting, language: "en" }]);
    expect(service.received[before]).toMatchObject({ topic: `call-${id}`, urgency: "high" });
    await parlour.owner.call("POST", `calls/${id}/take`, {});
    await parlour.settle();
    expect(notices().slice(1)).toEqual([{ kind: "call_taken", call: id }]);
    await parlour.owner.call("POST", `calls/${id}/end`, {});
    await parlour.owner.call("POST", `chats/${chat}/close`, {});
    await ownBrowser.call("DELETE", `push/subscriptions/${device.id}`);
  });

  test.each([404, 410])(
    "[API-110] [API-221] a device that its push service knows no more (%i) is forgotten",
    async (status) => {
      const ownBrowser = await openBrowser(parlour.owner);
      await ownBrowser.subscribe();
      service.respondWith(status);
      const chat = await createHandedOverChat(`push-gone-${status}`);
      service.respondWith(201);
      expect((await ownBrowser.call("GET", "push/subscriptions")).body).toEqual({ items: [] });
      const row = (await readDeliveries()).find((one) => one.chat_id === chat);
      const again = await parlour.owner.call("POST", `deliveries/${row.id}/retry`, {});
      expect([
        again.status,
        (again.body as any).error.code,
        (again.body as any).error.message,
      ]).toEqual([409, "not_deliverable", expect.stringContaining("two minutes")]);
      expect(row).toMatchObject({
        endpoint: { kind: "push" },
        state: "failed",
        outcome: "http_error",
      });
    },
  );

  test("[API-110] [API-011] [API-221] signing out ends the device", async () => {
    const ownBrowser = await openBrowser(parlour.owner);
    await ownBrowser.subscribe();
    const before = service.received.length;
    await ownBrowser.call("DELETE", "sessions/current");
    await createHandedOverChat("push-out");
    expect(service.received.slice(before)).toEqual([]);
    expect(
      await parlour.sql("select id from push_subscription where operator_id = $1", [
        parlour.owner.id,
      ]),
    ).toEqual([]);
  });

  test("[API-110] the keys are made once and kept sealed", async () => {
    const key = async () =>
      ((await parlour.owner.call("GET", "push/key")).body as { public_key: string }).public_key;
    const first = await key();
    const [row] = await parlour.sql<{ push_public: string; push_private: Buffer }>(
      "select push_public, push_private from instance",
    );
    expect(Buffer.from(first, "base64url")).toHaveLength(65);
    expect(row?.push_public).toBe(first);
    expect(row?.push_private.toString("latin1")).not.toMatch(/^[\w-]{43}$/);
    await parlour.restart();
    expect(await key()).toBe(first);
  });
});
