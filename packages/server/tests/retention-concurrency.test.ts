import {
  startIntegrator,
  startTestParlour,
  type TestChannel,
  type TestParlour,
  openTestPool,
} from "@parlour/testkit";
import type { Chat } from "@parlour/protocol";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyRetention, type RetentionDays } from "../src/store/erasure/retention.ts";
import { writeSearchVisitors } from "../src/store/visitors/search-visitors.ts";
import { createDb, type Db } from "../src/store/database/sql.ts";
import { interceptDatabase } from "./intercepted-database.ts";

const dayMs = 86_400_000;
const noRetention: RetentionDays = {
  chats_days: 0,
  files_days: 0,
  visits_days: 0,
  addresses_days: 0,
  deliveries_days: 0,
  audit_days: 0,
};
let integrator: Awaited<ReturnType<typeof startIntegrator>>;
let parlour: TestParlour;
let channel: TestChannel;
let pool: pg.Pool;
beforeAll(async () => {
  integrator = await startIntegrator();
  parlour = await startTestParlour();
  channel = await parlour.channel(integrator.url);
  pool = openTestPool(parlour.databaseUrl, { max: 3 });
  await parlour.owner.call("PATCH", "routing", { inactivity_s: 0 });
  // Turns off automatic removal, so that only the tests remove data.
  expect(
    (await parlour.owner.call("PATCH", "retention", { addresses_days: 0, deliveries_days: 0 }))
      .status,
  ).toBe(200);
});
afterAll(async () => {
  await pool.end();
  await parlour.close();
  await integrator.close();
});

const passDays = async (count: number): Promise<void> => {
  await parlour.settle();
  await parlour.clock.advance(count * dayMs);
  await parlour.settle();
};
const removeByAge = (kinds: Partial<RetentionDays>, db: Db = createDb(pool)) =>
  applyRetention(
    { db, now: () => parlour.clock.now(), isClosed: () => false },
    { ...noRetention, ...kinds },
  );
/** Returns the rows that contain a word. */
async function findTraces(searchWord: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of [
    "journal",
    "chat",
    "attempt",
    "delivery_content",
    "search_block",
    "search_visitor",
  ]) {
    const rows = await parlour.sql<{ text: string }>(
      `select t::text as text from ${table} t where t::text like '%' || $1 || '%'`,
      [searchWord],
    );
    found.push(...rows.map(({ text }) => `${table}: ${text}`));
  }
  return found;
}
const closeChat = (chat: Chat) => parlour.owner.call("POST", `chats/${chat.id}/close`, {});

/** Waits until the promise settles or its statement waits for a lock of the removal. */
async function waitUntilDoneOrBlocked(promise: Promise<unknown>): Promise<void> {
  let isOver = false;
  void promise.then(() => (isOver = true));
  // Only sessions in this database count, because the shared database server has others with
  // waiting statements.
  const waitingSql =
    "select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()";
  await expect
    .poll(async () => isOver || (await parlour.sql(waitingSql)).length > 0, { interval: 5 })
    .toBe(true);
  if (isOver) await parlour.settle();
}

