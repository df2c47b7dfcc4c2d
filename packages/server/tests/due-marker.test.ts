import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { createDueMarker } from "../src/timers/due-marker.ts";
import { openJournalFixture, type JournalFixture } from "./journal-fixture.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

it("[CORE-031] [PERF-19] one query finds the unanswered chats of all accounts whose operators are offline", async () => {
  const journal = await fixture.openNode();
  const [first, second] = [await fixture.addAccount(2), await fixture.addAccount(1)];
  const [offline = 0, online = 0] = first.operatorIds;
  const [alsoOffline = 0] = second.operatorIds;
  const { writer } = fixture.pools;
  await writer.query(
    `insert into participant (account_id, chat_id, operator_id, joined_at)
    values ($1, 11, $2, now()), ($1, 12, $2, now()), ($1, 12, $3, now()), ($4, 21, $5, now())`,
    [first.id, offline, online, second.id, alsoOffline],
  );
  let statements = 0;
  const query = (...call: Parameters<pg.Pool["query"]>): unknown => {
    statements++;
    return writer.query(...call);
  };
  const clock = new ManualClock();
  const scheduledTimes: number[] = [];
  const dueMarker = createDueMarker({
    journal,
    pool: { query } as unknown as pg.Pool,
    clock,
    presence: { of: (_, operator) => (operator === online ? "online" : "offline") },
    onFault: (error) => {
      throw error;
    },
    scheduleBy: (at) => void scheduledTimes.push(at),
  });
  dueMarker.noteUnanswered([
    { account: first.id, chat: 11 },
    { account: first.id, chat: 12 },
    // A chat without operators waits for one and has other timers.
    { account: first.id, chat: 13 },
    { account: second.id, chat: 21 },
  ]);
  await dueMarker.settle();
  const { rows } = await writer.query<{ chat_id: number; due: number }>(
    "select chat_id, (extract(epoch from due_at) * 1000)::float8 as due from chat_timer order by chat_id",
  );
  expect(rows).toEqual([
    { chat_id: 11, due: clock.now() },
    { chat_id: 21, due: clock.now() },
  ]);
  expect(scheduledTimes).toEqual([clock.now()]);
  expect(statements).toBe(2);
  await dueMarker.close();
});
