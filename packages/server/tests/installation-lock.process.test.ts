import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import {
  getDatabaseAddress,
  withDatabasePort,
  createTestDatabase,
  startTestParlour,
} from "@parlour/testkit";
import pg from "pg";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  lockInstallation,
  type InstallationLock,
  type LockOptions,
} from "../src/cli/installation-lock.ts";
import { createSystemClock } from "../src/clock.ts";
import { createLog } from "../src/log.ts";
import { version } from "../src/version.ts";
import { advisoryLocks } from "../src/store/database/locks.ts";
import { acquireInstallationLock } from "../src/store/database/nodes.ts";
import { createScratchFolder, startProcess, defaultEnv } from "./cli-fixture.ts";

const { createSubfolder } = createScratchFolder();
const clock = createSystemClock();
let url = "";
let logLines: string[] = [];
beforeAll(async () => {
  const database = await createTestDatabase();
  url = database.url;
  return () => database.drop();
});

/** Takes the lock as a process does, within 300 ms, and releases it at the end of the test. */
async function takeLock(more: Partial<LockOptions> = {}): Promise<InstallationLock> {
  logLines = [];
  const log = createLog({
    level: "info",
    format: "json",
    out: { write: (line) => void logLines.push(line) },
  });
  const acquired = await lockInstallation({
    url,
    mode: "exclusive",
    clock,
    log,
    waitMs: 300,
    ...more,
  });
  onTestFinished(() => acquired.release());
  return acquired;
}
async function connectClient(connectionString = url): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString });
  connection.on("error", () => undefined);
  await connection.connect();
  onTestFinished(() => connection.end());
  return connection;
}
// All test files share one PostgreSQL, and pg_locks contains the locks of every database.
const locksQuery = `select a.pid from pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory' and l.objid = ${advisoryLocks.installation} and l.database = (select oid from pg_database where datname = current_database())`;
const holdersQuery = `${locksQuery} and l.granted`;
const isWaiting = async (asker: pg.Client): Promise<boolean> =>
  (await asker.query(`${locksQuery} and not l.granted`)).rowCount === 1;
const hasLogged = (event: string): boolean => logLines.some((line) => line.includes(event));
const waitUntil = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => void setTimeout(resolve, 10));
};
const isLost = (acquired: InstallationLock): Promise<boolean> =>
  Promise.race([acquired.lost.then(() => true), Promise.resolve(false)]);

describe("nodes that share a database", () => {
  it("[CORE-180] [CORE-132] nodes share the lock and see each other; a restore waits for all of them", async () => {
    const [one, two] = [await takeLock({ mode: "shared" }), await takeLock({ mode: "shared" })];
    const description = expect.stringMatching(`^process ${process.pid} on `) as string;
    const others = await Promise.all([one.listOthers(), two.listOthers()]);
    expect(others).toEqual([[{ version, description }], [{ version, description }]]);
    await one.release();
    await expect(takeLock({ waitMs: 0 })).rejects.toThrow("uses this database");
    expect(await two.listOthers()).toEqual([]);
    await two.release();
    await takeLock();
    await expect(takeLock({ mode: "shared" })).rejects.toThrow("uses this database");
  });

  it("[CORE-180] a node whose connection was lost while a restore began is told to end", async () => {
    const node = await takeLock({ mode: "shared" });
    const [restore, killer] = [await connectClient(), await connectClient()];
    await restore.query("set application_name = 'parlour lock 00000000 0.1.0 4711 on web-2'");
    const before = (await killer.query<{ pid: number }>(holdersQuery)).rows[0]?.pid;
    const taken = restore.query("select pg_advisory_lock($1)", [advisoryLocks.installation]);
    await waitUntil(() => isWaiting(killer));
    await killer.query("select pg_terminate_backend($1)", [before]);
    await taken;
    expect(await node.lost).toMatchObject({
      message: expect.stringContaining("process 4711 on web-2") as string,
    });
  });
});

