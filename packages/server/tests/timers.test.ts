import { afterEach, describe, expect, it } from "vitest";
import { sendBotMessage } from "../src/core/bot/send-message.ts";
import { acceptChat } from "../src/core/chat/accept.ts";
import { closeChat } from "../src/core/chat/close.ts";
import { processChatTimeout } from "../src/core/chat/process-timeout.ts";
import { emptySnapshot } from "../src/core/routing/snapshot.ts";
import type { Journal } from "../src/journal/index.ts";
import { startBotRemovedSubscriber } from "../src/journal/readers/bot-removed.ts";
import type { DurableConsumer } from "../src/journal/readers/durable-consumer.ts";
import { startChatTimers } from "../src/journal/readers/chat-timers.ts";
import { openCoreBed, settle, type CoreBed } from "./core-bed.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
const open = async (bot: Parameters<typeof openCoreBed>[0] = {}): Promise<CoreBed> => {
  const bed = await openCoreBed(bot);
  closers.push(() => bed.drop());
  return bed;
};
const follow = async (bed: CoreBed, journal: Journal) => {
  const timers = await startChatTimers(bed.readerDeps(journal));
  closers.push(() => timers.close());
  return timers;
};
/** Reads the timers, except the inactivity timer that every open chat has. */
const rows = async (bed: CoreBed): Promise<readonly { chat_id: number; due: number }[]> =>
  (
    await bed.pools.writer.query<{ chat_id: number; due: number }>(
      "select chat_id, (extract(epoch from due_at) * 1000)::float8 as due from chat_timer where due_at < to_timestamp($1::float8 / 1000) order by chat_id",
      [bed.clock.now() + 43_200_000],
    )
  ).rows;
const step = async (bed: CoreBed, ms: number, ...timers: readonly DurableConsumer[]): Promise<void> => {
  // A long clock step would time out running statements.
  await settle(...timers);
  await bed.clock.advance(ms);
  await settle(...timers);
};

const announce = async (bed: CoreBed, journal: Journal, text: string): Promise<void> => {
  const { account } = bed.place;
  await journal.change(account, async (tx) => {
    await tx.query(text);
    return { result: null, changed: [{ kind: "bot" as const, id: bed.botId }] };
  });
  const { rows } = await bed.pools.writer.query<{ position: number }>("select position from account_head where account_id = $1", [account]);
  // The journal reads entries of a change back before it publishes them.
  await expect.poll(() => journal.published(account)).toBeGreaterThanOrEqual(rows[0]?.position ?? 0);
};

