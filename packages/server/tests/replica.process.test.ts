import {
  createTestDatabase,
  openTestPool,
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { inspectDatabase } from "../src/cli/doctor/database.ts";
import { createSystemClock, ManualClock } from "../src/clock.ts";
import { parseConfig } from "../src/config/read-config.ts";
import { createLog } from "../src/log.ts";
import { createDb } from "../src/store/database/sql.ts";
import { openPools } from "../src/store/database/pools.ts";
import { readReplicaState } from "../src/store/replica/replica-state.ts";
import { openReplica, type Replica, type SeenCursor } from "../src/store/replica/replica.ts";
import { startReplicatedDatabase, type ReplicatedDatabase } from "./replica-fixture.ts";

/** Tests the read replica (CFG-120, API-380) with a PostgreSQL and a streaming standby. */

let database: ReplicatedDatabase;
let parlour: TestParlour;
let integrator: FakeIntegrator;
let channel: TestChannel;
let replicaAdmin: pg.Client;
const logLines: string[] = [];

beforeAll(async () => {
  database = await startReplicatedDatabase();
  parlour = await startTestParlour({
    databaseUrl: database.primaryUrl,
    env: { DATABASE_URL: database.primaryUrl, DATABASE_READ_URL: database.replicaUrl },
    logTo: (line) => void logLines.push(line),
  });
  integrator = await startIntegrator();
  channel = await parlour.channel(`${integrator.url}/hook`);
  replicaAdmin = await connectToReplica();
});
afterAll(async () => {
  await replicaAdmin.end();
  await parlour.close();
  await integrator.close();
  await database.stop();
});
beforeEach(() => waitForReplay());

async function connectToReplica(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.replicaUrl });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Resolves when the replica contains all that the primary contains now. */
async function waitForReplay(): Promise<void> {
  await parlour.settle();
  const primary = openTestPool(database.primaryUrl, { max: 1 });
  const { rows } = await primary.query<{ lsn: string }>("select pg_current_wal_lsn()::text as lsn");
  await primary.end();
  await vi.waitFor(
    async () =>
      expect(
        (
          await replicaAdmin.query<{ done: boolean }>(
            "select pg_last_wal_replay_lsn() >= $1::pg_lsn as done",
            [rows[0]?.lsn],
          )
        ).rows,
      ).toEqual([{ done: true }]),
    60_000,
  );
}

/** Stops the replay at the replica until the end of the test. */
async function pauseReplay(): Promise<void> {
  await replicaAdmin.query("select pg_wal_replay_pause()");
  onTestFinished(async () => void (await replicaAdmin.query("select pg_wal_replay_resume()")));
  await vi.waitFor(
    async () =>
      expect(
        (await replicaAdmin.query("select pg_get_wal_replay_pause_state() as state")).rows,
      ).toEqual([{ state: "paused" }]),
    60_000,
  );
}

async function readCounts(): Promise<Record<string, number>> {
  const { text } = await parlour.call("GET", "/metrics");
  return Object.fromEntries(
    [...text.matchAll(/^parlour_replica_reads_total\{result="(\w+)"\} (\d+)$/gm)].map(
      ([, result = "", count]) => [result, Number(count)],
    ),
  );
}
/** Returns how the counts of reads change during `run`, without those that stay the same. */
async function countReads(run: () => Promise<unknown>): Promise<Record<string, boolean>> {
  const before = await readCounts();
  await run();
  const after = await readCounts();
  return Object.fromEntries(
    Object.entries(after)
      .map(([result, count]): [string, boolean] => [result, count > (before[result] ?? 0)])
      .filter(([, isMore]) => isMore),
  );
}

const findChats = async (word: string, headers?: Record<string, string>): Promise<number> => {
  const { status, body } = await parlour.owner.call("GET", `search?q=${word}`, undefined, headers);
  expect(status).toBe(200);
  return (body as { items: unknown[] }).items.length;
};
async function sendMessage(customer: string, text: string): Promise<void> {
  expect(await parlour.sendCustomerMessage(channel, customer, text)).toMatchObject({ status: 200 });
  await parlour.settle();
}
async function readCursor(): Promise<SeenCursor> {
  const primary = openTestPool(database.primaryUrl, { max: 1 });
  onTestFinished(() => primary.end());
  const { rows } = await primary.query<{ epoch: string; position: string }>(
    `select epoch || '.' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as epoch,
       (select max(position) from journal where account_id = 1)::text as position from instance`,
  );
  return { epoch: rows[0]?.epoch ?? "", position: Number(rows[0]?.position) };
}
const toHeader = ({ epoch, position }: SeenCursor) => ({
  "parlour-cursor": `${epoch}:${position}`,
});