describe("removal by age", () => {
  it("[CORE-115] of a chat that lasted for days nothing stays, neither of its beginning nor of its end", async () => {
    await parlour.sendCustomerMessage(channel, "slow", "kohlrabi one", {
      sender: { url: "https://shop.test/kohlrabi", name: "Slow" },
    });
    const chat = await parlour.findChat("slow");
    await passDays(10);
    await parlour.sendCustomerMessage(channel, "slow", "kohlrabi two", {
      sender: { url: "https://shop.test/kohlrabi", name: "Slow" },
    });
    await closeChat(chat);
    await passDays(45);
    // The start of the chat is old enough for removal, but the chat is not.
    expect(await removeByAge({ chats_days: 50 })).toMatchObject({ chats_days: 0 });
    expect((await findTraces("kohlrabi")).length).toBeGreaterThan(3);
    await passDays(10);
    const listNumbers = async () => (await parlour.messages(chat.id)).map(({ seq }) => seq);
    const numbers = await listNumbers();
    expect(numbers).toEqual(numbers.map((_, n) => n + 1));
    expect(await removeByAge({ chats_days: 50 })).toMatchObject({ chats_days: 1 });
    expect(await findTraces("kohlrabi")).toEqual([]);
    expect(await listNumbers()).toEqual(numbers);
  });

  it("[CORE-115] [API-120] custom data of a removed chat leaves the search for people, also while the index is written", async () => {
    await parlour.sendCustomerMessage(channel, "indexed", "hello", { sender: { name: "Wirsing" } });
    const chat = await parlour.findChat("indexed");
    const entry =
      '{"title":null,"content":"romanesco-77","link":null,"key":null,"source":"webhook","endpoint":null}';
    await parlour.sql("update chat set body = replace(body, $2, $3) where id = $1", [
      chat.id,
      '"custom_data":[]',
      `"custom_data":[${entry}]`,
    ]);
    const [account] = await parlour.sql<{ id: number }>(
      "select account_id::int as id from chat where id = $1",
      [chat.id],
    );
    const index = () =>
      writeSearchVisitors(createDb(pool), [
        { account: account?.id ?? 0, visitor: chat.visitor.id },
      ]);
    await index();
    expect(
      (await findTraces("romanesco")).filter((text) => text.startsWith("search_visitor")),
    ).not.toEqual([]);
    await closeChat(chat);
    await passDays(51);
    const writes: Promise<void>[] = [];
    const meanwhile = async (): Promise<void> => {
      writes.push(index());
      await waitUntilDoneOrBlocked(Promise.all(writes));
    };
    expect(
      await removeByAge(
        { chats_days: 50 },
        interceptDatabase(pool, (text) => text.startsWith("delete from search_visitor"), meanwhile),
      ),
    ).toMatchObject({
      chats_days: 1,
    });
    await Promise.all(writes);
    expect(writes).toHaveLength(1);
    expect(await findTraces("romanesco")).toEqual([]);
    expect((await findTraces("wirsing")).map((text) => text.split(":")[0])).toEqual([
      "search_visitor",
    ]);
  });

  it("[CORE-115] what is written to a chat while it is removed stays, brings no word back, and keeps no other chat from its removal", async () => {
    const { call } = parlour.owner;
    const tag = (await call("POST", "tags", { name: "Later" })).body as { id: number };
    const chats: Chat[] = [];
    for (const customer of ["tagged", "next"]) {
      await parlour.sendCustomerMessage(channel, customer, "blumenkohl", {
        sender: { url: "https://shop.test/blumenkohl" },
      });
      chats.push(await parlour.findChat(customer));
      await closeChat(await parlour.findChat(customer));
      await passDays(5);
    }
    const [tagged, next] = chats as [Chat, Chat];
    await passDays(41);
    const answered: Promise<{ status: number }>[] = [];
    const meanwhile = async (): Promise<void> => {
      answered.push(call("PUT", `chats/${tagged.id}/tags`, { tags: [tag.id] }));
      await waitUntilDoneOrBlocked(Promise.all(answered));
    };
    const db = interceptDatabase(pool, (text) => text.startsWith("delete from draft"), meanwhile);
    expect(await removeByAge({ chats_days: 50 }, db)).toMatchObject({ chats_days: 1 });
    expect((await Promise.all(answered)).map(({ status }) => status)).toEqual([200]);
    const read = (await call("GET", `chats/${tagged.id}`)).body as Chat;
    expect(read.tags).toEqual([{ id: tag.id, name: "Later" }]);
    expect(
      (await findTraces("blumenkohl")).filter((text) => text.includes(String(tagged.id))),
    ).toEqual([]);
    await passDays(6);
    expect(await removeByAge({ chats_days: 50 })).toMatchObject({ chats_days: 1 });
    expect((await parlour.messages(next.id)).map(({ text }) => text).join("")).toBe("");
    expect(await findTraces("blumenkohl")).toEqual([]);
  });

  it("[CORE-115] [CORE-051] what is being sent of a chat while it is removed is ended: its report changes nothing and brings no word back", async () => {
    const { call } = parlour.owner;
    const away = await startIntegrator();
    away.respondWith("hang");
    const awayChannel = await parlour.channel(away.url, { name: "Away" });
    await parlour.sendCustomerMessage(awayChannel, "late", "rettich asked");
    const chat = await parlour.findChat("late");
    await call("POST", `chats/${chat.id}/accept`);
    const response = await call("POST", `chats/${chat.id}/messages`, {
      kind: "text",
      text: "rettich answered",
      client_id: "1",
    });
    const { id } = (response.body as { delivery: { id: number } }).delivery;
    await expect.poll(() => away.messages().length).toBe(1);
    await closeChat(chat);
    await parlour.sql("update chat_activity set last_at = $2 where chat_id = $1", [
      chat.id,
      new Date(parlour.clock.now() - 51 * dayMs),
    ]);
    const reports = async (): Promise<void> => {
      await away.close();
      await waitUntilDoneOrBlocked(parlour.settle());
    };
    const db = interceptDatabase(
      pool,
      (text) => text.startsWith("delete from delivery_content"),
      reports,
    );
    expect(await removeByAge({ chats_days: 50 }, db)).toMatchObject({ chats_days: 1 });
    await parlour.settle();
    expect((await call("GET", `deliveries/${id}`)).body).toMatchObject({
      state: "failed",
      outcome: "withdrawn",
    });
    expect(await findTraces("rettich")).toEqual([]);
  });

  it("[CORE-115] [CORE-053] requests and answers of an attempt go by its own age, however old its delivery is", async () => {
    const { call } = parlour.owner;
    await parlour.settle();
    integrator.respondWith({
      status: 200,
      body: '{"result":"error","error":{"code":"message_rejected"}}',
    });
    await parlour.sendCustomerMessage(channel, "retried", "hello");
    const chat = await parlour.findChat("retried");
    await call("POST", `chats/${chat.id}/accept`);
    const response = await call("POST", `chats/${chat.id}/messages`, {
      kind: "text",
      text: "sellerie",
      client_id: "1",
    });
    const { id } = (response.body as { delivery: { id: number } }).delivery;
    await passDays(20);
    expect((await call("POST", `deliveries/${id}/retry`)).status).toBe(200);
    const requests = async (): Promise<(object | null)[]> => {
      await parlour.settle();
      const { attempts_made } = (await call("GET", `deliveries/${id}`)).body as {
        attempts_made: { request: object | null }[];
      };
      return attempts_made.map(({ request }) => request);
    };
    await expect.poll(async () => (await requests()).length).toBe(2);
    await passDays(11);
    await removeByAge({ deliveries_days: 30 });
    expect((await requests()).map((request) => request === null)).toEqual([true, false]);
    await passDays(20);
    await removeByAge({ deliveries_days: 30 });
    expect(await requests()).toEqual([null, null]);
  });
});
