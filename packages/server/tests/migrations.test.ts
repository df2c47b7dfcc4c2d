import { createEmptyDatabase, openTestPool } from "@parlour/testkit";
import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import { createDb } from "../src/store/database/sql.ts";
import { migrateDatabase } from "../src/store/migrate.ts";
import type { MigrationStep } from "../src/store/migration-steps.ts";

/**
 * Tests migration steps that run outside a transaction (CORE-166), on a table that represents a
 * large one.
 */

const createTableStep: MigrationStep = {
  name: "0001_table",
  kind: "plain",
  sql: `create table migration_cursor (step text primary key, cursor jsonb not null, stored_at timestamptz not null);
    create table large (id bigint primary key, words text not null, changes int not null default 0);
    insert into large select n, 'word ' || n from generate_series(1, 2500) n;
    alter table large enable row level security;
    alter table large force row level security;
    create policy writer on large to parlour_writer using (true) with check (true);
    grant select, insert, update on large to parlour_writer;`,
};
const createIndexStep: MigrationStep = {
  name: "0002_index",
  kind: "index",
  sql: "-- Why.\ncreate index concurrently large_words on large (words);",
};
const batchStep: MigrationStep = {
  name: "0003_batches",
  kind: "batches",
  sql: `with part as (select id from large where id > coalesce(($1::jsonb #>> '{}')::bigint, 0) order by id limit $2),
    changed as (update large l set changes = changes + 1 from part p where l.id = p.id)
    select to_jsonb(max(id)) as cursor from part`,
};
const addColumnStep: MigrationStep = {
  name: "0004_after",
  kind: "plain",
  sql: "alter table large add column later int",
};
const steps = [createTableStep, createIndexStep, batchStep, addColumnStep];
const stepNames = steps.map(({ name }) => name);

async function openMigrationFixture() {
  const database = await createEmptyDatabase();
  const openClient = async () => {
    const client = new pg.Client({ connectionString: database.url });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  };
  const [ann, eve] = await Promise.all([openClient(), openClient()]);
  onTestFinished(async () => {
    await Promise.all([ann.end(), eve.end()]);
    await database.drop();
  });
  const rows = async <R extends pg.QueryResultRow>(sql: string): Promise<readonly R[]> =>
    (await eve.query<R>(sql)).rows;
  return {
    url: database.url,
    /** A connection on which tests keep a transaction open. */
    ann,
    rows,
    readAppliedSteps: async () =>
      (await rows<{ name: string }>("select name from kysely_migration order by name")).map(
        ({ name }) => name,
      ),
    /** Writes rows as the server writes messages. Fails if a lock makes it wait. */
    async writeRows() {
      await eve.query("set lock_timeout = '1ms'");
      await eve.query("insert into large values ((select max(id) + 1 from large), 'a message')");
      await eve.query("update large set words = 'changed' where id = 2400");
      await eve.query("set lock_timeout = 0");
    },
    /** Resolves when the running step waits for a lock. */
    waitForLock: () =>
      vi.waitFor(
        async () =>
          expect(
            await rows(`select 1 ${migrationActivitySql} and wait_event_type = 'Lock'`),
          ).toHaveLength(1),
        60_000,
      ),
    killMigration: () => rows(`select pg_terminate_backend(pid) ${migrationActivitySql}`),
    /** Returns the lock modes that the running step holds on the large table. */
    readLocks: async () =>
      (
        await rows<{ mode: string }>(
          `select distinct mode from pg_locks where locktype = 'relation' and relation = 'large'::regclass and granted and pid in (select pid ${migrationActivitySql}) order by mode`,
        )
      ).map(({ mode }) => mode),
  };
}
const migrationActivitySql =
  "from pg_stat_activity where application_name = 'parlour migrate' and datname = current_database()";

it("[CORE-166] an index is built while others write; one that a kill left invalid is built again", async () => {
  const fixture = await openMigrationFixture();
  await migrateDatabase(fixture.url, { steps, upTo: createTableStep.name });
  // The index build waits for a transaction that started earlier.
  await fixture.ann.query("begin; update large set words = 'earlier' where id = 1");
  const killed = migrateDatabase(fixture.url, { steps }).then(
    () => "done",
    () => "killed",
  );
  await fixture.waitForLock();
  expect(await fixture.readLocks()).toEqual(["ShareUpdateExclusiveLock"]);
  await fixture.writeRows();
  await fixture.killMigration();
  expect(await killed).toBe("killed");
  expect(
    await fixture.rows(
      "select indisvalid from pg_index where indexrelid = 'large_words'::regclass",
    ),
  ).toEqual([{ indisvalid: false }]);
  expect(await fixture.readAppliedSteps()).toEqual([createTableStep.name]);
  await fixture.ann.query("commit");
  expect(await migrateDatabase(fixture.url, { steps })).toEqual(stepNames.slice(1));
  expect(
    await fixture.rows(
      "select indisvalid from pg_index where indexrelid = 'large_words'::regclass",
    ),
  ).toEqual([{ indisvalid: true }]);
  expect(await fixture.readAppliedSteps()).toEqual(stepNames);
  expect(await migrateDatabase(fixture.url, { steps })).toEqual([]);
});

