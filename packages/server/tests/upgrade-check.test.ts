import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmptyDatabase, createTestDatabase, startTestParlour } from "@parlour/testkit";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { checkSpace } from "../src/cli/commands/upgrade.ts";
import { runCommand } from "../src/cli/run.ts";
import { createSystemClock } from "../src/clock.ts";
import { createLog } from "../src/log.ts";
import { advisoryLocks } from "../src/store/database/locks.ts";
import { listMigrationNames, migrateDatabase, planMigration } from "../src/store/migrate.ts";
import type { MigrationStep } from "../src/store/migration-steps.ts";
import { readSqlFunctions, toFunction } from "../src/store/sql-functions.ts";
import { version } from "../src/version.ts";

/** Tests `parlour upgrade --check`, which says what an upgrade would do and changes nothing. */

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parlour-upgrade-check-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function check(databaseUrl: string, args: readonly string[] = []) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(["upgrade", "--check", ...args], {
    env: { DATABASE_URL: databaseUrl, DATA_DIR: createFolder() },
    clock: createSystemClock(),
    log: createLog({ level: "silent", format: "json" }),
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

/** Creates a database without a schema and connects to it. */
async function openEmptyDatabase() {
  const database = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const readTables = async (): Promise<readonly unknown[]> =>
    (
      await client.query(
        "select oid, relname from pg_class where relnamespace = 'public'::regnamespace order by oid",
      )
    ).rows;
  return { url: database.url, client, readTables };
}

it("[CLI-004] lists the steps that a start would run, with their kind, and the functions; nothing changes", async () => {
  const { url, readTables } = await openEmptyDatabase();
  await migrateDatabase(url, { upTo: "0001_baseline" });
  const tables = await readTables();
  const [, ...pending] = await listMigrationNames();
  const functions = (await readSqlFunctions()).length;
  const { code, out, err } = await check(url);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(
    out
      .split("\n")
      .filter((line) => line.startsWith("step "))
      .map((line) => line.split(/[ :]+/)[1]),
  ).toEqual(pending);
  expect(out).toContain(
    `ok    schema: at 0001_baseline; this release adds ${pending.length} steps and changes ${functions} functions`,
  );
  expect(out).toContain("step  0002_last_entry: quick, before the start");
  expect(out).toContain("step  0005_chat_text_rows: batches, before the start");
  expect(out).toContain("ok    nodes: no node is running");
  expect(out).toContain("warn  backups: no backup found");
  expect(out).toMatch(/^ok {4}database: PostgreSQL \d+\.\d+, \d+ MiB$/m);
  expect(out).toMatch(/^ok {4}space: \d+ MiB should be free/m);
  expect(JSON.parse((await check(url, ["--json"])).out)).toMatchObject({
    good: true,
    schema: {
      latest_step: "0001_baseline",
      pending_steps: expect.arrayContaining([
        { name: "0005_chat_text_rows", kind: "batches", runs: "before_start" },
      ]),
      changed_functions: functions,
    },
  });
  expect(await readTables()).toEqual(tables);
});

it("[CLI-004] says of a database with the schema of this release that nothing is pending, and which nodes run", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  expect(await check(database.url)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ok {4}schema: at \w+, as this release needs it$/m),
  });
  const parlour = await startTestParlour({ databaseUrl: database.url });
  onTestFinished(() => parlour.close());
  // The lock of the installation, as the process of a node holds it.
  const node = new pg.Client({ connectionString: database.url });
  await node.connect();
  onTestFinished(() => node.end());
  const runRelease = (release: string) =>
    node.query(`set application_name = 'parlour lock 0a1b ${release} 12 on web-1'`);
  await runRelease(version);
  await node.query("select pg_advisory_lock_shared($1)", [advisoryLocks.installation]);
  const { code, out } = await check(database.url);
  expect(code).toBe(0);
  expect(out).toContain(
    `ok    nodes: running on this database: 1, ${version} (process 12 on web-1)`,
  );
  expect(out).not.toMatch(/^(?:step|ok {4}space)/m);
  await runRelease("0.9.0");
  expect(await check(database.url)).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^FAULT nodes: running on this database: 1, 0\.9\.0 \(process 12 on web-1\)/m,
    ),
  });
});

it("[CLI-004] ends with 1 if this release cannot use the database: a newer schema, or one from before the first release", async () => {
  const { url, client } = await openEmptyDatabase();
  await migrateDatabase(url);
  await client.query("insert into kysely_migration (name, timestamp) values ('9999_later', '')");
  expect(await check(url)).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("newer version of Parlour (9999_later)"),
  });
  await client.query("update kysely_migration set name = '0001_tables' where name = '9999_later'");
  expect(await check(url)).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("a build from before the first release"),
  });
});

it("[CLI-004] [CLI-002] an empty database and a missing one are no faults, and nothing is created; without --check the usage is wrong", async () => {
  const { url, readTables } = await openEmptyDatabase();
  expect(await check(url)).toMatchObject({
    code: 0,
    out: expect.stringContaining("the database is empty; a start creates the schema"),
  });
  expect(await readTables()).toEqual([]);
  const dataDir = join(createFolder(), "data");
  const out: string[] = [];
  const deps = {
    env: { DATA_DIR: dataDir },
    clock: createSystemClock(),
    log: createLog({ level: "silent", format: "json" }),
    out: (line: string) => void out.push(line),
    err: (line: string) => void out.push(line),
  };
  expect(await runCommand(["upgrade", "--check"], deps)).toBe(0);
  expect(out.join("\n")).toContain("there is no database yet; a start creates one");
  expect(existsSync(dataDir)).toBe(false);
  expect(await runCommand(["upgrade"], deps)).toBe(2);
  expect(out.at(-1)).toContain("pass --check");
});

it("[CLI-004] the copy before an upgrade needs as much space as the database, and 32 MiB more", () => {
  expect(checkSpace(132, 100).state).toBe("good");
  expect(checkSpace(131, 100)).toMatchObject({ state: "fault", advice: "free up disk space" });
  expect(checkSpace(null, 100).state).toBe("good");
});

it("[CLI-004] [CORE-252] names the steps at the end that run while Parlour serves", async () => {
  const step = (name: string, kind: MigrationStep["kind"], sql: string): MigrationStep => ({
    name,
    kind,
    sql,
  });
  const steps = [
    step("0001_a", "plain", "create table a (id int)"),
    step("0002_b", "index", "create index concurrently a_id on a (id)"),
    step("0003_c", "plain", "alter table a add column more int"),
    step("0004_d", "index", "create index concurrently a_more on a (more)"),
  ];
  const { url, client } = await openEmptyDatabase();
  await migrateDatabase(url, { steps, upTo: "0001_a" });
  const functions = [toFunction("one", "create function one() returns int return 1")];
  expect(await planMigration(client, { steps, functions })).toEqual({
    steps: [
      { name: "0002_b", kind: "index", runsLate: false },
      { name: "0003_c", kind: "plain", runsLate: false },
      { name: "0004_d", kind: "index", runsLate: true },
    ],
    functions: 1,
    refusal: null,
  });
  await migrateDatabase(url, { steps, functions, leavesTrailing: true });
  expect(await planMigration(client, { steps, functions })).toEqual({
    steps: [{ name: "0004_d", kind: "index", runsLate: true }],
    functions: 0,
    refusal: null,
  });
});
