import { createTestDatabase } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listMigrationNames, migrateDatabase } from "../src/store/migrate.ts";
import { createIdSource, createPermutation } from "../src/store/database/ids.ts";
import { openPools, UnsafeSettingsError } from "../src/store/database/pools.ts";
import { openShortPool } from "../src/store/database/connections.ts";
import { openJournalFixture, buildVisitorMessage } from "./journal-fixture.ts";
import type { JournalFixture, TestAccount } from "./journal-fixture.ts";
import { useRole } from "../src/store/database/roles/names.ts";

let fixture: JournalFixture;
let firstAccount: TestAccount;
let secondAccount: TestAccount;
beforeAll(async () => {
  fixture = await openJournalFixture();
  const node = await fixture.openNode();
  [firstAccount, secondAccount] = [await fixture.addAccount(), await fixture.addAccount()];
  await node.write(buildVisitorMessage(firstAccount, "ann", "secret of one"));
  await node.write(buildVisitorMessage(secondAccount, "bob", "secret of two"));
});
afterAll(() => fixture.drop());

describe("isolation", () => {
  it("[CORE-002] the reader sees rows of the account it names, in every table", async () => {
    const tables = await fixture.pools.writer.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relrowsecurity and relnamespace = 'public'::regnamespace",
    );
    expect(tables.rows.length).toBeGreaterThan(20);
    // The reader has no access to these.
    const writerTables = new Set(["session", "idempotency", "application_token"]);
    for (const { name } of tables.rows) {
      if (writerTables.has(name)) continue;
      const column = name === "account" ? "id" : "account_id";
      const rows = await fixture.pools.reader.rows<{ account: number }>(
        firstAccount.id,
        `select distinct ${column} as account from ${name}`,
      );
      expect(
        rows.filter((row) => row.account !== firstAccount.id),
        name,
      ).toEqual([]);
    }
    expect(
      await fixture.pools.reader.rows(
        firstAccount.id,
        "select body from journal where account_id = $1",
        [secondAccount.id],
      ),
    ).toEqual([]);
  });

  it("[CORE-002] a connection that is used again without an account gives no rows and no error", async () => {
    const pools = openPools(fixture.url, { readers: 1 });
    expect(await pools.reader.rows(firstAccount.id, "select id from chat")).toHaveLength(1);
    const client = new pg.Client({ connectionString: fixture.url });
    await client.connect();
    await client.query(useRole("reader", "session"));
    expect((await client.query("select id from chat")).rows).toEqual([]);
    await client.query("begin; select set_config('app.account', '1', true); commit");
    expect((await client.query("select id from chat")).rows).toEqual([]);
    await expect(client.query("update chat set state = 'open'")).rejects.toThrow(
      /permission denied/,
    );
    await client.end();
    await pools.close();
  });

  it("[CORE-002] reads go on after an error on the same connection, named statements included", async () => {
    const pools = openPools(fixture.url, { readers: 1 });
    const text = "select 10 / (id - $1::bigint) as x from account";
    await expect(pools.reader.rows(firstAccount.id, text, [firstAccount.id])).rejects.toThrow(
      /division by zero/,
    );
    expect(await pools.reader.rows(firstAccount.id, text, [firstAccount.id - 1])).toEqual([
      { x: 10 },
    ]);
    await expect(pools.reader.rows(firstAccount.id, "select nothing")).rejects.toThrow(
      /does not exist/,
    );
    await expect(pools.reader.rows(firstAccount.id, "select nothing")).rejects.toThrow(
      /does not exist/,
    );
    expect(await pools.reader.one(secondAccount.id, text, [secondAccount.id - 5])).toEqual({
      x: 2,
    });
    await pools.close();
  });
});

describe("ids", () => {
  it("[CORE-004] are a permutation: positive, below their bound, never twice", () => {
    const small = createPermutation("k", "test", 10);
    const all = Array.from({ length: 1_023 }, (_, n) => small(n + 1));
    expect(new Set(all).size).toBe(1_023);
    expect(Math.min(...all)).toBe(1);
    expect(Math.max(...all)).toBe(1_023);
    const chat = createPermutation("k", "chat", 31);
    const event = createPermutation("k", "event", 52);
    for (let n = 1; n < 2_000; n++) {
      expect(chat(n)).toBeLessThan(2 ** 31);
      expect(event(2 ** 52 - n)).toBeLessThan(2 ** 52);
    }
    expect(createPermutation("other", "chat", 31)(7)).not.toBe(chat(7));
    expect(() => chat(2 ** 31)).toThrow(/used up/);
  });

  it("[CORE-004] are not used again by another node or after a crash", async () => {
    const visited = new Set<number>();
    for (let n = 0; n < 4; n++) {
      const ids = createIdSource(fixture.pools.writer, "k");
      await Promise.all([
        ids.ensure({ chats: 3, visitors: 3, events: 3 }),
        ids.ensure({ chats: 600, visitors: 1, events: 9_000 }),
      ]);
      for (let i = 0; i < 600; i++) visited.add(ids.chat());
    }
    expect(visited.size).toBe(2_400);
  });
});

describe("start", () => {
  it("[CORE-130] two nodes may migrate at once, and again", async () => {
    const database = await createTestDatabase();
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query("drop schema public cascade; create schema public");
    await admin.end();
    const runs = await Promise.all([migrateDatabase(database.url), migrateDatabase(database.url)]);
    const [first, second] = runs.toSorted((a, b) => a.length - b.length);
    expect(first).toEqual([]);
    expect(second?.toSorted()).toEqual(await listMigrationNames());
    expect(await migrateDatabase(database.url)).toEqual([]);
    await database.drop();
  });

  it("[CORE-042] is refused when a setting could lose acknowledged messages", async () => {
    const database = await createTestDatabase();
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query(`alter database ${database.name} set synchronous_commit = off`);
    await admin.end();
    const pools = openPools(database.url);
    await expect(pools.session()).rejects.toBeInstanceOf(UnsafeSettingsError);
    await expect(pools.gateway()).rejects.toBeInstanceOf(UnsafeSettingsError);
    await pools.close();
    await database.drop();
  });

  it("[CORE-131] what the database says of connections is told while the pools are open; what it says of those that were given back is not", async () => {
    const reported: string[] = [];
    const pools = openPools(fixture.url, {
      writers: 1,
      onError: (error) => reported.push(error.message),
    });
    const clients: pg.PoolClient[] = [];
    pools.writer.on("connect", (client) => clients.push(client));
    const { rows } = await pools.writer.query<{ pid: number }>("select pg_backend_pid() as pid");
    const admin = new pg.Client({ connectionString: fixture.url });
    await admin.connect();
    await admin.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await admin.end();
    await expect
      .poll(() => reported)
      .toContain("terminating connection due to administrator command");
    await pools.writer.query("select 1");
    reported.length = 0;
    await pools.close();
    // The driver emits this error if the database stops before it has read the end of the session.
    clients.at(-1)?.emit("error", new Error("terminating connection"));
    expect(clients).toHaveLength(2);
    expect(reported).toEqual([]);
  });
});

it("[CORE-130] a connection of a short task that the database ends is no fault of the process", async () => {
  const pool = openShortPool({ connectionString: fixture.url, max: 1 });
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  const removed = new Promise((resolve) => void pool.once("remove", resolve));
  await fixture.pools.writer.query(
    "reset role; select pg_terminate_backend(" + String(rows[0]?.pid) + ")",
  );
  await removed;
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
