import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createEmptyDatabase,
  startIntegrator,
  startTestParlour,
  type TestDatabase,
} from "@parlour/testkit";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { readManifest, writeBackup } from "../src/backup/index.ts";
import { runCommand } from "../src/cli/run.ts";
import { createSystemClock } from "../src/clock.ts";
import { createLog } from "../src/log.ts";
import { listMigrationNames, migrateDatabase } from "../src/store/migrate.ts";
import { EarlierSchemaError, readMigrationSteps } from "../src/store/migration-steps.ts";
import { readSqlFunctions, toFunction } from "../src/store/sql-functions.ts";

/** Tests that this release upgrades the data of earlier releases (CORE-130, CORE-256). */

const readFixture = (name: string): string =>
  readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
const earlierData = readFixture("data-before-0.1.0.sql");
const secretKey = createHash("sha256").update("testkit").digest();

async function connect(database: TestDatabase) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  return async <R extends pg.QueryResultRow>(sql: string): Promise<readonly R[]> =>
    (await client.query<R>(sql)).rows;
}

const baseline = "0001_baseline";

/**
 * Creates an installation of the last build before the baseline. Its schema is that of the
 * baseline. Its migrations and data are those of the fixture.
 */
async function createEarlierInstallation(endpointUrl = "http://127.0.0.1:49001/hook") {
  const database = await createEmptyDatabase();
  await migrateDatabase(database.url, { upTo: baseline });
  const rows = await connect(database);
  await rows(`do $$ declare t text; begin
    for t in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'kysely_migration_lock' loop
      execute format('truncate %I cascade', t);
    end loop; end $$;
    drop table if exists schema_function;
    set session_replication_role = replica`);
  await rows(earlierData);
  // Triggers are off, so that the audit log of the fixture does not change.
  await rows(`update endpoint set url = '${endpointUrl}'; update instance set egress_allow = '{${new URL(endpointUrl).host}}';
    set session_replication_role = default`);
  return {
    url: database.url,
    rows,
    readSteps: async () =>
      (
        await rows<{ name: string }>('select name from kysely_migration order by name collate "C"')
      ).map(({ name }) => name),
    hasFunctionRecords: async () =>
      (await rows("select to_regclass('public.schema_function') as name"))[0]?.["name"] !== null,
  };
}