/** Opens a replica as a server does, with pools and a clock of its own. */
function openTestReplica(replicaUrl = database.replicaUrl, readers = 4) {
  const clock = new ManualClock();
  const pools = openPools(database.primaryUrl);
  const changes: (string | null)[] = [];
  const replica: Replica = openReplica({
    url: replicaUrl,
    primary: pools.reader,
    clock,
    pools: { readers },
    onChange: (error) => void changes.push(error && error.name),
  });
  onTestFinished(async () => {
    await replica.close();
    await pools.close();
  });
  const countEntries = async (seen: SeenCursor, account = 1): Promise<number> => {
    const row = await replica
      .reader(() => Promise.resolve(seen))
      .one<{ n: number }>(account, "select count(*)::int as n from journal");
    return row?.n ?? -1;
  };
  return { clock, changes, replica, countEntries };
}

it("[CFG-120] the replica answers search, matches, reports and exports", async () => {
  await sendMessage("anna", "A question about turquoise lamps");
  await waitForReplay();
  const chat = await parlour.findChat("anna");
  const today = new Date(parlour.clock.now()).toISOString().slice(0, 10);
  const paths = [
    "search?q=turquoise",
    "search?q=anna&scope=all",
    `chats/${chat.id}/matches?q=turquoise`,
    "search/export?q=turquoise",
    "reports?last=7",
    `reports/chats/chats?last=7`,
    `reports/export?table=chats&from=${today}&to=${today}`,
    `visitors/${chat.visitor.number}/export`,
    "visitors/export",
  ];
  const results: Record<string, unknown> = {};
  for (const path of paths)
    results[path] = await countReads(async () =>
      expect((await parlour.owner.call("GET", path)).status, path).toBe(200),
    );
  expect(results).toEqual(Object.fromEntries(paths.map((path) => [path, { answered: true }])));
  expect(await findChats("turquoise")).toBe(1);
});

it("[CFG-120] [API-380] a replica that lags answers nothing that its request has seen, nor less than there was when it began", async () => {
  const before = await readCursor();
  await pauseReplay();
  await sendMessage("boris", "A question about vermilion chairs");
  const after = await readCursor();
  const { countEntries, replica } = openTestReplica();
  const old = await countEntries(before);
  expect(await countEntries(after)).toBeGreaterThan(old);
  expect(replica.counts).toEqual({ answered: 1, behind: 1, failed: 0, unavailable: 0 });
  for (const headers of [toHeader(after), undefined, toHeader(before)]) {
    let found = 0;
    // This node has published the message, so an older cursor makes no difference.
    expect(await countReads(async () => (found = await findChats("vermilion", headers)))).toEqual({
      behind: true,
    });
    expect(found).toBe(1);
  }
  await replicaAdmin.query("select pg_wal_replay_resume()");
  await waitForReplay();
  let found = 0;
  expect(
    await countReads(async () => (found = await findChats("vermilion", toHeader(after)))),
  ).toEqual({ answered: true });
  expect(found).toBe(1);
});

it("[CFG-120] a cursor of another epoch, or ahead of every entry, is answered by the primary", async () => {
  const cursor = await readCursor();
  const [id = "", timeline = ""] = cursor.epoch.split(".");
  for (const seen of [
    { ...cursor, position: cursor.position + 1 },
    { ...cursor, epoch: `${id}.0000000A` },
    { ...cursor, epoch: `00000000-0000-4000-8000-000000000000.${timeline}` },
  ])
    expect(await countReads(() => findChats("turquoise", toHeader(seen)))).toEqual({
      behind: true,
    });
});

it("[API-380] a malformed cursor is refused with its name", async () => {
  for (const header of ["", "7", "e:", "e:-1", "e:1:2", "e f:1", `${"e".repeat(101)}:1`])
    expect(
      await parlour.owner.call("GET", "search?q=lamps", undefined, { "parlour-cursor": header }),
      header,
    ).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", field: "Parlour-Cursor" } },
    });
});

it("[CFG-120] the replica shows an account its own rows only, and accepts no write", async () => {
  const cursor = await readCursor();
  const { countEntries, replica } = openTestReplica();
  expect(await countEntries(cursor)).toBeGreaterThan(0);
  expect(await countEntries({ ...cursor, position: 0 }, 999)).toBe(0);
  expect(replica.counts.answered).toBe(2);
  const { rows } = await replica.pool.query(
    "select current_user as role, (select count(*)::int from journal) as n",
  );
  expect(rows).toEqual([{ role: expect.stringMatching(/_reader$/) as string, n: 0 }]);
  await expect(replica.pool.query("create temp table t (id int)")).rejects.toMatchObject({
    code: expect.stringMatching(/^(25006|42501)$/) as string,
  });
});

