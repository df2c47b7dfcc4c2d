import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createEmptyDatabase,
  createTestDatabase,
  getDatabaseAddress,
  startFaultProxy,
  testTimeoutMs,
  withDatabasePort,
} from "@parlour/testkit";
import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import { createSystemClock } from "../src/clock.ts";
import { runCommand } from "../src/cli/run.ts";
import { openDatabase } from "../src/cli/database.ts";
import { parseConfig } from "../src/config/read-config.ts";
import { createLog } from "../src/log.ts";
import { applyProvisioningFile } from "../src/provisioning/apply.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { startServer } from "../src/server.ts";
import { openPools } from "../src/store/database/pools.ts";
import { ownName } from "../src/store/database/roles/names.ts";
import { SECRET_KEY } from "./cli-fixture.ts";

/** The settings of a database connection, read before it ends. */
interface ConnectionSettings {
  readonly name: string;
  readonly role: string;
  readonly jit: string;
  readonly statement_ms: number;
}
const settingsQuery = `select current_setting('application_name') as name, current_user as role, current_setting('jit') as jit,
  (select setting::int from pg_settings where name = 'statement_timeout') as statement_ms`;

/**
 * Queries the settings of each connection to this database when it ends. Connections to others may
 * belong to an earlier test, because a pool does not wait for the end of its connections.
 */
function recordSettings(databaseName: string): Promise<ConnectionSettings>[] {
  const settings: Promise<ConnectionSettings>[] = [];
  const end = Reflect.get(pg.Client.prototype, "end") as () => Promise<void>;
  const asking = async function (this: pg.Client): Promise<void> {
    const answer = this.query<ConnectionSettings>(settingsQuery).then(
      ({ rows }) => rows[0] as ConnectionSettings,
    );
    settings.push(answer);
    await answer;
    await end.call(this);
  };
  const endAfterQuery = function (this: pg.Client, done?: (error?: Error) => void): Promise<void> {
    const ended = this.database === databaseName ? asking.call(this) : end.call(this);
    if (done) ended.then(() => done(), done);
    return ended;
  };
  Object.assign(pg.Client.prototype, { end: endAfterQuery });
  onTestFinished(() => void Object.assign(pg.Client.prototype, { end }));
  return settings;
}

