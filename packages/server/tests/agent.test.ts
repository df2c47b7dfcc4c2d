import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { turnPauseMs } from "../src/core/bot/agent-turn.ts";
import { articlePath, createReply, openAgentFixture, type AgentFixture } from "./agent-fixture.ts";

/** An agent in a whole Parlour: what visitors and operators see of its turns. */
let fixture: AgentFixture;
beforeAll(async () => {
  fixture = await openAgentFixture();
});
afterAll(() => fixture.close());
afterEach(async () => {
  await fixture.patchAgent({ state: "on", max_turns: 8, share_percent: 10 });
});

let customers = 0;
const question = "How long does the delivery of a parcel take?";
/** Starts a chat, and waits until the turn of its message has begun. */
const start = async (text = question): Promise<number> => {
  customers += 1;
  const { id } = await fixture.startChat(`customer ${customers}`, text);
  await fixture.parlour.settle();
  await fixture.advanceClock(turnPauseMs);
  return id;
};
/** All messages of the last request to the model. */
const lastRequest = (): string =>
  (fixture.requests.at(-1)?.messages ?? []).map(({ content }) => content).join("\n");
const settle = () => fixture.parlour.settle();

test("[AGENT-003] [AGENT-020] [AGENT-023] an agent answers with its sources, once", async () => {
  fixture.script(createReply());
  const chat = await start();
  await settle();
  const { shown, notes, state } = await fixture.read(chat);
  expect(shown).toHaveLength(2);
  expect(shown[1]).toContain("three days");
  expect(shown[1]).toContain(articlePath);
  expect([notes, state]).toEqual([[], "bot"]);
  expect(lastRequest()).toContain("Parcels arrive within");
  const [delivery] = await fixture.readDeliveries(chat);
  expect(delivery).toMatchObject({ event: "CLIENT_MESSAGE", state: "delivered", attempts: 1 });
});

test("[AGENT-040] [AGENT-042] a wish for a person hands over at once: the visitor is told, operators get a note", async () => {
  const before = fixture.requests.length;
  const chat = await start("I want to talk to a human");
  await settle();
  expect(await fixture.read(chat)).toMatchObject({
    shown: ["I want to talk to a human", expect.stringContaining("A person will answer you")],
    notes: [expect.stringContaining("Reason: the visitor asked for a person")],
    codes: ["bot_started", "agent_handed_over"],
    state: "waiting",
  });
  expect(fixture.requests.length).toBe(before);
});

test("[AGENT-043] an agent never writes in a chat that an operator took while the model was asked", async () => {
  let reply: (value: ReturnType<typeof createReply>) => void = () => undefined;
  fixture.script(new Promise((resolve) => (reply = resolve)));
  const before = fixture.requests.length;
  const chat = await start();
  await fixture.waitUntil(() => fixture.requests.length > before);
  expect((await fixture.parlour.owner.call("POST", `chats/${chat}/accept`)).status).toBe(200);
  reply(createReply());
  await settle();
  expect(await fixture.read(chat)).toMatchObject({ shown: [question], notes: [], state: "open" });
});

test("[AGENT-043] [CORE-475] an answer is dropped if a person answered meanwhile and gave the chat back", async () => {
  let reply: (value: ReturnType<typeof createReply>) => void = () => undefined;
  fixture.script(new Promise((resolve) => (reply = resolve)));
  const before = fixture.requests.length;
  const chat = await start();
  await fixture.waitUntil(() => fixture.requests.length > before);
  const { owner } = fixture.parlour;
  const answer = { kind: "text", text: "Five days.", client_id: `person-${chat}` };
  expect((await owner.call("POST", `chats/${chat}/messages`, answer)).status).toBe(201);
  const back = await owner.call("POST", `chats/${chat}/assign`, { bot_id: fixture.agent.id });
  expect(back.status, back.text).toBe(200);
  reply(createReply());
  await settle();
  expect((await fixture.read(chat)).shown).toEqual([question, "Five days."]);
});

