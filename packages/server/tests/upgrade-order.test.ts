import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmptyDatabase } from "@parlour/testkit";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { readManifest, restoreBackup, writeBackup } from "../src/backup/index.ts";
import { runCommand } from "../src/cli/run.ts";
import { createSystemClock } from "../src/clock.ts";
import { startEmbeddedDatabase } from "../src/embedded/index.ts";
import { createLog } from "../src/log.ts";
import { listMigrationNames, migrateDatabase, MigrationError } from "../src/store/migrate.ts";
import type { MigrationStep } from "../src/store/migration-steps.ts";
import { createFolder, removeFolders } from "./embedded-fixture.ts";
import { createSharedInstallation } from "./installation-roles-fixture.ts";
import { readSchemaLines } from "./schema-lines.ts";

/**
 * Tests upgrades of installations whose builds recorded the steps in another order, and upgrades
 * that stop at a step (CORE-460 to CORE-463).
 */

/** Steps up to 0166 in the order in which commits added them. */
const landed = JSON.parse(
  readFileSync(new URL("fixtures/landed-steps.json", import.meta.url), "utf8"),
) as readonly string[];
/** The steps of the builds of the evening of 27 November, which lack 0036_field. */
const stepsOf27November = landed.slice(0, landed.indexOf("0044_channel_message_received") + 1);
const secretKey = createHash("sha256").update("testkit").digest();

async function createDatabase(): Promise<string> {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}

async function query<R extends pg.QueryResultRow>(url: string, sql: string): Promise<readonly R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

it("[CORE-461] an installation that was upgraded by every build in the order of the commits has the same schema as a new one", async () => {
  const [upgraded, fresh] = [await createDatabase(), await createDatabase()];
  expect(landed.toSorted()).not.toEqual(landed);
  // Consecutive steps whose numbers grow are one upgrade.
  const ends = landed.flatMap((name, n) => (name > (landed[n + 1] ?? "") ? [n + 1] : []));
  for (const end of ends) await migrateDatabase(upgraded, { only: landed.slice(0, end) });
  await migrateDatabase(upgraded);
  await migrateDatabase(fresh);
  expect(await readSchemaLines(upgraded)).toEqual(await readSchemaLines(fresh));
  expect(await migrateDatabase(upgraded)).toEqual([]);
});

it("[CORE-461] [CORE-462] [CFG-174] installations of builds that shared their roles get the schema of a new one with roles of their own", async () => {
  const fresh = await createDatabase();
  await migrateDatabase(fresh);
  const expected = await readSchemaLines(fresh);
  for (const last of ["0044_channel_message_received", "0098_", "0166_"]) {
    const end = landed.findIndex((name) => name.startsWith(last)) + 1;
    const stepNames = landed.slice(0, end);
    const { url, asAdmin } = await createSharedInstallation({
      stepNames,
      attributes: "createrole",
    });
    await migrateDatabase(url);
    expect([last, await readSchemaLines(url)]).toEqual([last, expected]);
    expect(await asAdmin("select name from account")).toEqual([{ name: "Acme" }]);
  }
});

