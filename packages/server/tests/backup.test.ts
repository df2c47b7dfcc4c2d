import { randomBytes } from "node:crypto";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createEmptyDatabase,
  createTestDatabase,
  createLongTimeoutClock,
  longTimeoutPools,
  startIntegrator,
  startTestParlour,
  type TestDatabase,
  type FakeIntegrator,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import {
  backupBeforeUpgrade,
  readManifest,
  restoreBackup,
  type BackupManifest,
} from "../src/backup/index.ts";
import { lockInstallation } from "../src/cli/installation-lock.ts";
import { runCommand } from "../src/cli/run.ts";
import { createSystemClock } from "../src/clock.ts";
import { createLog } from "../src/log.ts";
import { listMigrationNames, migrateDatabase } from "../src/store/migrate.ts";
import { readMigrationSteps, type MigrationStep } from "../src/store/migration-steps.ts";
import { readSqlFunctions } from "../src/store/sql-functions.ts";

/** Backups are taken from a running Parlour and restored into separate databases. */
const folder = mkdtempSync(join(tmpdir(), "parlour-backup-"));
const secretKey = randomBytes(32);
/**
 * Long database timeouts: these tests check the content of backups, not the speed of a busy
 * database.
 */
const databaseOptions = { pools: longTimeoutPools, gatewayClock: createLongTimeoutClock() };
let parlour: TestParlour;
let integrator: FakeIntegrator;
let channel: TestChannel;
const createdDatabases: TestDatabase[] = [];

beforeAll(async () => {
  const most = 1_000_000;
  const limits = `{ channel_per_second: ${most}, channel_burst: ${most}, customer_per_second: ${most}, customer_burst: ${most} }`;
  parlour = await startTestParlour({
    clock: "system",
    secretKey,
    hooks: databaseOptions,
    file: `version: 1\nlimits: ${limits}\n`,
  });
  integrator = await startIntegrator();
  channel = await parlour.channel(integrator.url);
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
  for (const database of createdDatabases) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function createEmptyTarget(): Promise<string> {
  const database = await createEmptyDatabase();
  createdDatabases.push(database);
  return database.url;
}
async function createMigratedTarget(): Promise<string> {
  const database = await createTestDatabase();
  createdDatabases.push(database);
  return database.url;
}
async function queryRows<R extends pg.QueryResultRow>(
  url: string,
  text: string,
): Promise<readonly R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
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
const sourceEnv = (): Record<string, string> => ({
  DATABASE_URL: parlour.databaseUrl,
  DATA_DIR: parlour.dataDir,
});
const createTargetEnv = async (): Promise<Record<string, string>> => ({
  DATABASE_URL: await createEmptyTarget(),
  DATA_DIR: mkdtempSync(join(folder, "d-")),
});
let backupCount = 0;
async function takeBackup(): Promise<{ path: string; manifest: BackupManifest; out: string }> {
  const path = join(folder, `b${(backupCount += 1)}`);
  const answer = await runCli(["backup", path], sourceEnv());
  expect(answer).toMatchObject({ code: 0, err: "" });
  return {
    path,
    manifest: JSON.parse(readFileSync(join(path, "backup.json"), "utf8")) as BackupManifest,
    out: answer.out,
  };
}
/** Returns a position that a client of the source has received. */
async function readCursor(node: TestParlour): Promise<unknown> {
  const socket = new WebSocket(`${node.url.replace("http", "ws")}/api/v1/socket`, {
    headers: { authorization: `Bearer ${node.owner.key}` },
  });
  const { epoch, position: at } = await readFirstFrame(socket, null);
  return { epoch, position: at };
}
function readFirstFrame(socket: WebSocket, after: unknown): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("open", () => socket.send(JSON.stringify({ type: "hello", after })));
    socket.once("message", (data: Buffer) => {
      resolve(JSON.parse(data.toString()) as Record<string, unknown>);
      socket.close();
    });
  });
}

