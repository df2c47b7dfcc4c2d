import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSystemClock } from "../src/clock.ts";
import { startChatActivityProjection } from "../src/journal/subscribers/chat-activity.ts";
import { buildVisitorMessage, openJournalFixture, type JournalFixture } from "./journal-fixture.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

it("[PERF-20] the activity of chats takes one kept statement per round, which looks chats up by key in tables of any size", async () => {
  const node = await fixture.openNode();
  const account = await fixture.addAccount();
  const session = new pg.Client(fixture.url);
  await session.connect();
  // With statistics of a few rows, which autovacuum may bring at any time, reading all is cheapest.
  for (const table of ["chat_activity", "participant", "journal"]) {
    await session.query(`alter table ${table} set (autovacuum_enabled = false)`);
    // The database of which this is a copy may have statistics of empty tables.
    await session.query(
      `update pg_class set reltuples = -1, relpages = 0 where oid = '${table}'::regclass`,
    );
  }
  const statements: pg.QueryConfig<unknown[]>[] = [];
  const { writer } = fixture.pools;
  const consumer = await startChatActivityProjection({
    journal: node,
    pool: {
      query: async (statement: pg.QueryConfig<unknown[]> | string, values?: unknown[]) => {
        if (typeof statement !== "string") statements.push(statement);
        return await writer.query(statement as string, values);
      },
    } as pg.Pool,
    clock: createSystemClock(),
    onFault: (error) => {
      throw error;
    },
  });
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      node.write(buildVisitorMessage(account, `customer ${n}`, "hello")),
    ),
  );
  await consumer.settle();
  await consumer.close();
  const [statement] = statements;
  if (statement?.name === undefined) throw new Error("the statement has no name");
  expect(new Set(statements.map(({ name }) => name)).size).toBe(1);

  // On a database that is not the embedded one, an access by key costs nearly four times as much.
  await session.query("set random_page_cost = 4; set plan_cache_mode = force_generic_plan");
  await session.query(`prepare activity as ${statement.text}`);
  const values = (statement.values ?? []).map((value) => session.escapeLiteral(toText(value)));
  const { rows } = await session.query<{ "QUERY PLAN": string }>(
    `explain execute activity(${values.join(", ")})`,
  );
  await session.end();
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/Index Scan using chat_activity_pkey/);
  expect(plan).toMatch(/Index Scan using participant_pkey/);
  expect(plan).not.toMatch(/Seq Scan|Hash/);
});

it("[PERF-20] [CORE-031] a round does not wait for the flush of its commit, and no other statement is affected", async () => {
  const session = new pg.Client(fixture.url);
  await session.connect();
  await session.query(`create table noted (setting text); grant insert on noted to public;
    create function note_setting() returns trigger language plpgsql as
      $$ begin insert into noted values (current_setting('synchronous_commit')); return new; end $$;
    create trigger note before insert or update on cursor for each row execute function note_setting()`);
  const node = await fixture.openNode();
  const account = await fixture.addAccount();
  const consumer = await startChatActivityProjection({
    journal: node,
    pool: fixture.pools.writer,
    clock: createSystemClock(),
    onFault: (error) => {
      throw error;
    },
  });
  await node.write(buildVisitorMessage(account, "customer", "hello"));
  await consumer.settle();
  await consumer.close();
  const { rows } = await session.query<{ setting: string }>("select distinct setting from noted");
  expect(rows).toEqual([{ setting: "off" }]);
  const after = await fixture.pools.writer.query("show synchronous_commit");
  expect(after.rows).toEqual([{ synchronous_commit: "on" }]);
  await session.query("drop trigger note on cursor");
  await session.end();
});

it("[PERF-30] the activity of chats keeps up with a rate above the messages of one round per interval", async () => {
  const node = await fixture.openNode();
  const account = await fixture.addAccount();
  await Promise.all(
    Array.from({ length: 2_001 }, () =>
      node.write(buildVisitorMessage(account, "customer", "hello")),
    ),
  );
  const rests: number[] = [];
  const full = Promise.withResolvers<void>();
  const consumer = await startChatActivityProjection({
    journal: node,
    pool: fixture.pools.writer,
    // Rounds take no time, and the alarm after the first one is not fired.
    clock: {
      now: () => 0,
      monotonic: () => 0,
      scheduleAt(at) {
        rests.push(at);
        full.resolve();
        return () => undefined;
      },
    },
    onFault: full.reject,
  });
  await full.promise;
  expect(rests).toEqual([10]);
  await consumer.settle();
  await consumer.close();
  const { rows } = await fixture.pools.writer.query<{ counted_seq: number }>(
    "select counted_seq from chat_activity where account_id = $1",
    [account.id],
  );
  expect(rows).toEqual([{ counted_seq: 2_001 }]);
});

/** Returns a parameter as the text of a literal. Lists are lists of numbers, texts or booleans. */
const toText = (value: unknown): string =>
  Array.isArray(value)
    ? `{${value.map((part) => (part === null ? "null" : JSON.stringify(String(part)))).join()}}`
    : String(value);