describe("a process that has the database alone", () => {
  it("[CORE-180] a second one waits, then refuses and names the first; it starts as soon as the first has ended", async () => {
    const first = await takeLock();
    await expect(takeLock()).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(
        new RegExp(
          `^another Parlour \\(process ${process.pid} on \\S+\\) uses this database and did not end within 0.3 s; .*stop the other one first`,
        ),
      ) as string,
    });
    const second = takeLock({ waitMs: 30_000 });
    await first.release();
    expect((await second).hasWaited).toBe(false);
  });

  it("[CORE-180] a stop in order is waited for, and the wait is in the log", async () => {
    const first = await takeLock();
    const second = takeLock({ waitMs: 30_000 });
    await waitUntil(() => hasLogged("node.waits_for_other"));
    await first.release();
    expect((await second).hasWaited).toBe(true);
  });

  it("[CORE-180] a signal ends the wait", async () => {
    await takeLock();
    await expect(takeLock({ waitMs: 30_000, isStopping: () => true })).rejects.toThrow(
      "stopped while waiting",
    );
  });

  it("[CORE-180] a node of a release without this lock counts too", async () => {
    const older = await connectClient();
    await older.query("set application_name = 'parlour gateway'");
    await older.query("select pg_advisory_lock_shared(7002, 5)");
    await expect(takeLock()).rejects.toThrow(
      "another Parlour (of an earlier release) uses this database",
    );
    await older.query("select pg_advisory_unlock_shared(7002, 5)");
    await takeLock();
  });

  it("[CORE-180] whose connection the database ended takes the lock again; nobody else gets it", async () => {
    const first = await takeLock();
    const other = await connectClient();
    const before = (await other.query<{ pid: number }>(holdersQuery)).rows[0]?.pid;
    await other.query("select pg_terminate_backend($1, 1000)", [before]);
    await waitUntil(() => hasLogged("node.lock_taken_again"));
    expect(
      (await other.query<{ pid: number }>(holdersQuery)).rows.map(({ pid }) => pid === before),
    ).toEqual([false]);
    await expect(takeLock()).rejects.toThrow("another Parlour");
    expect(await isLost(first)).toBe(false);
  });

  it("[CORE-180] a process whose earlier connection the database still holds ends that one and takes the lock again", async () => {
    const to = getDatabaseAddress(url);
    const inner: Socket[] = [];
    // Acts like a router that loses a connection: the process detects the loss, the database does
    // not.
    const relay = createServer({ allowHalfOpen: true }, (socket) => {
      inner.push(socket);
      const outer = typeof to === "number" ? connect(to, "127.0.0.1") : connect(to);
      socket.on("data", (part) => outer.write(part));
      outer.on("data", (part) => socket.write(part));
      outer.on("close", () => socket.destroy());
      for (const one of [socket, outer]) one.on("error", () => undefined);
    });
    await new Promise<void>((resolve) => void relay.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void relay.close());
    const first = await takeLock({
      url: withDatabasePort(url, (relay.address() as AddressInfo).port),
    });
    const other = await connectClient();
    const before = (await other.query<{ pid: number }>(holdersQuery)).rows[0]?.pid;
    inner[0]?.destroy();
    await waitUntil(() => hasLogged("node.lock_taken_again"));
    expect(
      (await other.query<{ pid: number }>(holdersQuery)).rows.map(({ pid }) => pid === before),
    ).toEqual([false]);
    expect(await isLost(first)).toBe(false);
  });

  it("[CORE-180] who took the lock meanwhile keeps it: the first one is told to end, and by whom", async () => {
    const first = await takeLock();
    const [other, killer] = [await connectClient(), await connectClient()];
    await other.query("set application_name = 'parlour lock 00000000 4711 on web-2'");
    const before = (await killer.query<{ pid: number }>(holdersQuery)).rows[0]?.pid;
    const taken = other.query("select pg_advisory_lock($1)", [advisoryLocks.installation]);
    await waitUntil(() => isWaiting(killer));
    await killer.query("select pg_terminate_backend($1)", [before]);
    await taken;
    expect(await first.lost).toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(
        "another Parlour (process 4711 on web-2) took over the database",
      ) as string,
    });
  });
});

describe("the process", () => {
  const env = (): Record<string, string> => ({
    DATABASE_URL: url,
    DATA_DIR: createSubfolder(),
    ...defaultEnv,
  });

  it("[CORE-180] [CFG-018] beside a restore a process refuses with 1; after kill -9 of a node the next one starts at once", async () => {
    const restore = await takeLock();
    const refused = await startProcess("./cli-process.ts", env(), ["hasty"]).result;
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(refused.err).toMatch(/^another Parlour \(process \d+ on \S+\) uses this database/m);
    await restore.release();
    const first = startProcess("./cli-process.ts", env());
    await first.ready;
    first.signal("SIGKILL");
    await first.result;
    const third = startProcess("./cli-process.ts", env());
    await third.ready;
    third.signal("SIGTERM");
    expect((await third.result).err).not.toContain("node.waits_for_other");
  });

  it("[CORE-180] a process whose database was taken over ends with 1 and says so", async () => {
    const first = startProcess("./cli-process.ts", env());
    await first.ready;
    const [other, killer] = [await connectClient(), await connectClient()];
    const before = (await killer.query<{ pid: number }>(holdersQuery)).rows[0]?.pid;
    const taken = other.query("select pg_advisory_lock($1)", [advisoryLocks.installation]);
    await waitUntil(() => isWaiting(killer));
    await killer.query("select pg_terminate_backend($1)", [before]);
    await taken;
    const { code, err } = await first.result;
    expect([code, /^another Parlour .* took over the database/m.test(err)]).toEqual([1, true]);
  });
});

it("[CORE-180] [API-075] how many nodes run is in the log, a metric and Settings → Backup and health", async () => {
  const log: string[] = [];
  const one = await startTestParlour({ clock: "system", logTo: (line) => void log.push(line) });
  onTestFinished(() => one.close());
  // The process has the lock, not the server in it, so tests can run two servers on one database.
  const two = await startTestParlour({ clock: "system", databaseUrl: one.databaseUrl });
  await waitUntil(() => log.some((line) => line.includes("nodes.changed")));
  const metrics = await (await fetch(`${one.url}/metrics`)).text();
  const health = (await one.owner.call("GET", "instance/health")).body as {
    checks: { check: string; code: string; values: object }[];
  };
  expect([
    metrics.match(/^parlour_nodes \d+$/m)?.[0],
    health.checks.find(({ check }) => check === "nodes"),
  ]).toMatchObject(["parlour_nodes 2", { code: "nodes_several", values: { count: 2 } }]);
  await two.close();
});

it("[CORE-180] [BOT-003] while a process has the lock, settings that take locks of their own are written", async () => {
  const parlour = await startTestParlour();
  onTestFinished(() => parlour.close());
  expect(
    await acquireInstallationLock(await connectClient(parlour.databaseUrl), "shared"),
  ).toBeNull();
  const provider = await parlour.owner.call("POST", "bot-providers", {
    name: "P",
    contact: "a@example.test",
    endpoint_url: "https://93.184.216.34/bot",
  });
  const bot = {
    provider_id: (provider.body as { id: string }).id,
    token: "a-token-of-some-length-0001",
    name: "Robo",
  };
  expect(await parlour.owner.call("POST", "bots", bot)).toMatchObject({ status: 201 });
});