async function runCli(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: string[][] = [[], []];
  const code = await runCommand(args, {
    env: { SECRET_KEY: secretKey.toString("base64"), ...env },
    clock: createSystemClock(),
    log: createLog({ level: "silent", format: "json" }),
    out: (line) => void out?.push(line),
    err: (line) => void err?.push(line),
  });
  return { code, out: out?.join("\n") ?? "", err: err?.join("\n") ?? "" };
}
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parlour-upgrade-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe("an installation of the builds before the baseline", () => {
  it("[CORE-256] [CORE-130] continues: the conversation reads, messages are written, and pending deliveries are sent", async () => {
    const integrator = await startIntegrator();
    onTestFinished(() => integrator.close());
    const {
      url,
      rows,
      readSteps: readNames,
    } = await createEarlierInstallation(`${integrator.url}/hook`);
    // No table, index or trigger is rebuilt.
    const readParts = () =>
      rows(`select relname as name, relfilenode as id from pg_class where relnamespace = 'public'::regnamespace and relname not like 'schema_function%'
        union all select tgrelid::regclass::text || '.' || tgname, oid from pg_trigger where not tgisinternal order by 1, 2`);
    const parts = await readParts();
    expect((await readNames()).length).toBe(66);
    const applied: string[] = [];
    const onFunctions = (names: readonly string[]) => void applied.push(...names);
    expect(await migrateDatabase(url, { upTo: baseline, onFunctions })).toEqual([baseline]);
    expect(await readParts()).toEqual(parts);
    await migrateDatabase(url, { onFunctions });
    expect(applied).toEqual((await readSqlFunctions()).map(({ name }) => name));
    expect(await readNames()).toEqual(await listMigrationNames());
    expect(await migrateDatabase(url)).toEqual([]);

    const parlour = await startTestParlour({ databaseUrl: url });
    onTestFinished(() => parlour.close());
    const { call } = parlour.owner;
    const readTexts = async (customer: string) =>
      (await parlour.messages((await parlour.findChat(customer)).id)).flatMap((message) =>
        message.author.kind !== "system" && "text" in message ? [message.text] : [],
      );
    expect(await parlour.findChat("closed")).toMatchObject({ state: "closed" });
    expect(await readTexts("closed")).toEqual(["Is size 42 back in stock?", "Yes, three pairs."]);
    const texts = [
      "Is size 42 back in stock?",
      "Yes, three pairs.",
      "Asked before.",
      "They are reserved for you.",
    ];
    expect(await readTexts("running")).toEqual(texts);
    const chat = await parlour.findChat("running");
    expect((await parlour.messages(chat.id)).at(-1)).toMatchObject({
      delivery: { state: "pending" },
    });
    expect((await call("GET", "search?q=pairs")).status).toBe(200);

    await parlour.clock.advance(3_000);
    await parlour.settle();
    expect((await parlour.messages(chat.id)).at(-1)).toMatchObject({
      delivery: { state: "delivered" },
    });
    const { inbound_url } = (
      (await call("GET", "channels")).body as { items: { inbound_url: string }[] }
    ).items[0] ?? { inbound_url: "" };
    const message = { sender: { id: "running" }, message: { type: "text", text: "Thank you!" } };
    expect((await parlour.call("POST", new URL(inbound_url).pathname, message)).status).toBe(200);
    const answer = { kind: "text", text: "You are welcome.", client_id: "answer" };
    expect((await call("POST", `chats/${chat.id}/messages`, answer)).status).toBe(201);
    await parlour.settle();
    expect(await readTexts("running")).toEqual([...texts, "Thank you!", "You are welcome."]);
    expect(
      integrator
        .messages()
        .map(({ body }) => (JSON.parse(body) as { message: { text: string } }).message.text),
    ).toEqual(["They are reserved for you.", "You are welcome."]);
    expect((await call("GET", "audit/verify")).body).toMatchObject({ intact: true });
  });

  it("[CORE-460] [CORE-464] continues with a widget and with deferred triggers on every table, as the audit log has them", async () => {
    const { url, rows } = await createEarlierInstallation();
    await rows(`insert into channel (account_id, id, kind, name, public_id, enabled, chunked, append_public_id, media_as, bot_available, managed, created_at, widget)
        overriding system value values (1, 2, 'widget', 'Site', 'WiDgEt1234', true, false, true, 'media objects', false, false, now(), '{}');
      create function note_rest() returns trigger language plpgsql as 'begin return null; end';
      do $$ declare t text; begin
        for t in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' loop
          execute format('create constraint trigger test_rest after insert or update or delete on %I deferrable initially deferred for each row execute function note_rest()', t);
        end loop; end $$`);
    expect((await migrateDatabase(url)).toSorted()).toEqual(await listMigrationNames());
    expect(await rows("select widget from channel where id = 2")).toEqual([
      { widget: expect.objectContaining({ voice: false, invitation_pause_h: 0 }) as object },
    ]);
  });

  it("[CORE-256] [F25] is adopted once by processes that start together, and not at all if a function fails", async () => {
    const { url, readSteps: readNames, hasFunctionRecords } = await createEarlierInstallation();
    const names = await readNames();
    // Without pending steps, the functions are applied in the same transaction.
    const steps = (await readMigrationSteps()).filter(({ name }) => name === baseline);
    const functions = [toFunction("zero", "create function zero() returns")];
    await expect(migrateDatabase(url, { steps, functions })).rejects.toThrow("syntax error");
    expect(await readNames()).toEqual(names);
    expect(await hasFunctionRecords()).toBe(false);
    const runs = await Promise.all([1, 2, 3].map(() => migrateDatabase(url)));
    expect(runs.flat().toSorted()).toEqual(await listMigrationNames());
  });

  it("[CORE-256] [CLI-002] is refused unchanged if its last step is missing, with the way to continue", async () => {
    const {
      url,
      rows,
      readSteps: readNames,
      hasFunctionRecords,
    } = await createEarlierInstallation();
    await rows("delete from kysely_migration where name = '0109_recent_attempts'");
    const names = await readNames();
    await expect(migrateDatabase(url)).rejects.toThrow(EarlierSchemaError);
    const { code, err } = await runCli(["export"], { DATABASE_URL: url, DATA_DIR: createFolder() });
    expect(code).toBe(1);
    expect(err).toBe(
      "this database ends at step 0107_widget_file_kinds of a build from before the first release, and this build continues only from " +
        "0109_recent_attempts; start the last build before this one on it once, then start this one (docs/operate/upgrade.md)",
    );
    expect(await readNames()).toEqual(names);
    expect(await hasFunctionRecords()).toBe(false);
  });

  it("[CORE-256] [CORE-130] is refused if it has a step after the last known one, as from a newer version", async () => {
    const { url, rows, readSteps: readNames } = await createEarlierInstallation();
    await rows("insert into kysely_migration (name, timestamp) values ('0110_later', now()::text)");
    const { code, err } = await runCli(["export"], { DATABASE_URL: url, DATA_DIR: createFolder() });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining("newer version of Parlour (0110_later)"),
    });
    expect((await readNames()).length).toBe(67);
  });

  it("[CORE-256] [CFG-103] can be restored from its backup, unless the backup lacks its last step", async () => {
    const { url } = await createEarlierInstallation();
    const backup = join(createFolder(), "backup");
    // A running server of an earlier build writes the backup, because the command of this build
    // would upgrade first.
    await writeBackup({
      url,
      dataDir: createFolder(),
      secretKey,
      version: "0.1.0",
      folder: backup,
      now: new Date(0),
    });
    const manifest = await readManifest(backup);
    expect(manifest.migrations.length).toBe(66);
    const target = await createEmptyDatabase();
    const rows = await connect(target);
    const env = { DATABASE_URL: target.url, DATA_DIR: createFolder() };
    writeFileSync(
      join(backup, "backup.json"),
      JSON.stringify({ ...manifest, migrations: manifest.migrations.slice(0, -1) }),
    );
    expect(await runCli(["restore", backup], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining("this backup ends at step 0107"),
    });
    writeFileSync(join(backup, "backup.json"), JSON.stringify(manifest));
    expect(await runCli(["restore", backup], env)).toMatchObject({ code: 0, err: "" });
    expect(await rows('select name from kysely_migration order by name collate "C"')).toEqual(
      (await listMigrationNames()).map((name) => ({ name })),
    );
    expect(
      await rows("select count(*)::int as count from journal where name = 'message_created'"),
    ).toEqual([{ count: 9 }]);
  });
});
