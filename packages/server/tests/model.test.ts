import { registerHooks } from "node:module";
import type { Delivery } from "@parlour/protocol";
import type { DeliveryWithAttempts, ModelTest, ModelUsage } from "@parlour/protocol/api";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { Type } from "typebox";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  modelFaults,
  startModelService,
  type ModelService,
} from "../../lab/src/services/model/index.ts";
import type { Model, WriteCall } from "../src/model/types.ts";

const library = { isLoaded: false };
const hooks = registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "openai") library.isLoaded = true;
    return next(specifier, context);
  },
});

let service: ModelService;
let parlour: TestParlour;
let model: Model;
beforeAll(async () => {
  service = await startModelService();
  parlour = await startTestParlour({ hooks: { onModel: (port) => void (model = port) } });
  await parlour.owner.call("PATCH", "instance", {
    egress_allow: [service.host, "127.0.0.1:1099"],
  });
});
afterAll(async () => {
  hooks.deregister();
  await parlour.close();
  await service.close();
});

const account = 1;
const patch = async (body: object): Promise<void> => {
  const answer = await parlour.owner.call("PATCH", "model", body);
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
};
const write = (call: Partial<WriteCall> = {}) =>
  model.write({
    account,
    purpose: "suggest",
    messages: [{ role: "user", content: "Where is my parcel?" }],
    ...call,
  });
const readLog = async (id: number | null) =>
  (await parlour.owner.call("GET", `deliveries/${id}`)).body as DeliveryWithAttempts;
const lastBody = () => JSON.parse(service.requests.at(-1)?.body ?? "{}") as Record<string, any>;
const Answer = Type.Object({ answer: Type.String() }, { additionalProperties: false });
const tool = {
  name: "find_order",
  description: "Finds an order.",
  parameters: Type.Object({ number: Type.String() }, { additionalProperties: false }),
};
/** Moves the clock at the speed of real time until the request has ended, with its repeats. */
async function settle<R>(promise: Promise<R>): Promise<R> {
  let isSettled = false;
  promise.then(
    () => (isSettled = true),
    () => (isSettled = true),
  );
  await expect
    .poll(() => parlour.clock.advance(20).then(() => isSettled), { interval: 20 })
    .toBe(true);
  return promise;
}
/** Waits until the server has a request without an end. */
const waitForRequest = (before: number): Promise<void> =>
  service.waitUntil(
    () => service.requests.length > before && service.requests.at(-1)?.end === "pending",
  );

describe("without a model", { shuffle: false }, () => {
  it("[MODEL-021] nothing is loaded, sent or logged before the first request", async () => {
    expect((await parlour.owner.call("GET", "model")).body).toMatchObject({ base_url: null });
    expect(await write()).toMatchObject({ kind: "failed", reason: "not_set_up", requestId: null });
    expect((await parlour.owner.call("POST", "model/test", {})).body).toMatchObject({
      checks: [{ name: "answer", ok: false, reason: "not_set_up" }, { name: "embeddings" }],
    });
    expect(service.requests).toEqual([]);
    expect(library.isLoaded).toBe(false);
    const log = await parlour.owner.call("GET", "deliveries?kind=model");
    expect(log.body).toMatchObject({ items: [] });
  });
});