describe("a round trip", () => {
  test("[CLI-001] [API-075] [F28] [CFG-103] [API-359] a backup taken while messages come in holds everything up to the position it prints; old cursors get reset", async () => {
    const file = new FormData();
    file.append("file", new Blob(["bytes that stay"], { type: "text/plain" }), "note.txt");
    const upload = await fetch(`${parlour.url}/api/v1/uploads`, {
      method: "POST",
      headers: { authorization: `Bearer ${parlour.owner.key}` },
      body: file,
    });
    expect(upload.status).toBe(201);
    await parlour.sendCustomerMessage(channel, "before", "said before");
    const chat = await parlour.findChat("before");
    await parlour.owner.call("POST", `chats/${chat.id}/messages`, {
      kind: "file",
      upload_id: ((await upload.json()) as { id: number }).id,
      client_id: "with-file",
    });
    // The outcome of this delivery is compared below, so the backup must contain it.
    await parlour.settle();

    // Position of a client that has received less than the backup contains.
    const early = await readCursor(parlour);
    // Sends messages as fast as possible, from before the snapshot until after the last table was
    // read.
    let isOver = false;
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; !isOver; n++) {
        const text = `${writer} said ${n}`;
        expect((await parlour.sendCustomerMessage(channel, `busy ${writer}`, text)).status).toBe(
          200,
        );
        acknowledged.push(text);
      }
    });
    while (acknowledged.length < 50) await new Promise((resolve) => setImmediate(resolve));
    const before = [...acknowledged];
    const startedMs = performance.now();
    const { path, manifest, out } = await takeBackup();
    const perSecond =
      ((acknowledged.length - before.length) / (performance.now() - startedMs)) * 1_000;
    isOver = true;
    await Promise.all(writers);
    console.log(`backup beside ${Math.round(perSecond)} messages a second`);
    const { backup } = (await parlour.owner.call("GET", "instance/health")).body as {
      backup: unknown;
    };
    expect(backup).toEqual({
      created_at: manifest.created_at,
      folder: path,
      is_there: true,
      accounts: manifest.accounts,
    });

    const env = await createTargetEnv();
    const restored = await runCli(["restore", "--json", path], env);
    expect(restored).toMatchObject({ code: 0, err: "" });
    const [account] = manifest.accounts;
    if (account === undefined) throw new Error("no account in the backup");
    expect(out).toContain(`complete up to position ${account.position}`);
    expect(JSON.parse(restored.out)).toMatchObject({
      accounts: [{ id: account.id, position: account.position }],
    });
    const upTo = `select position, name, seq, body::text from journal where position <= ${account.position} order by position`;
    const restoredRows = await queryRows(env["DATABASE_URL"] ?? "", upTo);
    expect(restoredRows.length).toBe(account.position);
    expect(restoredRows).toEqual(await queryRows(parlour.databaseUrl, upTo));
    // All tables are from the same moment, so no row refers to a missing row.
    const apart = `select chat_id from journal where seq is not null group by chat_id having count(*) <> max(seq)
      union all select account_id from journal group by account_id having count(*) <> max(position)
      union all select chat_id from journal j where chat_id is not null and not exists (select from chat c where c.id = j.chat_id)`;
    expect(await queryRows(env["DATABASE_URL"] ?? "", apart)).toEqual([]);
    // The backup contains all messages up to that position, and some messages arrived later.
    const restoredTexts = new Set(
      restoredRows.map(({ body }) => (JSON.parse(body as string) as { text?: string }).text),
    );
    expect(before.filter((text) => !restoredTexts.has(text))).toEqual([]);
    expect(
      await queryRows(
        parlour.databaseUrl,
        `select from journal where position > ${account.position} limit 1`,
      ),
    ).toHaveLength(1);
    const files = join(env["DATA_DIR"] ?? "", "files");
    const [shelf = ""] = readdirSync(files);
    const [name = ""] = readdirSync(join(files, shelf));
    expect(readFileSync(join(files, shelf, name), "utf8")).toBe("bytes that stay");

    const cursor = await readCursor(parlour);
    const other = await startTestParlour({
      clock: "system",
      secretKey,
      hooks: databaseOptions,
      databaseUrl: env["DATABASE_URL"] ?? "",
    });
    try {
      expect(await other.messages(chat.id)).toEqual(await parlour.messages(chat.id));
      for (const clientCursor of [early, cursor]) {
        const socket = new WebSocket(`${other.url.replace("http", "ws")}/api/v1/socket`, {
          headers: { authorization: `Bearer ${other.owner.key}` },
        });
        expect(await readFirstFrame(socket, clientCursor)).toMatchObject({ type: "reset" });
      }
      // The restored server continues. It assigns no number twice, and accounts are still isolated.
      expect((await other.sendCustomerMessage(channel, "before", "said after")).status).toBe(200);
      expect((await other.findChat("before")).id).toBe(chat.id);
      const open = await queryRows<{ n: number }>(
        env["DATABASE_URL"] ?? "",
        "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity",
      );
      expect(open).toEqual([{ n: 0 }]);
    } finally {
      await other.close();
    }
  });

  test("[CLI-001] [CFG-103] with --pause-endpoints nothing is sent until somebody resumes an address", async () => {
    const { path } = await takeBackup();
    const env = await createTargetEnv();
    expect((await runCli(["restore", "--pause-endpoints", path], env)).code).toBe(0);
    expect(
      await queryRows(env["DATABASE_URL"] ?? "", "select id from endpoint where paused_at is null"),
    ).toEqual([]);
  });
});

