import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSystemClock, ManualClock } from "../src/clock.ts";
import { startSearchProjection } from "../src/journal/subscribers/search-index.ts";
import { startSearchPartsUpgrade } from "../src/journal/subscribers/search-parts.ts";
import {
  buildVisitorMessage,
  openJournalFixture,
  type JournalFixture,
  type TestAccount,
  type TestNode,
} from "./journal-fixture.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

/** Sends messages of 20 customers, each of whose texts contains `word`. */
async function sendMessages(
  node: TestNode,
  testAccount: TestAccount,
  count: number,
  word: string,
): Promise<void> {
  for (let n = 0; n < count; n += 250)
    await Promise.all(
      Array.from({ length: Math.min(count - n, 250) }, (_, m) =>
        node.write(buildVisitorMessage(testAccount, `customer ${m % 20}`, `${word} ${n + m}`)),
      ),
    );
}

/** Starts the consumer on a clock of its own, and counts its statements that write. */
async function startCounted(node: TestNode) {
  const clock = new ManualClock();
  const batches: number[] = [];
  let runningCount = 0;
  const query = async (statement: pg.QueryConfig | string, values?: unknown[]) => {
    runningCount++;
    try {
      const result = await fixture.pools.writer.query(statement as string, values);
      if (typeof statement !== "string" && statement.text.includes("search_message"))
        batches.push(result.rowCount ?? 0);
      return result;
    } finally {
      runningCount--;
    }
  };
  clock.settleBefore(async () => {
    do await new Promise((resolve) => void setImmediate(resolve));
    while (runningCount > 0);
  });
  const consumer = await startSearchProjection({
    journal: node,
    pool: { query } as pg.Pool,
    clock,
    onFault: (error) => {
      throw error;
    },
  });
  return { clock, consumer, batches };
}
const countIndexed = async (testAccount: TestAccount): Promise<number> => {
  const { rows } = await fixture.pools.writer.query<{ count: number }>(
    "select count(*)::int as count from search_message where account_id = $1 and words <> ''",
    [testAccount.id],
  );
  return rows[0]?.count ?? 0;
};