test("[AGENT-041] a model that does not reply in 9 s is replaced by a person, with the reason", async () => {
  const before = fixture.requests.length;
  const chat = await start();
  await fixture.waitUntil(() => fixture.requests.length > before);
  await fixture.advanceClock(8_900);
  expect((await fixture.read(chat)).state).toBe("bot");
  await fixture.advanceClock(600);
  await fixture.waitUntil(async () => (await fixture.read(chat)).state === "waiting");
  const messages = await fixture.parlour.messages(chat);
  expect(messages.find(({ line }) => line?.code === "agent_handed_over")?.line?.detail).toBe(
    "timeout",
  );
  const [delivery] = await fixture.readDeliveries(chat);
  expect(delivery).toMatchObject({ state: "failed", attempts: 1, outcome: "timeout" });
  expect(fixture.requests.at(-1)?.signal.aborted).toBe(true);
});

test("[AGENT-041] a failure that may pass is tried again at 3 and 6 s, and then a person takes over", async () => {
  const failed = { failed: "rate_limited", message: "429" } as const;
  fixture.script(failed, createReply(), failed, failed, failed);
  const answered = await start();
  await settle();
  await fixture.advanceClock(3_100);
  await fixture.waitUntil(async () => (await fixture.read(answered)).shown.length === 2);
  const failing = await start();
  await settle();
  await fixture.advanceClock(6_300);
  await fixture.waitUntil(async () => (await fixture.read(failing)).state === "waiting");
  expect((await fixture.readDeliveries(failing))[0]).toMatchObject({
    state: "failed",
    attempts: 3,
    startsMs: [0, 3_000, 6_000],
  });
});

test.each(["over_budget", "refused", "too_long", "not_set_up"] as const)(
  "[AGENT-041] %s hands over at once, with the reason",
  async (reason) => {
    fixture.script({ failed: reason, message: "No." });
    const chat = await start();
    await settle();
    const { shown, codes, state } = await fixture.read(chat);
    expect(codes).toEqual(["bot_started", "agent_handed_over"]);
    expect([shown.length, state]).toEqual([2, "waiting"]);
    const line = (await fixture.parlour.messages(chat)).at(-1)?.line;
    expect(line).toMatchObject({ code: "agent_handed_over", detail: reason });
  },
);

test("[AGENT-050] [AGENT-051] in shadow, people have the chat and the answer is a note", async () => {
  await fixture.patchAgent({ state: "shadow" });
  fixture.script(createReply());
  const chat = await start();
  await settle();
  const { shown, notes, codes, state } = await fixture.read(chat);
  expect([shown, codes, state]).toEqual([[question], [], "waiting"]);
  const [note = ""] = notes;
  // An operator can send what follows the first line.
  expect(note).toMatch(/^The agent would reply:\nYour parcel arrives within three days/);
  expect(note).toMatch(/: Delivery of parcels: http\S+$/);
  const { cause } = (await fixture.parlour.messages(chat)).find(({ kind }) => kind === "note")!;
  expect(cause).toMatchObject({ kind: "model", name: expect.any(String) });
  // A model that fails leaves nothing: nobody waits for the agent.
  fixture.script({ failed: "refused", message: "No." });
  await fixture.parlour.sendCustomerMessage(fixture.channel, `customer ${customers}`, question);
  await fixture.pause();
  expect((await fixture.read(chat)).shown).toEqual([question, question]);
});

test("[AGENT-050] [API-021] lists show the words of the customer, not the note of an agent in shadow", async () => {
  await fixture.patchAgent({ state: "shadow" });
  fixture.script(createReply());
  const chat = await start();
  await settle();
  expect((await fixture.read(chat)).notes).toHaveLength(1);
  const { owner } = fixture.parlour;
  const expected = { unread: 1, last_message: { seq: 1, text: question } };
  expect((await owner.call("GET", `chats/${chat}`)).body).toMatchObject(expected);
  const { items } = (await owner.call("GET", "chats?view=waiting")).body as {
    readonly items: readonly { readonly id: number }[];
  };
  expect(items.find(({ id }) => id === chat)).toMatchObject(expected);
});

test("[AGENT-052] a share of the chats goes to the agent, always the same ones", async () => {
  await fixture.patchAgent({ state: "share", share_percent: 50 });
  const states = new Map<number, string>();
  const chats = Array.from({ length: 12 });
  // The model is asked for some of them, and later than the next chat starts.
  fixture.script(...chats.map(() => ({ failed: "refused" as const, message: "No." })));
  for (const _ of chats) {
    const chat = await start();
    states.set(chat, (await fixture.read(chat)).codes[0] ?? "people");
  }
  await settle();
  for (const [chat, code] of states) expect(code === "bot_started").toBe(chat % 100 < 50);
});

