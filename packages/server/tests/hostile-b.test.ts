import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Message } from "@parlour/protocol";
import type { ApiResponse, ProviderReply } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBotBed, type BotBed } from "./bot-edge-bed.ts";
import { watchDials, type DialWatch } from "./dialled.ts";
import { generated, shoot, type Entry, type Got, type Shot } from "./hostile-a-entries.ts";

/**
 * All hostile inputs of interface B: events of providers, and responses to our events
 * (reliability.md 8).
 */
interface BotShot extends Shot {
  readonly action?: string;
}
type BotEntry = Omit<Entry, "request" | "input"> & {
  readonly request?: Shot & { readonly then?: readonly BotShot[] };
  readonly input?: { readonly to: string; readonly reply: ProviderReply };
};
const entries = (JSON.parse(readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8")) as BotEntry[]).filter(
  (entry) => entry.interface === "B",
);

interface Case {
  readonly entry: BotEntry;
  readonly got: readonly Got[];
  readonly chat: number;
  readonly said: readonly Message[];
  readonly all: readonly Message[];
  /** Number of bot messages written during the case, in any chat. */
  readonly stored: number;
}
/** One check for each `behaviour` sentence. */
const behaviours: Readonly<Record<string, (c: Case) => void | Promise<void>>> = {
  "H-149": async ({ chat }) => expect(await bed.read(chat)).toMatchObject({ state: "bot", assignee: null }),
  "H-158": ({ said, got }) => expect(said).toHaveLength(got.filter((one) => one.status === 200).length),
  "H-168": async ({ chat, all }) => {
    expect((await bed.say(chat, "later")).status).toBe(200);
    const seqs = (await bed.messages(chat)).map((one) => one.seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    expect(seqs).toHaveLength(all.length + 1);
  },
  "H-172": async ({ chat, all }) => {
    expect(all.filter((one) => one.line?.code === "invited")).toHaveLength(1);
    expect((await bed.parlour.owner.call("POST", `chats/${chat}/accept`, {})).status).toBe(200);
    await bed.until(() => bed.provider.eventNames(chat).includes("AGENT_JOINED"));
    await bed.parlour.settle();
    expect(bed.provider.eventNames(chat).filter((name) => name === "AGENT_JOINED")).toHaveLength(1);
  },
  "H-173": ({ got }) =>
    expect(JSON.parse(got.at(-1)?.body ?? "")).toMatchObject({ error: { code: "invalid_request", reason: "chat_handed_over" } }),
  "H-174": ({ got, said }) => {
    expect(said).toHaveLength(got.filter((one) => one.status === 200).length);
    const refused = got.filter((one) => one.status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expect(Number(one.headers["retry-after"])).toBeGreaterThanOrEqual(1);
  },
};

let bed: BotBed;
let dials: DialWatch;
let values: Record<string, string> = {};
let customers = 0;
beforeAll(async () => {
  bed = await openBotBed();
  const { parlour, bot, channel } = bed;
  const other = await parlour.channel(bed.integrator.url);
  await parlour.owner.call("PATCH", `bots/${bot.id}`, { channels: [channel.id] });
  await parlour.sendCustomerMessage(other, "people", "hi");
  values = { PROVIDER: bot.providerId, TOKEN: bot.token, CHAT: String((await parlour.findChat("people")).id), ...(await secondAccount()) };
  await bed.online();
  dials = watchDials();
});
afterAll(async () => {
  dials.end();
  await bed.close();
});
async function botMessages(): Promise<number> {
  const own = "name = 'message_created' and author_kind = 'bot'";
  const rows = await bed.parlour.sql<{ n: string }>(`select count(*) as n from journal where ${own}`);
  return Number(rows[0]?.n);
}

describe("hostile events of providers", () => {
  test.each(entries.filter((entry) => entry.request !== undefined).map((entry) => [entry.id, entry.title, entry] as const))(
    "[BOT-081] %s %s",
    async (_id, _title, entry) => {
      const found = await run(entry);
      const { expect: want } = entry;
      const allowed = [want.status ?? []].flat();
      if (allowed.length > 0) for (const one of found.got) expect(allowed).toContain(one.status);
      if (want.last_status !== undefined) expect(found.got.at(-1)?.status).toBe(want.last_status);
      if (want.error_code !== undefined) expect(JSON.parse(found.got[0]?.body ?? "")).toMatchObject({ error: { code: want.error_code } });
      if (want.stored !== undefined) expect([found.said.length, found.stored]).toEqual([want.stored, want.stored]);
      if (want.dial === false) expect(dials.strangers(bed.provider, bed.integrator, bed.parlour)).toEqual([]);
      if (want.max_ms !== undefined) for (const one of found.got) expect(one.ms).toBeLessThan(want.max_ms);
      if (want.links !== undefined) expect(linksOf(found.said)).toHaveLength(want.links);
      // Stored as it was sent. A browser test checks that it creates no element.
      if (want.rendered === "text") expect(JSON.stringify(found.said)).toMatch(/<svg onload=alert\(1\)>|<script>alert\(1\)<\/script>/);
      for (const one of found.got) {
        expect(one.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
        if (one.status !== 200)
          expect(JSON.parse(one.body)).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
      }
      if (want.same_answer_as !== undefined) {
        const twin = entries.find((other) => other.title === want.same_answer_as);
        if (twin === undefined) throw new Error(`no entry is called ${want.same_answer_as}`);
        expect(found.got.map(bare)).toEqual((await run(twin)).got.map(bare));
      }
      await behaviours[entry.id]?.(found);
      // The next event is delivered.
      await bed.pass(3_000, 1_000);
      expect((await bed.say(await freshChat(), "good")).status).toBe(200);
    },
    45_000,
  );

  test("[BOT-081] no sentence of the list stays unchecked", () => {
    expect(
      entries.filter((e) => e.request !== undefined && e.expect.behaviour !== undefined && !(e.id in behaviours)).map((e) => e.id),
    ).toEqual([]);
  });
});

describe("hostile answers of providers", () => {
  test.each(entries.filter((entry) => entry.input !== undefined).map((entry) => [entry.id, entry.title, entry] as const))(
    "[BOT-050] [BOT-053] %s %s",
    async (_id, _title, { input, expect: want }) => {
      const reply = input?.reply ?? "ok";
      bed.provider.respondWith(reply);
      const before = process.memoryUsage().rss;
      dials.forget();
      const from = bed.parlour.clock.now();
      const chat = await freshChat();
      const isOver = async (): Promise<boolean> => ["failed", "delivered"].includes((await bed.ledger(chat))[0]?.state ?? "");
      const wanted = want.attempts ?? 1;
      for (let n = 1; n <= wanted; n++) {
        await bed.until(
          async () =>
            (await isOver()) ||
            (await bed.ledger(chat))[0]?.tries === n ||
            (reply === "hang" && bed.provider.eventNames(chat).length === n),
        );
        if (!(await isOver())) await bed.pass(3_000);
      }
      await bed.until(isOver);
      const [row] = await bed.ledger(chat);
      if (want.attempts !== undefined) expect([row?.tries, bed.provider.eventNames(chat).length]).toEqual([want.attempts, want.attempts]);
      if (want.outcome === "handed_over") expect(await bed.read(chat)).toMatchObject({ state: "waiting", bot: { attached: false } });
      if (want.max_ms !== undefined) expect(bed.parlour.clock.now() - from).toBeLessThanOrEqual(want.max_ms);
      if (want.dial === "first-only") expect(dials.strangers(bed.provider, bed.integrator, bed.parlour)).toEqual([]);
      if (want.max_rss_growth_mib !== undefined)
        expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(want.max_rss_growth_mib);
      bed.provider.respondWith("ok");
    },
  );
});

async function freshChat(): Promise<number> {
  return (await bed.chat(`h-${++customers}`)).id;
}

/** Sends the requests of an entry about a new chat, with fresh rate limits. */
async function run(entry: BotEntry): Promise<Case> {
  await bed.pass(3_000, 1_000);
  const chat = await freshChat();
  const { visitor } = await bed.read(chat);
  const fill = (text: string): string =>
    text.replace(
      /\{([A-Z_0-9]+)\}/g,
      (whole, name: string) => ({ ...values, BOT_CHAT: String(chat), CLIENT: String(visitor.id) })[name] ?? whole,
    );
  const before = await botMessages();
  dials.forget();
  const got: Got[] = [];
  const { then = [], ...first } = entry.request ?? {};
  for (const shot of [first, ...then] as readonly BotShot[]) {
    if (shot.action !== undefined) await bed.parlour.owner.call("POST", `chats/${chat}/accept`, {});
    else {
      // Bodies contain the id of the chat, too.
      const body = shot.body === undefined ? {} : { body: fill(String(generated(shot.body))) };
      got.push(...(await shoot(bed.parlour.url, { ...shot, ...body }, fill)));
    }
  }
  const all = await bed.messages(chat);
  const stored = (await botMessages()) - before;
  return { entry, got, chat, all, stored, said: all.filter((one) => one.author.kind === "bot") };
}
function bare({ status, headers, body }: Got): object {
  return { status, body, headers: { ...headers, date: "", "x-request-id": "" } };
}
function linksOf(messages: readonly Message[]): readonly unknown[] {
  return JSON.stringify(messages).match(/"type":"link"/g) ?? [];
}

/** Creates a bot and a chat in another account. */
async function secondAccount(): Promise<{ TOKEN2: string; CHAT2: string }> {
  const { parlour } = bed;
  const made = await parlour.owner.call("POST", "accounts", {
    name: "Other",
    owner: { name: "Otto", email: "otto@example.test", password: "correct horse battery staple" },
  });
  const key = `pk_test_${randomBytes(16).toString("hex")}`;
  const [owner] = await parlour.sql<{ operator_id: string }>(
    "insert into api_key (account_id, key_hash, hint, name, operator_id) select account_id, $1, right($2, 4), 'test', id from operator where account_id = $3 limit 1 returning operator_id",
    [createHash("sha256").update(key).digest(), key, (made.body as { id: number }).id],
  );
  const call = (path: string, body: object): Promise<ApiResponse> =>
    parlour.call("POST", `/api/v1/${path}`, body, { authorization: `Bearer ${key}` });
  const theirs = await call("channels", {
    kind: "api",
    name: "Theirs",
    endpoint_url: bed.integrator.url,
    operators: [Number(owner?.operator_id)],
  });
  if (theirs.status !== 201) throw new Error(theirs.text);
  const channel = theirs.body as { inbound_url: string };
  const token = "another-account-and-its-token";
  const bot = await call("bots", { provider_id: bed.bot.providerId, token, name: "Theirs" });
  if (bot.status !== 201) throw new Error(bot.text);
  await parlour.call("POST", new URL(channel.inbound_url).pathname, { sender: { id: "theirs" }, message: { type: "text", text: "hi" } });
  const [chat] = await parlour.sql<{ id: string }>(
    "select c.id from chat c join visitor v on v.account_id = c.account_id and v.id = c.visitor_id where v.customer = 'theirs'",
  );
  if (chat === undefined) throw new Error("no chat in the other account");
  return { TOKEN2: token, CHAT2: chat.id };
}
