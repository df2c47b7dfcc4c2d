import type { Chat } from "@parlour/protocol";
import type { DeliveryWithAttempts, ModelTest } from "@parlour/protocol/api";
import type { ApiResponse, TestOperator, TestParlour } from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { modelFaults, type ModelService } from "../../lab/src/services/model/index.ts";
import { openModelFixture, type ModelFixture } from "./model-fixture.ts";

/** A server that translates, in an account without a model. */
let fixture: ModelFixture;
let service: ModelService;
let parlour: TestParlour;
let owner: TestOperator;
beforeAll(async () => {
  fixture = await openModelFixture();
  ({ service, parlour, owner } = fixture);
});
afterAll(() => fixture.close());
afterEach(() => service.endFaults());

const connect = async (more: object = {}): Promise<ApiResponse> => {
  const answer = await owner.call("PATCH", "model", {
    translate_url: service.translateUrl,
    translate_api_key: service.apiKey,
    mask: { mode: "on" },
    timeout_s: 9,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer;
};
const translate = (text: string, more: object = {}, by = owner) =>
  by.call("POST", "translate", { text, to: "en", ...more });
const german = "Wo bleibt meine Bestellung? Ich warte seit zwei Wochen darauf.";
const startChat = (text = german): Promise<Chat> => fixture.startChat(text);
const findDelivery = async (path = ""): Promise<DeliveryWithAttempts> => {
  const list = await owner.call("GET", `deliveries?kind=model&limit=1${path}`);
  const [{ id }] = (list.body as unknown as { items: [{ id: number }] }).items;
  return (await owner.call("GET", `deliveries/${id}`)).body as unknown as DeliveryWithAttempts;
};

it("[MODEL-070] [ASSIST-001] without a translation server and a model nothing is translated", async () => {
  expect((await owner.call("GET", "account")).body).toMatchObject({ can_translate: false });
  const refused = await translate(german);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { error: { code: "model_not_set_up" } },
  ]);
});

it("[MODEL-070] [MODEL-003] its key is never returned, and a new address does not get it", async () => {
  const saved = await connect({ translate_api_key: "lt-0123456789" });
  expect(saved.body).toMatchObject({
    base_url: null,
    translate_url: service.translateUrl,
    has_translate_api_key: true,
    translate_api_key_hint: "6789",
    has_api_key: false,
  });
  expect(saved.text).not.toContain("lt-0123");
  const other = await connect({
    translate_url: "https://lt.example",
    translate_api_key: undefined,
  });
  expect(other.body).toMatchObject({ has_translate_api_key: false, translate_api_key_hint: null });
  const refused = await owner.call("PATCH", "model", { translate_url: "http://10.0.0.7:5000" });
  expect(refused.body).toMatchObject({
    error: { code: "private_address", field: "translate_url" },
  });
});

it("[MODEL-070] [MODEL-071] a text is translated with the mask, and the delivery log has the request without the key", async () => {
  await connect();
  expect((await owner.call("GET", "account")).body).toMatchObject({
    has_model: false,
    can_translate: true,
  });
  const translated = await translate(`${german} Schreiben Sie mir an ute@example.com.`);
  expect([translated.status, translated.body]).toMatchObject([200, { from: "de" }]);
  expect((translated.body as { text: string }).text).toContain("translation of the message");
  expect((translated.body as { text: string }).text).toContain("ute@example.com");
  const request = JSON.parse(service.requests.at(-1)!.body) as Record<string, string>;
  expect(request).toMatchObject({ source: "de", target: "en", format: "text" });
  expect(request["q"]).toContain("[EMAIL_1]");
  const delivery = await findDelivery();
  expect(delivery).toMatchObject({
    event: "translate",
    state: "delivered",
    endpoint: { kind: "model", name: "Translation" },
    attempts_made: [
      { model: { model: service.host, tokens_sent: 0, tokens_received: 0, masked: 1 } },
    ],
  });
  expect(JSON.stringify(delivery)).not.toContain(service.apiKey);
});