it("[CORE-166] [CORE-252] a kill after the index was built and before it was recorded does not build it twice", async () => {
  const fixture = await openMigrationFixture();
  await migrateDatabase(fixture.url, { steps, upTo: createIndexStep.name });
  const before = await fixture.rows("select 'large_words'::regclass::oid as id");
  await fixture.rows(`delete from kysely_migration where name = '${createIndexStep.name}'`);
  expect(await migrateDatabase(fixture.url, { steps, upTo: createIndexStep.name })).toEqual([
    createIndexStep.name,
  ]);
  expect(await fixture.rows("select 'large_words'::regclass::oid as id")).toEqual(before);
});

it("[CORE-166] batches change each row once, continue after a kill, and make nobody wait who writes other rows", async () => {
  const fixture = await openMigrationFixture();
  await migrateDatabase(fixture.url, { steps, upTo: createIndexStep.name });
  const cursors = [{ cursor: 1000 }];
  // The second batch waits for a row lock of a slow transaction, rolls back and retries.
  await fixture.ann.query("begin; update large set words = 'slow' where id = 1500");
  const killed = migrateDatabase(fixture.url, { steps }).then(
    () => "done",
    () => "killed",
  );
  // The first batch is committed. The second one gives way after 50 ms and tries again, so its
  // locks are not always there.
  await vi.waitFor(
    async () => expect(await fixture.rows("select cursor from migration_cursor")).toEqual(cursors),
    60_000,
  );
  await vi.waitFor(
    async () => expect(await fixture.readLocks()).toEqual(["AccessShareLock", "RowExclusiveLock"]),
    60_000,
  );
  await fixture.writeRows();
  await fixture.killMigration();
  expect(await killed).toBe("killed");
  expect(await fixture.rows("select cursor from migration_cursor")).toEqual(cursors);
  await fixture.ann.query("commit");
  expect(await migrateDatabase(fixture.url, { steps })).toEqual([
    batchStep.name,
    addColumnStep.name,
  ]);
  expect(
    await fixture.rows("select count(*)::int as n from large where changes <> 1 and id <= 2500"),
  ).toEqual([{ n: 0 }]);
  expect(await fixture.rows("select * from migration_cursor")).toEqual([]);
  expect(await fixture.readAppliedSteps()).toEqual(stepNames);
});

it("[CORE-166] [F25] a step that locks two tables gives way to a reader that locks them in the other order", async () => {
  const fixture = await openMigrationFixture();
  const both: MigrationStep = {
    name: "0002_both",
    kind: "plain",
    sql: "alter table large add column later int; alter table small add column later int",
  };
  const first = { ...createTableStep, sql: `${createTableStep.sql} create table small (id int);` };
  await migrateDatabase(fixture.url, { steps: [first] });
  // The database must not end the reader's query to resolve the deadlock.
  await fixture.ann.query("set deadlock_timeout = '10min'; begin; select from small");
  const run = migrateDatabase(fixture.url, { steps: [first, both] });
  await vi.waitFor(
    async () => expect(await fixture.readLocks()).toContain("AccessExclusiveLock"),
    60_000,
  );
  expect((await fixture.ann.query("select count(*)::int as n from large")).rows).toEqual([
    { n: 2500 },
  ]);
  await fixture.ann.query("commit");
  expect(await run).toEqual([both.name]);
});

it("[F25] a query that PostgreSQL ends because of a deadlock is refused as unavailable, not as a bug", async () => {
  const { url } = await openMigrationFixture();
  const pool = openTestPool(url);
  onTestFinished(() => pool.end());
  await expect(
    createDb(pool).query("do $$ begin raise exception using errcode = '40P01'; end $$"),
  ).rejects.toMatchObject({ failure: { failure: "temporarily_unavailable" } });
});

it("[CORE-166] [F25] [CORE-252] processes that migrate at once run each step once, while an index is built too", async () => {
  const fixture = await openMigrationFixture();
  // On a busy machine, the batches may still run when the others look for a backfill.
  const options = { steps, backfillAttempts: Infinity };
  const run = await Promise.all([1, 2, 3].map(() => migrateDatabase(fixture.url, options)));
  expect(run.flat()).toEqual(stepNames);
});

it("[CORE-166] [CORE-252] a start leaves the last steps to the running server, and a stop ends them", async () => {
  const fixture = await openMigrationFixture();
  const trailing = [
    createTableStep,
    ...[addColumnStep, createIndexStep, batchStep].map((step, n) => ({
      ...step,
      name: `000${n + 2}_trailing`,
    })),
  ];
  const [first, second, third, fourth] = trailing.map(({ name }) => name);
  expect(await migrateDatabase(fixture.url, { steps: trailing, leavesTrailing: true })).toEqual([
    first,
    second,
  ]);
  await fixture.ann.query("begin; update large set words = 'earlier' where id = 1");
  const ending = new AbortController();
  const stopped = migrateDatabase(fixture.url, { steps: trailing, signal: ending.signal }).then(
    () => "done",
    () => "stopped",
  );
  await fixture.waitForLock();
  // Commands do not wait for trailing steps while the server may be running.
  expect(await migrateDatabase(fixture.url, { steps: trailing, leavesTrailing: true })).toEqual([]);
  ending.abort();
  expect(await stopped).toBe("stopped");
  await fixture.ann.query("commit");
  expect(await migrateDatabase(fixture.url, { steps: trailing })).toEqual([third, fourth]);
});
