import type { Account, Chat } from "@parlour/protocol";
import type { DeliveryWithAttempts, Suggestion } from "@parlour/protocol/api";
import type {
  ApiResponse,
  FakeIntegrator,
  TestChannel,
  TestOperator,
  TestParlour,
} from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { modelFaults, type ModelService } from "../../lab/src/services/model/index.ts";
import { openModelFixture, type ModelFixture } from "./model-fixture.ts";

let fixture: ModelFixture;
let service: ModelService;
let integrator: FakeIntegrator;
let parlour: TestParlour;
let channel: TestChannel;
let owner: TestOperator;
beforeAll(async () => {
  fixture = await openModelFixture();
  ({ service, integrator, parlour, channel, owner } = fixture);
  const section = await owner.call("POST", "article-sections", { name: "Care" });
  const article = await owner.call("POST", "articles", {
    section_id: (section.body as { id: number }).id,
    language: "en",
    title: "Oven and dishwasher",
    body: "Every bowl is safe in the oven up to 220 degrees.",
    state: "published",
  });
  expect(article.status, article.text).toBe(201);
});
afterAll(() => fixture.close());
afterEach(() => service.endFaults());

const question = "Is the small bowl safe in the oven?";
const startChat = (...texts: readonly string[]): Promise<Chat> =>
  fixture.startChat(...(texts.length === 0 ? [question] : texts));
