import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createEmptyDatabase,
  openTestPool,
  startIntegrator,
  startTestParlour,
} from "@parlour/testkit";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { readManifest } from "../src/backup/index.ts";
import { runCommand } from "../src/cli/run.ts";
import { createSystemClock } from "../src/clock.ts";
import { createLog } from "../src/log.ts";
import { listMigrationNames } from "../src/store/migrate.ts";
import {
  endpointPort,
  ownerPassword,
  pendingText,
  readReleaseData,
  secretKey,
  sendAsCustomer,
  sentFile,
} from "./release-data-fixture.ts";

/** Tests that this release reads the data of each release (CORE-273). */

const fixtures = fileURLToPath(new URL("fixtures", import.meta.url));
const archives = readdirSync(fixtures).filter((name) => /^data-[\d.]+\.tgz$/.test(name));
const maxArchiveBytes = 1024 * 1024;

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parlour-release-data-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Unpacks the data of a release, and starts this release on it. */
async function startOnData(archive: string) {
  const folder = createFolder();
  expect(spawnSync("tar", ["-xzf", join(fixtures, archive), "-C", folder]).status).toBe(0);
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  const dataDir = createFolder();
  const err: string[] = [];
  const code = await runCommand(["restore", join(folder, "backup")], {
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey.toString("base64"),
    },
    clock: createSystemClock(),
    log: createLog({ level: "silent", format: "json" }),
    out: () => undefined,
    err: (line) => void err.push(line),
  });
  expect({ code, err }).toEqual({ code: 0, err: [] });
  const integrator = await startIntegrator();
  onTestFinished(() => integrator.close());
  await moveEndpoints(database.url, integrator.port);
  const manifest = await readManifest(join(folder, "backup"));
  // Migration 0112 replaces this table. Its rows are made of the journal.
  const tables = manifest.tables.filter(({ name }) => name !== "search_message");
  const restored = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
  // Migrations 0049, 0055, 0074, 0081 and 0085 let rules, SLA policies, reminders of promises,
  // words of opt-outs and facts of promises begin at the last entry of each account.
  const cursor = (restored["cursor"] ?? 0) + 5 * (restored["account"] ?? 0);
  expect(await countRows(database.url, tables)).toEqual({ ...restored, cursor });
  const parlour = await startTestParlour({ databaseUrl: database.url, secretKey });
  onTestFinished(() => parlour.close());
  cpSync(join(dataDir, "files"), join(parlour.dataDir, "files"), { recursive: true });
  const contents = JSON.parse(readFileSync(join(folder, "contents.json"), "utf8")) as Record<
    string,
    unknown
  >;
  return { parlour, integrator, contents };
}

/** Changes the port of the endpoints. Triggers are off, so that the audit log does not change. */
async function moveEndpoints(url: string, port: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set session_replication_role = replica");
  await client.query("update endpoint set url = replace(url, $1, $2)", [
    `:${endpointPort}/`,
    `:${port}/`,
  ]);
  await client.query("update instance set egress_allow = $1", [[`127.0.0.1:${port}`]]);
  await client.end();
}

/** Returns the number of rows by table. The answers of the API do not show every row. */
async function countRows(
  url: string,
  tables: readonly { readonly name: string }[],
): Promise<Record<string, number>> {
  const pool = openTestPool(url, { max: 1 });
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int from ${name}`);
    counts[name] = rows[0]?.count ?? 0;
  }
  await pool.end();
  return counts;
}

describe("the data of a release", () => {
  it("[CORE-273] are kept for each one since 0.1.0, and are small", () => {
    expect(archives).toContain("data-0.1.0.tgz");
    for (const name of archives)
      expect(statSync(join(fixtures, name)).size).toBeLessThan(maxArchiveBytes);
  });

  it.each(archives)(
    "[CORE-273] [CFG-103] %s: everything is there, and work continues",
    async (archive) => {
      const { parlour, integrator, contents } = await startOnData(archive);
      const steps = await parlour.sql<{ name: string }>(
        'select name from kysely_migration order by name collate "C"',
      );
      expect(steps.map(({ name }) => name)).toEqual(await listMigrationNames());
      expect(Object.keys(contents).length).toBeGreaterThan(30);
      // Later releases only add fields (CORE-133).
      expect(await readReleaseData(parlour, Object.keys(contents))).toMatchObject(contents);

      const credentials = { email: parlour.owner.email, password: ownerPassword };
      const origin = { origin: parlour.url };
      expect((await parlour.call("POST", "sessions", credentials, origin)).status).toBe(200);
      const { call } = parlour.owner;
      expect((await call("GET", "audit/verify")).body).toMatchObject({ intact: true });
      const closed = await parlour.findChat("closed");
      const [address] = (await parlour.messages(closed.id)).flatMap((message) =>
        "media" in message ? [message.media?.file ?? ""] : [],
      );
      const { pathname } = new URL(address ?? "");
      const stored = await fetch(`${parlour.url}${pathname}`);
      expect([stored.status, await stored.text()]).toEqual([200, sentFile.bytes]);

      const open = await parlour.findChat("open");
      const readLast = async () => (await parlour.messages(open.id)).at(-1);
      expect(await readLast()).toMatchObject({ text: pendingText, delivery: { state: "pending" } });
      await parlour.clock.advance(6 * 24 * 3_600_000);
      await parlour.settle();
      expect(
        integrator
          .messages()
          .map(({ body }) => body)
          .join(),
      ).toContain(pendingText);
      await sendAsCustomer(parlour, "App", "open", { type: "text", text: "Thank you!" });
      await parlour.settle();
      const texts = (await parlour.messages((await parlour.findChat("open")).id)).map(
        (message) => "text" in message && message.text,
      );
      expect(texts).toContain("Thank you!");
    },
  );
});
