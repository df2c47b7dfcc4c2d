import { createHmac, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createManualTimers } from "@parlour/client/manual-timers";
import { describe, expect, onTestFinished, test } from "vitest";
import { openBotHandler, type BotHandlerOptions } from "../src/bot/bot-handler.ts";
import { openChannelHandler } from "../src/channel/channel-handler.ts";
import { createChannelHandler } from "../src/channel/index.ts";
import type { RequestHandler } from "../src/handler/handler.ts";
import { toNodeListener } from "../src/node/index.ts";
import {
  createMemoryStore,
  createWebhookHandler,
  ParlourError,
  verifyWebhook,
  type WebhookHandlerOptions,
} from "../src/webhook/index.ts";
import { sendJson, startServer } from "./test-server.ts";

/** The handlers of requests from Parlour, as a server or a worker calls them. */

const secret = `whsec_${randomBytes(32).toString("base64")}`;
const secrets = [secret];
const nowMs = 1_763_620_800_000;
const now = (): number => nowMs;

interface Signing {
  readonly id?: string;
  readonly secrets?: readonly string[];
  readonly timestamp?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
/** Builds the headers with which Parlour signs a body. */
function sign(
  body: string,
  { id = "msg_1", secrets = [secret], timestamp = nowMs / 1_000, headers = {} }: Signing = {},
): Record<string, string> {
  const signatures = secrets.map((one) => {
    const key = Buffer.from(one.slice("whsec_".length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "content-type": "application/json; charset=utf-8",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
    ...headers,
  };
}
function createRequest(body: object | string, signing?: Signing): Request {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Request("http://localhost/x", {
    method: "POST",
    headers: sign(text, signing),
    body: text,
  });
}
const readAnswer = async (response: Response): Promise<[number, unknown]> => [
  response.status,
  await response.json(),
];

const accepted = { event_name: "chat_accepted", chat_id: 7, visitor: { name: "Nadia" } };

describe("verifyWebhook", () => {
  test("[WH-073] returns the event of a request, or of headers and bytes", async () => {
    const text = JSON.stringify(accepted);
    expect(await verifyWebhook(createRequest(text), secret, { now })).toEqual(accepted);
    const { "webhook-id": id, ...others } = sign(text);
    const headers = { ...others, "Webhook-Id": id };
    expect(await verifyWebhook({ headers, body: Buffer.from(text) }, secret, { now })).toEqual(
      accepted,
    );
    expect(await verifyWebhook({ headers, body: text }, secret, { now })).toEqual(accepted);
  });

  test("[WH-073] the published example of the signature is correct", async () => {
    const body = '{"result":"ok"}';
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": "1763620800",
      "webhook-signature": "v1,kDryMGEPfT+o5yg/a6ZoSNUVsOpz+Z30Mnobw6dY6pQ=",
    };
    const published = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    expect(await verifyWebhook({ headers, body }, published, { now })).toEqual({ result: "ok" });
  });

  test("[CORE-124] while a secret is changed, one correct signature or secret is enough", async () => {
    const old = `whsec_${randomBytes(32).toString("base64")}`;
    const verify = (secrets: string[], accepts: string | string[]) =>
      verifyWebhook(createRequest(accepted, { secrets }), accepts, { now });
    await expect(verify([secret, old], old)).resolves.toEqual(accepted);
    await expect(verify([old], [secret, old])).resolves.toEqual(accepted);
    await expect(verify([old], secret)).rejects.toMatchObject({ code: "signature_wrong" });
  });

  test.each([
    ["another body", createRequest(accepted).headers, '{"a":1}', "signature_wrong"],
    ["no headers", new Headers(), "{}", "signature_missing"],
    [
      "a signature that is no base64",
      new Headers({ ...sign("{}"), "webhook-signature": "v1,***" }),
      "{}",
      "signature_wrong",
    ],
    [
      "another version",
      new Headers({
        ...sign("{}"),
        "webhook-signature": sign("{}")["webhook-signature"]!.replace("v1", "v2"),
      }),
      "{}",
      "signature_wrong",
    ],
    [
      "a time that is no number",
      new Headers({ ...sign("{}"), "webhook-timestamp": "1e3" }),
      "{}",
      "signature_missing",
    ],
  ])("[CORE-124] %s is refused with 401", async (_name, headers, body, code) => {
    await expect(verifyWebhook({ headers, body }, secret, { now })).rejects.toMatchObject({
      name: "ParlourError",
      status: 401,
      code,
    });
  });

  test("[CORE-124] a request more than five minutes before or after the clock is refused", async () => {
    const verify = (seconds: number) =>
      verifyWebhook(createRequest("{}", { timestamp: nowMs / 1_000 + seconds }), secret, { now });
    await expect(verify(-300)).resolves.toBeDefined();
    await expect(verify(300)).resolves.toBeDefined();
    await expect(verify(-301)).rejects.toMatchObject({ code: "signature_expired" });
    await expect(verify(301)).rejects.toMatchObject({ code: "signature_expired" });
  });

  test.each(["whsec_", "whsec_***", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", ""])(
    "[CORE-124] the secret %j is an error of the program",
    async (wrong) => {
      await expect(verifyWebhook(createRequest("{}"), wrong, { now })).rejects.toThrow(TypeError);
      expect(() => createWebhookHandler({ secrets: [secret, wrong], on: {} })).toThrow(TypeError);
    },
  );
});

describe("the webhook handler", () => {
  test("[WH-042] [WH-063] the answer of the function is sent, also to a repeat, which calls nothing", async () => {
    let calls = 0;
    const { handle } = createWebhookHandler({
      secrets,
      now,
      on: {
        async chat_accepted({ visitor }) {
          calls += 1;
          await Promise.resolve();
          return { custom_data: [{ title: "Orders", content: `for ${visitor.name}` }] };
        },
      },
    });
    const expected = { result: "ok", custom_data: [{ title: "Orders", content: "for Nadia" }] };
    const both = [handle(createRequest(accepted)), handle(createRequest(accepted))];
    for (const answer of await Promise.all(both))
      expect(await readAnswer(answer)).toEqual([200, expected]);
    expect(await readAnswer(await handle(createRequest(accepted)))).toEqual([200, expected]);
    expect(calls).toBe(1);
    await handle(createRequest(accepted, { id: "msg_2" }));
    expect(calls).toBe(2);
  });

  test("[CORE-133] [WH-070] events without a function and test events are acknowledged", async () => {
    const ids: string[] = [];
    const on: WebhookHandlerOptions["on"] = {
      chat_accepted: (_event, { id, sequence, isTest }) =>
        void ids.push(`${id} ${sequence} ${isTest}`),
    };
    const { handle } = createWebhookHandler({ secrets, now, on });
    const isTest = { headers: { "parlour-test": "1", "parlour-seq": "3" } };
    expect(await readAnswer(await handle(createRequest({ event_name: "later" })))).toEqual([
      200,
      { result: "ok" },
    ]);
    expect(await readAnswer(await handle(createRequest(accepted, isTest)))).toEqual([
      200,
      { result: "ok" },
    ]);
    expect(ids).toEqual([]);
    const withTests = createWebhookHandler({ secrets, now, on, handleTests: true });
    await withTests.handle(createRequest(accepted, isTest));
    await withTests.handle(createRequest(accepted, isTest));
    expect(ids).toEqual(["msg_1 3 true", "msg_1 3 true"]);
  });

  test("[WH-060] a function that fails answers 500, and the next attempt calls it again", async () => {
    const errors: unknown[] = [];
    let calls = 0;
    const { handle } = createWebhookHandler({
      secrets,
      now,
      onError: (error) => errors.push(error),
      on: {
        chat_finished() {
          calls += 1;
          if (calls === 1) throw new Error("the database is away");
          if (calls === 2) throw new ParlourError("The key has ended.", { status: 401, code: "x" });
        },
      },
    });
    const body = { event_name: "chat_finished" };
    expect((await handle(createRequest(body))).status).toBe(500);
    expect(errors).toEqual([new Error("the database is away")]);
    expect((await handle(createRequest(body))).status).toBe(500);
    expect((await handle(createRequest(body))).status).toBe(200);
    expect(calls).toBe(3);
  });

  test("[CORE-124] refuses other methods, wrong signatures, large bodies and what is no JSON", async () => {
    const { handle } = createWebhookHandler({ secrets, now, on: {} });
    const statuses = [
      new Request("http://localhost/x"),
      createRequest(accepted, { secrets: [`whsec_${randomBytes(32).toString("base64")}`] }),
      createRequest("{}", { headers: { "content-length": String(3 * 1024 * 1024) } }),
      createRequest("[1", {}),
    ].map(async (request) => (await handle(request)).status);
    expect(await Promise.all(statuses)).toEqual([405, 401, 413, 400]);
  });

  test("[WH-063] a store keeps answers over a restart, and that in memory drops the oldest", async () => {
    const store = createMemoryStore(2);
    let calls = 0;
    const on = { chat_accepted: () => void (calls += 1) };
    const options = { secrets, now, store, on };
    for (const id of ["a", "b", "c"])
      await createWebhookHandler(options).handle(createRequest(accepted, { id }));
    await createWebhookHandler(options).handle(createRequest(accepted, { id: "c" }));
    expect(calls).toBe(3);
    await createWebhookHandler(options).handle(createRequest(accepted, { id: "a" }));
    expect(calls).toBe(4);
  });
});

describe("the channel handler", () => {
  const reply = {
    sender: { name: "Ines", photo: "" },
    recipient: { id: "cust-881" },
    message: { type: "text", id: "90417", text: "Yes" },
  };

  test("[CH-071] [CH-077] shows a message once, and a typing notice each time", async () => {
    const shown: string[] = [];
    const { handle } = createChannelHandler({
      inboundUrl: "http://localhost/in",
      secrets,
      now,
      onMessage: ({ recipient, message }) => void shown.push(`${recipient.id} ${message.type}`),
      onTyping: ({ message }) => void shown.push(message.type),
    });
    for (const body of [reply, reply, { ...reply, message: { type: "typein" } }])
      expect(await readAnswer(await handle(createRequest(body)))).toEqual([200, { result: "ok" }]);
    expect(shown).toEqual(["cust-881 text", "typein"]);
  });

  test("[CH-126] [CH-127] a change is handled once, and refused without a function for it", async () => {
    const change = { ...reply, message: { type: "edit", id: "90417", text: "No" } };
    const changes: string[] = [];
    const options = { inboundUrl: "http://localhost/in", secrets, now, onMessage: () => undefined };
    const { handle } = createChannelHandler({
      ...options,
      onChange: ({ message }) => void changes.push(`${message.type} ${message.id}`),
    });
    const deletion = { ...reply, message: { type: "deletion", id: "90417" } };
    for (const [id, body] of [
      ["change_1", change],
      ["change_1", change],
      ["change_2", deletion],
    ] as const)
      expect(await readAnswer(await handle(createRequest(body, { id })))).toEqual([
        200,
        { result: "ok" },
      ]);
    expect(changes).toEqual(["edit 90417", "deletion 90417"]);
    const withoutChanges = createChannelHandler(options);
    expect(await readAnswer(await withoutChanges.handle(createRequest(change)))).toEqual([
      200,
      { error: expect.objectContaining({ code: "unsupported_type" }) },
    ]);
  });

  test("[CH-082] a refusal is the answer", async () => {
    const refusal = { error: { code: "recipient_blocked", message: "Blocked." } };
    const { handle } = createChannelHandler({
      inboundUrl: "http://localhost/in",
      secrets,
      now,
      onMessage: () => refusal,
    });
    expect(await readAnswer(await handle(createRequest(reply)))).toEqual([200, refusal]);
  });

  test("[CH-057] a message keeps its key over repeats and calls; another message has another", async () => {
    const server = await startServer((response, { path }, index) => {
      if (path.endsWith("/status")) sendJson(response, 200, index % 2);
      else if (index === 0) sendJson(response, 503, {}, { "retry-after": "1" });
      else sendJson(response, 200, { result: "ok" });
    });
    const timers = createManualTimers();
    const channel = openChannelHandler(
      { inboundUrl: `${server.url}/channel/r/p`, secrets, onMessage: () => undefined },
      { timers, random: () => 0 },
    );
    const sender = { id: "cust-881" };
    const message = { type: "text", id: "m-1", text: "Hello" } as const;
    const sent = channel.send({ sender, message });
    await expect
      .poll(
        async () => {
          await timers.advance(100);
          return server.requests.length;
        },
        { interval: 2 },
      )
      .toBe(2);
    await sent;
    await channel.send({ sender, message });
    await channel.send({ sender: { id: "cust-882" }, message });
    await channel.send({ sender, message: { type: "text", text: "no id" } });
    await channel.send({ sender, message: { type: "text", text: "no id" } });
    await channel.send({ sender, message }, { idempotencyKey: "mine" });
    const keys = server.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).toMatch(/^[\x21-\x7e]{1,255}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(new Set(keys).size).toBe(5);
    expect(keys.at(-1)).toBe("mine");
    expect(server.requests[0]).toMatchObject({ method: "POST", path: "/channel/r/p" });
    expect(await channel.isAvailable()).toBe(true);
    expect(await channel.isAvailable()).toBe(false);
  });

  test("[CH-039] a refused message is an error at once", async () => {
    const server = await startServer((response) =>
      sendJson(response, 403, { error: { code: "channel_disabled", message: "Off." } }),
    );
    const channel = createChannelHandler({
      inboundUrl: server.url,
      secrets,
      onMessage: () => undefined,
    });
    await expect(
      channel.send({ sender: { id: 1 }, message: { type: "typein" } }),
    ).rejects.toMatchObject({ status: 403, code: "channel_disabled" });
    expect(server.requests).toHaveLength(1);
  });
});

describe("the bot handler", () => {
  const message = {
    event: "CLIENT_MESSAGE",
    id: "0b9f7f4e-6a1d-4f0e-9f3c-6d1e2a7c9b10",
    chat_id: "88120",
    client_id: "3071",
    message: { type: "TEXT", text: "Where is my parcel?" },
  };
  async function openBot(options: Partial<BotHandlerOptions> = {}) {
    const server = await startServer((response) => sendJson(response, 200, { result: "ok" }));
    const timers = createManualTimers();
    const bot = openBotHandler(
      { address: server.url, secrets, now, onMessage: () => undefined, ...options },
      { timers, random: () => 0 },
    );
    const posts = () =>
      server.requests.map(({ headers, body }) => ({
        key: headers["idempotency-key"],
        authorization: headers.authorization,
        ...(JSON.parse(body) as object),
      }));
    return { bot, posts, timers };
  }
  const handleMessage = ({ handle }: { handle: RequestHandler }, body: object = message) =>
    handle(createRequest(body, { id: message.id }));

  test("[BOT-012] [BOT-085] replies by its result, once for each event, with keys made from its id", async () => {
    const { bot, posts } = await openBot({
      accessToken: () => "t1",
      onMessage: () => ["One", { type: "MARKDOWN", content: "**two**" }],
    });
    expect(await readAnswer(await handleMessage(bot))).toEqual([200, { result: "ok" }]);
    expect(await readAnswer(await handleMessage(bot))).toEqual([200, { result: "ok" }]);
    const ids = [`${message.id}:1`, `${message.id}:2`];
    const common = { event: "BOT_MESSAGE", chat_id: "88120", authorization: "Bearer t1" };
    expect(posts()).toEqual([
      { ...common, key: ids[0], id: ids[0], message: { type: "TEXT", text: "One" } },
      { ...common, key: ids[1], id: ids[1], message: { type: "MARKDOWN", content: "**two**" } },
    ]);
  });

  test("[BOT-070] notices can be answered, and a chat can be used at any time", async () => {
    const { bot, posts } = await openBot({
      onNotice: ({ event }) => (event === "AGENT_UNAVAILABLE" ? "Nobody is here." : undefined),
    });
    await handleMessage(bot, { ...message, event: "AGENT_UNAVAILABLE" });
    expect(await bot.chat("9").send("Later")).toEqual([]);
    await bot.chat("9").inviteOperator({ idempotencyKey: "mine" });
    expect(posts()).toMatchObject([
      { event: "BOT_MESSAGE", chat_id: "88120", message: { text: "Nobody is here." } },
      { event: "BOT_MESSAGE", chat_id: "9", message: { text: "Later" } },
      { event: "INVITE_AGENT", chat_id: "9", key: "mine" },
    ]);
  });

  test("[BOT-050] a slow reply is acknowledged after 2 s and sent later; a repeat adds nothing", async () => {
    let finish: (text: string) => void = () => undefined;
    const { bot, posts, timers } = await openBot({
      onMessage: () => new Promise<string>((resolve) => (finish = resolve)),
    });
    const background: Promise<unknown>[] = [];
    const answers = [1, 2].map(() =>
      bot.handle(createRequest(message, { id: message.id }), {
        waitUntil: (work) => void background.push(work),
      }),
    );
    let answered = 0;
    for (const answer of answers) void answer.then(() => (answered += 1));
    await expect
      .poll(
        async () => {
          await timers.advance(100);
          return answered;
        },
        { interval: 2 },
      )
      .toBe(2);
    expect(timers.now()).toBeGreaterThanOrEqual(1_002_000);
    expect(posts()).toEqual([]);
    finish("Here it is.");
    expect(background).toHaveLength(1);
    await background[0];
    expect(posts()).toMatchObject([{ message: { text: "Here it is." } }]);
  });

  test("[BOT-054] messages of one chat are answered in order, also after their responses", async () => {
    const finish = new Map<string, () => void>();
    const { bot, posts, timers } = await openBot({
      onMessage: ({ message: { text } }) =>
        new Promise<string>((resolve) => finish.set(text, () => resolve(text))),
    });
    const background: Promise<unknown>[] = [];
    const send = (id: string, text: string, chat_id = "1"): Promise<Response> =>
      bot.handle(
        createRequest({ ...message, id, chat_id, message: { type: "TEXT", text } }, { id }),
        { waitUntil: (work) => void background.push(work) },
      );
    const first = send("a", "one");
    await expect.poll(() => finish.size, { interval: 2 }).toBe(1);
    await timers.advance(2_000);
    expect((await first).status).toBe(200);
    const others = [send("b", "two"), send("c", "other", "2")];
    await expect.poll(() => [...finish.keys()], { interval: 2 }).toEqual(["one", "other"]);
    finish.get("other")?.();
    expect((await others[1])?.status).toBe(200);
    finish.get("one")?.();
    await background[0];
    await expect.poll(() => finish.size, { interval: 2 }).toBe(3);
    finish.get("two")?.();
    expect((await others[0])?.status).toBe(200);
    expect(posts().map((post) => (post as { message?: { text: string } }).message?.text)).toEqual([
      "other",
      "one",
      "two",
    ]);
  });

  test("[BOT-073] a reply to a chat that an operator has taken is dropped", async () => {
    const server = await startServer((response) =>
      sendJson(response, 400, {
        error: { code: "invalid_request", message: "Taken.", reason: "chat_handed_over" },
      }),
    );
    const { bot } = await openBot({ address: server.url, onMessage: () => "Hello" });
    expect((await handleMessage(bot)).status).toBe(200);
    await expect(bot.chat("1").send("Hello")).rejects.toMatchObject({
      status: 400,
      body: { error: { reason: "chat_handed_over" } },
    });
  });

  test("[BOT-051] a reply that fails in time answers 500; one that fails later invites an operator", async () => {
    const errors: unknown[] = [];
    let fail: (error: Error) => void = () => undefined;
    let calls = 0;
    const { bot, posts, timers } = await openBot({
      onError: (error) => errors.push(error),
      onMessage: () => {
        calls += 1;
        if (calls === 1) throw new Error("at once");
        return new Promise<string>((_resolve, reject) => (fail = reject));
      },
    });
    expect((await handleMessage(bot)).status).toBe(500);
    expect(posts()).toEqual([]);
    const background: Promise<unknown>[] = [];
    const answer = bot.handle(createRequest(message, { id: message.id }), {
      waitUntil: (work) => void background.push(work),
    });
    await expect.poll(() => calls, { interval: 2 }).toBe(2);
    await timers.advance(2_000);
    expect((await answer).status).toBe(200);
    fail(new Error("later"));
    await background[0];
    expect(errors).toEqual([new Error("at once"), new Error("later")]);
    expect(posts()).toMatchObject([{ event: "INVITE_AGENT", chat_id: "88120" }]);
  });
});

describe("toNodeListener", () => {
  test("[CORE-124] passes method, headers and the exact bytes, and returns status and body", async () => {
    const { handle } = createWebhookHandler({
      secrets,
      now,
      on: { chat_accepted: ({ visitor }) => ({ crm_link: `https://crm.example/${visitor.name}` }) },
    });
    const server = createServer(toNodeListener(handle));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events?x=1`;
    const body = JSON.stringify({ ...accepted, visitor: { name: "Нади́я 🙂" } }, null, 2);
    const answer = await fetch(url, { method: "POST", headers: sign(body), body });
    expect(await readAnswer(answer)).toEqual([
      200,
      { crm_link: "https://crm.example/Нади́я 🙂", result: "ok" },
    ]);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect((await fetch(url)).status).toBe(405);
    const large = "x".repeat(2 * 1024 * 1024 + 1);
    expect((await fetch(url, { method: "POST", headers: sign("{}"), body: large })).status).toBe(
      413,
    );
  });

  test("[CORE-124] takes the bytes that express.raw() has read", async () => {
    const { handle } = createWebhookHandler({ secrets, now, on: {} });
    const body = JSON.stringify(accepted);
    const status = await new Promise<number>((resolve) => {
      const end = async function* (): AsyncGenerator<Uint8Array> {};
      toNodeListener(handle)(
        {
          method: "POST",
          url: "/",
          headers: sign(body),
          body: Buffer.from(body),
          [Symbol.asyncIterator]: end,
        },
        { writeHead: (code) => resolve(code), end: () => undefined },
      );
    });
    expect(status).toBe(200);
  });
});