describe("what is refused changes nothing", () => {
  const nothing = (url: string) =>
    queryRows<{ n: number }>(url, "select count(*)::int as n from account");

  test("[CLI-001] [CLI-002] a folder that exists, one that is no backup, arguments that are missing", async () => {
    const { path } = await takeBackup();
    expect(await runCli(["backup", path], sourceEnv())).toMatchObject({
      code: 1,
      err: expect.stringContaining("already exists"),
    });
    const env = await createTargetEnv();
    expect(await runCli(["restore", folder], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining("no backup"),
    });
    for (const name of ["backup", "restore"]) expect((await runCli([name], env)).code).toBe(2);
  });

  test("[CLI-001] [CLI-002] [CFG-103] an installation that holds something, another key, a newer release", async () => {
    const { path, manifest } = await takeBackup();
    const usedEnv = { ...(await createTargetEnv()), DATABASE_URL: await createMigratedTarget() };
    await queryRows(usedEnv.DATABASE_URL, "insert into account (name) values ('Acme')");
    expect(await runCli(["restore", path], usedEnv)).toMatchObject({
      code: 1,
      err: expect.stringContaining("already contains an account"),
    });
    const env = await createTargetEnv();
    const other = { ...env, SECRET_KEY: randomBytes(32).toString("base64") };
    expect(await runCli(["restore", path], other)).toMatchObject({
      code: 78,
      err: expect.stringContaining("does not match this backup"),
    });
    const newer: BackupManifest = {
      ...manifest,
      version: "9.0.0",
      migrations: [...manifest.migrations, "9999_later"],
    };
    writeFileSync(join(path, "backup.json"), JSON.stringify(newer));
    expect(await runCli(["restore", path], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining("newer"),
    });
    expect(
      await queryRows(env["DATABASE_URL"] ?? "", "select to_regclass('public.account') as account"),
    ).toEqual([{ account: null }]);
  });

  test("[CLI-001] [CFG-103] a table whose data the database refuses, and a damaged manifest, are damaged backups", async () => {
    const { path, manifest } = await takeBackup();
    const env = await createTargetEnv();
    const journal = join(path, "tables", "journal.copy.gz");
    const whole = readFileSync(journal);
    const lines = gunzipSync(whole).toString();
    const damages = [
      // The last line has only some of its columns.
      lines.slice(0, lines.lastIndexOf("\t")),
      `${lines}no number${lines.slice(lines.indexOf("\t"))}`,
      lines.repeat(2),
    ];
    for (const damage of damages) {
      writeFileSync(journal, gzipSync(damage));
      const { code, err } = await runCli(["restore", path], env);
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/journal\.copy\.gz: .*the backup is damaged/),
      ]);
      expect(err).not.toContain(" at ");
    }
    writeFileSync(journal, whole);
    for (const part of ["sequences", "tables"]) {
      writeFileSync(join(path, "backup.json"), JSON.stringify({ ...manifest, [part]: [null] }));
      const { code, err } = await runCli(["restore", path], env);
      expect([part, code, err.includes(" at ")]).toEqual([part, 1, false]);
    }
    expect(await nothing(env["DATABASE_URL"] ?? "")).toEqual([{ n: 0 }]);
  });

  test("[CLI-001] a table that is cut short or was changed; of two restores at once the second", async () => {
    const { path, manifest } = await takeBackup();
    const journal = join(path, "tables", "journal.copy.gz");
    const whole = readFileSync(journal);
    const env = await createTargetEnv();
    truncateSync(journal, whole.length - 20);
    expect(await runCli(["restore", path], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining("damaged"),
    });
    writeFileSync(journal, whole);
    const tables = manifest.tables.map((table) =>
      table.name === "journal" ? { ...table, sha256: "0".repeat(64) } : table,
    );
    writeFileSync(join(path, "backup.json"), JSON.stringify({ ...manifest, tables }));
    expect(await runCli(["restore", path], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining("damaged"),
    });
    expect(await nothing(env["DATABASE_URL"] ?? "")).toEqual([{ n: 0 }]);
    writeFileSync(join(path, "backup.json"), JSON.stringify(manifest));
    const twice = await Promise.all([
      runCli(["restore", path], env),
      runCli(["restore", path], env),
    ]);
    expect(
      twice.filter(({ code }) => code === 0),
      JSON.stringify(twice),
    ).toHaveLength(1);
    expect(twice.map(({ err }) => err).join("")).toMatch(
      /already contains an account|another Parlour/,
    );
  });

  test("[CLI-001] [CORE-180] [CFG-103] [CFG-106] while a Parlour has the database, restore and import refuse, name it and change nothing", async () => {
    const { path } = await takeBackup();
    const env = await createTargetEnv();
    const url = env["DATABASE_URL"] ?? "";
    const lock = await lockInstallation({
      url,
      mode: "shared",
      clock: createSystemClock(),
      log: createLog({ level: "silent", format: "json" }),
    });
    const refused = {
      code: 1,
      out: "",
      err: expect.stringMatching(
        /^another Parlour \(process \d+ on \S+\) uses this database; .*stop the other one first/,
      ) as string,
    };
    expect(await runCli(["restore", path], env)).toMatchObject(refused);
    expect(await runCli(["import", join(path, "account.zip")], env)).toMatchObject(refused);
    expect(await queryRows(url, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
    await lock.release();
    expect(await runCli(["restore", path], env)).toMatchObject({ code: 0 });
  });
});