it("[CFG-120] a query that the replica ends is repeated at the primary", async () => {
  const cursor = await readCursor();
  const { replica, changes } = openTestReplica();
  const rows = await replica
    .reader(() => Promise.resolve(cursor))
    .rows(
      1,
      "select case when pg_is_in_recovery() then 1 / (select count(*)::int from journal where position < 0) else 7 end as n",
    );
  expect(rows).toEqual([{ n: 7 }]);
  expect(replica.counts).toEqual({ answered: 0, behind: 0, failed: 1, unavailable: 0 });
  expect(changes).toEqual([]);
});

it("[CFG-120] a frozen replica delays a read by half a second, and then none for 5 s", async () => {
  const cursor = await readCursor();
  const { clock, changes, replica, countEntries } = openTestReplica(undefined, 1);
  const expected = await countEntries(cursor);
  const { rows } = await replica.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid ?? 0;
  process.kill(pid, "SIGSTOP");
  onTestFinished(() => void process.kill(pid, "SIGCONT"));
  expect(await countEntries(cursor)).toBe(expected);
  expect(await countEntries(cursor)).toBe(expected);
  expect(replica.counts).toEqual({ answered: 1, behind: 0, failed: 0, unavailable: 2 });
  expect(changes).toEqual(["Error"]);
  await clock.advance(5_000);
  expect(await countEntries(cursor)).toBe(expected);
  expect(replica.counts.answered).toBe(2);
  expect(changes).toEqual(["Error", null]);
});

it("[CFG-120] without its replica Parlour answers from the primary, warns once, and uses the replica again", async () => {
  await sendMessage("clara", "A question about magenta rugs");
  await waitForReplay();
  await database.stopReplica();
  logLines.length = 0;
  for (let n = 0; n < 3; n++)
    expect(await countReads(async () => expect(await findChats("magenta")).toBe(1))).toEqual({
      unavailable: true,
    });
  const countLines = (event: string) => logLines.filter((line) => line.includes(event)).length;
  expect(countLines("replica.unavailable")).toBe(1);
  expect((await parlour.call("GET", "/ready")).status).toBe(200);
  expect(await readReplicaCodes()).toEqual(["database_replica_away"]);
  await database.startReplica();
  replicaAdmin = await connectToReplica();
  await waitForReplay();
  await parlour.clock.advance(5_000);
  await waitForReplay();
  expect(await countReads(async () => expect(await findChats("magenta")).toBe(1))).toEqual({
    answered: true,
  });
  expect(countLines("replica.available")).toBe(1);
  expect(await readReplicaCodes()).toEqual(["database_replica_good"]);
});

async function readReplicaCodes(): Promise<readonly string[]> {
  const { body } = await parlour.owner.call("GET", "instance/health");
  return (body as { checks: { code: string }[] }).checks
    .map(({ code }) => code)
    .filter((code) => code.startsWith("database_replica"));
}

it("[CFG-120] another database at the address of the replica is never used, and is reported", async () => {
  const other = await createTestDatabase();
  const { replica, countEntries } = openTestReplica(other.url);
  onTestFinished(() => other.drop());
  const cursor = await readCursor();
  expect(await countEntries({ ...cursor, position: 0 })).toBeGreaterThan(0);
  expect(replica.counts).toEqual({ answered: 0, behind: 1, failed: 0, unavailable: 0 });
  const primary = openTestPool(database.primaryUrl, { max: 1 });
  onTestFinished(() => primary.end());
  expect(await readReplicaState(replica, createDb(primary))).toEqual({ kind: "foreign" });
});

it("[CFG-120] the lag of a paused replica is in the metrics", async () => {
  await pauseReplay();
  await sendMessage("dora", "A question about ochre vases");
  const { text } = await parlour.call("GET", "/metrics");
  expect(Number(/^parlour_replica_lag_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
  expect(text).toMatch(/^parlour_replica_lag_seconds \S+$/m);
});

it("[CFG-120] [CLI-003] doctor shows the state of the replica", async () => {
  const inspect = async (): Promise<readonly string[]> => {
    const findings = await inspectDatabase({
      config: parseConfig({
        DATABASE_URL: database.primaryUrl,
        DATABASE_READ_URL: database.replicaUrl,
      }),
      clock: createSystemClock(),
      log: createLog({ level: "error", format: "json" }),
    });
    return findings
      .filter(({ message }) => message.includes("replica"))
      .map(({ message }) => message);
  };
  expect(await inspect()).toEqual(["the read replica is up to date"]);
  await pauseReplay();
  const primary = openTestPool(database.primaryUrl, { max: 1 });
  onTestFinished(() => primary.end());
  // More than the limit of 64 MiB.
  await primary.query(
    "create table filler as select repeat(md5(n::text), 40) as text from generate_series(1, 60000) n; drop table filler",
  );
  expect(await inspect()).toEqual([
    expect.stringMatching(
      /^the read replica lacks \d+ MiB and the last \d+ s; the primary answers/,
    ),
  ]);
});
