import { createEmptyDatabase, openTestPool, startTestParlour } from "@parlour/testkit";
import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import { toStartError } from "../src/cli/to-start-error.ts";
import { findBackfill, listBackfills } from "../src/store/backfill-progress.ts";
import { getNextBatchSize, type BatchPace } from "../src/store/batch-pace.ts";
import { createDb } from "../src/store/database/sql.ts";
import { migrateDatabase } from "../src/store/migrate.ts";
import type { MigrationStep } from "../src/store/migration-steps.ts";

/** Tests a schema change while a server serves: expand, backfill, contract (CORE-280, CORE-281). */

const rowCount = 4_000;
const baseline: MigrationStep = {
  name: "0001_table",
  kind: "plain",
  sql: `create table migration_cursor (step text primary key, cursor jsonb not null, stored_at timestamptz not null);
    create table large (id bigint primary key, size text not null);
    insert into large select n, n::text from generate_series(1, ${rowCount}) n;
    alter table large enable row level security;
    alter table large force row level security;
    create policy writer on large to parlour_writer using (true) with check (true);
    grant select, insert, update on large to parlour_writer;
    analyze large;`,
};
const expand: MigrationStep = {
  name: "0002_expand",
  kind: "plain",
  sql: "alter table large add column bytes bigint, add constraint large_bytes check (bytes is not null) not valid",
};
const backfill: MigrationStep = {
  name: "0003_backfill",
  kind: "batches",
  sql: `with part as (select id from large where id > coalesce(($1::jsonb #>> '{}')::bigint, 0) order by id limit $2),
    changed as (update large l set bytes = coalesce(bytes, 0) + l.size::bigint from part p where l.id = p.id)
    select to_jsonb(max(id)) as cursor from part`,
};
const validate: MigrationStep = {
  name: "0004_validate",
  kind: "constraint",
  sql: "-- Why.\nalter table large validate constraint large_bytes;",
};
const contract: MigrationStep = {
  name: "0005_contract",
  kind: "plain",
  sql: "alter table large alter column bytes set not null, drop constraint large_bytes",
};
const release = [baseline, expand, backfill, validate];
const nextRelease = [...release, contract];

/**
 * A clock on which each batch takes the next duration of the list, and pauses end at once. Records
 * the pauses.
 */
function createPace(batchMs: readonly number[], onPause: (ms: number) => void = () => undefined) {
  let time = 0;
  const durations = [...batchMs];
  let isMeasuring = false;
  const pauses: number[] = [];
  const pace: BatchPace = {
    now: () => 0,
    monotonic() {
      // The runner reads the time before and after each batch.
      if (isMeasuring) time += durations.shift() ?? 0;
      isMeasuring = !isMeasuring;
      return time;
    },
    scheduleAt(at, fire) {
      pauses.push(at);
      onPause(at);
      queueMicrotask(fire);
      return () => undefined;
    },
  };
  return { pace, pauses };
}

async function openFixture() {
  const database = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  await migrateDatabase(database.url, { steps: [baseline] });
  return {
    url: database.url,
    client,
    count: async (condition: string) =>
      (await client.query<{ n: number }>(`select count(*)::int as n from large where ${condition}`))
        .rows[0]?.n,
  };
}

it("[CORE-280] batches shrink when they take long, grow again when they are fast, and rest four times as long", async () => {
  const { url, count } = await openFixture();
  const { pace, pauses } = createPace([100, 500, 10, 5]);
  const sizes: number[] = [];
  for (let size = 1_000, left = rowCount, n = 0; left > 0; n++) {
    sizes.push(size);
    left -= size;
    size = getNextBatchSize(size, [100, 500, 10, 5][n] ?? 0);
  }
  expect(sizes.slice(0, 4)).toEqual([1_000, 200, 10, 20]);
  expect(await migrateDatabase(url, { steps: release, pace })).toEqual(
    release.slice(1).map(({ name }) => name),
  );
  // Other tests write to the log at the same time, which makes the pauses longer.
  for (const [n, ms] of [400, 2_000, 40, 20].entries())
    expect(pauses[n]).toBeGreaterThanOrEqual(ms);
  // A batch each, and the one that finds no more rows.
  expect(pauses).toHaveLength(sizes.length);
  expect(await count("bytes = size::bigint")).toBe(rowCount);
});