test("[AGENT-002] an agent that is switched off leaves its chats to people", async () => {
  fixture.script(createReply());
  const chat = await start();
  await settle();
  await fixture.patchAgent({ state: "off" });
  await fixture.parlour.settle();
  await fixture.waitUntil(async () => (await fixture.read(chat)).state === "waiting");
  expect((await fixture.read(chat)).codes.at(-1)).toBe("bot_off");
  expect((await fixture.read(await start())).codes).toEqual([]);
});

test("[AGENT-060] an agent stops after too many hand-overs, with an entry of the audit log", async () => {
  const { parlour, agent } = fixture;
  await parlour.sql(
    `insert into agent_turn (account_id, delivery_id, bot_id, chat_id, shadow, action, reason, at)
     select account_id, -row_number() over (), $1, id, false, 'answer', null, now() + interval '100 years' from chat limit 11`,
    [agent.botId],
  );
  for (let n = 0; n < 9; n += 1) {
    await start("I want to talk to a human");
    await settle();
  }
  const { body } = await parlour.owner.call("GET", `agents/${agent.id}`);
  expect(body).toMatchObject({ state: "shadow", stopped: "hand_overs" });
  const log = await parlour.owner.call("GET", "audit?limit=5");
  expect(log.body.items).toContainEqual(
    expect.objectContaining({
      action: "agent.change",
      actor: expect.objectContaining({ kind: "system" }),
    }),
  );
  await fixture.patchAgent({ state: "on" });
  const again = await parlour.owner.call("GET", `agents/${agent.id}`);
  expect(again.body).toMatchObject({ state: "on", stopped: null });
});

test("[AGENT-060] the latest 200 chats count, so that many good ones hide nothing", async () => {
  const { parlour, agent } = fixture;
  const addTurns = (count: number, action: "answer" | "hand_over", firstId: number) =>
    parlour.sql(
      `insert into agent_turn (account_id, delivery_id, bot_id, chat_id, shadow, action, reason, at)
       select a.id, -($3::int + n), $1, -($3::int + n), false, $2, null, now() + interval '200 years' + ($3::int + n) * interval '1 s'
       from account a, generate_series(1, $4::int) n limit $4`,
      [agent.botId, action, firstId, count],
    );
  await addTurns(2_000, "answer", 10_000);
  await addTurns(85, "hand_over", 20_000);
  fixture.script(createReply());
  await start();
  await settle();
  const { body } = await parlour.owner.call("GET", `agents/${agent.id}`);
  expect(body).toMatchObject({ state: "shadow", stopped: "hand_overs" });
  await parlour.sql("delete from agent_turn where delivery_id < 0");
});

test("[AGENT-023] sources have the host name of the help centre", async () => {
  const { owner } = fixture.parlour;
  const change = (host: string | null) => owner.call("PATCH", "help-center", { host });
  expect((await change("help.shop.example")).status).toBe(200);
  fixture.script(createReply());
  const chat = await start();
  await settle();
  expect((await fixture.read(chat)).shown[1]).toContain(`://help.shop.example${articlePath}`);
  await change(null);
});

test("[AGENT-001] [AGENT-004] an agent is off at first, with its defaults; an invalid part is refused", async () => {
  const { owner } = fixture.parlour;
  const created = await owner.call("POST", "agents", { name: "Second" });
  expect(created).toMatchObject({
    status: 201,
    body: {
      state: "off",
      threshold: 20,
      max_turns: 8,
      hand_over_when: { any: [] },
      topics: [],
      hours: null,
      channels: null,
      sections: null,
      quick_replies: true,
      share_percent: 10,
      send_earlier_chats: false,
      says_it_is_a_machine: true,
      offers_person: true,
      stopped: null,
    },
  });
  const path = `agents/${String(created.body["id"])}`;
  for (const [change, field] of [
    [{ hand_over_when: { fact: "chat.mood", op: "is", value: "bad" } }, "hand_over_when.fact"],
    [{ hours: { timezone: "Nowhere", week: {} } }, "hours.timezone"],
    [{ channels: [999] }, "channels"],
    [{ sections: [999] }, "sections"],
    [{ sections: [] }, "sections"],
    [{ max_turns: 0 }, "max_turns"],
    [{ instructions: "x".repeat(4_001) }, "instructions"],
    [{ name: "HELPER" }, "name"],
  ] as const)
    expect([field, (await owner.call("PATCH", path, change)).body.error]).toMatchObject([
      field,
      { field: expect.stringContaining(field) },
    ]);
  expect((await owner.call("DELETE", path)).status).toBe(204);
});

