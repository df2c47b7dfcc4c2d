import type { ModelPassages } from "@parlour/protocol/api";
import { startTestParlour } from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startModelService, type ModelService } from "../../lab/src/services/model/index.ts";
import { invalidRequest } from "../../lab/src/services/model/api-error.ts";
import { embedText } from "../../lab/src/services/model/embedding.ts";
import { turnPauseMs } from "../src/core/bot/agent-turn.ts";
import { createReply, openAgentFixture, type AgentFixture } from "./agent-fixture.ts";

/** Passages with vectors, made by the embedding model of the lab and found by an agent. */

const logged: string[] = [];
let service: ModelService;
let fixture: AgentFixture;
let section = 0;
/** The article of the fixture. */
let delivery = 0;
/** Number of requests to the service before the test. */
let earlier = 0;
beforeAll(async () => {
  service = await startModelService({ embed: embedMeaning });
  fixture = await openAgentFixture({}, { logLevel: "info", logTo: (line) => logged.push(line) });
  await call("POST", "instance/egress-allow", { add: [service.host] });
  section = (await call("GET", "article-sections")).items[0].id;
  delivery = (await call("GET", "articles")).items[0].id;
});
afterAll(async () => {
  await fixture.close();
  await service.close();
});
beforeEach(() => {
  logged.length = 0;
  earlier = service.requests.length;
});
/** Leaves the article of the fixture, and no model. */
afterEach(async () => {
  service.endFaults();
  await call("PATCH", "model", {
    base_url: null,
    embedding_model: null,
    mask: { mode: "auto" },
    budget: { tokens_per_day: null },
  });
  for (const path of ["articles", "canned-replies"])
    for (const { id } of (await call("GET", `${path}?limit=200`)).items)
      if (path !== "articles" || id !== delivery) await call("DELETE", `${path}/${id}`);
  await fixture.parlour.sql("delete from model_use");
  await settle();
});
/** The model knows which words mean the same or nothing. Articles have the second ones. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/\b(?:which|who|how|is|my|a|the|to|in|on|of|and|use|suits)\b/giu, ""],
  [/\bdavenport\b/giu, "sofa"],
  [/\bdetergent\b/giu, "clean"],
];
function embedMeaning(text: string, dimensions: number): readonly number[] {
  if (text.includes("POISON")) throw invalidRequest("The text is too long.", "input");
  const known = meanings.reduce((result, [word, meaning]) => result.replace(word, meaning), text);
  return embedText(known, dimensions);
}
const settle = () => fixture.parlour.settle();
async function call(method: string, path: string, body?: object): Promise<any> {
  const answer = await fixture.parlour.owner.call(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}
/** Connects the embedding model. Without `settle`, nothing is made yet. */
const connect = (more: object = {}, { url, apiKey, embeddingModel }: ModelService = service) =>
  call("PATCH", "model", {
    base_url: url,
    api_key: apiKey,
    embedding_model: embeddingModel,
    ...more,
  });
const readState = (): Promise<ModelPassages> => call("GET", "model/passages");
let articles = 0;
async function publish(title: string, body: string, more: object = {}): Promise<number> {
  articles += 1;
  const article = { section_id: section, language: "en", slug: `article-${articles}` };
  const created = await call("POST", "articles", {
    ...article,
    title,
    body,
    state: "published",
    ...more,
  });
  return created["id"];
}
const publishSofa = () =>
  publish("How to clean a sofa", "Use lukewarm water and a soft brush on the sofa.");
const sofaQuestion = "Which detergent suits my davenport?";
let customers = 0;
/** Returns the passages that the model of the agent gets for a question. */
async function ask(question: string): Promise<string> {
  customers += 1;
  fixture.script(createReply({ action: "ask", sources: [], text: "Which of your orders is it?" }));
  await fixture.startChat(`customer ${customers}`, question);
  await fixture.pause();
  // The passages are in the message of the user, before the question.
  return fixture.requests.at(-1)?.messages[1]?.content ?? "";
}
const listEmbedRequests = () =>
  service.requests.slice(earlier).filter(({ path }) => path === "/embeddings");
const listEmbeddedTexts = (): readonly string[] =>
  listEmbedRequests().flatMap(({ body }) => (JSON.parse(body) as { input: string[] }).input);
const readWarnings = (): readonly string[] =>
  logged
    .map((line) => JSON.parse(line) as { msg: string; reason?: string })
    .flatMap(({ msg, reason }) => (msg === "passages.words_only" ? [reason ?? ""] : []));

