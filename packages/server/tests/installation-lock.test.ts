import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { getDatabaseAddress, databaseUrlAtPort, createTestDatabase, startTestParlour } from "@parlour/testkit";
import pg from "pg";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { lockInstallation, type InstallationLock, type LockOptions } from "../src/cli/installation-lock.ts";
import { createSystemClock } from "../src/clock.ts";
import { createLog } from "../src/log.ts";
import { advisoryLocks } from "../src/store/advisory-locks.ts";
import { acquireInstallationLock } from "../src/store/nodes.ts";
import { scratchFolder, start, usual } from "./cli-bed.ts";

const { fresh } = scratchFolder();
const clock = createSystemClock();
let url = "";
let lines: string[] = [];
beforeAll(async () => {
  const database = await createTestDatabase();
  url = database.url;
  return () => database.drop();
});

/** Takes the lock as a process does, within 300 ms, and releases it at the end of the test. */
async function lock(more: Partial<LockOptions> = {}): Promise<InstallationLock> {
  lines = [];
  const log = createLog({ level: "info", format: "json", out: { write: (line) => void lines.push(line) } });
  const taken = await lockInstallation({ url, clock, log, waitMs: 300, ...more });
  onTestFinished(() => taken.release());
  return taken;
}
async function client(connectionString = url): Promise<pg.Client> {
  const made = new pg.Client({ connectionString });
  made.on("error", () => undefined);
  await made.connect();
  onTestFinished(() => made.end());
  return made;
}
// The test files share one PostgreSQL, and pg_locks shows the locks of every database.
const locks = `select a.pid from pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory' and l.objid = ${advisoryLocks.installation} and l.database = (select oid from pg_database where datname = current_database())`;
const holders = `${locks} and l.granted`;
const waits = async (asker: pg.Client): Promise<boolean> => (await asker.query(`${locks} and not l.granted`)).rowCount === 1;
const said = (event: string): boolean => lines.some((line) => line.includes(event));
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => void setTimeout(resolve, 10));
};
const isLost = (taken: InstallationLock): Promise<boolean> => Promise.race([taken.lost.then(() => true), Promise.resolve(false)]);

describe("one process on one database", () => {
  it("[CORE-180] a second one waits, then refuses and names the first; it starts as soon as the first has ended", async () => {
    const first = await lock();
    await expect(lock()).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(
        new RegExp(
          `^another Parlour \\(process ${process.pid} on \\S+\\) uses this database and did not end within 0.3 s; .*stop the other one first`,
        ),
      ) as string,
    });
    const second = lock({ waitMs: 30_000 });
    await first.release();
    expect((await second).hasWaited).toBe(false);
  });

  it("[CORE-180] a stop in order is waited for, and the wait is in the log", async () => {
    const first = await lock();
    const second = lock({ waitMs: 30_000 });
    await until(() => said("node.waits_for_other"));
    await first.release();
    expect((await second).hasWaited).toBe(true);
  });

  it("[CORE-180] a signal ends the wait", async () => {
    await lock();
    await expect(lock({ waitMs: 30_000, isStopping: () => true })).rejects.toThrow("stopped while it waited");
  });

  it("[CORE-180] a node of a release without this lock counts too", async () => {
    const older = await client();
    await older.query("set application_name = 'parlour gateway'");
    await older.query("select pg_advisory_lock_shared(7002, 5)");
    await expect(lock()).rejects.toThrow("another Parlour (of an earlier release) uses this database");
    await older.query("select pg_advisory_unlock_shared(7002, 5)");
    await lock();
  });

  it("[CORE-180] whose connection the database ended takes the lock again; nobody else gets it", async () => {
    const first = await lock();
    const other = await client();
    const before = (await other.query<{ pid: number }>(holders)).rows[0]?.pid;
    await other.query("select pg_terminate_backend($1, 1000)", [before]);
    await until(() => said("node.lock_taken_again"));
    expect((await other.query<{ pid: number }>(holders)).rows.map(({ pid }) => pid === before)).toEqual([false]);
    await expect(lock()).rejects.toThrow("another Parlour");
    expect(await isLost(first)).toBe(false);
  });

  it("[CORE-180] a process whose earlier connection the database still holds ends that one and takes the lock again", async () => {
    const to = getDatabaseAddress(url);
    const inner: Socket[] = [];
    // Like a router that loses a connection: the process notices the loss, the database does not.
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
    const first = await lock({ url: databaseUrlAtPort(url, (relay.address() as AddressInfo).port) });
    const other = await client();
    const before = (await other.query<{ pid: number }>(holders)).rows[0]?.pid;
    inner[0]?.destroy();
    await until(() => said("node.lock_taken_again"));
    expect((await other.query<{ pid: number }>(holders)).rows.map(({ pid }) => pid === before)).toEqual([false]);
    expect(await isLost(first)).toBe(false);
  });

  it("[CORE-180] who took the lock meanwhile keeps it: the first one is told to end, and by whom", async () => {
    const first = await lock();
    const [other, killer] = [await client(), await client()];
    await other.query("set application_name = 'parlour lock 00000000 4711 on web-2'");
    const before = (await killer.query<{ pid: number }>(holders)).rows[0]?.pid;
    const taken = other.query("select pg_advisory_lock($1)", [advisoryLocks.installation]);
    await until(() => waits(killer));
    await killer.query("select pg_terminate_backend($1)", [before]);
    await taken;
    expect(await first.lost).toMatchObject({
      exitCode: 1,
      message: expect.stringContaining("another Parlour (process 4711 on web-2) took over the database") as string,
    });
  });
});