describe("an upgrade", () => {
  test("[CORE-130] a schema of an earlier release is copied first, when it holds something, and brought up in one step", async () => {
    const url = await createEmptyTarget();
    const dataDir = mkdtempSync(join(folder, "u-"));
    await migrateDatabase(url);
    const job = { url, dataDir, secretKey, now: new Date(0) };
    const known = await listMigrationNames();
    const steps = { applied: known, required: known };
    expect(await backupBeforeUpgrade(job, steps)).toBeNull();
    await queryRows(url, "insert into account (name) values ('Acme')");
    const copies: (string | undefined)[] = [];
    for (const n of [1, 2, 3])
      copies.push((await backupBeforeUpgrade({ ...job, now: new Date(n * 1_000) }, steps))?.folder);
    const [, second, third] = copies;
    expect(
      readdirSync(join(dataDir, "backups")).map((name) => join(dataDir, "backups", name)),
    ).toEqual([second, third]);
    const nextStep: MigrationStep = {
      name: "9999_next",
      kind: "plain",
      sql: "alter table account add column next int not null default 7",
    };
    const nextRelease = {
      steps: [...(await readMigrationSteps()), nextStep],
      functions: await readSqlFunctions(),
    };
    expect(await migrateDatabase(url, nextRelease)).toEqual([nextStep.name]);
    expect(await queryRows(url, "select name, next from account")).toEqual([
      { name: "Acme", next: 7 },
    ]);
    const env = await createTargetEnv();
    expect((await runCli(["restore", third ?? ""], env)).code).toBe(0);
    expect(await queryRows(env["DATABASE_URL"] ?? "", "select name from account")).toEqual([
      { name: "Acme" },
    ]);
    // The next release restores the backup with the schema of the backup, and then upgrades it.
    const target = await createEmptyTarget();
    await restoreBackup({
      url: target,
      dataDir: mkdtempSync(join(folder, "u-")),
      secretKey,
      folder: third ?? "",
      manifest: await readManifest(third ?? ""),
      knownMigrations: nextRelease.steps.map(({ name }) => name),
      migrateTo: async (only) => void (await migrateDatabase(target, { ...nextRelease, only })),
      pauseEndpoints: false,
    });
    expect(await migrateDatabase(target, nextRelease)).toEqual([nextStep.name]);
    expect(await queryRows(target, "select name, next from account")).toEqual([
      { name: "Acme", next: 7 },
    ]);
  });

  test("[CORE-130] [CLI-002] [F25] data of a newer release are refused before anything changes", async () => {
    const url = await createMigratedTarget();
    const env = { ...(await createTargetEnv()), DATABASE_URL: url };
    await queryRows(
      url,
      "insert into kysely_migration (name, timestamp) values ('9999_later', now()::text)",
    );
    expect(await runCli(["export"], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining("newer version of Parlour (9999_later)"),
    });
  });
});
