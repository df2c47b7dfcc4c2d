import { afterAll, beforeAll, expect, test } from "vitest";
import { createReply, openAgentFixture, type AgentFixture } from "./agent-fixture.ts";

/** Questions to agents and searches that no article answers. */
let fixture: AgentFixture;
beforeAll(async () => {
  fixture = await openAgentFixture();
});
afterAll(() => fixture.close());

let customers = 0;
async function ask(text: string, reply = createReply({ action: "ask", sources: [] })) {
  customers += 1;
  fixture.script(reply);
  const { id } = await fixture.startChat(`customer ${customers}`, text);
  await fixture.parlour.settle();
  return id;
}
const readGaps = async (by = fixture.parlour.owner) =>
  (await by.call("GET", "reports/articles/gaps?last=7")).body["gaps"];

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
  await parlour.settle();
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
        expect.objectContaining({ chat: { id: second, number: expect.any(Number) }, reply: null }),
        {
          chat: { id: first, number: expect.any(Number) },
          text: "A gift card for my mother",
          asked_at: expect.any(String),
          reply: { text: "Yes, from 10 pounds on.", name: expect.any(String) },
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
