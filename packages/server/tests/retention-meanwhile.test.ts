import { startIntegrator, startTestParlour, type TestChannel, type TestParlour } from "@parlour/testkit";
import type { Chat } from "@parlour/protocol";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyRetention, type RetentionDays } from "../src/store/retention.ts";
import { writeSearchVisitors } from "../src/store/search-visitors.ts";
import { createDb, type Db } from "../src/store/sql.ts";
import { hookedDb } from "./hooked-db.ts";

const dayMs = 86_400_000;
const none: RetentionDays = { chats_days: 0, files_days: 0, visits_days: 0, addresses_days: 0, deliveries_days: 0, audit_days: 0 };
let integrator: Awaited<ReturnType<typeof startIntegrator>>;
let parlour: TestParlour;
let channel: TestChannel;
let pool: pg.Pool;
beforeAll(async () => {
  integrator = await startIntegrator();
  parlour = await startTestParlour();
  channel = await parlour.channel(integrator.url);
  pool = new pg.Pool({ connectionString: parlour.databaseUrl, max: 3 });
  await parlour.owner.call("PATCH", "routing", { inactivity_s: 0 });
  // Turns off automatic removal, so that only the tests remove data.
  expect((await parlour.owner.call("PATCH", "retention", { addresses_days: 0, deliveries_days: 0 })).status).toBe(200);
});
afterAll(async () => {
  await pool.end();
  await parlour.close();
  await integrator.close();
});

const days = async (count: number): Promise<void> => {
  await parlour.settle();
  await parlour.clock.advance(count * dayMs);
  await parlour.settle();
};
const remove = (kinds: Partial<RetentionDays>, db: Db = createDb(pool)) =>
  applyRetention({ db, now: () => parlour.clock.now(), isClosed: () => false }, { ...none, ...kinds });
/** Returns the rows that contain a word. */
async function traces(word: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of ["journal", "chat", "attempt", "delivery_content", "search_message", "search_visitor"]) {
    const rows = await parlour.sql<{ text: string }>(`select t::text as text from ${table} t where t::text like '%' || $1 || '%'`, [word]);
    found.push(...rows.map(({ text }) => `${table}: ${text}`));
  }
  return found;
}
const close = (chat: Chat) => parlour.owner.call("POST", `chats/${chat.id}/close`, {});

/** Waits until the promise settles or its statement waits for a lock of the removal. */
async function overOrHeld(done: Promise<unknown>): Promise<void> {
  let isOver = false;
  void done.then(() => (isOver = true));
  // Only in this database: the shared database server has others with waiting statements.
  const held = "select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()";
  await expect.poll(async () => isOver || (await parlour.sql(held)).length > 0, { interval: 5 }).toBe(true);
  if (isOver) await parlour.settle();
}