it("[MODEL-070] [ASSIST-020] [ASSIST-057] a reply is rewritten in the language of the customer, other wordings need a model", async () => {
  await connect();
  const { id } = await startChat();
  const rewrite = (mode: string) =>
    owner.call("POST", `chats/${id}/rewrites`, { text: "It comes tomorrow.", mode });
  const rewritten = await rewrite("customer_language");
  expect([rewritten.status, rewritten.body]).toMatchObject([200, { model: service.host }]);
  expect((rewritten.body as { text: string }).text).toContain("die Übersetzung dieser Nachricht");
  expect((await rewrite("shorter")).body).toMatchObject({ error: { code: "model_not_set_up" } });
  const other = await parlour.operator("developer");
  expect((await translate(german, { chat_id: id }, other)).status).toBe(403);
});

it.each([
  ["limit", "model_rate_limited"],
  ["error", "model_unreachable"],
  ["outage", "model_unreachable"],
  ["html", "model_wrong_form"],
  ["broken", "model_wrong_form"],
  ["cut", "model_cut"],
  ["empty", "model_empty"],
  ["long", "model_too_long"],
  ["language", "model_wrong_form"],
] as const)("[MODEL-070] [MODEL-030] the fault %s fails with %s", async (fault, code) => {
  await connect({ timeout_s: 4 });
  service.addFault({ times: 2, reply: modelFaults[fault] });
  const failed = await translate(german);
  expect([failed.status, failed.body]).toMatchObject([409, { error: { code } }]);
});

it("[MODEL-070] a slow server fails after the time limit, and a wrong key or language is refused in words", async () => {
  await connect({ timeout_s: 1 });
  service.addFault({ reply: modelFaults.hang });
  expect((await translate(german)).body).toMatchObject({ error: { code: "model_timeout" } });
  await connect({ translate_api_key: "wrong" });
  const refused = (await translate(german)).body as { error: { message: string } };
  expect(refused).toMatchObject({ error: { code: "model_refused" } });
  expect(refused.error.message).toContain("Invalid API key");
  await connect();
  const unknown = (await translate(german, { to: "fi" })).body as { error: { message: string } };
  expect(unknown.error.message).toContain("fi is not supported");
});

it("[MODEL-071] a translation without a value of the mask fails", async () => {
  await connect();
  service.script({ answer: { words: "Please write to me at my address, thank you very much." } });
  const failed = await translate(`${german} Meine Adresse ist ute@example.com.`);
  expect(failed.body).toMatchObject({ error: { code: "model_wrong_form" } });
});

it("[MODEL-071] above the characters of the day nothing is sent, and a text that was not read does not count", async () => {
  await connect();
  const usage = async () => {
    const [row] = await parlour.sql<{ used: number }>(
      "select sum(characters)::int as used from model_use",
    );
    return row?.used ?? 0;
  };
  const before = await usage();
  expect(before).toBeGreaterThan(0);
  service.addFault({ times: 2, reply: modelFaults.outage });
  await translate(german);
  expect(await usage()).toBe(before);
  await connect({ budget: { characters_per_day: before + german.length } });
  expect((await translate(german)).status).toBe(200);
  expect(await usage()).toBe(before + german.length);
  const count = service.requests.length;
  const refused = await translate(german);
  expect(refused.body).toMatchObject({ error: { code: "model_over_budget" } });
  expect(service.requests).toHaveLength(count);
  await connect({ budget: { characters_per_day: null } });
});

it("[MODEL-072] [MODEL-050] the test translates a sentence, and checks a model only if there is one", async () => {
  await connect();
  const test = async () =>
    ((await owner.call("POST", "model/test", {})).body as unknown as ModelTest).checks;
  expect(await test()).toMatchObject([{ name: "translation", ok: true }]);
  service.script({ answer: { words: "It is still the same English sentence." } });
  expect(await test()).toMatchObject([{ name: "translation", ok: false, reason: null }]);
  service.addFault({ times: 2, reply: modelFaults.error });
  expect(await test()).toMatchObject([{ name: "translation", ok: false, reason: "unreachable" }]);
  await connect({
    base_url: service.url,
    api_key: service.apiKey,
    chat_model: service.chatModel,
  });
  expect((await test()).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["translation", "answer", "streaming"]),
  );
  // The model has no part in translations.
  const count = service.requests.length;
  await translate(german);
  expect(service.requests.slice(count).map(({ path }) => path)).toEqual(["/translate"]);
});
