import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { parseQuery } from "../src/core/search/query.ts";
import { startSearchProjection } from "../src/journal/subscribers/search-index.ts";
import { everyChat } from "../src/store/chats/chat-record.ts";
import { searchWithinChat } from "../src/store/chats/search/search-within-chat.ts";
import { rebuildSearchBlocks, searchBlockSize } from "../src/store/chats/search/index-blocks.ts";
import { createDb } from "../src/store/database/sql.ts";
import { replaceEntryBodies } from "../src/store/erasure/erase-journal.ts";
import { eraseEntryBody } from "../src/core/events/event-table.ts";
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

/**
 * Starts the consumer on a clock of its own, and counts the rows of its statements. `before` runs
 * before each statement that adds rows.
 */
async function startCounted(node: TestNode, before?: () => Promise<void>) {
  const clock = new ManualClock();
  const batches: number[] = [];
  let runningCount = 0;
  const query = async (statement: pg.QueryConfig | string, values?: unknown[]) => {
    runningCount++;
    const isAdding = typeof statement !== "string" && statement.text.includes("search_block");
    try {
      if (isAdding) await before?.();
      const result = await fixture.pools.writer.query(statement as string, values);
      if (isAdding) batches.push(result.rowCount ?? 0);
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
    db: createDb(fixture.pools.writer),
    clock,
    onFault: (error) => {
      throw error;
    },
  });
  return { clock, consumer, batches };
}

interface BlockRow {
  readonly block: number;
  readonly words: string;
  readonly stale: boolean;
}
const readBlocks = async ({ id }: TestAccount): Promise<readonly BlockRow[]> =>
  (
    await fixture.pools.writer.query<BlockRow>(
      "select block::int, words, stale from search_block where account_id = $1 order by block",
      [id],
    )
  ).rows;
const readHead = async ({ id }: TestAccount): Promise<number> =>
  (
    await fixture.pools.writer.query<{ head: number }>(
      "select max(position)::int as head from journal where account_id = $1",
      [id],
    )
  ).rows[0]?.head ?? 0;
/** Returns how many of these words the index has. */
const countIndexed = async (
  testAccount: TestAccount,
  words: readonly string[],
): Promise<number> => {
  const rows = await readBlocks(testAccount);
  return words.filter((word) => rows.some((row) => row.words.split(" ").includes(word))).length;
};

/** Erases the message with this text as CORE-116 does. Returns its block. */
async function eraseMessage({ id }: TestAccount, text: string): Promise<number> {
  const db = createDb(fixture.pools.writer);
  const [row] = await db.query<{ position: number; body: string }>(
    "select position::int, body from journal where account_id = $1 and seq is not null and strpos(body, $2) > 0",
    [id, text],
  );
  if (row === undefined) throw new Error(`no message contains ${text}`);
  const { position, body } = row;
  await replaceEntryBodies(db, id, [{ position, body: eraseEntryBody("message_created", body) }]);
  return Math.floor(position / searchBlockSize);
}

it("[API-256] [PERF-17] a backlog of 3,000 messages is indexed in pieces of about 250, far faster than 1,000 a second", async () => {
  const node = await fixture.openNode();
  const testAccount = await fixture.addAccount();
  await sendMessages(node, testAccount, 3_000, "backlog");
  const { clock, consumer, batches } = await startCounted(node);
  await clock.advance(500);
  const blocks = Math.floor(((await readHead(testAccount)) + 1) / searchBlockSize);
  // The first block has no message, but the visitors and chats of the first ones.
  expect((await readBlocks(testAccount)).length).toBeGreaterThanOrEqual(blocks - 3);
  expect(Math.max(...batches)).toBeLessThanOrEqual(40);
  expect(batches.length).toBeLessThanOrEqual(3_000 / 250 + 1);
  await consumer.close();
});

