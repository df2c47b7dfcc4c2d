import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEmptyDatabase, startServerProcess } from "@parlour/testkit";
import pg from "pg";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { readManifest, restoreBackup } from "../src/backup/index.ts";
import { createSystemClock } from "../src/clock.ts";
import { findRunningDatabase } from "../src/embedded/index.ts";
import { migrateDatabase } from "../src/store/migrate.ts";
import { readMigrationSteps, withoutTrailingSteps } from "../src/store/migration-steps.ts";
import {
  createCall,
  fillInstallation,
  hasCommit,
  listStepCommits,
  listAnswerPaths,
  prepareBuild,
  readStepsAt,
  sentTexts,
  writeBuildConfig,
  type Call,
} from "./earlier-build.ts";
import { parseStableAnswer, secretKey } from "./release-data-fixture.ts";
import { readSchemaLines } from "./schema-lines.ts";

/**
 * Upgrades in place of installations of earlier builds, which are killed before: the last commit of
 * each day since 25 November 2026 (CORE-464). Needs the history of git.
 */
const builds = [
  ["25 November", "0351a11cb"],
  ["26 November", "5fe12be8f"],
  ["27 November", "2234d7588"],
  ["28 November", "9a71e1307"],
  ["29 November", "840efbb15"],
  ["30 November", "3d3b20c65"],
] as const;

/** Ends tests that hang. On an idle machine, a build takes 40 s, and a killed step 10 s. */
const testMs = 30 * 60_000;
const withinMs = 10 * 60_000;

const folder = mkdtempSync(join(tmpdir(), "parlour-builds-"));
// The user of the database must enter it if the tests run as root.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Tables whose rows a running server replaces or removes, or that a step replaced, and why. */
const changingTables: Readonly<Record<string, string>> = {
  search_message: "step 0112 replaced it; its rows are made of the journal",
  schema_function: "functions of a build that this release has removed",
  call_timer: "a timer that is due is done, and then removed",
  chat_timer: "as call_timer",
  node: "the numbers of nodes that run",
  kysely_migration_lock: "unused since the steps run without Kysely",
};

