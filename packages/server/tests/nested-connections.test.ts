import { startTestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Journal } from "../src/journal/index.ts";
import { createDb, type Db, type Sql } from "../src/store/database/sql.ts";
import { openPools, type Pools } from "../src/store/database/pools.ts";
import { takeDatabase, type ReusedDatabase } from "./reused-database.ts";

let database: ReusedDatabase;
let pools: Pools;
let db: Db;
const reported: string[] = [];
beforeAll(async () => {
  database = await takeDatabase();
  pools = openPools(database.url, {
    onNested: ({ message }) => void reported.push(message.replace(/ was used.*/, "")),
  });
  db = createDb(pools.writer);
});
afterAll(async () => {
  await pools.close();
  await database.release();
});

const nestedUses: readonly (readonly [string, string, (tx: Sql) => Promise<unknown>])[] = [
  ["a query", 'the pool "parlour writer"', () => db.query("select 1")],
  ["a query of the library", 'the pool "parlour writer"', () => pools.writer.query("select 1")],
  [
    "a transaction",
    'the pool "parlour writer"',
    () => db.transaction((tx) => tx.query("select 1")),
  ],
  ["the reader", 'the pool "parlour reader"', () => pools.reader.rows(1, "select 1")],
  [
    "the pool of the gateway",
    'the pool "parlour gateway reads"',
    () => pools.gatewayReads.query("select 1"),
  ],
  [
    "a dedicated connection",
    'a connection "parlour node"',
    async () => (await pools.session()).end(),
  ],
];
it.each(nestedUses)(
  "[CORE-465] inside a transaction, %s is a use of another connection",
  async (_, resource, use) => {
    reported.length = 0;
    await db.transaction(use);
    expect(reported).toEqual([resource]);
  },
);

it("[CORE-465] the connection of the transaction, and what outlives the transaction, are no such use", async () => {
  reported.length = 0;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let later: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    later = ended.then(() => db.query("select 1"));
    return tx.query("select 1");
  });
  end();
  await later;
  await expect(db.transaction(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await db.query("select 1");
  expect(reported).toEqual([]);
});

it("[CORE-465] without a function that receives it, the use fails", async () => {
  const strict = openPools(database.url);
  const strictDb = createDb(strict.writer);
  const nested = strictDb.transaction(() => strictDb.query("select 1"));
  await expect(nested).rejects.toThrow(
    'the pool "parlour writer" was used inside a transaction, which must only use its own connection',
  );
  await strict.close();
});

it("[CORE-465] a running server logs each place in the code once, and goes on", async () => {
  const lines: string[] = [];
  let opened: Journal | undefined;
  const parlour = await startTestParlour({
    logTo: (line) => lines.push(line),
    hooks: { onJournal: (journal) => (opened = journal), onNested: undefined },
  });
  const journal = opened as Journal;
  const account = 1;
  const { version } = await journal.config(account);
  const readNested = () =>
    journal.change(account, async () => ({ result: await journal.config(account), changed: [] }));
  const versions: number[] = [];
  while (versions.length < 3) versions.push((await readNested()).version);
  await parlour.close();
  expect(versions).toEqual([version, version, version]);
  const nested = lines.filter((line) => line.includes('"database.nested"'));
  expect(nested.map((line) => (JSON.parse(line) as { err: Error }).err.message)).toEqual([
    "the settings cache was used inside a transaction, which must only use its own connection",
  ]);
});
