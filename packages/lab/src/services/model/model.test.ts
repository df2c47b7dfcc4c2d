import { afterEach, describe, expect, it } from "vitest";
import { modelFaults, startModelService, type ModelService } from "./index.ts";
import type { ModelServiceOptions } from "./types.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0).toReversed()) await end();
});

async function start(options: ModelServiceOptions = {}): Promise<ModelService> {
  const service = await startModelService(options);
  cleanups.push(() => service.close());
  return service;
}

const post = (service: ModelService, path: string, body: object, signal?: AbortSignal) =>
  fetch(`${service.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${service.apiKey}` },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
const ask = (service: ModelService, extra: object = {}, text = "Where is my parcel?") =>
  post(service, "/chat/completions", {
    model: service.chatModel,
    messages: [{ role: "user", content: text }],
    ...extra,
  });
const readJson = async (response: Response): Promise<any> => response.json();
const readText = async (response: Response): Promise<string> =>
  (await readJson(response)).choices[0].message.content;

/** Reads the events of a stream without the last one, which is [DONE]. */
async function readStream(response: Response): Promise<any[]> {
  const events = (await response.text()).trimEnd().split("\n\n");
  expect(events.pop()).toBe("data: [DONE]");
  return events.map((event) => JSON.parse(event.replace("data: ", "")));
}
async function embed(service: ModelService, input: string | string[], extra: object = {}) {
  const body = { model: service.embeddingModel, input, ...extra };
  return readJson(await post(service, "/embeddings", body));
}

