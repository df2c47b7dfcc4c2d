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
  for (const table of ["chat_activity", "participant", "journal"])
    await session.query(`alter table ${table} set (autovacuum_enabled = false)`);
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

/** Returns a parameter as the text of a literal. Lists are lists of numbers, texts or booleans. */
const toText = (value: unknown): string =>
  Array.isArray(value)
    ? `{${value.map((part) => (part === null ? "null" : JSON.stringify(String(part)))).join()}}`
    : String(value);
