import type { Message } from "@parlour/protocol";
import { createSeededRandom, readStoredMessages, type ServerProcess } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  apiKey,
  cleanUp,
  createCrashFixture,
  startServer,
  type CrashFixture,
} from "./crash-fixture.ts";

/**
 * Kills the server while a rule runs, snoozes end, scheduled messages are sent and bulk actions
 * run. `KILL_CYCLES`: number of kills.
 */
const killCount = Number(process.env["KILL_CYCLES"] ?? 20);
const chatCount = 8;
const ruleText = "By the rule";
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

let fixture: CrashFixture;
let server: ServerProcess | null = null;
beforeAll(async () => {
  fixture = await createCrashFixture();
});
afterAll(() => cleanUp(fixture, server));

test(
  `[RULE-022] [SNZ-008] [LATER-004] [ACT-031] ${killCount} kills: each due effect happens once`,
  async () => {
    server = await startServer(fixture);
    const work = startWork(await prepareChats());
    const random = createSeededRandom(15);
    for (let n = 0; n < killCount; n++) {
      const before = work.countDone();
      while (work.countDone() < before + chatCount) await pause(20);
      await pause(random() * 1_500);
      await server.kill(n % 3 === 2 ? "both" : "server");
      server = await startServer(fixture);
    }
    await work.stop();
    await waitUntilQuiet();
    const stored = await readStoredMessages(fixture.api, apiKey);
    const effects = countEffects([...stored.values()]);
    console.log(
      `${killCount} kills: ${effects.visitorMessages} messages with a run of the rule each, ${effects.snoozes} snoozes, ${work.scheduled.size} scheduled messages, ${work.bulk.size} bulk actions on ${chatCount} chats`,
    );
    expect(effects.ruleNotes).toEqual(effects.visitorMessagesByChat);
    expect(effects.unevenSnoozes).toEqual([]);
    const once = (texts: ReadonlySet<string>, count: number) =>
      [...texts].filter((text) => effects.countOf(text) !== count);
    expect(once(work.scheduled, 1)).toEqual([]);
    expect(once(work.bulk, chatCount)).toEqual([]);
    // What was not acknowledged may have been stored.
    const often = (texts: ReadonlySet<string>, count: number) =>
      [...texts].filter((text) => ![0, count].includes(effects.countOf(text)));
    expect(often(work.unacknowledgedScheduled, 1)).toEqual([]);
    expect(often(work.unacknowledgedBulk, chatCount)).toEqual([]);
  },
  killCount * 30_000 + 60_000,
);

