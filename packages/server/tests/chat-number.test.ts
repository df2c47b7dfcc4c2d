import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { acceptChat } from "../src/core/chat/accept.ts";
import { closeChat } from "../src/core/chat/close.ts";
import { joinChat } from "../src/core/chat/join.ts";
import type { JournalEntry } from "../src/journal/entry.ts";
import type { Journal } from "../src/journal/index.ts";
import type { BatchPace } from "../src/store/batch-pace.ts";
import { findChat } from "../src/store/chats/chat.ts";
import { listChats } from "../src/store/chats/list/chat-list.ts";
import { migrateDatabase } from "../src/store/migrate.ts";
import { openNodeFixture, type NodeFixture } from "./node-fixture.ts";

/** The number by which people name a chat, also while an upgrade numbers older chats. */

interface NumberedChat {
  readonly id: number;
  readonly number?: number | null;
}

async function openFixture(): Promise<NodeFixture> {
  const fixture = await openNodeFixture();
  onTestFinished(() => fixture.drop());
  return fixture;
}
/** Returns the chats of an account, oldest first. */
const readChats = async (
  { pools }: NodeFixture,
  account: number,
): Promise<readonly NumberedChat[]> =>
  (
    await pools.writer.query<NumberedChat>(
      "select id, number from chat where account_id = $1 order by created_at, id",
      [account],
    )
  ).rows;
const listNumbers = (chats: readonly NumberedChat[]): readonly number[] =>
  chats.map(({ number }) => number ?? 0).toSorted((a, b) => a - b);
const countTo = (length: number): readonly number[] => Array.from({ length }, (_, n) => n + 1);

const parseChatEntries = (entries: readonly JournalEntry[], name: string) =>
  entries
    .filter((entry) => entry.name.startsWith(name))
    .map(({ frame }) => (JSON.parse(frame) as { data: { chat: NumberedChat } }).data);

/** Returns the numbers that a list and a single chat have, by id. */
async function readNumbers({ pools, testAccount }: NodeFixture, id: number) {
  const sight = { operatorId: testAccount.operatorIds[0] ?? 0, seesAllChats: true };
  const { items } = await listChats(pools.reader, testAccount.id, sight, {
    sort: "activity",
    limit: 100,
    now: 0,
  });
  const listed = items.find((item) => item.id === id)?.text ?? "{}";
  const single = await findChat(pools.reader, testAccount.id, sight, id);
  return {
    list: (JSON.parse(listed) as NumberedChat).number,
    single: single?.chat.number,
  };
}

it("[CORE-347] chats are 1, 2, 3 … in each account, also when two nodes start many at once; events say the same", async () => {
  const fixture = await openFixture();
  const nodes = [await fixture.openNode(), await fixture.openNode()] as const;
  const other = { ...fixture, testAccount: await fixture.addAccount() };
  const customers = countTo(151).map((n) => `c${n}`);
  // Each customer writes twice, through different nodes.
  await Promise.all(
    [...customers, ...customers].map((customer, n) =>
      fixture.sendCustomerMessage(nodes[n % 2 === 0 ? 0 : 1], customer),
    ),
  );
  const chats = await readChats(fixture, fixture.testAccount.id);
  expect(listNumbers(chats)).toEqual(countTo(customers.length));
  const numbers = new Map(chats.map(({ id, number }) => [id, number]));
  for (const node of nodes) {
    const entries = await node.read(fixture.testAccount.id, 0, 10_000);
    const events = parseChatEntries(entries, "chat_created");
    expect(new Map(events.map(({ chat }) => [chat.id, chat.number]))).toEqual(numbers);
  }
  expect(await readChats(fixture, other.testAccount.id)).toEqual([]);
});