const connect = async (more: object = {}): Promise<void> => {
  const answer = await owner.call("PATCH", "model", {
    base_url: service.url,
    api_key: service.apiKey,
    chat_model: service.chatModel,
    also_send: { notes: false, earlier_chats: false },
    timeout_s: 9,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
};
const post = (path: string, body: object = {}, by = owner): Promise<ApiResponse> =>
  by.call("POST", path, body);
const lastPrompt = (): string => {
  const { messages } = JSON.parse(service.requests.at(-1)?.body ?? "{}") as {
    messages: { content: string }[];
  };
  return messages.map(({ content }) => content).join("\n");
};

/** Reads the events of a streamed suggestion. */
async function stream(
  chat: number,
  { signal, body = {} }: { readonly signal?: AbortSignal; readonly body?: object } = {},
): Promise<readonly { readonly event: string; readonly data: any }[]> {
  const response = await fetch(`${parlour.url}/api/v1/chats/${chat}/suggestions`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${owner.key}`,
      accept: "text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const text = await response.text();
  return text
    .split("\n\n")
    .filter(Boolean)
    .map((entry) => {
      const [, event = "", data = ""] = /^event: (.*)\ndata: (.*)$/.exec(entry) ?? [];
      return { event, data: JSON.parse(data) as unknown };
    });
}

describe("without a model", { shuffle: false }, () => {
  it("[ASSIST-001] every draft is refused with the place where a model is set up, and nothing is logged", async () => {
    const chat = await startChat();
    expect((await owner.call("GET", "account")).body as Account).toMatchObject({
      has_model: false,
    });
    for (const [path, body] of [
      [`chats/${chat.id}/suggestions`, {}],
      [`chats/${chat.id}/rewrites`, { text: "ok", mode: "shorter" }],
      [`chats/${chat.id}/summaries`, {}],
      ["translate", { text: "Hallo", to: "en" }],
    ] as const) {
      const refused = await post(path, body);
      expect([path, refused.status, refused.body]).toMatchObject([
        path,
        409,
        { error: { code: "model_not_set_up", message: expect.stringContaining("Settings") } },
      ]);
    }
    expect((await owner.call("GET", "deliveries?kind=model")).body).toMatchObject({ items: [] });
  });
});

describe("with a model", () => {
  beforeAll(() => connect());

  it("[ASSIST-010] [ASSIST-001] a suggestion rests on a published article, is in the delivery log, and writes nothing to the chat", async () => {
    const chat = await startChat("Hello", question);
    service.script({ answer: { words: "Yes, up to 220 degrees. [1] See also [7]." } });
    const answer = await post(`chats/${chat.id}/suggestions`);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        text: "Yes, up to 220 degrees. See also.",
        model: service.chatModel,
        sources: [
          {
            number: 1,
            title: "Oven and dishwasher",
            path: "/help/en/oven-and-dishwasher",
            excerpt: expect.stringContaining("220 degrees"),
          },
        ],
      },
    ]);
    expect(lastPrompt()).toContain(`customer: ${question}`);
    const { request_id } = answer.body as Suggestion;
    const logged = (await owner.call("GET", `deliveries/${request_id}`))
      .body as DeliveryWithAttempts;
    expect(logged).toMatchObject({ event: "suggest", chat_id: chat.id, state: "delivered" });
    expect((await parlour.messages(chat.id)).map(({ text }) => text)).toEqual(["Hello", question]);
    expect((await owner.call("GET", "account")).body).toMatchObject({ has_model: true });
  });

  it("[ASSIST-011] without a passage nothing is invented: the model is not asked, unless the operator says what to write", async () => {
    const chat = await startChat("Zzyzx qwfp arst?");
    const before = service.requests.length;
    expect((await post(`chats/${chat.id}/suggestions`)).body).toEqual({
      text: "",
      sources: [],
      model: service.chatModel,
      request_id: null,
    });
    expect(service.requests.length).toBe(before);
    service.script({ answer: { words: "We will refund it." } });
    const wished = await post(`chats/${chat.id}/suggestions`, { instruction: "Offer a refund" });
    expect(wished.body).toMatchObject({ text: "We will refund it.", sources: [] });
    expect(lastPrompt()).toContain("Offer a refund");
  });

  it("[ASSIST-012] the words are streamed after the passages, with the same answer at the end", async () => {
    const chat = await startChat();
    const words = "Yes, the bowl is safe up to 220 degrees. [1] Put it into the cold oven.";
    service.script({ answer: { words } });
    const events = await stream(chat.id);
    const parts = events.filter(({ event }) => event === "text");
    expect(events[0]).toMatchObject({
      event: "sources",
      data: { sources: [{ number: 1, title: "Oven and dishwasher" }] },
    });
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map(({ data }) => (data as { text: string }).text).join("")).toBe(words);
    expect(events.at(-1)).toMatchObject({
      event: "done",
      data: { text: words.replace(" [1]", ""), sources: [{ number: 1 }] },
    });
  });

  it("[ASSIST-003] a stream that fails ends with the reason, and a client that goes away ends the request to the model", async () => {
    const chat = await startChat();
    service.addFault({ reply: modelFaults.cut });
    expect((await stream(chat.id)).at(-1)).toMatchObject({
      event: "error",
      data: { error: { code: "model_cut" } },
    });
    service.addFault({ reply: modelFaults.hang });
    const client = new AbortController();
    const before = service.requests.length;
    const streamed = stream(chat.id, { signal: client.signal });
    await service.waitUntil(() => service.requests.length > before);
    client.abort();
    await expect(streamed).rejects.toThrow();
    await expect
      .poll(async () => {
        const log = await owner.call("GET", `deliveries?kind=model&chat=${chat.id}`);
        return (log.body as { items: { error: { code: string } | null }[] }).items[0]?.error?.code;
      })
      .toBe("cancelled");
  });

  it.each([
    ["hang", "model_timeout", { timeout_s: 1 }],
    ["outage", "model_unreachable", {}],
    ["limit", "model_rate_limited", { timeout_s: 3 }],
    ["error", "model_unreachable", {}],
    ["html", "model_wrong_form", {}],
    ["broken", "model_wrong_form", {}],
    ["empty", "model_empty", {}],
    ["length", "model_cut", {}],
    ["filtered", "model_refused", {}],
    ["long", "model_too_long", {}],
  ] as const)("[ASSIST-003] the fault %s is %s", async (fault, code, settings) => {
    await connect(settings);
    const chat = await startChat();
    service.addFault({ reply: modelFaults[fault], times: Infinity });
    const failed = await post(`chats/${chat.id}/rewrites`, { text: "ok", mode: "shorter" });
    expect([failed.status, failed.body]).toMatchObject([409, { error: { code } }]);
    await connect();
  });

  it.each(["markup", "instructions", "address"] as const)(
    "[ASSIST-003] an answer with %s is a text like any other",
    async (fault) => {
      const chat = await startChat();
      const { words } = modelFaults[fault].answer;
      service.addFault({ reply: modelFaults[fault] });
      expect((await post(`chats/${chat.id}/suggestions`)).body).toMatchObject({
        text: words.trim(),
        sources: [],
      });
    },
  );

  it("[ASSIST-002] notes and earlier chats are sent only if the settings of the model say so", async () => {
    const customer = "customer with two chats";
    await parlour.sendCustomerMessage(channel, customer, "My old vase broke.");
    const first = await parlour.findChat(customer);
    await owner.call("POST", `chats/${first.id}/close`, {});
    await parlour.sendCustomerMessage(channel, customer, question);
    const chat = await parlour.findChat(customer);
    expect(chat.id).not.toBe(first.id);
    await post(`chats/${chat.id}/messages`, {
      kind: "note",
      text: "She is a wholesaler.",
      client_id: "note-1",
    });
    const prompt = async (): Promise<string> => {
      await post(`chats/${chat.id}/suggestions`);
      return lastPrompt();
    };
    const without = await prompt();
    expect(without).toContain(question);
    expect(without).not.toMatch(/wholesaler|vase/);
    await connect({ also_send: { notes: true, earlier_chats: true } });
    const withBoth = await prompt();
    expect(withBoth).toContain("note of the team: She is a wholesaler.");
    expect(withBoth).toContain("customer: My old vase broke.");
    await connect();
  });

  it("[ASSIST-020] a text is rewritten, and translated into the language of the customer", async () => {
    const chat = await startChat("Guten Tag, darf die kleine Schale in den Backofen?");
    service.script({ match: "friendlier", answer: { words: "Of course it is safe!" } });
    const friendly = await post(`chats/${chat.id}/rewrites`, { text: "ok", mode: "friendlier" });
    expect(friendly.body).toMatchObject({
      text: "Of course it is safe!",
      model: service.chatModel,
      request_id: expect.any(Number),
    });
    service.script({ answer: { words: "Ja, bis 220 Grad." } });
    const translated = await post(`chats/${chat.id}/rewrites`, {
      text: "Yes, up to 220 degrees.",
      mode: "customer_language",
    });
    expect(translated.body).toMatchObject({ text: "Ja, bis 220 Grad." });
    expect(lastPrompt()).toContain('the language with the code "de"');
    expect(lastPrompt()).not.toContain("Backofen");
  });

  it("[ASSIST-030] a summary has four lines that fit the schema, else it fails", async () => {
    const chat = await startChat();
    const lines = { wants: "An answer", so_far: "Nothing", open: question, mood: "Calm" };
    service.script({ answer: { text: JSON.stringify(lines) } });
    const summary = await post(`chats/${chat.id}/summaries`, { language: "en" });
    expect(summary.body).toMatchObject({ ...lines, with_notes: false, model: service.chatModel });
    service.script({ answer: { text: JSON.stringify({ ...lines, mood: 7 }) } });
    expect((await post(`chats/${chat.id}/summaries`)).body).toMatchObject({
      error: { code: "model_wrong_form" },
    });
  });

  it("[ASSIST-040] a text is translated, its language is detected, and a translation into another language is refused", async () => {
    const text = "Wo ist mein Paket? Ich warte seit zwei Wochen darauf.";
    service.script({ answer: { words: "Where is my parcel? I have waited for two weeks." } });
    expect((await post("translate", { text, to: "en" })).body).toEqual({
      text: "Where is my parcel? I have waited for two weeks.",
      from: "de",
    });
    const before = service.requests.length;
    expect((await post("translate", { text, to: "de" })).body).toEqual({ text, from: "de" });
    expect(service.requests.length).toBe(before);
    service.addFault({ reply: modelFaults.language });
    const chat = await startChat();
    const wrong = await post("translate", { text, to: "en", chat_id: chat.id });
    expect([wrong.status, wrong.body]).toMatchObject([
      409,
      { error: { code: "model_wrong_form" } },
    ]);
  });

  it("[ASSIST-050] a message says which suggestion it comes from, with none of its text, and visitors and integrators do not see it", async () => {
    const chat = await startChat();
    const other = await startChat();
    service.script({ answer: { words: "Yes, up to 220 degrees. [1]" } });
    const { request_id, text } = (await post(`chats/${chat.id}/suggestions`)).body as Suggestion;
    const suggestion = { request_id, changed: true };
    const send = (id: number, clientId: string, more: object) =>
      post(`chats/${id}/messages`, { kind: "text", text, client_id: clientId, ...more });
    const stored = { request_id, changed: true, model: service.chatModel };
    const sent = await send(chat.id, "s-1", { suggestion });
    expect([sent.status, sent.body]).toMatchObject([201, { suggestion: stored }]);
    expect((await parlour.messages(chat.id)).at(-1)).toMatchObject({ suggestion: stored });
    await parlour.settle();
    expect(JSON.stringify(integrator.received)).toContain("220 degrees");
    expect(JSON.stringify(integrator.received)).not.toContain(`${request_id}`);
    for (const [id, requestId] of [
      [other.id, request_id],
      [chat.id, 999_999_999],
    ] as const) {
      const unknown = await send(id, `s-${requestId}`, {
        suggestion: { request_id: requestId, changed: false },
      });
      expect([unknown.status, unknown.body.suggestion]).toEqual([201, undefined]);
    }
    const note = await send(chat.id, "s-note", { kind: "note", suggestion });
    expect(note.body).toMatchObject({ error: { code: "invalid_request", field: "suggestion" } });
    const shown = await parlour.operator("developer");
    const masked = (await shown.call("GET", `chats/${chat.id}/messages`)).text;
    expect(masked).toContain('"suggestion"');
    expect(masked).not.toContain("220");
  });

  it("[ASSIST-056] a translated reply has its original for the team and interface A, until it is edited or its visitor is erased", async () => {
    const chat = await startChat();
    const message = { kind: "text", text: "Ja, bis 220 Grad.", original: "Yes, up to 220 quuxes." };
    const send = (id: number, clientId: string, more: object = {}) =>
      post(`chats/${id}/messages`, { ...message, client_id: clientId, ...more });
    const sent = await send(chat.id, "o-1");
    expect([sent.status, sent.body]).toMatchObject([201, { original: message.original }]);
    await parlour.settle();
    const { body } = integrator.messages().at(-1)!;
    expect(JSON.parse(body)).toMatchObject({
      message: { type: "text", text: message.text, original: message.original },
    });
    const shown = await parlour.operator("developer");
    expect((await shown.call("GET", `chats/${chat.id}/messages`)).text).not.toContain("quuxes");
    const note = await send(chat.id, "o-note", { kind: "note" });
    expect(note.body).toMatchObject({ error: { code: "invalid_request", field: "original" } });
    expect((await send(chat.id, "o-2", { original: "" })).status).toBe(400);
    const number = (chat.visitor as { number: number }).number;
    const erased = await owner.call("DELETE", `visitors/${number}`);
    expect(erased.status, erased.text).toBeLessThan(300);
    await expect
      .poll(async () => JSON.stringify(await parlour.sql("select body from journal")))
      .not.toContain("quuxes");
  });

  it("[ASSIST-004] roles that see texts masked, and operators who do not see the chat, get nothing from the model", async () => {
    const chat = await startChat();
    const developer = await parlour.operator("developer");
    const stranger = await parlour.operator("operator");
    const viewer = await parlour.operator("viewer");
    const before = service.requests.length;
    for (const path of [`chats/${chat.id}/suggestions`, `chats/${chat.id}/summaries`]) {
      expect((await post(path, {}, developer)).body).toMatchObject({
        error: { code: "forbidden" },
      });
      expect((await post(path, {}, stranger)).status).toBe(404);
    }
    const hidden = { text: "Hallo", to: "en", chat_id: chat.id };
    expect((await post("translate", hidden, stranger)).status).toBe(404);
    expect(service.requests.length).toBe(before);
    expect((await post(`chats/${chat.id}/suggestions`, {}, viewer)).status).toBe(200);
  });
});