/** Sends a request. Returns null if it was refused, or if no answer came. */
async function call<T>(method: string, path: string, body?: object): Promise<T | null> {
  try {
    const response = await fetch(`${fixture.api}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      signal: AbortSignal.timeout(20_000),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
}
async function write(customer: number, id: string): Promise<boolean> {
  try {
    const response = await fetch(fixture.inboundUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      signal: AbortSignal.timeout(20_000),
      body: JSON.stringify({
        sender: { id: `c${customer}`, name: `Customer ${customer}` },
        message: { type: "text", id, text: id },
      }),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

interface ListedChat {
  readonly id: number;
  readonly snoozed?: object;
}
const listChats = async (): Promise<readonly ListedChat[]> =>
  (await call<{ items: readonly ListedChat[] }>("GET", "/chats?view=all&limit=50"))?.items ?? [];

/** Adds the rule, and chats that an operator has accepted. */
async function prepareChats(): Promise<readonly number[]> {
  const rule = {
    name: "Each message",
    when: { event: "message_by_visitor" },
    do: [{ type: "note", text: ruleText }],
  };
  expect(await call("POST", "/rules", rule)).not.toBeNull();
  for (let n = 0; n < chatCount; n++) expect(await write(n, `first ${n}`)).toBe(true);
  const ids = (await listChats()).map(({ id }) => id);
  expect(ids).toHaveLength(chatCount);
  for (const id of ids) expect(await call("POST", `/chats/${id}/accept`, {})).not.toBeNull();
  return ids;
}

interface Work {
  /** Texts whose scheduled message or bulk action was acknowledged. */
  readonly scheduled: ReadonlySet<string>;
  readonly bulk: ReadonlySet<string>;
  readonly unacknowledgedScheduled: ReadonlySet<string>;
  readonly unacknowledgedBulk: ReadonlySet<string>;
  countDone(): number;
  stop(): Promise<void>;
}

/** Lets customers write and an operator snooze, schedule and start bulk actions, until stopped. */
function startWork(chats: readonly number[]): Work {
  let isRunning = true;
  let done = 0;
  const scheduled = new Set<string>();
  const bulk = new Set<string>();
  const unacknowledgedScheduled = new Set<string>();
  const unacknowledgedBulk = new Set<string>();
  const repeat = async (run: (n: number) => Promise<void>, restMs: number): Promise<void> => {
    for (let n = 0; isRunning; n++) {
      await run(n);
      await pause(restMs);
    }
  };
  const customers = chats.map((_, customer) =>
    repeat(async (n) => {
      // The same id again, until the message is acknowledged.
      while (!(await write(customer, `message ${customer} ${n}`))) await pause(50);
      done++;
    }, 150),
  );
  const snoozes = repeat(async () => {
    for (const { id, snoozed } of await listChats())
      if (snoozed === undefined)
        await call("POST", `/chats/${id}/snooze`, { until: inMs(900), stay: true });
  }, 300);
  const sendLater = repeat(async (n) => {
    const chat = chats[n % chats.length] ?? 0;
    const text = `later ${n}`;
    const isStored = await call("POST", `/chats/${chat}/scheduled-messages`, {
      text,
      send_at: inMs(1_200),
    });
    (isStored === null ? unacknowledgedScheduled : scheduled).add(text);
  }, 200);
  const bulkActions = repeat(async (n) => {
    const text = `bulk ${n}`;
    const isStored = await call("POST", "/chats/bulk", { chats, do: [{ type: "note", text }] });
    (isStored === null ? unacknowledgedBulk : bulk).add(text);
  }, 1_000);
  const running = Promise.all([...customers, snoozes, sendLater, bulkActions]);
  return {
    scheduled,
    bulk,
    unacknowledgedScheduled,
    unacknowledgedBulk,
    countDone: () => done,
    async stop() {
      isRunning = false;
      await running;
    },
  };
}

/** Waits until no snooze is left and no message is added. */
async function waitUntilQuiet(): Promise<void> {
  for (let before = -1; ; await pause(2_500)) {
    const stored = await readStoredMessages(fixture.api, apiKey);
    const count = [...stored.values()].flat().length;
    if (count === before && (await listChats()).every(({ snoozed }) => snoozed === undefined))
      return;
    before = count;
  }
}

interface Effects {
  readonly visitorMessages: number;
  /** Numbers of each chat, in the same order. */
  readonly visitorMessagesByChat: readonly number[];
  readonly ruleNotes: readonly number[];
  readonly snoozes: number;
  /** Chats whose lines are not pairs of a snooze and its end by the time. */
  readonly unevenSnoozes: readonly (readonly string[])[];
  countOf(text: string): number;
}
function countEffects(chats: readonly (readonly Message[])[]): Effects {
  const countIn = (matches: (message: Message) => boolean): readonly number[] =>
    chats.map((messages) => messages.filter(matches).length);
  const lines = chats.map((messages) =>
    messages.flatMap(({ line }) =>
      line?.code === "snoozed" || line?.code === "snooze_ended" ? [line.code] : [],
    ),
  );
  const texts = Map.groupBy(
    chats.flat().map(({ text }) => text),
    (text) => text,
  );
  const visitorMessagesByChat = countIn(({ author }) => author.kind === "visitor");
  return {
    visitorMessages: visitorMessagesByChat.reduce((sum, count) => sum + count, 0),
    visitorMessagesByChat,
    ruleNotes: countIn(({ text, cause }) => cause?.kind === "rule" && text === ruleText),
    snoozes: lines.flat().length / 2,
    unevenSnoozes: lines.filter((codes) =>
      codes.some((code, n) => code !== (n % 2 === 0 ? "snoozed" : "snooze_ended")),
    ),
    countOf: (text) => texts.get(text)?.length ?? 0,
  };
}