it("[CORE-347] of two nodes that started the same chats before either wrote, the later one leaves no gap", async () => {
  const fixture = await openFixture();
  const sent = new Set<string>();
  const openNode = (name: string): Promise<Journal> =>
    fixture.openNode({ probe: (step) => step === "batch_sent" && sent.add(name) });
  const nodes = [await openNode("one"), await openNode("other")];
  // The lock of the accounts allows both nodes to read but not to write.
  const lockSession = await fixture.pools.session();
  await lockSession.query("begin");
  await lockSession.query("select pg_advisory_xact_lock(-account_id) from account_head");
  const writes = Promise.all(
    nodes.flatMap((node, n) =>
      ["both", "also both", `of ${n} alone`].map((customer) =>
        fixture.sendCustomerMessage(node, customer),
      ),
    ),
  );
  await expect.poll(() => sent.size).toBe(2);
  await lockSession.query("commit");
  await lockSession.end();
  await writes;
  const chats = await readChats(fixture, fixture.testAccount.id);
  expect(listNumbers(chats)).toEqual(countTo(4));
});

it("[CORE-347] a chat keeps its number in every answer, list and event; a later one of the visitor gets the next", async () => {
  const fixture = await openFixture();
  const node = await fixture.openNode();
  const [operatorId = 0] = fixture.testAccount.operatorIds;
  const events: unknown[] = [];
  node.subscribe((_account, entries) => void events.push(...parseChatEntries(entries, "chat_")));
  const run = (id: number, handler: Parameters<NodeFixture["runCommand"]>[2]) =>
    fixture.runCommand(node, id, handler, operatorId);
  const first = await fixture.sendCustomerMessage(node, "anna");
  expect(await run(first, acceptChat({ operatorId }))).toMatchObject({ id: first, number: 1 });
  // A command without an event answers from what the node has read, also on another node.
  expect(await run(first, joinChat({ operatorId }))).toMatchObject({ number: 1 });
  const other = await fixture.openNode();
  expect(
    await fixture.runCommand(other, first, joinChat({ operatorId }), operatorId),
  ).toMatchObject({ number: 1, visitor: { number: 1 } });
  await run(first, closeChat({ operatorId, reason: null }));
  const second = await fixture.sendCustomerMessage(node, "anna", '"seq":null,"number":0,');
  expect(await run(second, acceptChat({ operatorId }))).toMatchObject({
    number: 2,
    visitor: { number: 1 },
  });
  expect(await readNumbers(fixture, first)).toEqual({ list: 1, single: 1 });
  expect(await readNumbers(fixture, second)).toEqual({ list: 2, single: 2 });
  const numbered = (id: number, number: number) => ({ chat: { id, number } });
  expect(events).toMatchObject([
    ...Array.from({ length: 3 }, () => numbered(first, 1)),
    ...Array.from({ length: 2 }, () => numbered(second, 2)),
  ]);
  // A node that reads the stored entries finds the same.
  const third = await fixture.openNode();
  const stored = await third.read(fixture.testAccount.id, 0, 100);
  expect(parseChatEntries(stored, "chat_")).toEqual(events);
});

/**
 * Makes the account one of an earlier release: `count` chats of a customer each, and no numbers.
 * Returns the step that numbers them as not done.
 */
async function createOlderChats({ pools, testAccount, url }: NodeFixture, count: number) {
  await pools.writer.query(
    `insert into visitor (account_id, number, id, source, customer, recipient, body)
       select $1, n, n, $2, 'old' || n, '', '{"id":' || n || ',"name":null,"created_at":"2026-01-01T00:00:00.000Z"}' from generate_series(1, $3) n`,
    [testAccount.id, testAccount.channelId, count],
  );
  await pools.writer.query(
    `insert into chat (account_id, id, source, visitor_id, state, created_at, closed_at, body)
       select $1::bigint, ($3 - n) * 7 + 1, $2::bigint, n, 'closed', t, t, '{"id":' || ($3 - n) * 7 + 1 || ',"state":"closed","channel":{"id":' || $2::bigint || '}}'
       from (select n, timestamptz '2026-01-01' + n * interval '1 minute' as t from generate_series(1, $3::int) n) q`,
    [testAccount.id, testAccount.channelId, count],
  );
  await pools.writer.query(
    "update account_head set visitors = $2, chats = null where account_id = $1",
    [testAccount.id, count],
  );
  await markStepPending(url);
}
async function markStepPending(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("delete from kysely_migration where name = '0043_chat_numbers'");
  await client.end();
}

