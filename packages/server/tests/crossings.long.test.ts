import {
  chooseSeed,
  createSeededRandom,
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnPauseMs } from "../src/core/bot/agent-turn.ts";
import { createReply, openAgentFixture } from "./agent-fixture.ts";

/** Texts of all kinds that cross an answer of another operator, up to 4 s apart. */
let parlour: TestParlour;
let integrator: FakeIntegrator;
let ben: TestOperator;
let macro: number;
const random = createSeededRandom(chooseSeed());
beforeAll(async () => {
  [parlour, integrator] = await Promise.all([startTestParlour(), startIntegrator()]);
  ben = await parlour.operator("admin", "Ben");
  const created = await parlour.owner.call("POST", "macros", {
    name: "Answer",
    shared: "all",
    do: [{ type: "reply", text: "crossing" }, { type: "close" }],
  });
  macro = (created.body as { id: number }).id;
});
afterAll(() => Promise.all([parlour.close(), integrator.close()]));

/** Advances the clock by 0 to 4 s. */
const wait = async (): Promise<void> => {
  await parlour.clock.advance(Math.floor(random() * 4_000));
};

/** What Ben does with a text that was begun before the owner answered. */
type Door = (chat: number, begunSeq: number) => Promise<void>;
const doors: Readonly<Record<string, Door>> = {
  async typed(chat, after_seq) {
    await wait();
    const body = { kind: "text", text: "crossing", client_id: `b${chat}`, after_seq };
    expect((await ben.call("POST", `chats/${chat}/messages`, body)).status).toBe(409);
  },
  async macro(chat, after_seq) {
    await wait();
    const run = await ben.call("POST", `chats/${chat}/run-macro`, { macro_id: macro, after_seq });
    expect(run.body).toMatchObject({ chat: { state: "open" } });
  },
  async scheduled() {
    await parlour.clock.advance(8_000);
    await parlour.settle();
  },
};

test.each(Object.keys(doors))(
  "[CORE-475] of 25 %s texts that an answer has crossed, none is sent unasked",
  async (name) => {
    for (let n = 0; n < 25; n += 1) {
      const channel = await parlour.channel(integrator.url);
      const customer = `${name}-${n}`;
      await parlour.sendCustomerMessage(channel, customer, "Hello");
      const { id } = await parlour.findChat(customer);
      const begunSeq = (await parlour.messages(id)).at(-1)?.seq ?? 0;
      if (name === "scheduled") {
        const send_at = new Date(parlour.clock.now() + 8_000).toISOString();
        const body = { text: "crossing", send_at, after_seq: begunSeq };
        const created = await ben.call("POST", `chats/${id}/scheduled-messages`, body);
        expect(created.status, created.text).toBe(201);
      }
      await wait();
      const answer = { kind: "text", text: "first", client_id: `o${id}` };
      expect((await parlour.owner.call("POST", `chats/${id}/messages`, answer)).status).toBe(201);
      await doors[name]?.(id, begunSeq);
      const texts = (await parlour.messages(id)).map(({ text }) => text);
      expect(texts).toContain("first");
      expect(texts).not.toContain("crossing");
    }
  },
);

test("[CORE-475] [AGENT-043] of 25 answers of an agent that a person has crossed, none is sent", async () => {
  const fixture = await openAgentFixture();
  try {
    const { owner } = fixture.parlour;
    for (let n = 0; n < 25; n += 1) {
      let reply: (value: ReturnType<typeof createReply>) => void = () => undefined;
      fixture.script(new Promise((resolve) => (reply = resolve)));
      const before = fixture.requests.length;
      const { id } = await fixture.startChat(`person ${n}`, "How long does a delivery take?");
      await fixture.parlour.settle();
      await fixture.advanceClock(turnPauseMs);
      await fixture.waitUntil(() => fixture.requests.length > before);
      await fixture.advanceClock(Math.floor(random() * 4_000));
      const answer = { kind: "text", text: "Five days.", client_id: `person-${id}` };
      expect((await owner.call("POST", `chats/${id}/messages`, answer)).status).toBe(201);
      if (random() < 0.5)
        await owner.call("POST", `chats/${id}/assign`, { bot_id: fixture.agent.id });
      reply(createReply());
      await fixture.parlour.settle();
      const { shown } = await fixture.read(id);
      expect(shown).toEqual(["How long does a delivery take?", "Five days."]);
    }
  } finally {
    await fixture.close();
  }
});