it("[API-256] [PERF-22] messages one after the other take one statement per block of 8 positions, and nothing waits between them", async () => {
  const node = await fixture.openNode();
  const testAccount = await fixture.addAccount();
  const { clock, consumer, batches } = await startCounted(node);
  for (let sent = 1; sent <= 50; sent++) {
    await sendMessages(node, testAccount, 1, "trickle");
    await clock.advance(2_000);
    await consumer.settle();
    const complete = Math.floor(((await readHead(testAccount)) + 1) / searchBlockSize);
    expect(await readBlocks(testAccount)).toHaveLength(complete);
  }
  expect(batches).toEqual(batches.map(() => 1));
  expect(batches.length).toBe((await readBlocks(testAccount)).length);
  await consumer.close();
});

it("[API-496] a text of 50,000 letters is found up to its end, and a block with millions of parts of words stops nothing", async () => {
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
  const send = (text: string) =>
    node.write(buildVisitorMessage(testAccount, "customer", text.slice(0, 50_000)));
  await send(words.join(" "));
  await sendMessages(node, testAccount, 20, "between");
  await send(long.join(" "));
  await send(korean.join(" "));
  await sendMessages(node, testAccount, 40, "after");
  const { clock, consumer } = await startCounted(node);
  await clock.advance(5_000);
  await consumer.settle();
  expect(await countIndexed(testAccount, [words[0] ?? "", words.at(-1) ?? "", "after"])).toBe(3);
  // A search reads the messages of this block.
  expect((await readBlocks(testAccount)).filter((row) => row.words.includes("@+"))).toMatchObject([
    { words: " @+", stale: false },
  ]);
  await consumer.close();
});

it("[CORE-116] [CORE-040] what is erased before the consumer writes what it has read does not come into the index", async () => {
  const node = await fixture.openNode();
  const testAccount = await fixture.addAccount();
  await sendMessages(node, testAccount, 30, "common");
  await node.write(buildVisitorMessage(testAccount, "customer", "quince"));
  await sendMessages(node, testAccount, 30, "common");
  let erased: number | null = null;
  const { clock, consumer } = await startCounted(node, async () => {
    erased ??= await eraseMessage(testAccount, "quince");
  });
  await clock.advance(5_000);
  await consumer.settle();
  expect(erased).not.toBeNull();
  expect(await countIndexed(testAccount, ["quince", "common"])).toBe(1);
  // The consumer has written the block again, with its other messages.
  const rows = await readBlocks(testAccount);
  expect(rows.filter(({ stale }) => stale)).toEqual([]);
  expect(rows.find(({ block }) => block === erased)?.words.split(" ")).toContain("common");
  await consumer.close();
});

it("[CORE-116] a block that is erased while its words are written again loses them again", async () => {
  const node = await fixture.openNode();
  const testAccount = await fixture.addAccount();
  for (const text of ["medlar", "damson"])
    await node.write(buildVisitorMessage(testAccount, "customer", text));
  await sendMessages(node, testAccount, 30, "common");
  const { clock, consumer } = await startCounted(node);
  await clock.advance(5_000);
  await consumer.settle();
  const block = await eraseMessage(testAccount, "medlar");
  const find = async () => (await readBlocks(testAccount)).find((row) => row.block === block);
  // The words are removed in the transaction that erases. A search reads the messages.
  expect(await find()).toMatchObject({ words: " @+", stale: true });
  const db = createDb(fixture.pools.writer);
  // What another connection does meanwhile is no part of the transaction (CORE-465).
  const runOutside = AsyncLocalStorage.snapshot();
  const countWaiting = async () =>
    (await db.query("select from pg_locks where not granted")).length;
  let erasing: Promise<unknown> = Promise.resolve();
  let isErased = false;
  await rebuildSearchBlocks({
    ...db,
    transaction: (run) =>
      db.transaction(async (tx) =>
        run({
          query: async (text, values) => {
            // The messages of the block are read, and its words are not written yet.
            if (text.startsWith("update search_block") && !isErased) {
              isErased = true;
              erasing = runOutside(() => eraseMessage(testAccount, "damson"));
              await expect.poll(() => runOutside(countWaiting)).toBeGreaterThan(0);
            }
            return tx.query(text, values);
          },
        }),
      ),
  });
  await erasing;
  expect(await find()).toMatchObject({ words: " @+", stale: true });
  await rebuildSearchBlocks(db);
  expect(await find()).toMatchObject({ stale: false });
  expect(await countIndexed(testAccount, ["medlar", "damson", "common"])).toBe(1);
  await consumer.close();
});

