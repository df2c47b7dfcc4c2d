import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  getDatabaseAddress,
  openTestPool,
  startFaultProxy,
  startTestParlour,
  testTimeoutMs,
  waitForPoll,
  withDatabasePort,
  type ApiResponse,
  type FaultProxy,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import type pg from "pg";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createSystemClock } from "../src/clock.ts";
import { toStartError } from "../src/cli/to-start-error.ts";
import { startEmbeddedDatabase } from "../src/embedded/index.ts";
import { checkDatabase, checkHosts } from "../src/health/database.ts";
import { createHostLog } from "../src/compose/connections/host-log.ts";
import { createLog } from "../src/log.ts";
import { connectToDatabase } from "../src/store/database/connections.ts";
import { isDatabaseOutage } from "../src/store/database/database-errors.ts";
import { openPools } from "../src/store/database/pools.ts";
import { readDatabaseFacts } from "../src/store/database/system-health.ts";
import { readHostStates } from "../src/store/database/hosts/database-client.ts";
import { startReplicatedDatabase, type ReplicatedDatabase } from "./replica-fixture.ts";

/**
 * Tests a database URL with several hosts (CFG-004), with a primary and a standby that each are
 * behind a proxy, and what happens when the standby takes over.
 */

let database: ReplicatedDatabase;
let primary: FaultProxy;
let standby: FaultProxy;
let urls: { readonly primary: string; readonly standby: string; readonly both: string };
beforeEach(async () => {
  database = await startReplicatedDatabase();
  primary = await startFaultProxy(getDatabaseAddress(database.primaryUrl));
  standby = await startFaultProxy(getDatabaseAddress(database.replicaUrl));
  const url = withDatabasePort(database.primaryUrl, primary.port);
  const host = `127.0.0.1:${primary.port}`;
  urls = {
    primary: url,
    standby: url.replace(host, `127.0.0.1:${standby.port}`),
    both: url.replace(host, `127.0.0.1:${standby.port},${host}`),
  };
});
afterEach(async () => {
  await primary.close();
  await standby.close();
  await database.stop();
});

/** Returns the port of the server that a new connection uses. */
async function connectTo(url: string): Promise<number> {
  const client = await connectToDatabase({ connectionString: url, connectionTimeoutMillis: 5_000 });
  const { port } = client;
  await client.end();
  return port;
}
async function run<R extends pg.QueryResultRow>(url: string, text: string): Promise<readonly R[]> {
  const pool = openTestPool(url, { max: 1 });
  const { rows } = await pool.query<R>(text);
  await pool.end();
  return rows;
}
/** Makes each commit wait until the standby has it. */
async function waitForStandby(): Promise<void> {
  await run(database.primaryUrl, "alter system set synchronous_standby_names = '*'");
  await run(database.primaryUrl, "select pg_reload_conf()");
  const pool = openTestPool(database.primaryUrl, { max: 1 });
  onTestFinished(() => pool.end());
  await vi.waitFor(
    async () =>
      expect((await pool.query("select sync_state from pg_stat_replication")).rows).toEqual([
        { sync_state: "sync" },
      ]),
    testTimeoutMs,
  );
}

/** Starts a database of its own cluster. Those of the fixtures are copies of one cluster. */
async function startNewDatabase(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "parlour-other-"));
  chmodSync(dataDir, 0o711);
  const other = await startEmbeddedDatabase({
    dataDir,
    log: createLog({ level: "error", format: "json" }),
    clock: createSystemClock(),
  });
  onTestFinished(async () => {
    await other.stop(2_000);
    rmSync(dataDir, { recursive: true, force: true });
  });
  return other.url;
}
const forReads = (url: string): string => `${url}&target_session_attrs=prefer-standby`;

