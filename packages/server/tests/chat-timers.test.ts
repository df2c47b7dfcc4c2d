import type { QueryConfig } from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { sendBotMessage } from "../src/core/bot/send-message.ts";
import { acceptChat } from "../src/core/chat/accept.ts";
import { prioritizeChat } from "../src/core/chat/details/prioritize.ts";
import { closeChat } from "../src/core/chat/close.ts";
import { processChatTimeout } from "../src/core/chat/timing/process-timeout.ts";
import { emptySnapshot } from "../src/core/routing/snapshot.ts";
import type { Journal } from "../src/journal/index.ts";
import { startBotRemovedSubscriber } from "../src/journal/subscribers/bot-removed.ts";
import type { DurableConsumer } from "../src/journal/subscribers/durable-consumer.ts";
import { startChatTimers } from "../src/timers/chat-timers.ts";
import { silentBus } from "./journal-fixture.ts";
import { openNodeFixture, runDueWork, type NodeFixture } from "./node-fixture.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
const openFixture = async (
  botOptions: Parameters<typeof openNodeFixture>[0] = {},
): Promise<NodeFixture> => {
  const fixture = await openNodeFixture(botOptions);
  closers.push(() => fixture.drop());
  return fixture;
};
const startTimers = async (fixture: NodeFixture, journal: Journal) => {
  const timers = await startChatTimers(fixture.consumerDeps(journal));
  closers.push(() => timers.close());
  return timers;
};
/** Reads the timers, except the inactivity timer that every open chat has. */
const readTimers = async (
  fixture: NodeFixture,
): Promise<readonly { chat_id: number; due: number }[]> =>
  (
    await fixture.pools.writer.query<{ chat_id: number; due: number }>(
      "select chat_id, (extract(epoch from due_at) * 1000)::float8 as due from chat_timer where due_at < to_timestamp($1::float8 / 1000) order by chat_id",
      [fixture.clock.now() + 43_200_000],
    )
  ).rows;
const advanceClock = async (
  fixture: NodeFixture,
  ms: number,
  ...timers: readonly DurableConsumer[]
): Promise<void> => {
  // Running statements would time out during a long clock step.
  await runDueWork(...timers);
  await fixture.clock.advance(ms);
  await runDueWork(...timers);
};

const changeSettings = async (
  fixture: NodeFixture,
  journal: Journal,
  text: string,
): Promise<void> => {
  const { id: account } = fixture.testAccount;
  await journal.change(account, async (tx) => {
    await tx.query(text);
    return { result: null, changed: [{ kind: "bot" as const, id: fixture.botId }] };
  });
  const { rows: headRows } = await fixture.pools.writer.query<{ position: number }>(
    "select max(position) as position from journal where account_id = $1",
    [account],
  );
  // After a change, the journal reads its entries again before it publishes them.
  await expect
    .poll(() => journal.published(account))
    .toBeGreaterThanOrEqual(headRows[0]?.position ?? 0);
};