test("[MODEL-080] [AGENT-100] nothing is stored or sent without an embedding model, and everything is removed with it", async () => {
  await publishSofa();
  await settle();
  expect(await readState()).toMatchObject({ state: "off", total: 0 });
  expect(await fixture.parlour.sql("select from passage_job where due_at is not null")).toEqual([]);
  expect(await ask(sofaQuestion)).not.toContain("soft brush");
  expect(listEmbedRequests()).toEqual([]);
  await connect();
  await settle();
  expect(await readState()).toMatchObject({ state: "ready", ready: 2, total: 2, problem: null });
  await call("PATCH", "model", { embedding_model: null });
  await settle();
  expect(await readState()).toMatchObject({ state: "off" });
  for (const table of ["passage", "passage_source"])
    expect(await fixture.parlour.sql(`select from ${table}`)).toEqual([]);
});

test("[AGENT-102] vectors find the article of a question in other words, and a question about something else finds none", async () => {
  await publishSofa();
  await connect();
  await settle();
  expect(await ask(sofaQuestion)).toContain("[1] How to clean a sofa");
  // The threshold of the agent (AGENT-026) holds for vectors too.
  expect(await ask("Who won the election in Brazil?")).not.toContain("BEGIN");
  const { items } = await call("GET", "deliveries?kind=model");
  expect(items[0]).toMatchObject({ event: "embed", state: "delivered" });
  const usage = await call("GET", "model/usage");
  expect(usage.days).toMatchObject([{ purpose: "embed", failed: 0 }]);
  expect(usage.tokens_today).toBeGreaterThan(0);
});

test("[AGENT-100] a change makes only the passages that are new, and what is not public is not found at once", async () => {
  const id = await publishSofa();
  const paragraph = "Lamps of this shop have a switch on the cable. ".repeat(30);
  await publish("Lamps", paragraph);
  await connect();
  await settle();
  const before = listEmbeddedTexts().length;
  const path = `articles/${id}`;
  await call("PATCH", path, {
    language: "en",
    body: "Use the vacuum cleaner on the sofa.",
    state: "published",
  });
  await settle();
  expect(listEmbeddedTexts().slice(before)).toEqual([
    "How to clean a sofa\n\nUse the vacuum cleaner on the sofa.",
  ]);
  expect(await ask(sofaQuestion)).toContain("vacuum cleaner");
  // The passages are still stored when the next question is asked.
  await service.waitUntil(() => listEmbedRequests().every(({ end }) => end === "complete"));
  await call("PATCH", path, { language: "en", state: "archived" });
  expect(await ask(sofaQuestion)).not.toContain("sofa");
  await settle();
  expect(
    await fixture.parlour.sql("select from passage where kind = 'article' and source_id = $1", [
      id,
    ]),
  ).toEqual([]);
  expect(await readState()).toMatchObject({ state: "ready", total: 2 });
});

test("[AGENT-100] quick replies for agents are found by their meaning", async () => {
  await call("POST", "canned-replies", {
    scope: "account",
    shortcut: "clean",
    text: "Hello {visitor.name|there}, a damp cloth cleans every sofa.",
    for_agents: true,
  });
  await call("POST", "canned-replies", {
    scope: "account",
    shortcut: "secret",
    text: "Never wash a sofa in the machine.",
  });
  await connect();
  await settle();
  expect(listEmbeddedTexts().join("\n")).not.toContain("machine");
  const passages = await ask("Which detergent suits my davenport?");
  expect(passages).toContain("clean\nHello there, a damp cloth");
});

test("[AGENT-100] another model makes all passages again, with vectors of another length", async () => {
  await publishSofa();
  await connect();
  await settle();
  const other = await startModelService({
    embed: embedMeaning,
    embeddingModel: "other",
    dimensions: 512,
  });
  await call("POST", "instance/egress-allow", { add: [other.host] });
  await connect({}, other);
  await settle();
  expect(await readState()).toMatchObject({ state: "ready", ready: 2, total: 2 });
  const rows = await fixture.parlour.sql(
    "select distinct model, octet_length(vector) as bytes from passage",
  );
  expect(rows).toEqual([{ model: "other", bytes: 516 }]);
  expect(await ask(sofaQuestion)).toContain("[1] How to clean a sofa");
  await other.close();
});

test("[AGENT-100] a model that is removed and set again finds the passages that were made last", async () => {
  await connect();
  await settle();
  await ask(sofaQuestion);
  await call("PATCH", "model", { embedding_model: null });
  await publishSofa();
  await settle();
  await connect();
  await settle();
  expect(await ask(sofaQuestion)).toContain("[1] How to clean a sofa");
});