it("[CFG-004] [CFG-120] of several hosts, a connection uses the primary, and one for reads a standby", async () => {
  expect(await connectTo(urls.both)).toBe(primary.port);
  expect(await connectTo(forReads(urls.both))).toBe(standby.port);
  standby.setMode("cut");
  await expect(connectTo(forReads(urls.both))).rejects.toThrow();
  expect(await connectTo(forReads(urls.both))).toBe(primary.port);
});

it("[CFG-004] a server that accepts connections and does not answer delays only the question", async () => {
  await run(database.replicaUrl, "select pg_promote()");
  expect(await connectTo(urls.both)).toBe(standby.port);
  standby.setMode("black-hole");
  await expect(connectTo(urls.both)).rejects.toThrow();
  expect(await connectTo(urls.both)).toBe(primary.port);
  expect(checkHosts((await readHostStates(urls.both)) ?? [])).toMatchObject([
    {
      code: "database_hosts_away",
      values: { reason: `127.0.0.1:${standby.port}: no answer within 1500 ms` },
    },
  ]);
});

it("[CFG-004] of two primaries, the one that was promoted last is used", async () => {
  await run(database.replicaUrl, "select pg_promote()");
  expect(await connectTo(urls.both)).toBe(standby.port);
  expect(await connectTo(urls.both)).toBe(standby.port);
  const [finding, ...others] = checkHosts((await readHostStates(urls.both)) ?? []);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    code: "database_hosts_two",
    state: "warning",
    values: { primary: `127.0.0.1:${standby.port}` },
  });
  expect(finding?.message).toContain(`127.0.0.1:${primary.port}`);
});

it("[CFG-004] [CFG-018] without a primary, and with two clusters, the error says what each host is", async () => {
  const context = { host: "127.0.0.1", port: 1, databaseUrl: urls.both };
  primary.setMode("cut");
  const failure: unknown = await connectTo(urls.both).catch((error: unknown) => error);
  const states = [`127.0.0.1:${standby.port} is a standby`, `127.0.0.1:${primary.port}: `];
  for (const state of states) expect(toStartError(failure, context)?.message).toContain(state);
  expect(toStartError(failure, context)).toMatchObject({ exitCode: 1 });
  // Requests are refused with 503 instead of 500, and the log has one line for the outage.
  expect(isDatabaseOutage(failure)).toBe(true);

  primary.setMode("pass");
  expect(checkHosts((await readHostStates(urls.both)) ?? [])).toMatchObject([
    { code: "database_hosts_good", values: { primary: `127.0.0.1:${primary.port}` } },
  ]);
  standby.setMode("cut");
  expect(checkHosts((await readHostStates(urls.both)) ?? [])).toMatchObject([
    { code: "database_hosts_away", state: "warning" },
  ]);
  const other = await startNewDatabase();
  const foreign = await startFaultProxy(getDatabaseAddress(other));
  onTestFinished(() => foreign.close());
  const mixed = urls.both.replace(String(standby.port), String(foreign.port));
  const refused: unknown = await connectTo(mixed).catch((error: unknown) => error);
  expect(toStartError(refused, context)).toMatchObject({ exitCode: 78 });
  expect(toStartError(refused, context)?.message).toContain("different database clusters");
});

it("[CFG-004] [CFG-018] [CLI-003] a URL that names a standby only: the start and doctor say that it is read-only", async () => {
  const failure: unknown = await startTestParlour({ databaseUrl: urls.standby }).catch(
    (error: unknown) => error,
  );
  const context = { host: "127.0.0.1", port: 1, databaseUrl: urls.standby };
  expect(toStartError(failure, context)).toMatchObject({
    message: `the database at 127.0.0.1:${standby.port}: it is read-only; point DATABASE_URL at the primary`,
    exitCode: 1,
  });
  const pool = openTestPool(urls.standby, { max: 1 });
  onTestFinished(() => pool.end());
  const sql = { query: async (text: string) => (await pool.query(text)).rows as any[] };
  expect(checkDatabase(await readDatabaseFacts(sql))).toMatchObject([
    { code: "database_read_only", state: "fault" },
  ]);
});

