import { afterAll, beforeAll, expect, test } from "vitest";
import { createReply, openAgentFixture, type AgentFixture } from "./agent-fixture.ts";

/** What was proved of an agent before visitors get its answers. */
let fixture: AgentFixture;
beforeAll(async () => {
  fixture = await openAgentFixture({ state: "shadow" });
});
afterAll(() => fixture.close());

const question = "How long does the delivery of a parcel take?";
let customers = 0;
/** Starts a chat in which the agent writes a note, and sends what the operator answers. */
async function chat(sent: string | null, reply = createReply()): Promise<void> {
  customers += 1;
  fixture.script(reply);
  const { id } = await fixture.startChat(`customer ${customers}`, question);
  await fixture.pause();
  if (sent === null) return;
  const { owner } = fixture.parlour;
  await owner.call("POST", `chats/${id}/accept`);
  const body = { kind: "text", client_id: `reply-${customers}`, text: sent };
  expect((await owner.call("POST", `chats/${id}/messages`, body)).status).toBeLessThan(300);
}
const readGates = async () =>
  (await fixture.parlour.owner.call("GET", `agents/${fixture.agent.id}/gates`)).body;

test("[AGENT-053] [AGENT-061] replies after notes in shadow count as sent, changed or other", async () => {
  expect(await readGates()).toMatchObject({
    replay: { replay_id: null, marked: 0, passed: false },
    questions: { replay_id: null, asked: 0, passed: false },
    shadow: { chats: 0, same: 0, changed: 0, other: 0, passed: false },
    share: { chats: 0, passed: false },
  });
  await chat("Your parcel arrives within three days of the order.");
  await chat("Hello! Your parcel arrives within four days of the order.");
  await chat("Let me look that up.");
  await chat("We will see.", createReply({ action: "hand_over", text: "", sources: [] }));
  await chat(null);
  expect((await readGates())["shadow"]).toEqual({
    chats: 5,
    same: 1,
    changed: 1,
    other: 1,
    hand_overs: 1,
    needed_chats: 100,
    needed_percent: 80,
    passed: false,
    reasons: [{ reason: "decision", chats: 1 }],
  });
});

test("[AGENT-061] a gate is passed with enough chats and a large enough part of them", async () => {
  const { parlour, agent } = fixture;
  await parlour.sql(
    `insert into agent_turn (account_id, delivery_id, bot_id, chat_id, shadow, action, reason, at)
     select a.id, -n, $1, -n, true, 'answer', null, now() - interval '1 year' from account a, generate_series(1, 95) n`,
    [agent.botId],
  );
  await parlour.sql("delete from agent_turn where action = 'hand_over'");
  // Two of three replies were sent.
  expect((await readGates())["shadow"]).toMatchObject({ chats: 99, passed: false });
  for (let n = 0; n < 2; n += 1) await chat("Your parcel arrives within three days of the order.");
  expect((await readGates())["shadow"]).toMatchObject({ chats: 101, same: 3, passed: true });
});

test("[AGENT-061] marks and questions of the latest replay with the settings of the agent count", async () => {
  const { parlour, agent } = fixture;
  await parlour.sql(
    `insert into agent_replay (account_id, agent_id, operator_id, subject, state, node, due_at, total, processed, created_at, change)
     select a.account_id, a.id, (select min(id) from operator), s.subject, 'done', 1, now(), 60, 60, now(), s.change
     from agent a, (values ('chats', null), ('questions', null), ('chats', '{"threshold":1}'::jsonb)) s (subject, change) where a.id = $1`,
    [agent.id],
  );
  await parlour.sql(
    `insert into agent_replay_result (account_id, replay_id, n, action, mark, passed)
     select r.account_id, r.id, n, 'answer', case when r.subject = 'chats' then case when n <= 50 then 'good' when n <= 56 then 'wrong' end end,
       case when r.subject = 'questions' then n <= 58 end
     from agent_replay r, generate_series(1, 60) n where r.change is null`,
  );
  expect(await readGates()).toMatchObject({
    replay: { chats: 60, marked: 56, good: 50, passed: true },
    questions: { asked: 60, as_expected: 58, passed: true },
  });
  await parlour.sql(
    "update agent_replay_result set mark = 'wrong' where mark is null and passed is null",
  );
  expect((await readGates())["replay"]).toMatchObject({ marked: 60, good: 50, passed: false });
});

test("[AGENT-063] results are counted by the section of the articles, and hand-overs by their reason", async () => {
  const { parlour, agent } = fixture;
  const { owner } = parlour;
  const make = async (path: string, sent: object): Promise<number> =>
    Number((await owner.call("POST", path, sent)).body["id"]);
  const section = await make("article-sections", { name: "Returns" });
  const article = await make("articles", {
    section_id: section,
    language: "en",
    title: "Return a purchase",
    body: "Send it back.",
    state: "published",
  });
  await parlour.sql(
    `insert into agent_replay (account_id, agent_id, operator_id, subject, state, node, due_at, total, processed, created_at)
     select a.account_id, a.id, (select min(id) from operator), s.subject, 'done', 1, now(), 3, 3, now()
     from agent a, (values ('chats'), ('questions')) s (subject) where a.id = $1`,
    [agent.id],
  );
  const asked = await make(`agents/${agent.id}/questions`, {
    text: "How do I return it?",
    article_id: article,
  });
  await parlour.sql(
    `insert into agent_replay_result (account_id, replay_id, n, turns, action, mark, passed, question_id)
     select r.account_id, r.id, v.n, v.turns, v.action, v.mark, case when r.subject = 'questions' then v.n = 1 end,
       case when r.subject = 'questions' and v.n < 3 then $1::bigint end
     from (select distinct on (subject) * from agent_replay order by subject, id desc) r,
       (values (1, $2::jsonb, 'answer', 'good'), (2, $2::jsonb, 'answer', 'wrong'), (3, $3::jsonb, 'hand_over', null)) v (n, turns, action, mark)`,
    [
      asked,
      JSON.stringify([{ sources: [] }, { sources: [{ articleId: null }, { articleId: article }] }]),
      JSON.stringify([{ sources: [] }]),
    ],
  );
  const gates = await readGates();
  expect(gates["replay"]).toMatchObject({
    sections: [
      { section_id: section, name: "Returns", chats: 2, good: 1, wrong: 1, hand_overs: 0 },
      { section_id: null, name: null, chats: 1, good: 0, wrong: 0, hand_overs: 1 },
    ],
  });
  expect(gates["questions"]).toMatchObject({
    sections: [
      { section_id: section, name: "Returns", asked: 2, as_expected: 1 },
      { section_id: null, name: null, asked: 1, as_expected: 0 },
    ],
  });
  await fixture.patchAgent({ state: "on" });
  await parlour.sql(
    `insert into agent_turn (account_id, delivery_id, bot_id, chat_id, shadow, action, reason, at)
     select a.id, -1000 - v.n, $1, -v.chat, false, v.action, v.reason, now() + v.n * interval '1 second' from account a,
       (values (1, 1, 'hand_over', 'no_source'), (2, 1, 'hand_over', 'topic'), (3, 2, 'hand_over', 'topic'), (4, 3, 'answer', null)) v (n, chat, action, reason)`,
    [agent.botId],
  );
  expect((await readGates())["share"]).toMatchObject({
    chats: 3,
    hand_overs: 2,
    reasons: [{ reason: "topic", chats: 2 }],
  });
});