test("[AGENT-101] a node that ends in the middle loses nothing: another one continues", async () => {
  for (let n = 0; n < 40; n += 1) await publish(`Sofa ${n}`, `The sofa number ${n} is blue.`);
  const { parlour } = fixture;
  const hung = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  onTestFinished(() => late.resolve());
  // The second request gets its answer when another node has done the work.
  service.addFault({ times: 1, reply: { beforePart: () => undefined } });
  service.addFault({
    times: 1,
    reply: {
      beforePart() {
        hung.resolve();
        return late.promise;
      },
    },
  });
  await connect();
  await hung.promise;
  const [{ stored } = { stored: 0 }] = await parlour.sql<{ stored: number }>(
    "select count(*)::int as stored from passage",
  );
  expect(stored).toBe(32);
  const node = await startTestParlour({
    databaseUrl: parlour.databaseUrl,
    dataDir: parlour.dataDir,
  });
  node.clock.set(parlour.clock.now() + 180_000);
  await node.settle();
  const state = await node.owner.call("GET", "model/passages", undefined, {
    authorization: `Bearer ${parlour.owner.key}`,
  });
  expect(state.body).toMatchObject({ state: "ready", ready: 41, total: 41 });
  // 41 articles and 18 reference sentences, none of them twice except those of the lost request.
  expect(new Set(listEmbeddedTexts()).size).toBe(59);
  await node.close();
  late.resolve();
  await settle();
  expect(await readState()).toMatchObject({ state: "ready", ready: 41, total: 41 });
});

/** Answers of the embedding model that give no vectors, and the reason. */
const json = (body: unknown) =>
  ({ status: 200, body: JSON.stringify(body), type: "application/json" }) as const;
const createVectors = (...embeddings: readonly unknown[]) =>
  json({ data: embeddings.map((embedding, index) => ({ index, embedding })) });
const faults: readonly (readonly [string, Parameters<ModelService["addFault"]>[0], string])[] = [
  ["429", { reply: { status: 429, message: "Slow down", retryAfterS: 120 } }, "rate_limited"],
  ["401", { reply: { status: 401, message: "Wrong key" } }, "refused"],
  ["an empty list", { reply: json({ data: [] }) }, "wrong_form"],
  ["too few vectors", { reply: createVectors([1, 0]) }, "wrong_form"],
  ["a page of a proxy", { reply: { status: 200, body: "<p>", type: "text/html" } }, "wrong_form"],
  ["broken JSON", { reply: { status: 200, body: "{", type: "application/json" } }, "wrong_form"],
  ["a reset connection", { reply: "reset" }, "unreachable"],
];
test.each(faults)(
  "[AGENT-101] [MODEL-080] %s: the passages are made later, and their state has the reason",
  async (_, fault, problem) => {
    service.addFault({ ...fault, path: "/embeddings", times: Infinity });
    await connect();
    // A failure that may pass is repeated after 300 ms.
    await expect
      .poll(() => fixture.parlour.clock.advance(100).then(async () => (await readState()).problem))
      .not.toBeNull();
    const failed = await readState();
    expect(failed).toMatchObject({ state: "failed", ready: 0, total: 1, problem });
    const waitMs = Date.parse(failed.next_at ?? "") - fixture.parlour.clock.now();
    expect(waitMs).toBeGreaterThan(problem === "rate_limited" ? 110_000 : 25_000);
    service.endFaults();
    await fixture.parlour.clock.advance(waitMs);
    await settle();
    expect(await readState()).toMatchObject({ state: "ready", problem: null, next_at: null });
  },
);

test("[AGENT-101] a text that the server always refuses does not stop the others, and pauses grow", async () => {
  await publish("Sofas", "POISON of this text is refused by the model.");
  for (let n = 0; n < 3; n += 1) await publish(`Sofa ${n}`, `The sofa number ${n} is blue.`);
  await connect();
  const pauses: number[] = [];
  for (let n = 0; n < 22; n += 1) {
    await settle();
    const { next_at } = await readState();
    const pauseMs = Date.parse(next_at ?? "") - fixture.parlour.clock.now();
    pauses.push(pauseMs / 1_000);
    await fixture.parlour.clock.advance(pauseMs);
  }
  await settle();
  expect(await readState()).toMatchObject({
    state: "failed",
    ready: 4,
    total: 5,
    problem: "refused",
  });
  expect(pauses.slice(-8)).toEqual([120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600]);
});