it("[CFG-156] a host that refuses the password, and one of another cluster, are named in the log, the health page and doctor", async () => {
  const entries: (readonly [string, string])[] = [];
  const log = createHostLog((level, hosts) => void entries.push([level, hosts]));
  const pools = openPools(urls.both, { onHosts: log });
  onTestFinished(() => pools.close());
  const connect = async (): Promise<void> => (await pools.session()).end();
  await connect();
  await vi.waitFor(() => expect(entries).toHaveLength(1), testTimeoutMs);
  const [first, second] = [`127.0.0.1:${primary.port}`, `127.0.0.1:${standby.port}`];
  expect(entries[0]).toEqual(["info", `${first} is the primary; standbys: ${second}`]);

  const [file] = await run<{ hba_file: string }>(database.replicaUrl, "show hba_file");
  writeFileSync(file?.hba_file ?? "", "local all all scram-sha-256\n");
  await run(database.replicaUrl, "select pg_reload_conf()");
  await vi.waitFor(
    async () =>
      expect(checkHosts((await pools.readHosts()) ?? [])).toMatchObject([
        {
          code: "database_hosts_away",
          values: { reason: expect.stringMatching(second) as string },
        },
      ]),
    testTimeoutMs,
  );
  // The next connection asks all hosts again, because the last one failed.
  const reconnect = async (): Promise<void> => {
    primary.setMode("cut");
    await expect(connect()).rejects.toThrow();
    primary.setMode("pass");
    await connect();
  };
  await reconnect();
  await vi.waitFor(() => expect(entries).toHaveLength(2), testTimeoutMs);
  expect(JSON.stringify(entries[1])).toMatch(new RegExp(`warn.*${second}: .*password`));

  const foreign = await startFaultProxy(getDatabaseAddress(await startNewDatabase()));
  onTestFinished(() => foreign.close());
  foreign.setMode("cut");
  const mixed = urls.both.replace(String(standby.port), String(foreign.port));
  expect(await connectTo(mixed)).toBe(primary.port);
  foreign.setMode("pass");
  const [finding, ...others] = checkHosts((await readHostStates(mixed)) ?? []);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    code: "database_hosts_away",
    values: { reason: `127.0.0.1:${foreign.port}: it belongs to another database cluster` },
  });
});

/** Waits until the gateway has connected to the primary several times. */
async function waitForReconnects(): Promise<void> {
  const sql = "select pid from pg_stat_activity where application_name = 'parlour gateway'";
  const pids = new Set<number>();
  await vi.waitFor(async () => {
    for (const { pid } of await run<{ pid: number }>(database.primaryUrl, sql)) pids.add(pid);
    expect(pids.size).toBeGreaterThan(3);
  }, testTimeoutMs);
}
/** Counts the messages with a text. */
const countSql = (text: string): string =>
  `select count(*)::int from journal where name = 'message_created' and body like '%"${text}"%'`;
const send = (parlour: TestParlour, channel: TestChannel, text: string): Promise<ApiResponse> =>
  parlour.sendCustomerMessage(channel, "ann", text);
async function sendUntilAccepted(
  parlour: TestParlour,
  channel: TestChannel,
  text: string,
): Promise<void> {
  for (const end = performance.now() + testTimeoutMs; performance.now() < end;) {
    if ((await send(parlour, channel, text)).status === 200) return;
    await waitForPoll();
  }
  throw new Error("no message was accepted");
}

