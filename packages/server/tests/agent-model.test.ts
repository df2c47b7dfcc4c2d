import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startModelService, type ModelService } from "../../lab/src/services/model/index.ts";
import { openAgentFixture, type AgentFixture } from "./agent-fixture.ts";

/** An agent in a whole Parlour with a model server over HTTP. */
let service: ModelService;
let fixture: AgentFixture;
beforeAll(async () => {
  service = await startModelService();
  fixture = await openAgentFixture({}, { hooks: { askModel: undefined } });
  const { owner } = fixture.parlour;
  await owner.call("POST", "instance/egress-allow", { add: [service.host] });
  const connected = await owner.call("PATCH", "model", {
    base_url: service.url,
    api_key: service.apiKey,
    chat_model: service.chatModel,
  });
  expect(connected.status).toBe(200);
});
afterAll(async () => {
  await fixture.close();
  await service.close();
});
afterEach(() => service.endFaults());

const question = "How long does the delivery of a parcel take?";
const text = "Your parcel arrives within three days of the order.";
const reply = (more: object = {}) =>
  JSON.stringify({
    action: "answer",
    text,
    sources: [1],
    reason: "The article says it.",
    open_question: "How long delivery takes",
    ...more,
  });
let customers = 0;
test("[MODEL-089] 20 questions at once wait for each other, and nobody is handed over", async () => {
  let running = 0;
  let most = 0;
  service.addFault({
    reply: {
      answer: { text: reply() },
      beforePart: async (part) => {
        if (part > 0) return;
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      },
    },
    times: Infinity,
  });
  const before = service.requests.length;
  const chats = await Promise.all(
    Array.from({ length: 20 }, (_, n) => fixture.startChat(`crowd ${n}`, question)),
  );
  await fixture.pause();
  const read = await Promise.all(chats.map(({ id }) => fixture.read(id)));
  expect(read.map(({ state, shown }) => `${state} ${shown.length}`)).toEqual(
    chats.map(() => "bot 2"),
  );
  expect(service.requests.length - before).toBe(20);
  expect(most).toBeLessThanOrEqual(4);
});

/** Answers of open models and of servers in front of them: the same JSON in other clothes. */
const wrappings: Readonly<Record<string, (json: string) => string>> = {
  "a fence": (json) => `\`\`\`json\n${json}\n\`\`\``,
  reasoning: (json) => `<think>words {1}</think>\n${json}`,
  "reasoning without its beginning": (json) => `words</think>${json}`,
  "reasoning without its end": (json) => `<think>words ${json}`,
  "another name": (json) => `<reasoning>words</reasoning>${json}`,
  brackets: (json) => `[THINK]words[/THINK]${json}`,
  channels: (json) =>
    `<|channel|>analysis<|message|>words<|end|><|start|>assistant<|channel|>final<|message|>${json}<|return|>`,
  words: (json) => `Here is the JSON:\n${json}\nHope it helps`,
  "a byte order mark": (json) => `\uFEFF${json}`,
  "a list": (json) => `[${json}]`,
  "a tool": (json) => `{"name":"answer","arguments":${json}}`,
  "marks of sources": (json) => json.replace("order.", "order【1†source】."),
};
test.each(Object.entries(wrappings))(
  "[MODEL-085] [AGENT-110] JSON in %s is one answer with one request",
  async (_, wrap) => {
    const before = service.requests.length;
    service.script({ answer: { text: wrap(reply()) } });
    const { shown, state } = await chat();
    expect([shown.length, state]).toEqual([2, "bot"]);
    expect(shown[1]).toContain(text);
    expect(service.requests.length - before).toBe(1);
  },
);

/**
 * Time that passes for one request in `chat`, ms: enough for the pause before its repeat, and not
 * enough for the end of its time, which a slow machine would reach before the server's answer.
 */
const maxWaitMs = 4_000;

/**
 * Starts a chat, and moves the clock until its delivery has ended. `isSilent`: the model never
 * answers, so that the time of the request ends.
 */