/** Answers for the vector of a question, and the reason in the log. */
const questionFaults: readonly (readonly [
  string,
  Parameters<ModelService["addFault"]>[0],
  string,
])[] = [
  ["400", { reply: { status: 400, message: "Broken" } }, "refused"],
  ["another number of dimensions", { reply: createVectors([1, 0, 0]) }, "other_dimensions"],
  ["a vector of zeros", { reply: createVectors(Array(256).fill(0)) }, "wrong_form"],
  ["null instead of numbers", { reply: createVectors(Array(256).fill(null)) }, "wrong_form"],
  [
    "NaN",
    {
      reply: {
        status: 200,
        body: '{"data":[{"index":0,"embedding":[NaN]}]}',
        type: "application/json",
      },
    },
    "wrong_form",
  ],
];
test.each(questionFaults)(
  "[AGENT-102] %s for a question: words alone, and the log says so",
  async (_, fault, reason) => {
    await publishSofa();
    await connect();
    await settle();
    service.addFault({ ...fault, path: "/embeddings" });
    // The words of the article are in the question.
    expect(await ask("How do I clean a sofa?")).toContain("[1] How to clean a sofa");
    expect(readWarnings()).toEqual([reason]);
    // Nothing is lost.
    await fixture.parlour.clock.advance(60_000);
    await settle();
    expect(await ask(sofaQuestion)).toContain("[1] How to clean a sofa");
  },
);

test("[AGENT-102] a slow model delays a question by 2 s, then words alone must do", async () => {
  await publishSofa();
  await connect();
  await settle();
  const before = service.requests.length;
  service.addFault({ reply: { beforePart: () => new Promise(() => undefined) } });
  fixture.script(createReply());
  await fixture.startChat("slow", "How do I clean a sofa?");
  await settle();
  await fixture.advanceClock(turnPauseMs);
  await service.waitUntil(() => service.requests.length > before);
  await fixture.parlour.clock.advance(2_000);
  await settle();
  expect(fixture.requests.at(-1)?.messages[1]?.content).toContain("[1] How to clean a sofa");
  expect(readWarnings()).toEqual(["timeout"]);
});

test("[AGENT-102] [MODEL-042] above the budget, words alone must do, and the background leaves a fifth of it", async () => {
  await publishSofa();
  await connect();
  await settle();
  const { tokens_today } = await call("GET", "model/usage");
  // The background may use 80 %, of which a little is left.
  await call("PATCH", "model", { budget: { tokens_per_day: Math.ceil(tokens_today / 0.8) + 2 } });
  await publish("Chairs", "A chair has four legs.");
  await settle();
  expect(await readState()).toMatchObject({ problem: "over_budget", ready: 2, total: 3 });
  expect(await ask(sofaQuestion)).toContain("[1] How to clean a sofa");
  await call("PATCH", "model", { budget: { tokens_per_day: 1 } });
  expect(await ask(sofaQuestion)).not.toContain("How to clean a sofa");
  expect(readWarnings()).toEqual(["over_budget"]);
});

test("[AGENT-102] the model gets the question with the mask, and its texts leave the log with the chat", async () => {
  await publishSofa();
  await connect({ mask: { mode: "on" } });
  await settle();
  await ask("Which detergent suits my davenport? Write to ann@shop.example");
  expect(listEmbeddedTexts().at(-1)).toBe("Which detergent suits my davenport? Write to [EMAIL_1]");
  const { items } = await call("GET", "deliveries?kind=model");
  const chat = await fixture.parlour.findChat(`customer ${customers}`);
  expect(items[0]).toMatchObject({ event: "embed", chat_id: chat.id });
});

test("[AGENT-100] another account never finds the passages", async () => {
  const owner = { name: "Sue", email: "sue@second.test" };
  const other = await call("POST", "accounts", { name: "Second", owner });
  await publishSofa();
  await connect();
  await settle();
  // The passages of the first account would answer the question, but the second one has them now.
  for (const table of ["passage", "passage_source"])
    await fixture.parlour.sql(`update ${table} set account_id = $1`, [other.id]);
  expect(await ask(sofaQuestion)).not.toContain("BEGIN");
  for (const table of ["passage", "passage_source"])
    await fixture.parlour.sql(`delete from ${table}`);
});

test("[AGENT-103] an account with one article and one with many have the same threshold", async () => {
  await connect();
  await publishSofa();
  await settle();
  expect(await ask(sofaQuestion)).toContain("[1] How to clean a sofa");
  const words = ["Lamps", "Chairs", "Tables", "Beds", "Shelves", "Carpets", "Curtains", "Mirrors"];
  for (const word of words) await publish(word, `${word} are sold in ${word.length} sizes.`);
  await settle();
  expect(await ask(sofaQuestion)).toContain("[1] How to clean a sofa");
  expect(await ask("Who won the election in Brazil?")).not.toContain("BEGIN");
});