// Runs first: with the messages of other tests, PostgreSQL chose another plan.
it("[API-485] [CORE-286] the words of edited and of earlier messages are replaced by key, however many messages the account has", async () => {
  const node = await fixture.openNode();
  const testAccount = await fixture.addAccount();
  await sendMessages(node, testAccount, 500, "Bestellbestätigung");
  const index = async () => {
    const { clock, consumer } = await startCounted(node);
    await clock.advance(60_000);
    await consumer.settle();
    await consumer.close();
  };
  await index();
  // A backlog that is not indexed yet makes it look cheap to read all rows of the account.
  await sendMessages(node, testAccount, 2_000, "Bestellbestätigung");
  await fixture.pools.writer.query("analyze journal, search_message");
  const compared: number[] = [];
  const query = async (statement: pg.QueryConfig | string, values?: unknown[]) => {
    const { writer } = fixture.pools;
    if (typeof statement !== "string" || !statement.includes("update search_message"))
      return writer.query(statement as string, values);
    const explained = await writer.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${statement}`,
      values,
    );
    compared.push(sumRemoved(explained.rows[0]?.["QUERY PLAN"][0].Plan));
    return explained;
  };
  const upgrade = await startSearchPartsUpgrade({
    journal: node,
    pool: { query } as unknown as pg.Pool,
    clock: createSystemClock(),
    hasOtherNodes: false,
    onFault: (error) => {
      throw error;
    },
  });
  await upgrade.settle();
  await upgrade.close();
  expect(compared.length).toBeGreaterThanOrEqual(4);
  // Each message of a round is compared with its own row at most.
  expect(Math.max(...compared)).toBeLessThanOrEqual(250);
  await index();
});

it("[API-256] [PERF-17] a backlog of 3,000 messages is indexed in pieces of at most 250, far faster than 1,000 a second", async () => {
  const node = await fixture.openNode();
  const testAccount = await fixture.addAccount();
  await sendMessages(node, testAccount, 3_000, "backlog");
  const { clock, consumer, batches } = await startCounted(node);
  await clock.advance(500);
  expect(await countIndexed(testAccount)).toBe(3_000);
  expect(Math.max(...batches)).toBe(250);
  expect(batches.length).toBeLessThanOrEqual(3_000 / 250 + 1);
  await consumer.close();
});

it("[API-256] ten messages a second take one statement a second, and each is found a second later", async () => {
  const node = await fixture.openNode();
  const testAccount = await fixture.addAccount();
  const { clock, consumer, batches } = await startCounted(node);
  for (let sent = 1; sent <= 50; sent++) {
    await sendMessages(node, testAccount, 1, "trickle");
    await clock.advance(100);
    expect(await countIndexed(testAccount)).toBeGreaterThanOrEqual(sent - 10);
  }
  await clock.advance(1_000);
  expect(await countIndexed(testAccount)).toBe(50);
  expect(batches.length).toBeLessThanOrEqual(7);
  await consumer.close();
});

it("[API-496] a text of 50,000 letters is found up to its end, and one with millions of parts of words stops nothing", async () => {
  const node = await fixture.openNode();
  const testAccount = await fixture.addAccount();
  const words = Array.from({ length: 8_000 }, (_, n) => `w${n.toString(36)}`);
  const long = Array.from({ length: 1_219 }, (_, n) =>
    Array.from({ length: 40 }, (_letter, m) =>
      String.fromCharCode(97 + ((n * 7 + m * n) % 26)),
    ).join(""),
  );
  const korean = Array.from({ length: 1_219 }, (_, n) =>
    Array.from({ length: 40 }, (_letter, m) =>
      String.fromCharCode(0xac00 + ((n * 40 + m * 7) % 11_000)),
    ).join(""),
  );
  for (const text of [words, long, korean])
    await node.write(buildVisitorMessage(testAccount, "customer", text.join(" ").slice(0, 50_000)));
  await node.write(buildVisitorMessage(testAccount, "customer", "after them"));
  const { clock, consumer } = await startCounted(node);
  await clock.advance(5_000);
  await consumer.settle();
  expect(await countIndexed(testAccount)).toBe(4);
  const { rows } = await fixture.pools.writer.query<{ words: string }>(
    "select words::text from search_message where account_id = $1 order by position limit 1",
    [testAccount.id],
  );
  expect(rows[0]?.words).toContain(`.${words.at(-1)}':8000`);
  await consumer.close();
});

it("[API-485] messages of an earlier release get the parts of their words, erased and edited ones stay", async () => {
  const node = await fixture.openNode();
  const testAccount = await fixture.addAccount();
  for (const text of ["Rückgabebestätigung", "주문취소", "short words"])
    await node.write(buildVisitorMessage(testAccount, "customer", text));
  await sendMessages(node, testAccount, 300, "Bestellbestätigung");
  const { clock, consumer } = await startCounted(node);
  await clock.advance(60_000);
  await consumer.settle();
  const readWords = async (): Promise<readonly string[]> =>
    (
      await fixture.pools.writer.query<{ words: string }>(
        "select words::text from search_message where account_id = $1 order by position",
        [testAccount.id],
      )
    ).rows.map(({ words }) => words);
  const complete = await readWords();
  expect(complete.filter((words) => words.includes("^bestatigung'"))).toHaveLength(301);
  const update = (words: string, condition: string) =>
    fixture.pools.writer.query(
      `update search_message set words = ${words} where account_id = $1 and ${condition}`,
      [testAccount.id],
    );
  // As an earlier release wrote them. One is erased, one was edited.
  await update(
    "(select string_agg(w, ' ') from unnest(string_to_array(words::text, ' ')) w where w not like '%.^%')::tsvector",
    "true",
  );
  await update("''", "seq = 10");
  await update("words || 'edited'::tsvector", "seq = 11");
  const before = await readWords();
  const upgrade = await startSearchPartsUpgrade({
    journal: node,
    pool: fixture.pools.writer,
    clock: createSystemClock(),
    hasOtherNodes: false,
    onFault: (error) => {
      throw error;
    },
  });
  await upgrade.settle();
  const isKept = (words: string): boolean => words === "" || words.includes("'edited'");
  expect(before.filter(isKept).length).toBeGreaterThan(1);
  expect(await readWords()).toEqual(
    complete.map((words, n) => (isKept(before[n] ?? "") ? before[n] : words)),
  );
  await upgrade.close();
  await consumer.close();
});

it.each([
  [true, 1],
  [false, 0],
])(
  "[API-485] messages after the start are checked only if other nodes may index them: %s",
  async (hasOtherNodes, expected) => {
    const node = await fixture.openNode();
    const testAccount = await fixture.addAccount();
    const updates: string[] = [];
    const query = async (statement: pg.QueryConfig | string, values?: unknown[]) => {
      if (typeof statement === "string" && statement.startsWith("update search_message"))
        updates.push(statement);
      return await fixture.pools.writer.query(statement as string, values);
    };
    const upgrade = await startSearchPartsUpgrade({
      journal: node,
      pool: { query } as pg.Pool,
      clock: createSystemClock(),
      hasOtherNodes,
      onFault: (error) => {
        throw error;
      },
    });
    await upgrade.settle();
    updates.length = 0;
    await node.write(buildVisitorMessage(testAccount, "customer", "Bestellbestätigung"));
    await upgrade.settle();
    expect(updates).toHaveLength(expected);
    await upgrade.close();
  },
);

interface PlanNode {
  readonly "Rows Removed by Join Filter"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns how many rows a plan read in vain. */
const sumRemoved = (plan: PlanNode | undefined): number =>
  plan === undefined
    ? 0
    : (plan.Plans ?? []).reduce(
        (sum, one) => sum + sumRemoved(one),
        ((plan["Rows Removed by Join Filter"] ?? 0) + (plan["Rows Removed by Filter"] ?? 0)) *
          plan["Actual Loops"],
      );
