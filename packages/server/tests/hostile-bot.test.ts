import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Message } from "@parlour/protocol";
import type { ApiResponse, ProviderReply } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBotFixture, type BotFixture } from "./bot-edge-fixture.ts";
import { recordConnections, type ConnectionRecorder } from "./connection-recorder.ts";
import {
  generateText,
  sendHostileRequest,
  type HostileInput,
  type HostileResponse,
  type HostileRequest,
} from "./hostile-inputs.ts";

/**
 * All hostile inputs of interface B: events of providers, and responses to Parlour's events
 * (reliability.md 8).
 */
interface BotRequest extends HostileRequest {
  readonly action?: string;
}
type BotInput = Omit<HostileInput, "request" | "input"> & {
  readonly request?: HostileRequest & { readonly then?: readonly BotRequest[] };
  readonly input?: { readonly to: string; readonly reply: ProviderReply };
};
const botInputs = (
  JSON.parse(
    readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8"),
  ) as BotInput[]
).filter((entry) => entry.interface === "B");

interface Case {
  readonly entry: BotInput;
  readonly responses: readonly HostileResponse[];
  readonly chat: number;
  readonly storedMessages: readonly Message[];
  readonly all: readonly Message[];
  /** Number of bot messages written during the case, in any chat. */
  readonly stored: number;
}
/** Checks by the `behaviour` sentence of the entry. */
const behaviourChecks: Readonly<Record<string, (c: Case) => void | Promise<void>>> = {
  "H-149": async ({ chat }) =>
    expect(await fixture.readChat(chat)).toMatchObject({ state: "bot", assignee: null }),
  "H-158": ({ storedMessages, responses }) =>
    expect(storedMessages).toHaveLength(responses.filter((one) => one.status === 200).length),
  "H-168": async ({ chat, all }) => {
    expect((await fixture.sendBotMessage(chat, "later")).status).toBe(200);
    const seqs = (await fixture.messages(chat)).map((one) => one.seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    expect(seqs).toHaveLength(all.length + 1);
  },
  "H-172": async ({ chat, all }) => {
    expect(all.filter((one) => one.line?.code === "invited")).toHaveLength(1);
    expect((await fixture.parlour.owner.call("POST", `chats/${chat}/accept`, {})).status).toBe(200);
    await fixture.waitUntil(() => fixture.provider.eventNames(chat).includes("AGENT_JOINED"));
    await fixture.parlour.settle();
    expect(
      fixture.provider.eventNames(chat).filter((name) => name === "AGENT_JOINED"),
    ).toHaveLength(1);
  },
  "H-173": ({ responses }) =>
    expect(JSON.parse(responses.at(-1)?.body ?? "")).toMatchObject({
      error: { code: "invalid_request", reason: "chat_handed_over" },
    }),
  "H-174": ({ responses, storedMessages }) => {
    expect(storedMessages).toHaveLength(responses.filter((one) => one.status === 200).length);
    const refused = responses.filter((one) => one.status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expect(Number(one.headers["retry-after"])).toBeGreaterThanOrEqual(1);
  },
};

let fixture: BotFixture;
let connections: ConnectionRecorder;
let placeholders: Record<string, string> = {};
let customerCount = 0;
beforeAll(async () => {
  fixture = await openBotFixture();
  const { parlour, bot, channel } = fixture;
  const other = await parlour.channel(fixture.integrator.url);
  await parlour.owner.call("PATCH", `bots/${bot.id}`, { channels: [channel.id] });
  await parlour.sendCustomerMessage(other, "people", "hi");
  placeholders = {
    PROVIDER: bot.providerId,
    TOKEN: bot.token,
    CHAT: String((await parlour.findChat("people")).id),
    ...(await createSecondAccount()),
  };
  await fixture.goOnline();
  connections = recordConnections();
});
afterAll(async () => {
  connections.stop();
  await fixture.close();
});
async function countBotMessages(): Promise<number> {
  const ownMessages = "name = 'message_created' and author_kind = 'bot'";
  const rows = await fixture.parlour.sql<{ n: string }>(
    `select count(*) as n from journal where ${ownMessages}`,
  );
  return Number(rows[0]?.n);
}

describe("hostile events of providers", () => {
  test.each(
    botInputs
      .filter((entry) => entry.request !== undefined)
      .map((entry) => [entry.id, entry.title, entry] as const),
  )("[BOT-081] %s %s", async (_id, _title, entry) => {
    const found = await runInput(entry);
    const { expect: expected } = entry;
    const allowed = [expected.status ?? []].flat();
    if (allowed.length > 0)
      for (const one of found.responses) expect(allowed).toContain(one.status);
    if (expected.last_status !== undefined)
      expect(found.responses.at(-1)?.status).toBe(expected.last_status);
    if (expected.error_code !== undefined)
      expect(JSON.parse(found.responses[0]?.body ?? "")).toMatchObject({
        error: { code: expected.error_code },
      });
    if (expected.stored !== undefined)
      expect([found.storedMessages.length, found.stored]).toEqual([
        expected.stored,
        expected.stored,
      ]);
    if (expected.dial === false)
      expect(
        connections.unexpectedTargets(fixture.provider, fixture.integrator, fixture.parlour),
      ).toEqual([]);
    if (expected.max_ms !== undefined)
      for (const one of found.responses) expect(one.ms).toBeLessThan(expected.max_ms);
    if (expected.links !== undefined)
      expect(listLinks(found.storedMessages)).toHaveLength(expected.links);
    // Text is stored as it was sent. A browser test checks that it creates no element.
    if (expected.rendered === "text")
      expect(JSON.stringify(found.storedMessages)).toMatch(
        /<svg onload=alert\(1\)>|<script>alert\(1\)<\/script>/,
      );
    for (const one of found.responses) {
      expect(one.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      if (one.status !== 200)
        expect(JSON.parse(one.body)).toMatchObject({
          error: { code: expect.any(String), message: expect.any(String) },
        });
    }
    if (expected.same_answer_as !== undefined) {
      const twin = botInputs.find((other) => other.title === expected.same_answer_as);
      if (twin === undefined) throw new Error(`no entry is called ${expected.same_answer_as}`);
      expect(found.responses.map(withoutTiming)).toEqual(
        (await runInput(twin)).responses.map(withoutTiming),
      );
    }
    await behaviourChecks[entry.id]?.(found);
    // The next event is delivered.
    await fixture.advanceClock(3_000, 1_000);
    expect((await fixture.sendBotMessage(await startFreshChat(), "good")).status).toBe(200);
  });

  test("[BOT-081] no sentence of the list stays unchecked", () => {
    expect(
      botInputs
        .filter(
          (e) =>
            e.request !== undefined &&
            e.expect.behaviour !== undefined &&
            !(e.id in behaviourChecks),
        )
        .map((e) => e.id),
    ).toEqual([]);
  });
});

describe("hostile answers of providers", () => {
  test.each(
    botInputs
      .filter((entry) => entry.input !== undefined)
      .map((entry) => [entry.id, entry.title, entry] as const),
  )("[BOT-050] [BOT-053] %s %s", async (_id, _title, { input, expect: expected }) => {
    const reply = input?.reply ?? "ok";
    fixture.provider.respondWith(reply);
    const before = process.memoryUsage().rss;
    connections.clear();
    const from = fixture.parlour.clock.now();
    const chat = await startFreshChat();
    const isOver = async (): Promise<boolean> =>
      ["failed", "delivered"].includes((await fixture.readDeliveries(chat))[0]?.state ?? "");
    const attempts = expected.attempts ?? 1;
    for (let n = 1; n <= attempts; n++) {
      await fixture.waitUntil(
        async () =>
          (await isOver()) ||
          (await fixture.readDeliveries(chat))[0]?.attempts === n ||
          (reply === "hang" && fixture.provider.eventNames(chat).length === n),
      );
      if (!(await isOver())) await fixture.advanceClock(3_000);
    }
    await fixture.waitUntil(isOver);
    const [row] = await fixture.readDeliveries(chat);
    if (expected.attempts !== undefined)
      expect([row?.attempts, fixture.provider.eventNames(chat).length]).toEqual([
        expected.attempts,
        expected.attempts,
      ]);
    if (expected.outcome === "handed_over")
      expect(await fixture.readChat(chat)).toMatchObject({
        state: "waiting",
        bot: { attached: false },
      });
    if (expected.max_ms !== undefined)
      expect(fixture.parlour.clock.now() - from).toBeLessThanOrEqual(expected.max_ms);
    if (expected.dial === "first-only")
      expect(
        connections.unexpectedTargets(fixture.provider, fixture.integrator, fixture.parlour),
      ).toEqual([]);
    if (expected.max_rss_growth_mib !== undefined)
      expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(
        expected.max_rss_growth_mib,
      );
    fixture.provider.respondWith("ok");
  });
});

async function startFreshChat(): Promise<number> {
  return (await fixture.startChat(`h-${++customerCount}`)).id;
}

/** Sends the requests of an entry about a new chat, with full rate limits. */
async function runInput(entry: BotInput): Promise<Case> {
  await fixture.advanceClock(3_000, 1_000);
  const chat = await startFreshChat();
  const { visitor } = await fixture.readChat(chat);
  const fill = (text: string): string =>
    text.replace(
      /\{([A-Z_0-9]+)\}/g,
      (whole, name: string) =>
        ({ ...placeholders, BOT_CHAT: String(chat), CLIENT: String(visitor.id) })[name] ?? whole,
    );
  const before = await countBotMessages();
  connections.clear();
  const responses: HostileResponse[] = [];
  const { then = [], ...first } = entry.request ?? {};
  for (const shot of [first, ...then] as readonly BotRequest[]) {
    if (shot.action !== undefined)
      await fixture.parlour.owner.call("POST", `chats/${chat}/accept`, {});
    else {
      // Bodies also contain the id of the chat.
      const body = shot.body === undefined ? {} : { body: fill(String(generateText(shot.body))) };
      responses.push(
        ...(await sendHostileRequest(fixture.parlour.url, { ...shot, ...body }, fill)),
      );
    }
  }
  const all = await fixture.messages(chat);
  const stored = (await countBotMessages()) - before;
  return {
    entry,
    responses,
    chat,
    all,
    stored,
    storedMessages: all.filter((one) => one.author.kind === "bot"),
  };
}
function withoutTiming({ status, headers, body }: HostileResponse): object {
  return { status, body, headers: { ...headers, date: "", "x-request-id": "" } };
}
function listLinks(messages: readonly Message[]): readonly unknown[] {
  return JSON.stringify(messages).match(/"type":"link"/g) ?? [];
}

/** Creates a bot and a chat in another account. */
async function createSecondAccount(): Promise<{ TOKEN2: string; CHAT2: string }> {
  const { parlour } = fixture;
  const created = await parlour.owner.call("POST", "accounts", {
    name: "Other",
    owner: { name: "Otto", email: "otto@example.test", password: "correct horse battery staple" },
  });
  const key = `pk_test_${randomBytes(16).toString("hex")}`;
  const [owner] = await parlour.sql<{ operator_id: string }>(
    "insert into api_key (account_id, key_hash, hint, name, operator_id) select account_id, $1, right($2, 4), 'test', id from operator where account_id = $3 limit 1 returning operator_id",
    [createHash("sha256").update(key).digest(), key, (created.body as { id: number }).id],
  );
  const call = (path: string, body: object): Promise<ApiResponse> =>
    parlour.call("POST", `/api/v1/${path}`, body, { authorization: `Bearer ${key}` });
  const otherChannel = await call("channels", {
    kind: "api",
    name: "Theirs",
    endpoint_url: fixture.integrator.url,
    operators: [Number(owner?.operator_id)],
  });
  if (otherChannel.status !== 201) throw new Error(otherChannel.text);
  const channel = otherChannel.body as { inbound_url: string };
  const token = "another-account-and-its-token";
  const bot = await call("bots", { provider_id: fixture.bot.providerId, token, name: "Theirs" });
  if (bot.status !== 201) throw new Error(bot.text);
  await parlour.call("POST", new URL(channel.inbound_url).pathname, {
    sender: { id: "theirs" },
    message: { type: "text", text: "hi" },
  });
  const [chat] = await parlour.sql<{ id: string }>(
    "select c.id from chat c join visitor v on v.account_id = c.account_id and v.id = c.visitor_id where v.customer = 'theirs'",
  );
  if (chat === undefined) throw new Error("no chat in the other account");
  return { TOKEN2: token, CHAT2: chat.id };
}