async function chat(
  isSilent = false,
): Promise<Awaited<ReturnType<AgentFixture["read"]>> & { reason: string }> {
  customers += 1;
  const { id } = await fixture.startChat(`customer ${customers}`, question);
  let requests = service.requests.length;
  let waitedMs = 0;
  await expect
    .poll(
      async () => {
        if (service.requests.length !== requests) waitedMs = 0;
        requests = service.requests.length;
        if (isSilent || waitedMs < maxWaitMs) {
          waitedMs += 500;
          await fixture.parlour.clock.advance(500);
        }
        return (await fixture.readDeliveries(id)).map(({ state }) => state);
      },
      { interval: 1 },
    )
    .not.toContain("pending");
  await fixture.parlour.settle();
  const messages = await fixture.parlour.messages(id);
  const line = messages.find(({ line }) => line?.code === "agent_handed_over")?.line;
  return { ...(await fixture.read(id)), reason: line?.detail ?? "" };
}

test("[AGENT-020] the model gets the question, the passages and the schema, and its reply is shown", async () => {
  service.script({ answer: { text: reply() } });
  const readLog = async () =>
    (await fixture.parlour.owner.call("GET", "deliveries?kind=model&limit=200")).body.items;
  const logged = (await readLog()) as readonly object[];
  const { shown, state } = await chat();
  expect([shown[1], state]).toEqual([expect.stringContaining(text), "bot"]);
  const body = JSON.parse(service.requests.at(-1)?.body ?? "{}") as {
    messages: { role: string; content: string }[];
    response_format?: { type: string };
  };
  const last = body.messages.at(-1);
  expect([last?.role, last?.content.endsWith(question)]).toEqual(["user", true]);
  expect(last?.content).toContain("Parcels arrive within three days");
  expect(body.messages[0]?.content).not.toContain("Parcels arrive within three days");
  expect(body.response_format?.type).toBe("json_schema");
  expect(await readLog()).toHaveLength(logged.length + 1);
});

/** Faults of a model server that do not pass, and the reason of the hand-over. */
const faults: readonly (readonly [string, Parameters<ModelService["addFault"]>[0], string])[] = [
  ["429", { reply: { status: 429, message: "Slow down", retryAfterS: 60 } }, "rate_limited"],
  ["500", { reply: { status: 500, message: "Broken" } }, "unreachable"],
  ["400", { reply: { status: 400, message: "No such model" } }, "refused"],
  ["a reset connection", { reply: "reset" }, "unreachable"],
  ["a cut reply", { reply: { cutAfterParts: 1 } }, "cut"],
  [
    "a page of a proxy",
    { reply: { status: 200, body: "<html>", type: "text/html" } },
    "wrong_form",
  ],
  ["no JSON", { reply: { answer: { text: "Three days, I think." } } }, "wrong_form"],
  ["an empty reply", { reply: { answer: { text: "" } } }, "empty"],
  ["a reply of the wrong form", { reply: { answer: { text: '{"action":"pay"}' } } }, "wrong_form"],
  ["silence", { reply: { beforePart: () => new Promise(() => undefined) } }, "timeout"],
  [
    "another language",
    {
      reply: { answer: { text: reply({ text: "Ihr Paket kommt innerhalb von drei Tagen an." }) } },
    },
    "wrong_language",
  ],
  [
    "an address of no source",
    { reply: { answer: { text: reply({ text: "See https://evil.example/pay for it." }) } } },
    "unknown_address",
  ],
  [
    "100,000 characters",
    { reply: { answer: { text: reply({ text: "word ".repeat(20_000) }) } } },
    "too_long",
  ],
];
test.each(faults)(
  "[AGENT-021] [AGENT-041] %s: a person takes over, with the reason",
  async (_, fault, reason) => {
    service.addFault({ ...fault, times: Infinity });
    const ended = await chat(reason === "timeout");
    expect(ended).toMatchObject({ reason, state: "waiting" });
    // The question, and one message about the hand-over.
    expect(ended.shown).toEqual([question, expect.stringContaining("A person will answer you")]);
    expect(ended.notes).toHaveLength(1);
  },
);