/** Opens a connection like a node's gateway, whose commit takes over 50 ms. */
async function startSlowCommit({ url, client }: Awaited<ReturnType<typeof openFixture>>) {
  const gateway = new pg.Client({ connectionString: url, application_name: "parlour gateway" });
  await gateway.connect();
  await client.query("select pg_advisory_lock(1)");
  const commit = gateway.query("select pg_advisory_lock(1)");
  const end = async (): Promise<void> => {
    await client.query("select pg_advisory_unlock(1)");
    await commit;
  };
  onTestFinished(() => gateway.end());
  const slowCommit =
    "select from pg_stat_activity where application_name = 'parlour gateway' and datname = current_database() and now() - query_start > interval '60 ms'";
  await vi.waitFor(async () => expect((await client.query(slowCommit)).rowCount).toBe(1), 60_000);
  return { end };
}

it("[CORE-280] batches write at most 4 MB of log per second", async () => {
  const { url } = await openFixture();
  const filling: MigrationStep = {
    name: "0002_fill",
    kind: "batches",
    // Text that the database does not compress.
    sql: `with changed as (update large set size = (select string_agg(md5(random()::text || n), '') from generate_series(1, 100) n where large.id > 0)
      where id <= $2 and $1::jsonb is null) select case when $1::jsonb is null then to_jsonb(1) end as cursor`,
  };
  const { pace, pauses } = createPace([]);
  await migrateDatabase(url, { steps: [baseline, filling], pace });
  // 1,000 rows of 3.2 kB.
  expect(pauses[0]).toBeGreaterThanOrEqual(800);
});

it("[CORE-280] indexes are built without parallel workers while servers use the database", async () => {
  const { url, count } = await openFixture();
  const setting: MigrationStep = {
    name: "0002_setting",
    kind: "batches",
    sql: `with changed as (update large set size = current_setting('max_parallel_maintenance_workers') where $1::jsonb is null and id <= $2)
      select null::jsonb as cursor`,
  };
  await migrateDatabase(url, { steps: [baseline, setting], pace: createPace([]).pace });
  expect(await count("size = '0'")).toBe(1_000);
});

it("[CORE-280] no batch runs while a node's commit takes long", async () => {
  const fixture = await openFixture();
  const commit = await startSlowCommit(fixture);
  const waits: number[] = [];
  let rowsWhileSlow: number | undefined;
  const endThirdWait = async (): Promise<void> => {
    rowsWhileSlow = await fixture.count("bytes is not null");
    await commit.end();
  };
  const pace: BatchPace = {
    now: () => 0,
    monotonic: () => 0,
    scheduleAt(at, fire) {
      waits.push(at);
      void (waits.length === 3 ? endThirdWait() : Promise.resolve()).then(fire);
      return () => undefined;
    },
  };
  await migrateDatabase(fixture.url, { steps: release, pace });
  expect(waits.slice(0, 3)).toEqual([250, 250, 250]);
  expect(waits[3]).not.toBe(250);
  expect(rowsWhileSlow).toBe(0);
  expect(await fixture.count("bytes = size::bigint")).toBe(rowCount);
});

it("[CORE-280] slow commits delay a batch by at most 10 s", async () => {
  const fixture = await openFixture();
  const commit = await startSlowCommit(fixture);
  const { pace, pauses } = createPace([]);
  await migrateDatabase(fixture.url, { steps: release, pace });
  await commit.end();
  // Four batches and the one that finds no more rows.
  expect(pauses.filter((ms) => ms === 250)).toHaveLength((5 * 10_000) / 250);
  expect(await fixture.count("bytes = size::bigint")).toBe(rowCount);
});

it("[CORE-280] [CORE-281] a killed backfill shows its progress and continues; each row is changed once", async () => {
  const { url, client, count } = await openFixture();
  const stop = new AbortController();
  const { pace } = createPace([100, 100], (ms) => void (ms >= 400 && stop.abort()));
  await expect(
    migrateDatabase(url, { steps: release, pace, signal: stop.signal }),
  ).rejects.toThrow();
  expect(await findBackfill(client, backfill.name)).toEqual({
    step: backfill.name,
    rows: 1_000,
    total: rowCount,
  });
  expect(await count("bytes is not null")).toBe(1_000);
  const { pace: next } = createPace([]);
  expect(await migrateDatabase(url, { steps: release, pace: next })).toEqual([
    backfill.name,
    validate.name,
  ]);
  expect(await count("bytes = size::bigint")).toBe(rowCount);
  expect(await findBackfill(client, backfill.name)).toBeNull();
});