describe("the model server of the lab", () => {
  it("[CON-096] lists its models, and refuses a wrong key, path, model and body", async () => {
    const service = await start();
    const headers = { authorization: `Bearer ${service.apiKey}` };
    const models = await readJson(await fetch(`${service.url}/models`, { headers }));
    expect(models.data.map(({ id }: { id: string }) => id)).toEqual(["lab-chat", "lab-embedding"]);
    const refusals = [
      await fetch(`${service.url}/models`),
      await post(service, "/images", { model: "lab-chat" }),
      await ask(service, { model: "gpt" }),
      await ask(service, { messages: [] }),
      await ask(service, { messages: [{ role: "robot", content: "Hi" }] }),
      await ask(service, { tool_choice: { type: "function", function: { name: "find" } } }),
      await post(service, "/embeddings", { model: "lab-embedding", input: "" }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([401, 404, 404, 400, 400, 400, 400]);
    for (const refusal of refusals)
      expect(await readJson(refusal)).toMatchObject({ error: { message: expect.any(String) } });
  });

  it("[CON-096] answers what a script says, each as often as it says, else with the question", async () => {
    const service = await start();
    service.script({ match: "parcel", answer: { words: "It is on its way." }, times: 2 });
    service.script({ answer: ({ messages }) => ({ text: `${messages.length} message` }) });
    expect(await readText(await ask(service, {}, "Refund?"))).toBe("1 message");
    expect(await readText(await ask(service))).toBe("It is on its way.");
    expect(await readText(await ask(service))).toBe("It is on its way.");
    const last = await readJson(await ask(service));
    expect(last).toMatchObject({
      choices: [
        {
          message: { content: "Answer of the lab to: Where is my parcel?" },
          finish_reason: "stop",
        },
      ],
      usage: { prompt_tokens: 7, total_tokens: 7 + last.usage.completion_tokens },
    });
    expect(service.requests.map(({ end, answer }) => [end, answer]).at(-2)).toEqual([
      "complete",
      "It is on its way.",
    ]);
  });

  it("[CON-096] streams an answer in parts, with its tokens at the end if asked for", async () => {
    const service = await start();
    const text = "Ihr Paket kommt morgen. Посылка уже в пути.";
    service.script({ answer: { text }, times: 3 });
    const response = await ask(service, { stream: true, stream_options: { include_usage: true } });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const events = await readStream(response);
    const deltas = events.flatMap(({ choices }) => choices.map(({ delta }: any) => delta.content));
    expect(deltas.length).toBeGreaterThan(4);
    expect(deltas.join("")).toBe(text);
    const { usage } = await readJson(await ask(service));
    expect(events.at(-1)).toMatchObject({ choices: [], usage });
    expect((await readStream(await ask(service, { stream: true }))).at(-1)).toMatchObject({
      choices: [{ finish_reason: "stop" }],
    });
  });

  it("[CON-096] cuts an answer at the largest number of tokens", async () => {
    const service = await start();
    service.script({ answer: { text: "One two three four" } });
    const { choices, usage } = await readJson(await ask(service, { max_completion_tokens: 2 }));
    expect(choices[0]).toMatchObject({ message: { content: "One two" }, finish_reason: "length" });
    expect(usage.completion_tokens).toBe(2);
  });

  it("[CON-096] answers in the JSON schema of the request", async () => {
    const service = await start();
    const schema = {
      type: "object",
      properties: {
        action: { enum: ["answer", "hand_over"] },
        text: { type: "string", maxLength: 12 },
        sources: { type: "array", items: { $ref: "#/$defs/source" } },
        turns: { type: "integer", minimum: 3 },
        topic: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      $defs: { source: { type: ["string", "null"] } },
    };
    const format = { type: "json_schema", json_schema: { name: "reply", schema } };
    service.script({ answer: { words: "It is on its way." }, times: 2 });
    const text = await readText(await ask(service, { response_format: format }));
    expect(JSON.parse(text)).toEqual({
      action: "answer",
      text: "It is on its",
      sources: ["It is on its way."],
      turns: 3,
      topic: "It is on its way.",
    });
    const object = await ask(service, { response_format: { type: "json_object" } });
    expect(JSON.parse(await readText(object))).toEqual({ answer: "It is on its way." });
  });

  it("[CON-096] calls tools: of a script, when they must be called, and when a message names one", async () => {
    const service = await start();
    const parameters = { type: "object", properties: { number: { type: "string" } } };
    const tools = [{ type: "function", function: { name: "find_order", parameters } }];
    const forced = await readJson(await ask(service, { tools, tool_choice: "required" }, "4711"));
    expect(forced.choices[0]).toMatchObject({
      message: {
        content: null,
        tool_calls: [{ function: { name: "find_order", arguments: '{"number":"4711"}' } }],
      },
      finish_reason: "tool_calls",
    });
    const named = await readJson(await ask(service, { tools }, "find_order 4711"));
    expect(named.choices[0].finish_reason).toBe("tool_calls");
    expect(await readText(await ask(service, { tools }))).toContain("Answer of the lab");
    service.script({ answer: { tools: [{ name: "find_order", input: '{"number":' }] } });
    const events = await readStream(await ask(service, { tools, stream: true }));
    const calls = events.flatMap(({ choices }) => choices[0].delta.tool_calls ?? []);
    expect(calls[0]).toMatchObject({ index: 0, function: { name: "find_order" } });
    expect(calls.map((call) => call.function.arguments).join("")).toBe('{"number":');
  });

  it("[CON-096] computes vectors from words: equal for equal texts, close for related ones", async () => {
    const service = await start({ dimensions: 64 });
    const texts = ["Track a parcel", "Where can I track my parcels?", "Close my account"];
    const { data, usage } = await embed(service, texts);
    const vectors: number[][] = data.map(({ embedding }: any) => embedding);
    expect(vectors.map((vector) => vector.length)).toEqual([64, 64, 64]);
    const compare = (a: number, b: number): number =>
      vectors[a]!.reduce((sum, value, at) => sum + value * vectors[b]![at]!, 0);
    expect(compare(0, 0)).toBeCloseTo(1);
    expect(compare(0, 1)).toBeGreaterThan(compare(0, 2) + 0.3);
    expect(usage.prompt_tokens).toBeGreaterThan(9);
    const other = await start({ dimensions: 64 });
    expect((await embed(other, texts[0]!)).data[0].embedding).toEqual(vectors[0]);
    const encoded = await embed(service, "🙂", { encoding_format: "base64", dimensions: 8 });
    const bytes = Buffer.from(encoded.data[0].embedding, "base64");
    const values = Array.from({ length: 8 }, (_, at) => bytes.readFloatLE(at * 4));
    expect(Math.hypot(...values)).toBeCloseTo(1);
  });
});

describe("the faults of the model server", () => {
  const startWith = async (...names: (keyof typeof modelFaults)[]) => {
    const service = await start();
    for (const name of names) service.addFault({ reply: modelFaults[name] });
    return service;
  };

  it("[CON-097] statuses, a page instead of JSON, and broken JSON, and then usual answers", async () => {
    const service = await startWith("limit", "error", "html", "broken");
    const limit = await ask(service);
    expect([limit.status, limit.headers.get("retry-after")]).toEqual([429, "5"]);
    expect((await readJson(limit)).error.type).toBe("rate_limit_error");
    expect((await ask(service)).status).toBe(500);
    expect((await ask(service)).headers.get("content-type")).toContain("text/html");
    await expect((await ask(service)).json()).rejects.toThrow(SyntaxError);
    expect(await readText(await ask(service))).toContain("Answer of the lab");
  });

  it("[CON-097] a fault of one path leaves the others, and one without number ends with endFaults", async () => {
    const service = await start();
    const reply = modelFaults.error;
    service.addFault({ path: "/embeddings", times: Infinity, reply });
    expect((await ask(service)).status).toBe(200);
    for (const _ of [1, 2]) expect((await embed(service, "Hi")).error.type).toBe("server_error");
    service.endFaults();
    expect((await embed(service, "Hi")).data).toHaveLength(1);
  });

  it("[CON-097] texts that a program must not trust, in the form of the request", async () => {
    const service = await startWith("empty", "form", "length", "filtered", "long", "language");
    const answers = [];
    for (let count = 0; count < 6; count += 1)
      answers.push((await readJson(await ask(service))).choices[0]);
    expect(answers.map((answer) => answer.finish_reason)).toEqual([
      "stop",
      "stop",
      "length",
      "content_filter",
      "stop",
      "stop",
    ]);
    expect(answers.map(({ message }) => message.content.length).toSorted((a, b) => b - a)[0]).toBe(
      100_000,
    );
    for (const name of ["markup", "instructions", "address"] as const) {
      service.addFault({ reply: modelFaults[name] });
      const text = await readText(await ask(service, { response_format: { type: "json_object" } }));
      expect(JSON.parse(text)).toEqual({ answer: modelFaults[name].answer.words });
    }
  });

  it("[CON-097] an outage, and an answer that is cut, streamed or not", async () => {
    const service = await startWith("outage", "cut", "cut");
    await expect(ask(service)).rejects.toThrow("fetch failed");
    await expect((await ask(service, { stream: true })).text()).rejects.toThrow("terminated");
    await expect((await ask(service)).text()).rejects.toThrow("terminated");
    expect(service.requests.map(({ end }) => end)).toEqual(["cut", "cut", "cut"]);
  });

  it("[CON-097] a part that waits, and a client that does not", async () => {
    const service = await start();
    const gate = Promise.withResolvers<void>();
    service.addFault({ reply: { beforePart: (part) => (part === 2 ? gate.promise : undefined) } });
    const response = await ask(service, { stream: true });
    const reader = response.body!.getReader();
    await reader.read();
    expect(service.requests[0]?.end).toBe("pending");
    gate.resolve();
    while (!(await reader.read()).done);
    expect(service.requests[0]?.end).toBe("complete");
    for (const name of ["hang", "late", "slow"] as const) {
      service.addFault({ reply: modelFaults[name] });
      const aborted = new AbortController();
      const before = service.requests.length;
      const asked = post(
        service,
        "/embeddings",
        { model: service.embeddingModel, input: "Hi" },
        aborted.signal,
      );
      await service.waitUntil(() => service.requests.length > before);
      aborted.abort();
      await expect(asked).rejects.toThrow("aborted");
      await service.waitUntil(() => service.requests.at(-1)?.end === "aborted");
    }
  });
});
