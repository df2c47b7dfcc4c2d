import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AgentReplay, AgentReplayResult } from "@parlour/protocol/api";
import { createReply, openAgentFixture, type AgentFixture } from "./agent-fixture.ts";

/** Replays and questions of an agent in a whole Parlour with a scripted model. */
let fixture: AgentFixture;
let path: string;
let article: number;
beforeAll(async () => {
  fixture = await openAgentFixture({ state: "off" });
  path = `agents/${fixture.agent.id}`;
  const { owner } = fixture.parlour;
  await owner.call("POST", "instance/egress-allow", { add: ["127.0.0.1:9999"] });
  const connected = await owner.call("PATCH", "model", {
    base_url: "http://127.0.0.1:9999/v1",
    chat_model: "small",
  });
  expect(connected.status, connected.text).toBe(200);
  article = ((await owner.call("GET", "articles")).body.items as { id: number }[])[0]?.id ?? 0;
});
afterAll(() => fixture.close());
beforeEach(() => fixture.parlour.sql("delete from agent_replay"));

const call = (method: string, to: string, body?: unknown) =>
  fixture.parlour.owner.call(method, `${path}/${to}`, body);
const question = "How long does the delivery of a parcel take?";
let customers = 0;
/** Makes a closed chat in which an operator answered each question. Returns its id. */
async function closeChat(questions: readonly string[] = [question], answer = "Two to 3 days.") {
  const { parlour, channel } = fixture;
  customers += 1;
  const customer = `customer ${customers}`;
  const { id } = await fixture.startChat(customer, questions[0]);
  await parlour.owner.call("POST", `chats/${id}/accept`);
  for (const [n, text] of questions.entries()) {
    if (n > 0) await parlour.sendCustomerMessage(channel, customer, text);
    await fixture.advanceClock(60_000);
    const sent = await parlour.owner.call("POST", `chats/${id}/messages`, {
      client_id: `answer-${customers}-${n}`,
      kind: "text",
      text: answer,
    });
    expect(sent.status, sent.text).toBeLessThan(300);
  }
  expect((await parlour.owner.call("POST", `chats/${id}/close`)).status).toBe(200);
  await parlour.settle();
  return id;
}
async function start(body: object = {}): Promise<AgentReplay> {
  const started = await call("POST", "replays", { of: "chats", ...body });
  expect(started.status, started.text).toBe(201);
  return started.body as unknown as AgentReplay;
}
async function run(body: object = {}): Promise<AgentReplay> {
  const { id } = await start(body);
  await fixture.parlour.settle();
  return read(id);
}
const read = async (id: number): Promise<AgentReplay> =>
  (await call("GET", `replays/${id}`)).body as unknown as AgentReplay;
const results = async (id: number, show = "all"): Promise<readonly AgentReplayResult[]> =>
  (await call("GET", `replays/${id}/results?show=${show}`)).body
    .items as unknown as AgentReplayResult[];
const handOver = createReply({ action: "hand_over", text: "", sources: [] });
/** What visitors, webhooks and rules could notice. */
const countEffects = () =>
  fixture.parlour.sql(
    `select (select count(*) from journal where name <> 'settings_changed') as entries, (select count(*) from delivery) as deliveries,
       (select count(*) from agent_turn) as turns, (select max(version) from chat) as version`,
  );

test("[AGENT-070] [AGENT-071] a replay answers closed chats beside what people said, and writes nothing to anybody", async () => {
  const chat = await closeChat([question, "And to Iceland?"]);
  const before = await countEffects();
  fixture.script(
    createReply({ text: "Your parcel arrives within 5 days of the order." }),
    handOver,
  );
  const replay = await run({ limit: 1 });
  expect(replay).toMatchObject({ state: "done", total: 1, processed: 1, handed_over: 1 });
  const [result] = await results(replay.id);
  expect(result).toMatchObject({ n: 1, chat: { id: chat }, question: null, passed: null });
  expect(result?.turns).toMatchObject([
    {
      question,
      reply: { text: "Two to 3 days.", after_ms: 60_000 },
      action: "answer",
      text: "Your parcel arrives within 5 days of the order.",
      sources: [{ article_id: article, title: "Delivery of parcels" }],
      facts_differ: true,
      reason: null,
    },
    { question: "And to Iceland?", action: "hand_over", text: "", reason: "decision" },
  ]);
  // What people answered before the question belongs to the chat.
  expect(fixture.requests.at(-1)?.messages.slice(1)).toEqual([
    { role: "user", content: question },
    { role: "assistant", content: "Two to 3 days." },
    { role: "user", content: "And to Iceland?" },
  ]);
  expect(fixture.requests.at(-1)).toMatchObject({ purpose: "replay", chatId: chat });
  expect(await countEffects()).toEqual(before);
});