describe("timers", () => {
  it("[BOT-070] an invitation that nobody takes ends at its time, and the chat is the bot's again", async () => {
    const bed = await open({ inviteWaitS: 30 });
    const journal = await bed.node();
    const timers = await follow(bed, journal);
    const chat = await bed.say(journal, "c1");
    expect(await bed.invite(journal, chat)).toEqual({ outcome: "invited" });
    await settle(timers);
    expect(await rows(bed)).toEqual([{ chat_id: chat, due: bed.clock.now() + 30_000 }]);
    await step(bed, 29_999, timers);
    expect((await bed.chat(chat)).state).toBe("waiting");
    await step(bed, 1, timers);
    expect(await bed.chat(chat)).toMatchObject({ state: "bot", bot: { attached: true, missed_at: expect.any(String) }, wait: null });
    expect(await bed.lines(chat)).toEqual(["bot_started", "invited", "invite_expired"]);
    expect(await rows(bed)).toEqual([]);

    // A second invitation has its own timeout.
    expect(await bed.invite(journal, chat)).toEqual({ outcome: "invited" });
    await settle(timers);
    await step(bed, 30_000, timers);
    expect((await bed.lines(chat)).slice(3)).toEqual(["invited", "invite_expired"]);
    expect(bed.faults).toEqual([]);
  });
  it("[BOT-070] one that was taken, and one whose chat is over, end by that: the timer does nothing", async () => {
    const bed = await open();
    const journal = await bed.node();
    const timers = await follow(bed, journal);
    const [taken, over] = [await bed.say(journal, "c1"), await bed.say(journal, "c2")];
    for (const chat of [taken, over]) await bed.invite(journal, chat);
    await settle(timers);
    await bed.run(journal, taken, acceptChat({ operatorId: bed.place.operators[0] ?? 0 }), bed.place.operators[0]);
    await bed.run(journal, over, closeChat({ cause: "visitor" }));
    await step(bed, 60_000, timers);
    expect(await bed.chat(taken)).toMatchObject({ state: "open", bot: { attached: false } });
    expect(await bed.lines(taken)).toEqual(["bot_started", "invited", "accepted"]);
    expect(await bed.lines(over)).toEqual(["bot_started", "invited", "closed"]);
    expect(await rows(bed)).toEqual([]);
  });
  it("[BOT-070] [CORE-042] a time that passed while nothing ran is kept: it acts soon after the start", async () => {
    const bed = await open();
    const journal = await bed.node();
    const before = await startChatTimers(bed.readerDeps(journal));
    const noted = await bed.say(journal, "c1");
    await bed.invite(journal, noted);
    await settle(before);
    await before.close();
    // Written after the consumer stopped. The next start reads the entry.
    const unread = await bed.say(journal, "c2");
    await bed.invite(journal, unread);
    await bed.clock.advance(60_000);
    expect((await bed.chat(noted)).state).toBe("waiting");
    const timers = await follow(bed, journal);
    await step(bed, 0, timers);
    for (const chat of [noted, unread]) expect((await bed.lines(chat)).at(-1)).toBe("invite_expired");
  });
  it("[BOT-070] two nodes on one database end each invitation once", async () => {
    const bed = await open();
    const [one, two] = [await bed.node(), await bed.node()];
    const readers = [await follow(bed, one), await follow(bed, two)];
    const chats: number[] = [];
    for (let n = 0; n < 20; n += 1) chats.push(await bed.say(n % 2 === 0 ? one : two, `c${n}`));
    await Promise.all(chats.map((chat, n) => bed.invite(n % 3 === 0 ? one : two, chat)));
    await settle(...readers);
    await bed.clock.advance(60_000);
    await settle(...readers);
    // A node that has not received an invitation entry yet finds no due timer, and checks again
    // after the entry. A second expiry would add a system message.
    const ended = chats.map(() => ["bot_started", "invited", "invite_expired"]);
    const lines = () => Promise.all(chats.map((chat) => bed.lines(chat)));
    await expect.poll(() => step(bed, 0, ...readers).then(lines)).toEqual(ended);
    await step(bed, 0, ...readers);
    expect(await lines()).toEqual(ended);
    expect(bed.faults).toEqual([]);
  });
  it("[BOT-077] a bot that is silent for too long loses the chat; an answer in time keeps it", async () => {
    const bed = await open({ silentS: 20 });
    const journal = await bed.node();
    const timers = await follow(bed, journal);

    const [silent, answered] = [await bed.say(journal, "c1"), await bed.say(journal, "c2")];
    await settle(timers);
    await step(bed, 19_000, timers);
    await bed.run(journal, answered, sendBotMessage({ botId: bed.botId, message: { kind: "text", text: "Yes?" } }));
    await bed.say(journal, "c1", "Hello?");
    await step(bed, 1_000, timers);
    expect(await bed.chat(silent)).toMatchObject({ state: "waiting", bot: { attached: false } });
    expect(await bed.chat(answered)).toMatchObject({ state: "bot", bot: { attached: true } });
    await bed.say(journal, "c2", "And then?");
    await settle(timers);
    await step(bed, 19_999, timers);
    expect((await bed.chat(answered)).state).toBe("bot");
    await step(bed, 1, timers);
    expect((await bed.lines(answered)).at(-1)).toBe("bot_silent");
  });
  it("[BOT-077] a bot's patience that is made shorter counts at once", async () => {
    const bed = await open({ silentS: 600 });
    const journal = await bed.node();
    const timers = await follow(bed, journal);
    const chat = await bed.say(journal, "c1");
    await step(bed, 100_000, timers);
    expect((await bed.chat(chat)).state).toBe("bot");
    await announce(bed, journal, "update bot set silent_s = 60");
    await step(bed, 0, timers);
    expect((await bed.lines(chat)).at(-1)).toBe("bot_silent");
  });
  it("[CORE-032] a message in the last moment keeps its chat, whether activity has counted it, it comes during the look, or stands before it in the batch", async () => {
    const bed = await open();
    const journal = await bed.node();
    const deps = bed.readerDeps(journal);
    let during = (): Promise<unknown> => Promise.resolve();
    const query = async (...args: [string, unknown[]]) => {
      const answer = await deps.pool.query(...args);
      if (args[0].includes("as unanswered")) await during();
      return answer;
    };
    // No activity projection runs here, so the timers know no messages.
    const timers = await startChatTimers({ ...deps, pool: { query: query as typeof deps.pool.query } });
    closers.push(() => timers.close());
    const chat = await bed.say(journal, "c1");
    await step(bed, 86_399_999, timers);
    await bed.say(journal, "c1", "Still there?");
    await step(bed, 1, timers);
    expect((await bed.chat(chat)).state).toBe("bot");

    await step(bed, 86_399_998, timers);
    during = async () => {
      during = () => Promise.resolve();
      await bed.say(journal, "c1", "And now?");
    };
    await step(bed, 1, timers);
    expect((await bed.chat(chat)).state).toBe("bot");

    const old = { ...emptySnapshot, lastMessageAt: bed.clock.now() - 86_400_000 };
    // The first command runs while the others form a batch.
    await Promise.all([bed.say(journal, "c2"), bed.say(journal, "c1", "Hello?"), bed.run(journal, chat, processChatTimeout(old))]);
    expect((await bed.chat(chat)).state).toBe("bot");
    await settle(timers);
    await step(bed, 86_400_000, timers);
    expect(await bed.chat(chat)).toMatchObject({ state: "closed", close_reason: "inactivity" });
    expect(bed.faults).toEqual([]);
  });
  it("[BOT-070] while the database is away nothing is forgotten", async () => {
    const bed = await open();
    const journal = await bed.node();
    let away = false;
    const deps = bed.readerDeps(journal);
    const timers = await startChatTimers({
      ...deps,
      pool: {
        query: ((...args: [string, unknown[]]) =>
          away ? Promise.reject(new Error("away")) : deps.pool.query(...args)) as typeof deps.pool.query,
      },
    });
    closers.push(() => timers.close());
    const chat = await bed.say(journal, "c1");
    await bed.invite(journal, chat);
    await settle(timers);
    away = true;
    await step(bed, 60_000, timers);
    expect((await bed.chat(chat)).state).toBe("waiting");
    expect(bed.faults).not.toEqual([]);
    away = false;
    await step(bed, 1_000, timers);
    expect((await bed.lines(chat)).at(-1)).toBe("invite_expired");
  });
});

