import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { turnPauseMs } from "../src/core/bot/agent-turn.ts";
import { receiveCustomerMessage } from "../src/core/chat/message/receive-message.ts";
import type { Journal } from "../src/journal/index.ts";
import { createReply, openAgentFixture, type AgentFixture } from "./agent-fixture.ts";

/** Turns of an agent: which messages have one, and which have none. */
let fixture: AgentFixture;
let journal: Journal;
beforeAll(async () => {
  const hooks = { onJournal: (opened: Journal) => void (journal = opened) };
  fixture = await openAgentFixture({ says_it_is_a_machine: false }, { hooks });
});
afterAll(() => fixture.close());
afterEach(() => fixture.patchAgent({ state: "on" }));

const answer = "Your parcel arrives within three days of the order.";
let customers = 0;
const start = async (text: string): Promise<number> => {
  customers += 1;
  return (await fixture.startChat(`customer ${customers}`, text)).id;
};
const say = (text: string, n = customers): Promise<unknown> =>
  fixture.parlour.sendCustomerMessage(fixture.channel, `customer ${n}`, text);
const lastRequest = (): string => fixture.requests.at(-1)?.messages.at(-1)?.content ?? "";

test("[AGENT-114] three messages within 3 s have one turn and one answer, about all of them", async () => {
  const before = fixture.requests.length;
  fixture.script(createReply());
  const chat = await start("Hi");
  await fixture.parlour.settle();
  await fixture.advanceClock(1_400);
  await say("one question about my parcel");
  await fixture.advanceClock(1_400);
  await say("how long does the delivery take?");
  await fixture.advanceClock(turnPauseMs - 200);
  expect(fixture.requests.length).toBe(before);
  await fixture.pause();
  const { shown } = await fixture.read(chat);
  expect(shown).toEqual([
    "Hi",
    "one question about my parcel",
    "how long does the delivery take?",
    expect.stringContaining(answer),
  ]);
  expect(shown[3]).toContain("Sources: Delivery of parcels");
  expect(fixture.requests.length).toBe(before + 1);
  expect(lastRequest()).toContain("Hi\none question about my parcel\nhow long");
  await fixture.pause();
  expect((await fixture.read(chat)).shown).toHaveLength(4);
});

test("[AGENT-114] a message while the model is asked ends the turn, and the next one answers both", async () => {
  const before = fixture.requests.length;
  const chat = await start("How long does the delivery take?");
  await fixture.parlour.settle();
  await fixture.advanceClock(turnPauseMs);
  await fixture.waitUntil(() => fixture.requests.length > before);
  fixture.script(createReply());
  await say("of a parcel to Berlin, I mean");
  await fixture.waitUntil(() => fixture.requests.at(-1)?.signal.aborted === true);
  await fixture.pause();
  await fixture.waitUntil(async () => (await fixture.read(chat)).shown.length === 3);
  expect(lastRequest()).toContain("take?\nof a parcel to Berlin");
  expect(await fixture.read(chat)).toMatchObject({ state: "bot", codes: ["bot_started"] });
  const deliveries = await fixture.readDeliveries(chat);
  expect(deliveries.map(({ state }) => state)).toEqual(["delivered", "delivered"]);
});

test("[AGENT-114] [CON-036] an absence reply, which has no turn of its own, does not end the turn of the question before it", async () => {
  let reply: (value: ReturnType<typeof createReply>) => void = () => undefined;
  fixture.script(new Promise((resolve) => (reply = resolve)));
  const before = fixture.requests.length;
  const chat = await start("How long does the delivery of a parcel take?");
  await fixture.parlour.settle();
  await fixture.advanceClock(turnPauseMs);
  await fixture.waitUntil(() => fixture.requests.length > before);
  const [channelId, customer] = [fixture.channel.id, `customer ${customers}`];
  const message = { channelId, customer, recipient: customer, text: "I am away." };
  await journal.write({
    account: 1,
    subject: { customer: { channelId, key: customer } },
    handler: receiveCustomerMessage({
      ...message,
      origin: { automatic: true },
      startsChat: false,
    }),
  });
  reply(createReply());
  await fixture.parlour.settle();
  expect((await fixture.read(chat)).shown.at(-1)).toContain(answer);
});

test("[AGENT-114] in shadow, several messages have one note", async () => {
  await fixture.patchAgent({ state: "shadow" });
  fixture.script(createReply());
  const chat = await start("How long does it take");
  await say("the delivery of a parcel?");
  await fixture.pause();
  expect((await fixture.read(chat)).notes).toHaveLength(1);
});

const thanks = [
  "Thanks, that is all",
  "Vielen Dank!",
  "Merci beaucoup, au revoir",
  "Muchas gracias",
  "Grazie mille",
  "Obrigado",
  "Спасибо большое",
  "Dziękuję bardzo",
  "谢谢",
  "ありがとうございました",
];
test.each(thanks)(
  "[AGENT-112] %s gets no answer, and the chat does not wait for people",
  async (text) => {
    fixture.script(createReply());
    const chat = await start("How long does the delivery of a parcel take?");
    await fixture.pause();
    const before = fixture.requests.length;
    await say(text);
    await fixture.pause();
    const { shown, notes, codes, state } = await fixture.read(chat);
    expect([shown.length, notes, codes, state]).toEqual([3, [], ["bot_started"], "bot"]);
    expect(fixture.requests.length).toBe(before);
    const [{ action }] = (await fixture.parlour.sql<{ action: string }>(
      "select action from agent_turn where chat_id = $1 order by at desc, delivery_id desc limit 1",
      [chat],
    )) as [{ action: string }];
    expect(action).toBe("nothing");
  },
);

test("[AGENT-112] in shadow, thanks have no note", async () => {
  await fixture.patchAgent({ state: "shadow" });
  const chat = await start("Thanks, bye");
  await fixture.pause();
  expect(await fixture.read(chat)).toMatchObject({ notes: [], state: "waiting" });
});

test("[AGENT-110] a hostile reply does not reach the visitor, and the note says why", async () => {
  const text = "Sign in at acme-support.top or evil.xyz, or call +49 900 123456.";
  fixture.script(createReply({ text }));
  const chat = await start("How long does the delivery of a parcel take?");
  await fixture.pause();
  const { shown, notes, state } = await fixture.read(chat);
  expect(JSON.stringify([shown, notes])).not.toContain("evil.xyz");
  expect([shown.length, state]).toEqual([2, "waiting"]);
  expect(notes[0]).toContain("an address or a number that is in no source");
});