test("[AGENT-070] the period, the segment and the number of chats bound a replay", async () => {
  await closeChat();
  await fixture.advanceClock(1_000);
  const cut = new Date(fixture.parlour.clock.now()).toISOString();
  await fixture.advanceClock(1_000);
  const late = await closeChat();
  fixture.script(handOver, handOver);
  const replay = await run({ from: cut });
  expect((await results(replay.id)).map(({ chat }) => chat?.id)).toEqual([late]);
  const nothing = await call("POST", "replays", { of: "chats", to: "2001-01-01T00:00:00.000Z" });
  expect(nothing.body.error).toMatchObject({ code: "not_available" });
  const segment = await fixture.parlour.owner.call("POST", "segments", {
    name: "One",
    shared: "all",
    if: { fact: "visitor.customer", op: "is", value: `customer ${customers}` },
  });
  expect(segment.status, segment.text).toBe(201);
  fixture.script(handOver);
  const ofSegment = await run({ segment_id: segment.body["id"] });
  expect((await results(ofSegment.id)).map(({ chat }) => chat?.id)).toEqual([late]);
  const unknown = await call("POST", "replays", { of: "chats", segment_id: 999 });
  expect(unknown.body.error).toMatchObject({ field: "segment_id" });
});

test("[AGENT-075] a trial of other settings changes the replay, and not the agent", async () => {
  await closeChat();
  const replay = await run({ limit: 1, change: { topics: ["parcel"], threshold: 90 } });
  expect(replay.change).toEqual({ topics: ["parcel"], threshold: 90 });
  expect((await results(replay.id))[0]?.turns).toMatchObject([{ reason: "topic" }]);
  expect((await fixture.parlour.owner.call("GET", path)).body).toMatchObject({
    topics: [],
    threshold: 20,
  });
});

test("[AGENT-072] a failure that may pass is tried three times, then the replay fails and can be resumed", async () => {
  await closeChat();
  const failed = { failed: "unreachable", message: "No." } as const;
  fixture.script(failed, failed, failed);
  const { id } = await start({ limit: 1 });
  await fixture.parlour.settle();
  expect(await read(id)).toMatchObject({ state: "running", processed: 0 });
  for (let n = 0; n < 2; n += 1) {
    await fixture.advanceClock(3_100);
    await fixture.parlour.settle();
  }
  expect(await read(id)).toMatchObject({ state: "failed", problem: "unreachable", processed: 0 });
  fixture.script(createReply());
  expect((await call("POST", `replays/${id}/resume`)).body).toMatchObject({ state: "running" });
  await fixture.parlour.settle();
  expect(await read(id)).toMatchObject({ state: "done", problem: null, answered: 1 });
  expect((await call("POST", `replays/${id}/resume`)).body.error).toMatchObject({
    code: "not_available",
  });
});

test("[AGENT-072] a failure of one answer is a hand-over with this reason", async () => {
  await closeChat();
  fixture.script({ failed: "timeout", message: "Too late." });
  const replay = await run({ limit: 1 });
  expect(replay).toMatchObject({ state: "done", handed_over: 1 });
  expect((await results(replay.id))[0]?.turns).toMatchObject([{ reason: "timeout" }]);
});

test("[AGENT-072] a replay can be cancelled; what was answered stays", async () => {
  await closeChat();
  await closeChat();
  let reply: (value: typeof handOver) => void = () => undefined;
  fixture.script(createReply(), new Promise((resolve) => (reply = resolve)));
  const asked = fixture.requests.length;
  const { id } = await start({ limit: 2 });
  await fixture.waitUntil(async () => {
    await fixture.parlour.clock.advance(200);
    return fixture.requests.length === asked + 2;
  });
  expect((await call("POST", `replays/${id}/cancel`)).body).toMatchObject({ state: "cancelled" });
  reply(handOver);
  await fixture.parlour.settle();
  expect(await read(id)).toMatchObject({ state: "cancelled", total: 2 });
  expect((await call("POST", `replays/${id}/cancel`)).body.error).toMatchObject({
    code: "not_available",
  });
});