it("[CFG-004] [CORE-042] a running server follows the failover and keeps what it acknowledged", async () => {
  await waitForStandby();
  const parlour = await startTestParlour({
    databaseUrl: urls.both,
    clock: "system",
  });
  onTestFinished(() => parlour.close());
  const channel = await parlour.channel("http://127.0.0.1:65000/in");
  await sendUntilAccepted(parlour, channel, "before");
  await database.stopPrimary();
  expect((await send(parlour, channel, "meanwhile")).status).toBe(503);
  await run(database.replicaUrl, "alter system set synchronous_standby_names = ''");
  await run(database.replicaUrl, "select pg_promote()");
  await sendUntilAccepted(parlour, channel, "after");
  const { id } = await parlour.findChat("ann");
  const texts = (await parlour.messages(id)).map(({ text }) => text);
  expect(texts).toContain("before");
  expect(texts.at(-1)).toBe("after");
});

it("[CORE-042] what no synchronous standby has is not acknowledged, although the primary has it", async () => {
  await waitForStandby();
  const parlour = await startTestParlour({
    databaseUrl: urls.primary,
    clock: "system",
  });
  onTestFinished(() => parlour.close());
  const channel = await parlour.channel("http://127.0.0.1:65000/in");
  await sendUntilAccepted(parlour, channel, "before");
  await database.stopReplica();
  // The node connects again at once, and would find the message at its position.
  primary.cutAfterNextRequest();
  expect((await send(parlour, channel, "waiting")).status).toBe(503);
  await waitForReconnects();
  // Other nodes must not see it either, because another primary may not have it.
  expect(await run(database.primaryUrl, countSql("waiting"))).toEqual([{ count: 0 }]);
  await database.startReplica();
  await sendUntilAccepted(parlour, channel, "after");
});

it("[CORE-042] [CH-057] a commit whose answer was lost with the primary is stored once, and its repeat gets its answer from the new primary", async () => {
  await waitForStandby();
  const parlour = await startTestParlour({ databaseUrl: urls.both, clock: "system" });
  onTestFinished(() => parlour.close());
  const channel = await parlour.channel("http://127.0.0.1:65000/in");
  const sendOnce = (): Promise<ApiResponse> =>
    parlour.sendCustomerMessage(channel, "ann", "once", {
      headers: { "idempotency-key": "the-only-one" },
    });
  await sendUntilAccepted(parlour, channel, "before");
  primary.setMode("deaf");
  expect((await sendOnce()).status).toBe(503);
  await vi.waitFor(
    async () => expect(await run(database.replicaUrl, countSql("once"))).toEqual([{ count: 1 }]),
    testTimeoutMs,
  );
  await database.stopPrimary();
  await run(database.replicaUrl, "alter system set synchronous_standby_names = ''");
  await run(database.replicaUrl, "select pg_promote()");
  await vi.waitFor(async () => expect((await sendOnce()).status).toBe(200), testTimeoutMs);
  const { id } = await parlour.findChat("ann");
  const texts = (await parlour.messages(id)).map(({ text }) => text);
  expect(texts).toEqual(["before", "once"]);
});

it("[CFG-004] [CORE-042] a primary that has lost its standby is left when the standby takes over, and its waiting commit stays invisible", async () => {
  await waitForStandby();
  const parlour = await startTestParlour({ databaseUrl: urls.both, clock: "system" });
  onTestFinished(() => parlour.close());
  const channel = await parlour.channel("http://127.0.0.1:65000/in");
  await sendUntilAccepted(parlour, channel, "before");
  const [sender] = await run<{ pid: number }>(
    database.primaryUrl,
    "select pid from pg_stat_replication",
  );
  process.kill(sender?.pid ?? 0, "SIGSTOP");
  expect((await send(parlour, channel, "waiting")).status).toBe(503);
  await waitForReconnects();
  await run(database.replicaUrl, "alter system set synchronous_standby_names = ''");
  await run(database.replicaUrl, "select pg_promote()");
  await sendUntilAccepted(parlour, channel, "after");
  expect(await run(database.primaryUrl, countSql("waiting"))).toEqual([{ count: 0 }]);
  const { id } = await parlour.findChat("ann");
  const texts = (await parlour.messages(id)).map(({ text }) => text);
  expect(texts).toEqual(["before", "after"]);
});