describe("bot gone", () => {
  it.each([
    ["switched off", "update bot set enabled = false"],
    ["removed", "update bot set deleted_at = now()"],
    ["suspended with its provider", "update bot_provider set state = 'suspended'"],
  ])("[CORE-031] a bot that is %s leaves its chats to operators, the invited ones too; others stay", async (_, text) => {
    const bed = await open();
    const journal = await bed.node();
    const reader = await startBotRemovedSubscriber(bed.readerDeps(journal));
    closers.push(() => reader.close());
    const timers = await follow(bed, journal);
    const [held, invited, open_] = [await bed.say(journal, "c1"), await bed.say(journal, "c2"), await bed.say(journal, "c3")];
    await bed.invite(journal, invited);
    await bed.run(journal, open_, acceptChat({ operatorId: bed.place.operators[0] ?? 0 }), bed.place.operators[0]);
    await announce(bed, journal, "update bot set name = 'Renamed'");
    await settle(reader, timers);
    expect((await bed.chat(held)).state).toBe("bot");

    await announce(bed, journal, text);
    await settle(reader);
    for (const chat of [held, invited]) {
      expect(await bed.chat(chat)).toMatchObject({ state: "waiting", bot: { attached: false } });
      expect((await bed.lines(chat)).at(-1)).toBe("bot_off");
    }
    expect(await bed.lines(open_)).toEqual(["bot_started", "accepted"]);
    await step(bed, 60_000, reader, timers);
    expect((await bed.chat(invited)).state).toBe("waiting");
    const next = await bed.say(journal, "c4");
    expect(await bed.chat(next)).toMatchObject({ state: "waiting", bot: null });
    expect(bed.faults).toEqual([]);
  });
});