test("[AGENT-074] people mark answers; the marks stay with a reason and a name", async () => {
  await closeChat();
  fixture.script(createReply());
  const { id } = await run({ limit: 1 });
  expect(await results(id, "unmarked")).toHaveLength(1);
  const marked = await call("PATCH", `replays/${id}/results/1`, {
    mark: "wrong",
    wrong_reason: "article",
  });
  expect(marked.body).toMatchObject({
    mark: "wrong",
    wrong_reason: "article",
    marked_by: { name: expect.any(String) },
  });
  expect(await read(id)).toMatchObject({ good: 0, wrong: 1 });
  expect(await results(id, "unmarked")).toEqual([]);
  expect(await results(id, "wrong")).toHaveLength(1);
  const good = await call("PATCH", `replays/${id}/results/1`, { mark: "good" });
  expect(good.body).toMatchObject({ mark: "good", wrong_reason: null });
  expect((await call("PATCH", `replays/${id}/results/2`, { mark: "good" })).status).toBe(404);
});

test("[AGENT-080] [AGENT-081] questions are run before a change, and compared with the last run", async () => {
  const add = (body: object) => call("POST", "questions", body);
  const created = await add({ text: question, article_id: article });
  expect(created).toMatchObject({
    status: 201,
    body: { text: question, article: { id: article, title: "Delivery of parcels" }, chat_id: null },
  });
  await add({ text: "I want my money back for this broken parcel", article_id: null });
  expect((await add({ text: "x", article_id: 999_999 })).body.error).toMatchObject({
    field: "article_id",
  });
  fixture.script(createReply(), createReply());
  const first = await run({ of: "questions" });
  expect(first).toMatchObject({ of: "questions", state: "done", total: 2, passed: 1 });
  expect(fixture.requests.at(-1)?.chatId).toBe(null);
  fixture.script(handOver);
  const second = await run({ of: "questions", change: { topics: ["money back"] } });
  expect(second).toMatchObject({ passed: 1 });
  expect(await results(second.id, "changed")).toMatchObject([
    { n: 1, question: { text: question }, passed: false, passed_before: true },
    { n: 2, passed: true, passed_before: false },
  ]);
  const { id } = created.body;
  expect((await call("DELETE", `questions/${String(id)}`)).status).toBe(204);
  expect((await call("DELETE", `questions/${String(id)}`)).status).toBe(404);
  expect((await results(second.id))[0]).toMatchObject({ n: 1, question: null });
});

test("[AGENT-076] texts of an erased visitor leave replays and questions", async () => {
  const chat = await closeChat([`${question} It is the secret-word parcel.`]);
  fixture.script(createReply({ text: "Your secret-word parcel arrives within three days." }));
  const { id } = await run({ limit: 1 });
  await call("POST", "questions", { text: "secret-word?", article_id: null, chat_id: chat });
  const { parlour } = fixture;
  const { owner } = parlour;
  const { visitor } = (await owner.call("GET", `chats/${chat}`)).body as {
    visitor: { number: number };
  };
  const erased = await owner.call("DELETE", `visitors/${visitor.number}`);
  expect(erased.status, erased.text).toBeLessThan(300);
  await fixture.parlour.settle();
  expect(await results(id)).toMatchObject([{ chat: { id: chat }, turns: [] }]);
  const [left] = await parlour.sql<{ n: string }>(
    `select (select count(*) from agent_replay_result where turns::text like '%secret-word%')
       + (select count(*) from agent_question where text like '%secret-word%') as n`,
  );
  expect(Number(left?.n)).toBe(0);
});

test("[AGENT-073] roles that do not read texts see no replay, and start none", async () => {
  await closeChat();
  fixture.script(handOver);
  const { id } = await run({ limit: 1 });
  const developer = await fixture.parlour.operator("developer");
  for (const [method, to, body] of [
    ["GET", "replays", undefined],
    ["GET", `replays/${id}/results`, undefined],
    ["POST", "replays", { of: "chats" }],
    ["GET", "questions", undefined],
  ] as const)
    expect((await developer.call(method, `${path}/${to}`, body)).status).toBe(403);
});

test("[AGENT-072] a replay of a node that ended continues at the next one, each chat once", async () => {
  for (let n = 0; n < 3; n += 1) await closeChat();
  fixture.script(createReply());
  const asked = fixture.requests.length;
  const { id } = await start({ limit: 3 });
  await fixture.waitUntil(async () => {
    await fixture.parlour.clock.advance(200);
    return fixture.requests.length === asked + 2;
  });
  expect(await read(id)).toMatchObject({ state: "running", processed: 1 });
  // The next node continues as soon as it starts.
  fixture.script(createReply(), createReply());
  await fixture.parlour.restart();
  await fixture.parlour.settle();
  expect(await read(id)).toMatchObject({ state: "done", processed: 3, answered: 3 });
});