it("[CORE-281] doctor of this release shows a backfill of an earlier one, which has no progress", async () => {
  const { url, client } = await openFixture();
  await client.query("insert into migration_cursor values ('0002_earlier', '7', now())");
  const pool = openTestPool(url);
  onTestFinished(() => pool.end());
  expect(await listBackfills(createDb(pool))).toEqual([
    { step: "0002_earlier", rows: 0, total: null },
  ]);
});

it("[CORE-281] [F25] the next release refuses to contract while another process runs the backfill, and changes nothing", async () => {
  const { url, client } = await openFixture();
  let isPaused: () => void = () => undefined;
  const paused = new Promise<void>((resolve) => (isPaused = resolve));
  let resume: () => void = () => undefined;
  const pace: BatchPace = {
    now: () => 0,
    monotonic: () => 0,
    scheduleAt(_at, fire) {
      resume = fire;
      isPaused();
      return () => undefined;
    },
  };
  const running = migrateDatabase(url, { steps: release, pace });
  await paused;
  const refused = migrateDatabase(url, {
    steps: nextRelease,
    leavesTrailing: true,
    backfillAttempts: 1,
  });
  await expect(refused).rejects.toThrow(
    "step 0005_contract of the schema needs 0003_backfill, which another Parlour still runs (1000 of about 4000 rows)",
  );
  expect(
    toStartError(await refused.catch((error: unknown) => error), {
      host: "",
      port: 0,
      databaseUrl: url,
    }),
  ).toMatchObject({ exitCode: 1 });
  expect(
    (
      await client.query(
        "select attnotnull from pg_attribute where attrelid = 'large'::regclass and attname = 'bytes'",
      )
    ).rows,
  ).toEqual([{ attnotnull: false }]);
  pace.scheduleAt = (_at, fire) => {
    queueMicrotask(fire);
    return () => undefined;
  };
  resume();
  await running;
  expect(await migrateDatabase(url, { steps: nextRelease, leavesTrailing: true })).toEqual([
    contract.name,
  ]);
});

it("[CORE-281] without another process, the next release finishes the backfill before it contracts", async () => {
  const { url, count } = await openFixture();
  await migrateDatabase(url, { steps: release, leavesTrailing: true });
  expect(await migrateDatabase(url, { steps: nextRelease, leavesTrailing: true })).toEqual([
    backfill.name,
    validate.name,
    contract.name,
  ]);
  expect(await count("bytes = size::bigint")).toBe(rowCount);
});

it("[CORE-166] a constraint is validated while others write, and a row that breaks it stops the step", async () => {
  const { url, client } = await openFixture();
  await migrateDatabase(url, { steps: [baseline, expand] });
  await expect(migrateDatabase(url, { steps: [baseline, expand, validate] })).rejects.toMatchObject(
    { cause: { code: "23514" } },
  );
  await client.query("update large set bytes = 1");
  // An open write does not make the validation wait, nor the validation the write.
  await client.query("begin; update large set bytes = 2 where id = 1");
  expect(await migrateDatabase(url, { steps: [baseline, expand, validate] })).toEqual([
    validate.name,
  ]);
  await client.query("commit");
});

it("[CORE-281] [API-075] a running backfill is in the health report and in the metrics", async () => {
  const parlour = await startTestParlour();
  onTestFinished(() => parlour.close());
  const readChecks = async () =>
    ((await parlour.owner.call("GET", "instance/health")).body as { checks: { code: string }[] })
      .checks;
  expect((await readChecks()).map(({ code }) => code)).not.toContain("database_backfill");
  const client = new pg.Client({ connectionString: parlour.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(
    "insert into migration_cursor (step, cursor, stored_at, changed_rows, total_rows) values ('0099_rows', '5', now(), 500, 2000)",
  );
  expect(await readChecks()).toContainEqual(
    expect.objectContaining({
      check: "database",
      state: "good",
      code: "database_backfill",
      values: { step: "0099_rows", rows: 500, total: 2_000 },
    }),
  );
  expect((await parlour.call("GET", "/metrics")).text).toContain(
    'parlour_schema_backfill_ratio{step="0099_rows"} 0.25',
  );
});