test("[AGENT-003] the bot of an agent is in no list of connections, and its name is that of the agent", async () => {
  const { parlour, agent } = fixture;
  expect((await parlour.owner.call("GET", "bots")).body.items).toEqual([]);
  expect((await parlour.owner.call("GET", `bots/${agent.botId}`)).status).toBe(404);
  await fixture.patchAgent({ name: "Robin" });
  fixture.script(createReply());
  const chat = await start();
  expect((await fixture.readChat(chat)).bot?.name).toBe("Robin");
  await settle();
});

test("[AGENT-027] an agent answers from the chosen sections only, which cannot be deleted then", async () => {
  const { owner } = fixture.parlour;
  const { body } = await owner.call("POST", "article-sections", { name: "Returns" });
  const section = body["id"] as number;
  await fixture.patchAgent({ sections: [section] });
  fixture.script(createReply({ action: "hand_over", text: "", sources: [] }));
  await start();
  await settle();
  expect(lastRequest()).not.toContain("Parcels arrive within");
  expect((await owner.call("DELETE", `article-sections/${section}`)).body.error).toMatchObject({
    code: "in_use",
    message: expect.stringContaining("Agents answer from the section"),
  });
  await fixture.patchAgent({ sections: null });
  expect((await owner.call("DELETE", `article-sections/${section}`)).status).toBe(204);
});

test("[AGENT-027] an agent answers from quick replies that are marked for it, and names them without a link", async () => {
  const { owner } = fixture.parlour;
  const add = async (shortcut: string, text: string, more: object = {}): Promise<number> => {
    const reply = { scope: "account", shortcut, text, ...more };
    const { status, body } = await owner.call("POST", "canned-replies", reply);
    expect(status).toBe(201);
    return body["id"] as number;
  };
  const id = await add(
    "warranty",
    "Hello {visitor.name|there}, mugs have a guarantee of 5 years.",
    {
      for_agents: true,
    },
  );
  const others = [
    await add("warranty-team", "The guarantee of mugs is a secret."),
    await add("warranty-de", "The guarantee of mugs in German.", {
      for_agents: true,
      language: "de",
    }),
  ];
  const ask = async () => {
    fixture.script(createReply({ text: "The guarantee of your mug is five years." }));
    const chat = await start("How long is the guarantee of your mugs?");
    await settle();
    const passages = lastRequest() ?? "";
    return { passages, shown: (await fixture.read(chat)).shown };
  };
  const answered = await ask();
  expect(answered.passages).toContain(
    "[1] warranty\nHello there, mugs have a guarantee of 5 years.",
  );
  expect(answered.passages).not.toContain("secret");
  expect(answered.passages).not.toContain("German");
  expect(answered.shown[1]).toContain("The guarantee of your mug is five years.");
  expect(answered.shown[1]).toMatch(/Sources: warranty(?!\])/);
  await fixture.patchAgent({ quick_replies: false });
  fixture.script();
  expect((await ask()).passages).not.toContain("guarantee of 5 years");
  await fixture.patchAgent({ quick_replies: true });
  // A personal reply has no mark, and loses it.
  const path = `canned-replies/${id}`;
  const refused = await owner.call("PATCH", path, { scope: "own", for_agents: true });
  expect(refused.body.error).toMatchObject({ code: "invalid_request", field: "for_agents" });
  const moved = await owner.call("PATCH", path, { scope: "own" });
  expect(moved.body).toMatchObject({ scope: "own", for_agents: false });
  for (const one of [id, ...others]) await owner.call("DELETE", `canned-replies/${one}`);
});