it("[CORE-116] a block that the consumer has not reached is not written before it is complete", async () => {
  const node = await fixture.openNode();
  const testAccount = await fixture.addAccount();
  for (const text of ["rowan", "sorrel"])
    await node.write(buildVisitorMessage(testAccount, "customer", text));
  const { clock, consumer } = await startCounted(node);
  await eraseMessage(testAccount, "rowan");
  await rebuildSearchBlocks(createDb(fixture.pools.writer));
  expect(await readBlocks(testAccount)).toMatchObject([{ stale: true }]);
  await sendMessages(node, testAccount, 20, "later");
  await clock.advance(5_000);
  await consumer.settle();
  expect(await countIndexed(testAccount, ["rowan", "sorrel", "later"])).toBe(2);
  expect((await readBlocks(testAccount)).filter(({ stale }) => stale)).toEqual([]);
  await consumer.close();
});

it("[CORE-286] [API-070] two nodes that write the same blocks, and edits meanwhile, leave the words of the journal", async () => {
  const node = await fixture.openNode();
  const testAccount = await fixture.addAccount();
  await sendMessages(node, testAccount, 100, "before");
  const db = createDb(fixture.pools.writer);
  const edit = () =>
    db.query(
      "update journal set body = replace(body, 'before 4', 'edited 4') where account_id = $1 and seq is not null and strpos(body, 'before 4') > 0",
      [testAccount.id],
    );
  const nodes = [
    await startCounted(node, async () => void (await edit())),
    await startCounted(node),
  ];
  await Promise.all(
    nodes.map(async ({ clock, consumer }) => {
      await clock.advance(5_000);
      await consumer.settle();
    }),
  );
  await rebuildSearchBlocks(db);
  const rows = await readBlocks(testAccount);
  expect(rows.filter(({ stale }) => stale)).toEqual([]);
  const { rows: texts } = await fixture.pools.writer.query<{ block: number; text: string }>(
    `select position::int / ${searchBlockSize} as block, body::json ->> 'text' as text from journal where account_id = $1 and seq is not null and author_kind <> 'system'`,
    [testAccount.id],
  );
  const indexed = new Map(rows.map(({ block, words }) => [block, words]));
  for (const { block, text } of texts) {
    const words = indexed.get(block);
    if (words !== undefined)
      for (const word of text.split(" ")) expect(words.split(" ")).toContain(word);
  }
  expect(await countIndexed(testAccount, ["before", "edited"])).toBe(2);
  for (const { consumer } of nodes) await consumer.close();
});

it("[API-155] a match is found however many messages of the chat do not match, and however long they are", async () => {
  const node = await fixture.openNode();
  const testAccount = await fixture.addAccount();
  const send = (text: string) => node.write(buildVisitorMessage(testAccount, "customer", text));
  for (const text of ["gooseberry", `gooseberry ${"long ".repeat(9_000)}`]) await send(text);
  await Promise.all(Array.from({ length: 1_100 }, (_, n) => send(`filler ${n}`)));
  for (let n = 0; n < 30; n++) await send(`gooseberry ${"ж ".repeat(20_000)}`);
  const { rows } = await fixture.pools.writer.query<{ id: number; last: number }>(
    "select chat_id::float8 as id, max(seq) as last from journal where account_id = $1 and seq is not null group by 1",
    [testAccount.id],
  );
  const { id: chat = 0, last = 0 } = rows[0] ?? {};
  const { terms } = parseQuery("gooseberry");
  expect(
    await searchWithinChat(fixture.pools.reader, testAccount.id, everyChat, {
      chat,
      filter: { messages: { terms, marks: [] } },
    }),
  ).toEqual([1, 2, ...Array.from({ length: 30 }, (_, n) => last - 29 + n)]);
});
