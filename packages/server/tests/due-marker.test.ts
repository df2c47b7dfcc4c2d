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

it("[CORE-031] [PERF-19] one statement makes the unanswered chats of all accounts due whose operators are offline", async () => {
  const journal = await fixture.openNode();
  const [first, second] = [await fixture.addAccount(2), await fixture.addAccount(1)];
  const [offline = 0, online = 0] = first.operatorIds;
  const [alsoOffline = 0] = second.operatorIds;
  const { writer } = fixture.pools;
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
    { account: first.id, chat: 11, operators: [offline] },
    { account: first.id, chat: 12, operators: [offline, online] },
    // A chat without operators waits for one and has other timers.
    { account: first.id, chat: 13, operators: [] },
    { account: second.id, chat: 21, operators: [alsoOffline] },
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
  expect(statements).toBe(1);
  await dueMarker.close();
});