describe("removal by age", () => {
  it("[CORE-115] of a chat that lasted for days nothing stays, neither of its beginning nor of its end", async () => {
    await parlour.sendCustomerMessage(channel, "slow", "kohlrabi one", { sender: { url: "https://shop.test/kohlrabi", name: "Slow" } });
    const chat = await parlour.findChat("slow");
    await days(10);
    await parlour.sendCustomerMessage(channel, "slow", "kohlrabi two", { sender: { url: "https://shop.test/kohlrabi", name: "Slow" } });
    await close(chat);
    await days(45);
    // The start of the chat is old enough, the chat is not.
    expect(await remove({ chats_days: 50 })).toMatchObject({ chats_days: 0 });
    expect((await traces("kohlrabi")).length).toBeGreaterThan(3);
    await days(10);
    expect(await remove({ chats_days: 50 })).toMatchObject({ chats_days: 1 });
    expect(await traces("kohlrabi")).toEqual([]);
    expect((await parlour.messages(chat.id)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it("[CORE-115] [API-120] custom data of a removed chat leaves the search for people, also while the index is written", async () => {
    await parlour.sendCustomerMessage(channel, "indexed", "hello", { sender: { name: "Wirsing" } });
    const chat = await parlour.findChat("indexed");
    const entry = '{"title":null,"content":"romanesco-77","link":null,"key":null,"source":"webhook","endpoint":null}';
    await parlour.sql("update chat set body = replace(body, $2, $3) where id = $1", [
      chat.id,
      '"custom_data":[]',
      `"custom_data":[${entry}]`,
    ]);
    const [account] = await parlour.sql<{ id: number }>("select account_id::int as id from chat where id = $1", [chat.id]);
    const index = () => writeSearchVisitors(createDb(pool), [{ account: account?.id ?? 0, visitor: chat.visitor.id }]);
    await index();
    expect((await traces("romanesco")).filter((text) => text.startsWith("search_visitor"))).not.toEqual([]);
    await close(chat);
    await days(51);
    const writes: Promise<void>[] = [];
    const meanwhile = async (): Promise<void> => {
      writes.push(index());
      await overOrHeld(Promise.all(writes));
    };
    expect(
      await remove(
        { chats_days: 50 },
        hookedDb(pool, (text) => text.startsWith("delete from search_visitor"), meanwhile),
      ),
    ).toMatchObject({
      chats_days: 1,
    });
    await Promise.all(writes);
    expect(writes).toHaveLength(1);
    expect(await traces("romanesco")).toEqual([]);
    expect((await traces("wirsing")).map((text) => text.split(":")[0])).toEqual(["search_visitor"]);
  });

  it("[CORE-115] what is written to a chat while it is removed stays, brings no word back, and keeps no other chat from its removal", async () => {
    const { call } = parlour.owner;
    const tag = (await call("POST", "tags", { name: "Later" })).body as { id: number };
    const chats: Chat[] = [];
    for (const customer of ["tagged", "next"]) {
      await parlour.sendCustomerMessage(channel, customer, "blumenkohl", { sender: { url: "https://shop.test/blumenkohl" } });
      chats.push(await parlour.findChat(customer));
      await close(await parlour.findChat(customer));
      await days(5);
    }
    const [tagged, next] = chats as [Chat, Chat];
    await days(41);
    const answered: Promise<{ status: number }>[] = [];
    const meanwhile = async (): Promise<void> => {
      answered.push(call("PUT", `chats/${tagged.id}/tags`, { tags: [tag.id] }));
      await overOrHeld(Promise.all(answered));
    };
    const db = hookedDb(pool, (text) => text.startsWith("delete from draft"), meanwhile);
    expect(await remove({ chats_days: 50 }, db)).toMatchObject({ chats_days: 1 });
    expect((await Promise.all(answered)).map(({ status }) => status)).toEqual([200]);
    const read = (await call("GET", `chats/${tagged.id}`)).body as Chat;
    expect(read.tags).toEqual([{ id: tag.id, name: "Later" }]);
    expect((await traces("blumenkohl")).filter((text) => text.includes(String(tagged.id)))).toEqual([]);
    await days(6);
    expect(await remove({ chats_days: 50 })).toMatchObject({ chats_days: 1 });
    expect((await parlour.messages(next.id)).map(({ text }) => text).join("")).toBe("");
    expect(await traces("blumenkohl")).toEqual([]);
  });

  it("[CORE-115] [CORE-051] what is being sent of a chat while it is removed is ended: its report changes nothing and brings no word back", async () => {
    const { call } = parlour.owner;
    const away = await startIntegrator();
    away.respondWith("hang");
    const own = await parlour.channel(away.url, { name: "Away" });
    await parlour.sendCustomerMessage(own, "late", "rettich asked");
    const chat = await parlour.findChat("late");
    await call("POST", `chats/${chat.id}/accept`);
    const said = await call("POST", `chats/${chat.id}/messages`, { kind: "text", text: "rettich answered", client_id: "1" });
    const { id } = (said.body as { delivery: { id: number } }).delivery;
    await expect.poll(() => away.messages().length).toBe(1);
    await close(chat);
    await parlour.sql("update chat_activity set last_at = $2 where chat_id = $1", [chat.id, new Date(parlour.clock.now() - 51 * dayMs)]);
    const reports = async (): Promise<void> => {
      await away.close();
      await overOrHeld(parlour.settle());
    };
    const db = hookedDb(pool, (text) => text.startsWith("delete from delivery_content"), reports);
    expect(await remove({ chats_days: 50 }, db)).toMatchObject({ chats_days: 1 });
    await parlour.settle();
    expect((await call("GET", `deliveries/${id}`)).body).toMatchObject({ state: "failed", outcome: "withdrawn" });
    expect(await traces("rettich")).toEqual([]);
  });

  it("[CORE-115] [CORE-053] requests and answers of an attempt go by its own age, however old its delivery is", async () => {
    const { call } = parlour.owner;
    await parlour.settle();
    integrator.respondWith({ status: 200, body: '{"result":"error","error":{"code":"message_rejected"}}' });
    await parlour.sendCustomerMessage(channel, "retried", "hello");
    const chat = await parlour.findChat("retried");
    await call("POST", `chats/${chat.id}/accept`);
    const said = await call("POST", `chats/${chat.id}/messages`, { kind: "text", text: "sellerie", client_id: "1" });
    const { id } = (said.body as { delivery: { id: number } }).delivery;
    await days(20);
    expect((await call("POST", `deliveries/${id}/retry`)).status).toBe(200);
    const requests = async (): Promise<(object | null)[]> => {
      await parlour.settle();
      const { attempts_made } = (await call("GET", `deliveries/${id}`)).body as { attempts_made: { request: object | null }[] };
      return attempts_made.map(({ request }) => request);
    };
    await expect.poll(async () => (await requests()).length).toBe(2);
    await days(11);
    await remove({ deliveries_days: 30 });
    expect((await requests()).map((request) => request === null)).toEqual([true, false]);
    await days(20);
    await remove({ deliveries_days: 30 });
    expect(await requests()).toEqual([null, null]);
  });
});