describe("the process", () => {
  const env = (): Record<string, string> => ({ DATABASE_URL: url, DATA_DIR: fresh(), ...usual });

  it("[CORE-180] [CFG-018] a second process refuses with 1; after kill -9 of the first the next one starts at once", async () => {
    const first = start("./cli-process.ts", env());
    await first.ready;
    const second = await start("./cli-process.ts", env(), ["hasty"]).ended;
    expect([second.code, second.out]).toEqual([1, ""]);
    expect(second.err).toMatch(/^another Parlour \(process \d+ on \S+\) uses this database/m);
    first.signal("SIGKILL");
    await first.ended;
    const third = start("./cli-process.ts", env());
    await third.ready;
    third.signal("SIGTERM");
    expect((await third.ended).err).not.toContain("node.waits_for_other");
  });

  it("[CORE-180] a process whose database was taken over ends with 1 and says so", async () => {
    const first = start("./cli-process.ts", env());
    await first.ready;
    const [other, killer] = [await client(), await client()];
    const before = (await killer.query<{ pid: number }>(holders)).rows[0]?.pid;
    const taken = other.query("select pg_advisory_lock($1)", [advisoryLocks.installation]);
    await until(() => waits(killer));
    await killer.query("select pg_terminate_backend($1)", [before]);
    await taken;
    const { code, err } = await first.ended;
    expect([code, /^another Parlour .* took over the database/m.test(err)]).toEqual([1, true]);
  });
});

it("[CORE-180] [API-075] how many nodes run is in the log, a metric and Settings → Backup and health", async () => {
  const log: string[] = [];
  const one = await startTestParlour({ clock: "system", logTo: (line) => void log.push(line) });
  onTestFinished(() => one.close());
  // The process holds the lock, not the server in it, so tests can run two servers on one database.
  const two = await startTestParlour({ clock: "system", databaseUrl: one.databaseUrl });
  await until(() => log.some((line) => line.includes("nodes.several")));
  const metrics = await (await fetch(`${one.url}/metrics`)).text();
  const health = (await one.owner.call("GET", "instance/health")).body as { checks: { check: string; code: string; values: object }[] };
  expect([metrics.match(/^parlour_nodes \d+$/m)?.[0], health.checks.find(({ check }) => check === "nodes")]).toMatchObject([
    "parlour_nodes 2",
    { code: "nodes_several", values: { count: 2 } },
  ]);
  await two.close();
});

it("[CORE-180] [BOT-003] while a process has the lock, settings that take locks of their own are written", async () => {
  const parlour = await startTestParlour();
  onTestFinished(() => parlour.close());
  expect(await acquireInstallationLock(await client(parlour.databaseUrl))).toBeNull();
  const provider = await parlour.owner.call("POST", "bot-providers", {
    name: "P",
    contact: "a@example.test",
    endpoint_url: "https://93.184.216.34/bot",
  });
  const bot = { provider_id: (provider.body as { id: string }).id, token: "a-token-of-some-length-0001", name: "Robo" };
  expect(await parlour.owner.call("POST", "bots", bot)).toMatchObject({ status: 201 });
});