it("[CORE-348] an upgrade numbers older chats by time while new ones are written, each once", async () => {
  const fixture = await openFixture();
  const older = 1_200;
  await createOlderChats(fixture, older);
  const [one, other] = [await fixture.openNode(), await fixture.openNode()];
  const early = await fixture.sendCustomerMessage(one, "early");
  expect(await readNumbers(fixture, early)).toEqual({ list: undefined, single: undefined });
  await fixture.clock.advance(1_000);
  const writes: Promise<number>[] = [];
  let started = 0;
  let time = 0;
  // Each batch seems to take so long that the next one is smaller. New chats arrive meanwhile.
  const pace: BatchPace = {
    now: () => 0,
    monotonic: () => (time += 200),
    scheduleAt(_, fire) {
      for (const node of [one, other])
        writes.push(fixture.sendCustomerMessage(node, `new ${started++ % 40}`));
      queueMicrotask(fire);
      return () => undefined;
    },
  };
  expect(await migrateDatabase(fixture.url, { pace })).toEqual(["0043_chat_numbers"]);
  const ids = new Set(await Promise.all(writes));
  expect(ids.size).toBeGreaterThan(10);
  const late = await fixture.sendCustomerMessage(one, "late");
  const chats = await readChats(fixture, fixture.testAccount.id);
  expect(chats).toHaveLength(older + ids.size + 2);
  expect(listNumbers(chats)).toEqual(countTo(chats.length));
  const olderChats = chats.slice(0, older);
  expect(olderChats.map(({ number }) => number)).toEqual(countTo(older));
  expect(chats.find(({ id }) => id === early)?.number).toBe(older + 1);
  expect(chats.find(({ id }) => id === late)?.number).toBe(chats.length);
  expect(await readNumbers(fixture, early)).toEqual({ list: older + 1, single: older + 1 });
  // A node that read the chat before the upgrade ended answers with the number too.
  const [operatorId = 0] = fixture.testAccount.operatorIds;
  expect(
    await fixture.runCommand(one, early, acceptChat({ operatorId }), operatorId),
  ).toMatchObject({ number: older + 1 });
});

it("[CORE-348] several accounts, and accounts without chats, are numbered alone; a second run changes nothing", async () => {
  const fixture = await openFixture();
  const second = { ...fixture, testAccount: await fixture.addAccount() };
  const node = await fixture.openNode();
  await createOlderChats(fixture, 3);
  await fixture.pools.writer.query("update account_head set chats = null where account_id = $1", [
    second.testAccount.id,
  ]);
  await fixture.pools.writer.query(
    `insert into visitor (account_id, number, id, source, customer, recipient, body)
       select $1, 1, 9001, $2, 'o', '', '{"id":9001,"name":null}'`,
    [second.testAccount.id, second.testAccount.channelId],
  );
  await fixture.pools.writer.query(
    `insert into chat (account_id, id, source, visitor_id, state, created_at, body)
       select $1, 9002, $2, 9001, 'waiting', now(), '{"id":9002}'`,
    [second.testAccount.id, second.testAccount.channelId],
  );
  await migrateDatabase(fixture.url);
  const before = [
    await readChats(fixture, fixture.testAccount.id),
    await readChats(fixture, second.testAccount.id),
  ];
  expect(before.map((chats) => chats.map(({ number }) => number))).toEqual([[1, 2, 3], [1]]);
  await markStepPending(fixture.url);
  await migrateDatabase(fixture.url);
  expect([
    await readChats(fixture, fixture.testAccount.id),
    await readChats(fixture, second.testAccount.id),
  ]).toEqual(before);
  await fixture.sendCustomerMessage(node, "anna");
  expect(listNumbers(await readChats(fixture, fixture.testAccount.id))).toEqual([1, 2, 3, 4]);
});
