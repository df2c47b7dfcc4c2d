import type { ArticleGaps } from "@parlour/protocol/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createReply, openAgentFixture, type AgentFixture } from "./agent-fixture.ts";

/** Questions to agents and searches that no article answers. */
let fixture: AgentFixture;
beforeAll(async () => {
  fixture = await openAgentFixture();
});
afterAll(() => fixture.close());

let customers = 0;
const asksBack = createReply({ action: "ask", text: "Which one do you mean?", sources: [] });
async function ask(text: string, reply = asksBack) {
  customers += 1;
  fixture.script(reply);
  const { id } = await fixture.startChat(`customer ${customers}`, text);
  await fixture.pause();
  return id;
}
const readGaps = async (by = fixture.parlour.owner) =>
  (await by.call("GET", "reports/articles/gaps?last=7")).body["gaps"] as ArticleGaps["gaps"];

test("[ART-044] questions without a source are grouped with searches, with the replies of people", async () => {
  const { parlour } = fixture;
  const { owner } = parlour;
  const asked = createReply({
    action: "ask",
    text: "Which card do you mean, please?",
    sources: [],
  });
  const first = await ask("Do you sell gift cards?", asked);
  // The second message has no source either, so a person takes over.
  await parlour.sendCustomerMessage(fixture.channel, "customer 1", "A gift card for my mother");
  await fixture.pause();
  await owner.call("POST", `chats/${first}/accept`);
  const sent = { kind: "text", text: "Yes, from 10 pounds on.", client_id: "reply" };
  expect((await owner.call("POST", `chats/${first}/messages`, sent)).status).toBeLessThan(300);
  const second = await ask("Are gift cards valid for ever?", asked);
  await ask("How long does the delivery of a parcel take?", createReply());
  await ask("I want to talk to a human");
  await parlour.sql(
    `insert into article_search_day (account_id, day, language, query, times, found)
     select id, $1, 'en', 'gift card', 4, 0 from account`,
    [new Date(parlour.clock.now()).toISOString().slice(0, 10)],
  );
  expect(await readGaps()).toEqual([
    {
      title: "gift card",
      language: "en",
      asked: 2,
      searched: 4,
      questions: [
        expect.objectContaining({
          chat: { id: second, number: expect.any(Number) },
          reply: null,
          noted_by: null,
        }),
        {
          chat: { id: first, number: expect.any(Number) },
          seq: expect.any(Number),
          text: "A gift card for my mother",
          asked_at: expect.any(String),
          reply: { text: "Yes, from 10 pounds on.", name: expect.any(String) },
          noted_by: null,
        },
      ],
      searches: ["gift card"],
    },
  ]);
});

test("[ART-044] roles that do not read the texts of all chats get searches only", async () => {
  const { parlour } = fixture;
  const role = { name: "Lead", base: "operator", permissions: ["reports.read"] };
  const { body } = await parlour.owner.call("POST", "roles", role);
  const lead = await parlour.operator("operator");
  const change = { custom_role_id: body["id"] };
  expect((await parlour.owner.call("PATCH", `operators/${lead.id}`, change)).status).toBe(200);
  expect(await readGaps(lead)).toMatchObject([{ asked: 0, searched: 4, questions: [] }]);
});

/** Starts a chat that no agent answers. Its first message is the question. */
async function startUnansweredChat(text: string): Promise<number> {
  await fixture.patchAgent({ state: "off" });
  customers += 1;
  const { id } = await fixture.startChat(`customer ${customers}`, text);
  await fixture.patchAgent({ state: "on" });
  return id;
}
const setGap = (chat: number, state: string, { by = fixture.parlour.owner, seq = 1 } = {}) =>
  by.call("PUT", `chats/${chat}/messages/${seq}/gap`, { state });
const findGap = async (word: string) =>
  (await readGaps()).find(({ title }) => title.includes(word));