/** Returns the primary keys of all rows by table, or the number of rows where there is no key. */
async function readRowKeys(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string; key: string | null }>(
      `select c.relname as name, (select string_agg(format('%I::text', a.attname), ' || '' '' || ' order by a.attnum)
         from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary) as key
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    );
    const found: Record<string, readonly string[]> = {};
    for (const { name, key } of tables.filter((table) => !(table.name in changingTables))) {
      const value = key ?? "row_number() over ()::text";
      const { rows } = await client.query<{ key: string }>(`select ${value} as key from ${name}`);
      found[name] = rows.map((row) => row.key);
    }
    return found;
  } finally {
    await client.end();
  }
}

/** Returns the rows of `before` that are missing in `after`. */
function findLostRows(
  before: Awaited<ReturnType<typeof readRowKeys>>,
  after: Awaited<ReturnType<typeof readRowKeys>>,
): readonly string[] {
  return Object.entries(before).flatMap(([table, keys]) => {
    const there = new Set(after[table]);
    return keys.filter((key) => !there.has(key)).map((key) => `${table} ${key}`);
  });
}

const findUrl = (dataDir: string): string =>
  findRunningDatabase(dataDir, createSystemClock())?.url ?? "";

/**
 * Leaves out what a running server changes, and what later releases add: what a channel can do,
 * permissions of roles, and sources of fields.
 */
const withoutChangingFields = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    /^(?:last_\w+|delivery|capabilities|permissions|sources)$/.test(key) ? undefined : value,
  ) as unknown;

async function readAnswers(call: Call, paths: readonly string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, text } = await call("GET", path);
    found[path] =
      status === 200 ? withoutChangingFields(parseStableAnswer(text)) : `${status} ${text}`;
  }
  return found;
}

const hasHistory = builds.every(([, commit]) => hasCommit(commit));
if (!hasHistory) console.log("no upgrades of earlier builds: this clone lacks their commits");

describe("an installation of an earlier build", () => {
  it.each(hasHistory ? builds : [])(
    "[CORE-464] [CORE-130] of %s, with rows of each kind, is killed and upgraded in place: nothing is lost",
    async (day, commit) => {
      const home = join(folder, commit);
      const build = prepareBuild(commit, join(home, "build"));
      const dataDir = join(home, "data");
      mkdirSync(dataDir, { mode: 0o711 });
      const env = writeBuildConfig(home, build);
      const before = await startServerProcess({ dataDir, env, withinMs, entry: build.entry });
      onTestFinished(() => before.kill("both").catch(() => before.kill("server")));
      const call = createCall(before.url);
      await fillInstallation(before.url, build, call);
      const paths = await listAnswerPaths(build, call);
      const answers = await readAnswers(call, paths);
      const rows = await readRowKeys(findUrl(dataDir));
      await before.kill("server");

      const after = await startServerProcess({ dataDir, env, withinMs });
      try {
        const present = await readAnswers(createCall(after.url), paths);
        const stored = await readRowKeys(findUrl(dataDir));
        const lost = findLostRows(rows, stored);
        expect(lost).toEqual([]);
        expect(present).toMatchObject(answers);
        const text = JSON.stringify(present);
        expect(sentTexts.filter((one) => !text.includes(one))).toEqual([]);
        const tables = Object.values(rows).filter((keys) => keys.length > 0).length;
        const count = Object.values(rows).reduce((sum, keys) => sum + keys.length, 0);
        console.log(
          `${day}: ${count} rows of ${tables} tables, ${paths.length} answers, ready after ${Math.round(after.readyMs)} ms`,
        );
      } finally {
        await after.stop();
        rmSync(home, { recursive: true, force: true });
      }
    },
    testMs,
  );
});

/** Commits whose steps end in another schema, and why. */
const otherSchemas: Readonly<Record<string, string>> = {
  "490c17369": "rows of channel_message have no seq, which is needed an hour later",
};

it(
  "[CORE-461] [CORE-462] the steps of every commit since the baseline, followed by those of this release, end in the schema of a new installation",
  async () => {
    const readAfter = async (commit: string | null): Promise<readonly string[]> => {
      const database = await createEmptyDatabase();
      try {
        if (commit !== null)
          await migrateDatabase(database.url, {
            steps: await readStepsAt(commit, join(folder, `steps-${commit}`)),
          });
        await migrateDatabase(database.url);
        return await readSchemaLines(database.url);
      } finally {
        await database.drop();
      }
    };
    const expected = await readAfter(null);
    const commits = hasHistory ? listStepCommits() : [];
    for (const commit of commits.filter((one) => !(one in otherSchemas)))
      expect([commit, await readAfter(commit)]).toEqual([commit, expected]);
    console.log(`${commits.length} commits with steps`);
  },
  testMs,
);

const steps = await readMigrationSteps();
const early = withoutTrailingSteps(steps);
/** In the order in which they run. */
const order = [...early, ...steps.filter((step) => !early.includes(step))];
const lastSteps = order.slice(-20).map(({ name }) => name);

describe("a process that is killed inside a step", () => {
  it.each(lastSteps)(
    "[CORE-464] [CORE-460] %s: nothing of the step is there, and the next start completes it",
    async (name) => {
      const database = await createEmptyDatabase();
      onTestFinished(() => database.drop());
      const home = mkdtempSync(join(folder, "kill-"));
      await restoreReleaseData(database.url, home, name);
      const rows = await readRowKeys(database.url);
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      onTestFinished(() => client.end());
      // The step waits at the end of its transaction, when all its changes are made.
      await client.query(`create function wait_at_step() returns trigger language plpgsql as 'begin perform pg_sleep(3600); return new; end';
        create trigger wait_at_step before insert on kysely_migration for each row when (new.name = '${name}') execute function wait_at_step()`);
      const dataDir = join(home, "data");
      mkdirSync(dataDir);
      const env = { DATABASE_URL: database.url, SECRET_KEY: secretKey.toString("base64") };
      let pid = 0;
      const killed = startServerProcess({
        dataDir,
        env,
        withinMs,
        onSpawn: (id) => (pid = id),
      }).then(
        (server) => server.exited,
        () => "killed",
      );
      await expect
        .poll(
          async () =>
            (
              await client.query(
                "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep' and query ~ 'kysely_migration'",
              )
            ).rowCount,
          { timeout: 200_000 },
        )
        .toBe(1);
      process.kill(pid, "SIGKILL");
      expect(["killed", "SIGKILL"]).toContain(await killed);
      // PostgreSQL ends the transaction when it notices that its client is gone.
      await client.query(
        "drop trigger wait_at_step on kysely_migration; drop function wait_at_step",
      );
      const readDone = async () =>
        (await client.query<{ name: string }>("select name from kysely_migration")).rows.map(
          (row) => row.name,
        );
      expect(await readDone()).not.toContain(name);

      const server = await startServerProcess({ dataDir, env, withinMs });
      try {
        await expect
          .poll(async () => (await readDone()).length, { timeout: 200_000 })
          .toBe(steps.length);
        expect(findLostRows(rows, await readRowKeys(database.url))).toEqual([]);
      } finally {
        await server.stop();
      }
    },
    testMs,
  );
});

/** Restores the data of 0.1.0 into an empty database, with the steps that run before this one. */
async function restoreReleaseData(url: string, home: string, name: string): Promise<void> {
  const archive = fileURLToPath(new URL("fixtures/data-0.1.0.tgz", import.meta.url));
  expect(spawnSync("tar", ["-xzf", archive, "-C", home]).status).toBe(0);
  const backup = join(home, "backup");
  await restoreBackup({
    url,
    dataDir: home,
    secretKey,
    folder: backup,
    manifest: await readManifest(backup),
    knownMigrations: steps.map((step) => step.name),
    migrateTo: async (only) => void (await migrateDatabase(url, { only })),
    pauseEndpoints: true,
  });
  const before = order.slice(
    0,
    order.findIndex((step) => step.name === name),
  );
  await migrateDatabase(url, { only: before.map((step) => step.name) });
}