describe("timers", () => {
  it("[BOT-070] an invitation that nobody takes ends at its time, and the chat is the bot's again", async () => {
    const fixture = await openFixture({ inviteWaitS: 30 });
    const journal = await fixture.openNode();
    const timers = await startTimers(fixture, journal);
    const chat = await fixture.sendCustomerMessage(journal, "c1");
    expect(await fixture.invite(journal, chat)).toEqual({ outcome: "invited" });
    await runDueWork(timers);
    expect(await readTimers(fixture)).toEqual([
      { chat_id: chat, due: fixture.clock.now() + 30_000 },
    ]);
    await advanceClock(fixture, 29_999, timers);
    expect((await fixture.readChat(chat)).state).toBe("waiting");
    await advanceClock(fixture, 1, timers);
    expect(await fixture.readChat(chat)).toMatchObject({
      state: "bot",
      bot: { attached: true, missed_at: expect.any(String) },
      wait: null,
    });
    expect(await fixture.systemMessageCodes(chat)).toEqual([
      "bot_started",
      "invited",
      "invite_expired",
    ]);
    expect(await readTimers(fixture)).toEqual([]);

    // A second invitation has its own timeout.
    expect(await fixture.invite(journal, chat)).toEqual({ outcome: "invited" });
    await runDueWork(timers);
    await advanceClock(fixture, 30_000, timers);
    expect((await fixture.systemMessageCodes(chat)).slice(3)).toEqual([
      "invited",
      "invite_expired",
    ]);
    expect(fixture.reportedErrors).toEqual([]);
  });
  it("[BOT-070] one that was taken, and one whose chat is over, end by that: the timer does nothing", async () => {
    const fixture = await openFixture();
    const journal = await fixture.openNode();
    const timers = await startTimers(fixture, journal);
    const [taken, over] = [
      await fixture.sendCustomerMessage(journal, "c1"),
      await fixture.sendCustomerMessage(journal, "c2"),
    ];
    for (const chat of [taken, over]) await fixture.invite(journal, chat);
    await runDueWork(timers);
    await fixture.runCommand(
      journal,
      taken,
      acceptChat({ operatorId: fixture.testAccount.operatorIds[0] ?? 0 }),
      fixture.testAccount.operatorIds[0],
    );
    await fixture.runCommand(journal, over, closeChat({ cause: "visitor" }));
    await advanceClock(fixture, 60_000, timers);
    expect(await fixture.readChat(taken)).toMatchObject({
      state: "open",
      bot: { attached: false },
    });
    expect(await fixture.systemMessageCodes(taken)).toEqual(["bot_started", "invited", "accepted"]);
    expect(await fixture.systemMessageCodes(over)).toEqual(["bot_started", "invited", "closed"]);
    expect(await readTimers(fixture)).toEqual([]);
  });
  it("[BOT-070] [CORE-042] a time that passed while nothing ran is kept: it acts soon after the start", async () => {
    const fixture = await openFixture();
    const journal = await fixture.openNode();
    const before = await startChatTimers(fixture.consumerDeps(journal));
    const noted = await fixture.sendCustomerMessage(journal, "c1");
    await fixture.invite(journal, noted);
    await runDueWork(before);
    await before.close();
    // The entry is written after the consumer stopped. The next start reads it.
    const unread = await fixture.sendCustomerMessage(journal, "c2");
    await fixture.invite(journal, unread);
    await fixture.clock.advance(60_000);
    expect((await fixture.readChat(noted)).state).toBe("waiting");
    const timers = await startTimers(fixture, journal);
    await advanceClock(fixture, 0, timers);
    for (const chat of [noted, unread])
      expect((await fixture.systemMessageCodes(chat)).at(-1)).toBe("invite_expired");
  });
  it("[BOT-070] two nodes on one database end each invitation once", async () => {
    const fixture = await openFixture();
    const [one, two] = [await fixture.openNode(), await fixture.openNode()];
    const readers = [await startTimers(fixture, one), await startTimers(fixture, two)];
    const chats: number[] = [];
    for (let n = 0; n < 20; n += 1)
      chats.push(await fixture.sendCustomerMessage(n % 2 === 0 ? one : two, `c${n}`));
    await Promise.all(chats.map((chat, n) => fixture.invite(n % 3 === 0 ? one : two, chat)));
    await runDueWork(...readers);
    await fixture.clock.advance(60_000);
    await runDueWork(...readers);
    // A node that has not received an invitation entry yet finds no timer to run, and checks again
    // after the entry. A second expiry would add a system message.
    const expectedCodes = chats.map(() => ["bot_started", "invited", "invite_expired"]);
    const readLines = () => Promise.all(chats.map((chat) => fixture.systemMessageCodes(chat)));
    await expect
      .poll(() => advanceClock(fixture, 0, ...readers).then(readLines))
      .toEqual(expectedCodes);
    await advanceClock(fixture, 0, ...readers);
    expect(await readLines()).toEqual(expectedCodes);
    expect(fixture.reportedErrors).toEqual([]);
  });
  it("[BOT-077] a bot that is silent for too long loses the chat; an answer in time keeps it", async () => {
    const fixture = await openFixture({ silentS: 20 });
    const journal = await fixture.openNode();
    const timers = await startTimers(fixture, journal);

    const [silent, answered] = [
      await fixture.sendCustomerMessage(journal, "c1"),
      await fixture.sendCustomerMessage(journal, "c2"),
    ];
    await runDueWork(timers);
    await advanceClock(fixture, 19_000, timers);
    await fixture.runCommand(
      journal,
      answered,
      sendBotMessage({ botId: fixture.botId, message: { kind: "text", text: "Yes?" } }),
    );
    await fixture.sendCustomerMessage(journal, "c1", "Hello?");
    await advanceClock(fixture, 1_000, timers);
    expect(await fixture.readChat(silent)).toMatchObject({
      state: "waiting",
      bot: { attached: false },
    });
    expect(await fixture.readChat(answered)).toMatchObject({
      state: "bot",
      bot: { attached: true },
    });
    await fixture.sendCustomerMessage(journal, "c2", "And then?");
    await runDueWork(timers);
    await advanceClock(fixture, 19_999, timers);
    expect((await fixture.readChat(answered)).state).toBe("bot");
    await advanceClock(fixture, 1, timers);
    expect((await fixture.systemMessageCodes(answered)).at(-1)).toBe("bot_silent");
  });
  it("[BOT-077] a bot's patience that is made shorter counts at once", async () => {
    const fixture = await openFixture({ silentS: 600 });
    const journal = await fixture.openNode();
    const timers = await startTimers(fixture, journal);
    const chat = await fixture.sendCustomerMessage(journal, "c1");
    await advanceClock(fixture, 100_000, timers);
    expect((await fixture.readChat(chat)).state).toBe("bot");
    await changeSettings(fixture, journal, "update bot set silent_s = 60");
    await advanceClock(fixture, 0, timers);
    expect((await fixture.systemMessageCodes(chat)).at(-1)).toBe("bot_silent");
  });
  it("[PERF-26] the changes of 100 ms are checked together", async () => {
    const fixture = await openFixture();
    const journal = await fixture.openNode();
    const deps = fixture.consumerDeps(journal);
    let writes = 0;
    const query = (text: string | QueryConfig, values?: unknown[]) => {
      if (typeof text === "string" && text.startsWith("insert into chat_timer")) writes++;
      return deps.pool.query(text, values);
    };
    const timers = await startChatTimers({
      ...deps,
      pool: { query: query as typeof deps.pool.query },
    });
    closers.push(() => timers.close());
    const chat = await fixture.sendCustomerMessage(journal, "c1");
    await runDueWork(timers);
    writes = 0;
    for (const priority of ["high", "urgent", "high", "urgent"] as const)
      await fixture.runCommand(journal, chat, prioritizeChat({ operatorId: null, priority }));
    expect(writes).toBe(0);
    await advanceClock(fixture, 100, timers);
    expect(writes).toBe(1);
  });
  it("[CORE-032] a message in the last moment keeps its chat, whether activity has counted it, it comes during the look, also at another node, or stands before it in the batch", async () => {
    const fixture = await openFixture();
    const journal = await fixture.openNode();
    // The first node is not notified of what this one writes.
    const otherNode = await fixture.openNode({ bus: silentBus });
    const deps = fixture.consumerDeps(journal);
    let during = (): Promise<unknown> => Promise.resolve();
    const query = async (text: string | QueryConfig, values?: unknown[]) => {
      const answer = await deps.pool.query(text, values);
      if (typeof text === "string" && text.includes("as unanswered")) await during();
      return answer;
    };
    // No activity projection runs here, so the timers do not include messages.
    const timers = await startChatTimers({
      ...deps,
      pool: { query: query as typeof deps.pool.query },
    });
    closers.push(() => timers.close());
    const chat = await fixture.sendCustomerMessage(journal, "c1");
    // The chat closes only if the bot wrote last.
    const sendAnswer = () =>
      fixture.runCommand(
        journal,
        chat,
        sendBotMessage({ botId: fixture.botId, message: { kind: "text", text: "Yes?" } }),
      );
    await sendAnswer();
    await advanceClock(fixture, 86_399_999, timers);
    await sendAnswer();
    await advanceClock(fixture, 1, timers);
    expect((await fixture.readChat(chat)).state).toBe("bot");

    // Each round starts 1 ms after the last message.
    for (const node of [journal, otherNode]) {
      await advanceClock(fixture, 86_399_998, timers);
      let looks = 0;
      during = async () => {
        if ((looks += 1) === 1) await fixture.sendCustomerMessage(node, "c1", "And now?");
      };
      await advanceClock(fixture, 1, timers);
      expect(looks).toBe(2);
      expect((await fixture.readChat(chat)).state).toBe("bot");
      during = () => Promise.resolve();
      await sendAnswer();
      await advanceClock(fixture, 1, timers);
    }

    const { rows } = await fixture.pools.writer.query<{ seq: number }>(
      "select max(seq) as seq from journal where chat_id = $1",
      [chat],
    );
    const old = {
      ...emptySnapshot,
      lastMessageAt: fixture.clock.now() - 86_400_000,
      lastSeq: rows[0]?.seq ?? 0,
    };
    // The first command runs while the others form a batch.
    await Promise.all([
      fixture.sendCustomerMessage(journal, "c2"),
      fixture.sendCustomerMessage(journal, "c1", "Hello?"),
      fixture.runCommand(journal, chat, processChatTimeout(old)),
    ]);
    expect((await fixture.readChat(chat)).state).toBe("bot");
    await sendAnswer();
    await runDueWork(timers);
    await advanceClock(fixture, 86_400_000, timers);
    expect(await fixture.readChat(chat)).toMatchObject({
      state: "closed",
      close_reason: "inactivity",
    });
    expect(fixture.reportedErrors).toEqual([]);
  });
  it("[BOT-070] while the database is away nothing is forgotten", async () => {
    const fixture = await openFixture();
    const journal = await fixture.openNode();
    let away = false;
    const deps = fixture.consumerDeps(journal);
    const timers = await startChatTimers({
      ...deps,
      pool: {
        query: ((...args: [string, unknown[]]) =>
          away
            ? Promise.reject(new Error("away"))
            : deps.pool.query(...args)) as typeof deps.pool.query,
      },
    });
    closers.push(() => timers.close());
    const chat = await fixture.sendCustomerMessage(journal, "c1");
    await fixture.invite(journal, chat);
    await runDueWork(timers);
    away = true;
    await advanceClock(fixture, 60_000, timers);
    expect((await fixture.readChat(chat)).state).toBe("waiting");
    expect(fixture.reportedErrors).not.toEqual([]);
    away = false;
    await advanceClock(fixture, 1_000, timers);
    expect((await fixture.systemMessageCodes(chat)).at(-1)).toBe("invite_expired");
  });
});