describe("with a model", () => {
  beforeEach(() =>
    patch({
      base_url: service.url,
      api_key: service.apiKey,
      chat_model: service.chatModel,
      embedding_model: service.embeddingModel,
      timeout_s: 9,
      mask: { mode: "auto", patterns: [] },
      budget: { tokens_per_day: null, tokens_per_chat: null, parallel_requests: 4 },
      prices: { currency: "EUR", sent: 200, received: 600, embedded: 2 },
    }),
  );
  afterEach(() => service.endFaults());

  it("[MODEL-020] [MODEL-041] an answer is returned, and the request is in the delivery log with its bytes, tokens and cost", async () => {
    const written = await write();
    expect(written).toMatchObject({
      kind: "answered",
      text: "Answer of the lab to: Where is my parcel?",
      json: null,
      calls: [],
    });
    expect(library.isLoaded).toBe(true);
    const logged = await readLog(written.requestId);
    const { sent, received } =
      written.kind === "answered" ? written.tokens : { sent: 0, received: 0 };
    expect(logged).toMatchObject({
      event: "suggest",
      state: "delivered",
      outcome: "delivered",
      endpoint: { kind: "model", name: "Model" },
      attempts_made: [
        {
          status: 200,
          outcome: "delivered",
          request: {
            url: `${service.url}/chat/completions`,
            body: service.requests.at(-1)?.body,
          },
          model: {
            model: service.chatModel,
            tokens_sent: sent,
            tokens_received: received,
            cost: Math.round((sent * 200 + received * 600) / 100),
            masked: 0,
          },
        },
      ],
    });
    expect(logged.attempts_made[0]?.reply?.body).toContain("Answer of the lab");
    expect(JSON.stringify(logged)).not.toContain(service.apiKey);
    const list = (await parlour.owner.call("GET", "deliveries?kind=model&event=suggest")).body as {
      items: Delivery[];
    };
    expect(list.items[0]).toMatchObject({
      id: written.requestId,
      last_attempt: { model: { tokens_sent: sent } },
    });
    const again = await parlour.owner.call("POST", `deliveries/${written.requestId}/retry`, {});
    expect(again.status).toBe(409);
  });

  it("[MODEL-022] only the headers of the interface are sent", async () => {
    const { requestId } = await write();
    const { attempts_made } = await readLog(requestId);
    expect(Object.keys(attempts_made[0]?.request?.headers ?? {}).toSorted()).toEqual([
      "accept",
      "authorization",
      "content-type",
      "user-agent",
    ]);
    await patch({ api_key: null });
    const refused = await write();
    expect(refused).toMatchObject({ reason: "refused" });
    const log = await readLog(refused.requestId);
    expect(log.attempts_made[0]?.request?.headers).not.toHaveProperty("authorization");
  });

  it("[MODEL-020] a streamed answer arrives in parts", async () => {
    const parts: string[] = [];
    const written = await write({ onText: (part) => void parts.push(part) });
    expect(parts.length).toBeGreaterThan(2);
    expect(written).toMatchObject({ kind: "answered", text: parts.join("") });
    expect(written.kind === "answered" && written.tokens.received > 0).toBe(true);
  });

  it("[MODEL-020] JSON fits its schema, and tools get checked arguments", async () => {
    expect(await write({ schema: Answer })).toMatchObject({
      kind: "answered",
      json: { answer: expect.stringContaining("parcel") },
    });
    service.script({ answer: { text: '```json\n{"answer":"yes"}\n```' } });
    expect(await write({ schema: Answer })).toMatchObject({ json: { answer: "yes" } });
    service.script({ answer: { tools: [{ name: "find_order", input: { number: "A-17" } }] } });
    expect(await write({ tools: [tool] })).toMatchObject({
      calls: [{ name: "find_order", input: { number: "A-17" } }],
    });
  });

  it("[MODEL-020] vectors come in the order of the texts", async () => {
    const texts = ["A parcel", "A refund"];
    const embedded = await model.embed({ account, purpose: "embed", texts });
    const [first] = texts;
    const alone = await model.embed({ account, purpose: "embed", texts: [first ?? ""] });
    if (embedded.kind === "failed" || alone.kind === "failed") throw new Error("no vectors");
    expect(embedded.vectors).toHaveLength(2);
    expect(embedded.vectors[0]).toEqual(alone.vectors[0]);
    expect((await readLog(embedded.requestId)).event).toBe("embed");
  });

  it("[MODEL-010] [MODEL-012] [MODEL-013] with a mask, no value leaves, and the answer has them again", async () => {
    await patch({ mask: { mode: "on", patterns: [{ name: "Order", pattern: "A-\\d+" }] } });
    const content = "I am Anna Kovács, anna@example.com. Where is A-17?";
    service.script({
      answer: ({ messages }) => ({
        text: `Dear [NAME_1], we write to [EMAIL_1]: ${messages.at(-1)?.text}`,
      }),
      times: 2,
    });
    const call = { messages: [{ role: "user" as const, content }], names: ["Anna Kovács"] };
    const whole = await write(call);
    expect(whole).toMatchObject({
      text: `Dear Anna Kovács, we write to anna@example.com: ${content}`,
    });
    const parts: string[] = [];
    await write({ ...call, onText: (part) => void parts.push(part) });
    expect(parts.join("")).toBe(whole.kind === "answered" ? whole.text : "");
    const logged = JSON.stringify(await readLog(whole.requestId));
    for (const value of ["Kovács", "anna@", "A-17"]) {
      expect(service.requests.at(-1)?.body).not.toContain(value);
      expect(logged).not.toContain(value);
    }
    expect((await readLog(whole.requestId)).attempts_made[0]?.model?.masked).toBe(3);
  });

  it("[MODEL-010] in the own network, `auto` sends values as they are", async () => {
    await write({ messages: [{ role: "user", content: "anna@example.com" }] });
    expect(lastBody()["messages"]).toEqual([{ role: "user", content: "anna@example.com" }]);
  });

  const failures: readonly [
    name: string,
    fault: keyof typeof modelFaults,
    reason: string,
    call: Partial<WriteCall>,
  ][] = [
    ["an answer that is late", "hang", "timeout", {}],
    ["a stream that stops", "hang", "timeout", { onText: () => undefined }],
    ["a connection that ends without an answer", "outage", "unreachable", {}],
    ["an answer cut in the middle", "cut", "cut", {}],
    ["a stream cut in the middle", "cut", "cut", { onText: () => undefined }],
    ["a limit of requests with a long pause", "limit", "rate_limited", {}],
    ["an error of the server", "error", "unreachable", {}],
    [
      "an error of the server instead of a stream",
      "error",
      "unreachable",
      { onText: () => undefined },
    ],
    ["a page instead of JSON", "html", "wrong_form", {}],
    ["a page instead of a stream", "html", "wrong_form", { onText: () => undefined }],
    ["broken JSON of the interface", "broken", "wrong_form", {}],
    ["JSON instead of a stream", "broken", "wrong_form", { onText: () => undefined }],
    ["broken JSON of the model", "form", "wrong_form", { schema: Answer }],
    ["an empty answer", "empty", "empty", {}],
    ["an empty stream", "empty", "empty", { onText: () => undefined }],
    ["an answer at the limit of tokens", "length", "cut", {}],
    ["an answer that a filter refused", "filtered", "refused", {}],
    ["an answer of 100,000 characters", "long", "too_long", {}],
    ["a stream of 100,000 characters", "long", "too_long", { onText: () => undefined }],
  ];
  it.each(failures)("[MODEL-030] %s fails with a reason", async (_name, fault, reason, call) => {
    const before = service.requests.length;
    service.addFault({ reply: modelFaults[fault], times: 2 });
    const running = write(call);
    if (fault === "hang") await waitForRequest(before).then(() => parlour.clock.advance(9_000));
    const failed = await settle(running);
    expect(failed).toMatchObject({ kind: "failed", reason, message: expect.stringMatching(/\.$/) });
    expect(failed.ms).toBeLessThan(9_200);
    const logged = await readLog(failed.requestId);
    expect(logged).toMatchObject({ state: "failed", error: { code: reason } });
    expect(logged.attempts_made.at(-1)).toMatchObject({ error: { code: reason } });
  });

  const answers: readonly [
    name: string,
    answer: object,
    reason: string,
    call: Partial<WriteCall>,
  ][] = [
    ["a text instead of JSON", { text: "Yes." }, "wrong_form", { schema: Answer }],
    ["JSON without a field", { text: "{}" }, "wrong_form", { schema: Answer }],
    [
      "JSON with another field",
      { text: '{"answer":"a","do":"close"}' },
      "wrong_form",
      { schema: Answer },
    ],
    [
      "JSON with a field of another type",
      { text: '{"answer":1}' },
      "wrong_form",
      { schema: Answer },
    ],
    ["spaces", { text: " \n " }, "empty", {}],
    [
      "a tool that does not exist",
      { tools: [{ name: "close", input: {} }] },
      "wrong_form",
      { tools: [tool] },
    ],
    [
      "a tool without its arguments",
      { tools: [{ name: "find_order", input: {} }] },
      "wrong_form",
      { tools: [tool] },
    ],
    [
      "a tool with broken arguments",
      { tools: [{ name: "find_order", input: '{"nu' }] },
      "wrong_form",
      { tools: [tool] },
    ],
    [
      "a tool that was not offered",
      { tools: [{ name: "find_order", input: {} }] },
      "wrong_form",
      {},
    ],
  ];
  it.each(answers)(
    "[MODEL-031] the answer %s fails with a reason",
    async (_name, answer, reason, call) => {
      service.addFault({ reply: { answer: answer as never } });
      expect(await write(call)).toMatchObject({ kind: "failed", reason });
    },
  );

  it("[MODEL-031] markup, instructions and addresses in an answer are text", async () => {
    for (const fault of ["markup", "instructions", "address", "language"] as const) {
      service.addFault({ reply: modelFaults[fault] });
      const { words } = modelFaults[fault].answer;
      expect(await write()).toMatchObject({ kind: "answered", text: words });
    }
  });

  it("[MODEL-030] a wrong key, a wrong model and a closed port have a reason, and the key is not in it", async () => {
    await patch({ api_key: "sk-wrong" });
    expect(await write()).toMatchObject({
      reason: "refused",
      message: expect.stringContaining("401"),
    });
    await patch({ api_key: service.apiKey, chat_model: "gone" });
    expect(await write()).toMatchObject({
      reason: "refused",
      message: expect.stringContaining("404"),
    });
    await patch({ base_url: "http://127.0.0.1:1099/v1", chat_model: service.chatModel });
    expect(await settle(write())).toMatchObject({ reason: "unreachable" });
  });

  it("[MODEL-032] a failure that may pass is tried once more within the time, as a second attempt", async () => {
    for (const reply of [modelFaults.error, { ...modelFaults.limit, retryAfterS: 1 }]) {
      service.addFault({ reply });
      const written = await settle(write());
      expect(written).toMatchObject({ kind: "answered" });
      expect((await readLog(written.requestId)).attempts_made).toMatchObject([
        { n: 1, outcome: "http_error" },
        { n: 2, outcome: "delivered" },
      ]);
    }
    const before = service.requests.length;
    service.addFault({ reply: modelFaults.form });
    await write({ schema: Answer });
    expect(service.requests.length - before).toBe(1);
  });

  it("[MODEL-033] a request that is cancelled ends at once, also at the server", async () => {
    service.addFault({ reply: modelFaults.hang });
    const controller = new AbortController();
    const before = service.requests.length;
    const running = write({ signal: controller.signal });
    await waitForRequest(before);
    controller.abort();
    expect(await running).toMatchObject({ kind: "failed", reason: "cancelled" });
  });

  it("[MODEL-040] above the tokens of the day nothing is sent, and the log says why", async () => {
    await patch({ budget: { tokens_per_day: 1 } });
    const before = service.requests.length;
    const failed = await write();
    expect(failed).toMatchObject({ reason: "over_budget" });
    expect(service.requests).toHaveLength(before);
    expect(await readLog(failed.requestId)).toMatchObject({
      state: "failed",
      error: { code: "over_budget" },
      attempts_made: [],
    });
  });

  it("[MODEL-040] requests at the same time and in one chat have limits", async () => {
    await patch({ budget: { parallel_requests: 1 } });
    service.addFault({ reply: modelFaults.hang });
    const before = service.requests.length;
    const running = write();
    await waitForRequest(before);
    expect(await write()).toMatchObject({ reason: "over_budget" });
    await parlour.clock.advance(9_000);
    await running;
    await patch({ budget: { tokens_per_chat: 1_050 } });
    expect(await write({ chatId: 7 })).toMatchObject({ kind: "answered" });
    const long = [{ role: "user" as const, content: "parcel ".repeat(30) }];
    expect(await write({ chatId: 7, messages: long })).toMatchObject({ reason: "over_budget" });
    expect(await write({ chatId: 8 })).toMatchObject({ kind: "answered" });
  });

  it("[MODEL-040] a node that ends in the middle of a request leaves nothing reserved", async () => {
    await parlour.sql(
      "insert into model_request (account_id, purpose, tokens, expires_at) values (1, 'agent', 500, $1)",
      [new Date(parlour.clock.now() - 1)],
    );
    await patch({ budget: { parallel_requests: 1 } });
    expect(await write()).toMatchObject({ kind: "answered" });
    const [row] = await parlour.sql(
      "select failed, tokens_sent::int as tokens from model_use where purpose = 'agent'",
    );
    expect(row).toEqual({ failed: 1, tokens: 500 });
  });

  it("[MODEL-042] replays use at most 80 % of the tokens of a day, and none of a chat", async () => {
    const { body } = await parlour.owner.call("GET", "model/usage");
    const used = (body as ModelUsage).tokens_today;
    await patch({ budget: { tokens_per_day: (used + 1_000) * 2, tokens_per_chat: 100 } });
    expect(await write({ purpose: "replay" })).toMatchObject({ kind: "answered" });
    await patch({ budget: { tokens_per_day: used + 100, tokens_per_chat: null } });
    expect(await write({ purpose: "replay" })).toMatchObject({ reason: "over_budget" });
    await patch({ budget: { tokens_per_day: null } });
  });

  it("[MODEL-060] the use is counted by day, hour and purpose", async () => {
    const read = async () => (await parlour.owner.call("GET", "model/usage")).body as ModelUsage;
    const count = ({ days }: ModelUsage) =>
      days
        .filter(({ purpose }) => purpose === "translate")
        .reduce((sum, { requests }) => sum + requests, 0);
    const before = await read();
    await write({ purpose: "translate" });
    const after = await read();
    expect(count(after)).toBe(count(before) + 1);
    expect(after.tokens_today).toBeGreaterThan(before.tokens_today);
    expect(after.hours.at(-1)?.hour).toMatch(/:00:00\.000Z$/);
    expect((await parlour.owner.call("GET", "model/usage?days=0")).status).toBe(400);
  });

  it("[MODEL-031] a request above 400,000 characters is not sent", async () => {
    const messages = [{ role: "user" as const, content: "a".repeat(400_001) }];
    const before = service.requests.length;
    expect(await write({ messages })).toMatchObject({ reason: "too_long" });
    expect(service.requests).toHaveLength(before);
  });

  it("[MODEL-041] a request about a chat is in its log, hidden from roles that read no texts, and erased with the visitor", async () => {
    const channel = await parlour.channel(`${service.url}/chat`);
    await parlour.sendCustomerMessage(channel, "anna", "Where is Quittenbaum?");
    const chat = await parlour.findChat("anna");
    const messages = [{ role: "user" as const, content: "Where is Quittenbaum?" }];
    const { requestId } = await write({ chatId: chat.id, messages });
    const found = await parlour.owner.call("GET", `deliveries?chat=${chat.id}&kind=model`);
    expect((found.body as { items: object[] }).items).toMatchObject([
      { id: requestId, chat_number: chat.number },
    ]);
    const developer = await parlour.operator("developer");
    const masked = await developer.call("GET", `deliveries/${requestId}`);
    expect(masked.body).toMatchObject({ attempts_made: [{ model: { model: "lab-chat" } }] });
    expect(JSON.stringify(masked.body)).not.toContain("Quittenbaum");
    await parlour.owner.call("POST", `chats/${chat.id}/close`, {});
    await parlour.settle();
    await parlour.owner.call("DELETE", `visitors/${chat.visitor.number}`);
    await parlour.settle();
    expect((await readLog(requestId)).attempts_made).toMatchObject([
      { request: null, reply: null, model: { tokens_sent: expect.any(Number) } },
    ]);
  });

  it("[MODEL-050] the test measures each ability, and says what is missing", async () => {
    const run = async () =>
      ((await settle(parlour.owner.call("POST", "model/test", {}))).body as ModelTest).checks;
    const checks = await run();
    expect(checks.map(({ name }) => name)).toEqual([
      "answer",
      "streaming",
      "json",
      "tools",
      "language",
      "embeddings",
    ]);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    service.script({ match: "find_order", answer: { text: "I cannot." } });
    service.script({ match: "Antworte", answer: { text: "It arrives tomorrow." } });
    expect((await run()).filter(({ ok }) => !ok)).toMatchObject([
      { name: "tools", reason: null, message: expect.stringContaining("Keep tools off") },
      { name: "language", reason: null },
    ]);
    service.addFault({ reply: modelFaults.error, times: Infinity });
    expect(await run()).toMatchObject([
      { name: "answer", ok: false, reason: "unreachable" },
      { name: "embeddings", ok: false, reason: "unreachable" },
    ]);
  });
});