test("[ART-045] operators note questions as gaps, and dismiss them", async () => {
  const { parlour } = fixture;
  const chat = await startUnansweredChat("Can I pay by cheque?");
  const operator = await parlour.operator("operator");
  expect(await findGap("cheque")).toBeUndefined();
  // A chat of others is not visible.
  await parlour.owner.call("POST", `chats/${chat}/accept`);
  expect((await setGap(chat, "noted", { by: operator })).status).toBe(404);
  expect((await setGap(chat, "noted")).status).toBe(204);
  expect(await findGap("cheque")).toMatchObject({
    asked: 1,
    searched: 0,
    questions: [{ seq: 1, text: "Can I pay by cheque?", noted_by: { name: expect.any(String) } }],
  });
  // The message of an operator is no question.
  const sent = { kind: "text", text: "No.", client_id: "no cheque" };
  await parlour.owner.call("POST", `chats/${chat}/messages`, sent);
  const { seq } = (await parlour.messages(chat)).at(-1)!;
  expect((await setGap(chat, "noted", { seq })).status).toBe(404);
  expect((await setGap(chat, "dismissed")).status).toBe(204);
  expect(await findGap("cheque")).toBeUndefined();
});

test("[ART-045] what an agent could not answer is dismissed by those who read reports, others dismiss what they noted", async () => {
  const { parlour } = fixture;
  const chat = await ask("Is the shop closed at Easter?");
  const [question] = (await findGap("Easter"))?.questions ?? [];
  expect(question).toMatchObject({ chat: { id: chat }, noted_by: null });
  const seq = question!.seq;
  expect((await setGap(chat, "dismissed", { seq })).status).toBe(204);
  expect(await findGap("Easter")).toBeUndefined();

  const others = await startUnansweredChat("Is the shop closed at Whitsun?");
  expect((await setGap(others, "noted")).status).toBe(204);
  const operator = await parlour.operator("operator");
  const channel = { operators: [parlour.owner.id, operator.id] };
  await parlour.owner.call("PATCH", `channels/${fixture.channel.id}`, channel);
  const assigned = { operator_id: operator.id, assign: true };
  await parlour.owner.call("POST", `chats/${others}/accept`);
  const { status, text } = await parlour.owner.call("POST", `chats/${others}/transfer`, assigned);
  expect(status, text).toBe(200);
  expect((await setGap(others, "dismissed", { by: operator })).status).toBe(403);
  expect((await setGap(others, "dismissed")).status).toBe(204);
  expect((await setGap(others, "noted", { by: operator })).status).toBe(204);
  expect((await setGap(others, "dismissed", { by: operator })).status).toBe(204);
  expect(await findGap("Whitsun")).toBeUndefined();
});

test("[API-005] [ART-045] a gap that is noted again with its key keeps its author and time", async () => {
  const { parlour } = fixture;
  const chat = await startUnansweredChat("Do you sell sundials?");
  const note = () =>
    parlour.call(
      "PUT",
      `chats/${chat}/messages/1/gap`,
      { state: "noted" },
      { authorization: `Bearer ${parlour.owner.key}`, "idempotency-key": "note-sundials" },
    );
  const first = await Promise.all([note(), note(), note()]);
  const readRows = () => parlour.sql("select * from article_gap where chat_id = $1", [chat]);
  const rows = await readRows();
  expect(rows).toHaveLength(1);
  await parlour.clock.advance(60_000);
  const answers = [...first, await note()];
  expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [204, ""]));
  expect(await readRows()).toEqual(rows);
});
test("[ART-045] [CORE-116] an erased visitor leaves the gaps", async () => {
  const { parlour } = fixture;
  const chat = await startUnansweredChat("Do you deliver to Norderney?");
  expect((await setGap(chat, "noted")).status).toBe(204);
  expect(await findGap("Norderney")).toBeDefined();
  const { visitor } = await fixture.readChat(chat);
  const erased = await parlour.owner.call("DELETE", `visitors/${visitor.number}`);
  expect(erased.status, erased.text).toBeLessThan(300);
  expect(await findGap("Norderney")).toBeUndefined();
  expect(await parlour.sql("select from article_gap where chat_id = $1", [chat])).toEqual([]);
});