describe("bot gone", () => {
  it.each([
    ["switched off", "update bot set enabled = false"],
    ["removed", "update bot set deleted_at = now()"],
    ["suspended with its provider", "update bot_provider set state = 'suspended'"],
  ])(
    "[CORE-031] a bot that is %s leaves its chats to operators, the invited ones too; others stay",
    async (_, text) => {
      const fixture = await openFixture();
      const journal = await fixture.openNode();
      const reader = await startBotRemovedSubscriber(fixture.consumerDeps(journal));
      closers.push(() => reader.close());
      const timers = await startTimers(fixture, journal);
      const [held, invited, open_] = [
        await fixture.sendCustomerMessage(journal, "c1"),
        await fixture.sendCustomerMessage(journal, "c2"),
        await fixture.sendCustomerMessage(journal, "c3"),
      ];
      await fixture.invite(journal, invited);
      await fixture.runCommand(
        journal,
        open_,
        acceptChat({ operatorId: fixture.testAccount.operatorIds[0] ?? 0 }),
        fixture.testAccount.operatorIds[0],
      );
      await changeSettings(fixture, journal, "update bot set name = 'Renamed'");
      await runDueWork(reader, timers);
      expect((await fixture.readChat(held)).state).toBe("bot");

      await changeSettings(fixture, journal, text);
      await runDueWork(reader);
      for (const chat of [held, invited]) {
        expect(await fixture.readChat(chat)).toMatchObject({
          state: "waiting",
          bot: { attached: false },
        });
        expect((await fixture.systemMessageCodes(chat)).at(-1)).toBe("bot_off");
      }
      expect(await fixture.systemMessageCodes(open_)).toEqual(["bot_started", "accepted"]);
      await advanceClock(fixture, 60_000, reader, timers);
      expect((await fixture.readChat(invited)).state).toBe("waiting");
      const next = await fixture.sendCustomerMessage(journal, "c4");
      expect(await fixture.readChat(next)).toMatchObject({ state: "waiting", bot: null });
      expect(fixture.reportedErrors).toEqual([]);
    },
  );
});