it("[CORE-461] [CFG-103] an installation of 27 November, whose steps are not the first ones, is upgraded, and its backup is restored", async () => {
  const url = await createDatabase();
  await migrateDatabase(url, { only: stepsOf27November });
  await query(url, "insert into account (name) values ('Acme')");
  const folder = mkdtempSync(join(tmpdir(), "parlour-order-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const job = { dataDir: folder, secretKey, folder: join(folder, "backup") };
  await writeBackup({ ...job, url, version: "0.1.0", now: new Date(0) });
  const known = await listMigrationNames();
  expect((await migrateDatabase(url)).toSorted()).toEqual(
    known.filter((name) => !stepsOf27November.includes(name)),
  );
  const restored = await createDatabase();
  await restoreBackup({
    ...job,
    url: restored,
    manifest: await readManifest(job.folder),
    knownMigrations: known,
    migrateTo: async (only) => void (await migrateDatabase(restored, { only })),
    pauseEndpoints: false,
  });
  await migrateDatabase(restored);
  expect(await query(restored, "select name from account")).toEqual([{ name: "Acme" }]);
  // The columns of both have another order, and a backup of one fits the other.
  expect(await readSchemaLines(restored)).toEqual(await readSchemaLines(url));
});

it("[CORE-462] a step that a build recorded with another number counts as done", async () => {
  const url = await createDatabase();
  await migrateDatabase(url);
  await query(
    url,
    `update kysely_migration set name = case name when '0085_promise_report' then '0075_promise_report' else '0150_missed_chats' end
     where name in ('0085_promise_report', '0165_missed_chats')`,
  );
  expect(await migrateDatabase(url)).toEqual([]);
});

/** Two steps of which the first queues a deferred trigger of the table that the second alters. */
const table: MigrationStep = {
  name: "0001_table",
  kind: "plain",
  sql: `create table item (id int primary key, size int not null);
    create function note_rest() returns trigger language plpgsql as 'begin return null; end';
    create constraint trigger audit_rest after update on item deferrable initially deferred for each row execute function note_rest();
    insert into item values (1, 1)`,
};
const write: MigrationStep = { name: "0002_write", kind: "plain", sql: "update item set size = 2" };
const alter: MigrationStep = {
  name: "0003_alter",
  kind: "plain",
  sql: "alter table item add column note text",
};

it("[CORE-460] each step has a transaction of its own: deferred triggers of one do not stop the next, and a failure leaves those before it", async () => {
  const url = await createDatabase();
  await migrateDatabase(url, { steps: [table] });
  expect(await migrateDatabase(url, { steps: [table, write, alter] })).toEqual([
    write.name,
    alter.name,
  ]);
  const more: MigrationStep = { ...write, name: "0004_more" };
  const broken: MigrationStep = { ...alter, name: "0005_broken" };
  const failed = await migrateDatabase(url, { steps: [table, write, alter, more, broken] }).catch(
    (error: unknown) => error,
  );
  expect(failed).toBeInstanceOf(MigrationError);
  expect(failed).toMatchObject({
    step: broken.name,
    message: '0005_broken: column "note" of relation "item" already exists',
  });
  expect(await query(url, "select name from kysely_migration order by name")).toEqual(
    [table, write, alter, more].map(({ name }) => ({ name })),
  );
});

async function run(args: readonly string[], dataDir: string) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommand(args, {
    env: { DATA_DIR: dataDir, SECRET_KEY: secretKey.toString("base64") },
    clock: createSystemClock(),
    log: createLog({ level: "silent", format: "json" }),
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  });
  return { code, err: err.join("\n") };
}

it("[CORE-460] [CORE-463] [CLI-002] an upgrade that stops keeps the copy from before its first step, and says where it is and how to restore it, as an earlier release does", async () => {
  onTestFinished(removeFolders);
  const dataDir = join(createFolder(), "data");
  expect(await run(["account", "create", "Acme", "--owner", "ann@example.test"], dataDir)).toEqual({
    code: 0,
    err: "",
  });
  const change = async (sql: string): Promise<void> => {
    const clock = createSystemClock();
    const log = createLog({ level: "silent", format: "json" });
    const embedded = await startEmbeddedDatabase({ dataDir, clock, log });
    await query(embedded.url, sql);
    await embedded.stop();
  };
  // The installation lacks three steps, of which the second cannot be applied.
  await change(`delete from kysely_migration where name in ('0010_backfill_and_replica', '0097_scheduled_segment', '0170_earlier_content');
    delete from schema_function where name = 'rest_lane'`);
  const home = join(dataDir, "backups");
  const listCopies = () => readdirSync(home).map((name) => join(home, name));
  const stopped = await run(["account", "list"], dataDir);
  const [copy = ""] = listCopies();
  const wayBack = `go back to the copy of \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC: put secret\\.key into an empty DATA_DIR and run "parlour restore ${copy}" there with`;
  expect(stopped.code).toBe(1);
  expect(stopped.err).toMatch(
    new RegExp(
      `^the upgrade of the database stopped at 0097_scheduled_segment: column "\\w+" of relation "\\w+" already exists; start this release again to continue, or ${wayBack} the earlier release$`,
    ),
  );
  // Further attempts find 0010 done, and make no copy that an earlier release could not read.
  for (const n of [1, 2, 3])
    expect([n, await run(["account", "list"], dataDir)]).toEqual([n, stopped]);
  expect(listCopies()).toEqual([copy]);
  expect((await readManifest(copy)).migrations).not.toContain("0010_backfill_and_replica");

  await change("insert into kysely_migration (name, timestamp) values ('9999_later', now()::text)");
  const refused = await run(["account", "list"], dataDir);
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(
    new RegExp(
      `^this database was upgraded by a newer version of Parlour \\(9999_later\\) and cannot be used with \\S+; start the newer version, or ${wayBack} this release$`,
    ),
  );
});