it("[CFG-045] every connection that the product opens has a name, its role and limits, and no JIT", async () => {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  // The default of an external PostgreSQL.
  await owner.query(`alter database ${database.name} set jit = on`);
  const { rows: names } = await owner.query<Record<"user" | "writer" | "reader", string>>(
    `select current_user as user, ${ownName("writer")} as writer, ${ownName("reader")} as reader`,
  );
  const { user, writer, reader } = names[0] ?? {};
  await owner.end();
  const folder = await mkdtemp(join(tmpdir(), "parlour-connections-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET_KEY,
    PORT: "0",
    HOST: "127.0.0.1",
  };
  const [clock, log] = [createSystemClock(), createLog({ level: "silent", format: "json" })];
  const config = parseConfig(env);
  const secretKey = Buffer.from(SECRET_KEY, "base64");

  const settings = recordSettings(database.name);
  await openDatabase({ config, log, clock });
  const file =
    "version: 1\naccount: { name: Acme }\noperators: [{ email: ann@example.test, name: Ann, role: owner }]\n";
  const expectedConfig = parseProvisioningFile("parlour.yaml", file, {});
  await applyProvisioningFile(expectedConfig, {
    url: database.url,
    secretKey,
    clock,
    dryRun: false,
    prune: false,
    egressAllow: [],
    reservedHosts: [],
  });
  const server = await startServer({
    databaseUrl: database.url,
    dataDir: folder,
    config,
    secretKey,
    log,
    clock,
  });
  expect((await fetch(`http://127.0.0.1:${server.port}/ready`)).status).toBe(200);
  await server.close();
  const pools = openPools(database.url);
  await pools.gatewayReads.query("select 1");
  await pools.close();
  const roleNames: string[] = [];
  const command = (...args: string[]) =>
    runCommand(args, {
      env,
      clock,
      log,
      out: (line) => void roleNames.push(line),
      err: (line) => void roleNames.push(line),
    });
  for (const args of [
    ["doctor"],
    ["backup", join(folder, "copy")],
    ["export", "--data", "--out", join(folder, "acme.zip")],
    ["operator", "reset", "ann@example.test"],
  ])
    expect([
      args[0],
      await command(...args),
      roleNames.splice(0).filter((line) => /FAULT/.test(line)),
    ]).toEqual([args[0], 0, []]);

  expect(
    [...new Set((await Promise.all(settings)).map((one) => JSON.stringify(one)))].sort(),
  ).toEqual(
    [
      { name: "parlour apply", role: user, jit: "off", statement_ms: 0 },
      { name: "parlour backup", role: user, jit: "off", statement_ms: 0 },
      { name: "parlour doctor", role: user, jit: "off", statement_ms: 0 },
      { name: "parlour export", role: user, jit: "off", statement_ms: 0 },
      { name: "parlour gateway", role: writer, jit: "off", statement_ms: 1_500 },
      { name: "parlour gateway reads", role: writer, jit: "off", statement_ms: 1_500 },
      { name: "parlour manage", role: user, jit: "off", statement_ms: 0 },
      { name: "parlour migrate", role: user, jit: "off", statement_ms: 0 },
      { name: "parlour node", role: writer, jit: "off", statement_ms: 0 },
      { name: "parlour reader", role: reader, jit: "off", statement_ms: 5_000 },
      { name: "parlour start", role: user, jit: "off", statement_ms: 0 },
      { name: "parlour writer", role: writer, jit: "off", statement_ms: 10_000 },
    ]
      .map((one) => JSON.stringify(one))
      .sort(),
  );
});

it("[CFG-045] a connection that was opened for a request is used by others if that request reached its timeout", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const connectTimeoutMs = 1_000;
  const pools = openPools(database.url, { writers: 1, connectTimeoutMs });
  onTestFinished(() => pools.close());
  const first = await pools.writer.connect();
  let expire = (): void => undefined;
  vi.spyOn(globalThis, "setTimeout").mockImplementationOnce((run) => {
    expire = run;
    return {} as NodeJS.Timeout;
  });
  const waiting = expect(pools.writer.connect()).rejects.toThrow("timeout exceeded");
  vi.restoreAllMocks();
  const setup = Promise.withResolvers<void>();
  const isSettingUp = Promise.withResolvers<void>();
  const query = Reflect.get(pg.Client.prototype, "query") as (text: unknown) => unknown;
  const queryLater = async function (this: pg.Client, text: unknown): Promise<unknown> {
    isSettingUp.resolve();
    await setup.promise;
    return query.call(this, text);
  };
  Object.assign(pg.Client.prototype, { query: queryLater });
  onTestFinished(() => void Object.assign(pg.Client.prototype, { query }));
  // The pool opens another connection for the request that waits.
  first.release(new Error("broken"));
  await isSettingUp.promise;
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + connectTimeoutMs);
  expire();
  vi.restoreAllMocks();
  await waiting;
  Object.assign(pg.Client.prototype, { query });
  setup.resolve();
  const { rows } = await pools.writer.query("select current_user as role");
  expect(rows).toEqual([{ role: expect.stringMatching(/_writer$/) as string }]);
});

it("[CORE-500] connections that take longer than a request may wait are opened all the same, for later requests", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const proxy = await startFaultProxy(getDatabaseAddress(database.url));
  onTestFinished(() => proxy.close());
  // Each response takes 150 ms, and a connection needs several.
  proxy.setMode("slow");
  const pools = openPools(withDatabasePort(database.url, proxy.port), { connectTimeoutMs: 100 });
  onTestFinished(() => pools.close());
  await expect(pools.writer.query("select 1")).rejects.toThrow(/timeout exceeded|timeout expired/);
  // One after the other: each success halves the limit that the next attempt needs.
  await vi.waitFor(async () => (await pools.session()).end(), testTimeoutMs);
  const ask = async (): Promise<unknown> => (await pools.writer.query("select 1 as one")).rows;
  expect(await vi.waitFor(ask, testTimeoutMs)).toEqual([{ one: 1 }]);
});

it("[CORE-500] requests that reached their limit wait no longer, while a silent database opens a connection", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const proxy = await startFaultProxy(getDatabaseAddress(database.url));
  onTestFinished(() => proxy.close());
  proxy.setMode("black-hole");
  const url = withDatabasePort(database.url, proxy.port);
  const pools = openPools(url, { writers: 1, connectTimeoutMs: 100 });
  onTestFinished(() => pools.close());
  const requests = Array.from({ length: 5 }, () => pools.writer.query("select 1"));
  for (const request of await Promise.allSettled(requests))
    expect(request).toMatchObject({ status: "rejected", reason: { message: /timeout ex/ } });
  expect(pools.stats().writer.waiting).toBe(0);
});
