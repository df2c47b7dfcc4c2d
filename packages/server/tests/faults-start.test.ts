import { connect, createServer, type AddressInfo } from "node:net";
import {
  getDatabaseAddress,
  withDatabasePort,
  createEmptyDatabase,
  createTestDatabase,
  startPooler,
  startTestParlour,
} from "@parlour/testkit";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../src/cli/database.ts";
import { toStartError } from "../src/cli/to-start-error.ts";
import { createSystemClock } from "../src/clock.ts";
import { parseConfig } from "../src/config/read-config.ts";
import { createLog } from "../src/log.ts";
import { listMigrationNames, migrateDatabase } from "../src/store/migrate.ts";
import { openPools } from "../src/store/database/pools.ts";

it("[CORE-042] [F03] a database that may lose what it acknowledged is refused at the start, by the name of the setting", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`alter database ${database.name} set synchronous_commit = off`);
  await client.end();
  const pools = openPools(database.url);
  onTestFinished(() => pools.close());
  const fault = await pools.session().then(
    () => null,
    (error: unknown) => toStartError(error, { host: "", port: 0, databaseUrl: database.url }),
  );
  expect(fault).toMatchObject({
    exitCode: 78,
    message: expect.stringContaining("synchronous_commit off") as string,
  });
});

it("[CORE-130] [F25] nodes that start together on an empty database bring it up once; each goes on", async () => {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  const run = await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url)));
  expect(run.flat().toSorted()).toEqual(await listMigrationNames());
});

it("[CORE-131] [P17] at the start a database is waited for longer than a request waits for it", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const answersAfterMs = [2_500];
  const lateServer = createServer((inner) => {
    const to = getDatabaseAddress(database.url);
    const outer = typeof to === "number" ? connect(to, "127.0.0.1") : connect(to);
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
    setTimeout(() => inner.pipe(outer).pipe(inner), answersAfterMs.shift() ?? 0);
  });
  await new Promise<void>((resolve) => void lateServer.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void lateServer.close());
  const parlour = await startTestParlour({
    clock: "system",
    databaseUrl: withDatabasePort(database.url, (lateServer.address() as AddressInfo).port),
  });
  onTestFinished(() => parlour.close());
  expect(answersAfterMs).toEqual([]);
  expect((await parlour.owner.call("GET", "me")).status).toBe(200);
});

it.each([
  ["transaction", 1, 78],
  ["transaction", 2, 78],
  ["transaction", 5, 78],
  ["transaction", 12, 78],
  ["session", 6, null],
] as const)(
  "[CFG-046] a pooler in %s mode with %i connections: exit code %s, before anything is changed",
  async (mode, size, exitCode) => {
    const database = await createEmptyDatabase();
    onTestFinished(() => database.drop());
    const pooler = await startPooler(database.url, mode, size);
    onTestFinished(() => pooler.close());
    const config = parseConfig({ DATABASE_URL: pooler.url });
    const fault = await openDatabase({
      config,
      log: createLog({ level: "silent", format: "json" }),
      clock: createSystemClock(),
    }).then(
      () => null,
      (error: unknown) => toStartError(error, { host: "", port: 0, databaseUrl: pooler.url }),
    );
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query("select to_regclass('account')::text as account");
    await client.end();
    expect([fault?.exitCode ?? null, rows]).toEqual([
      exitCode,
      [{ account: exitCode === null ? "account" : null }],
    ]);
    if (fault)
      expect(fault.message).toMatch(
        /^DATABASE_URL: session pooling is needed.*pool_mode = session/,
      );
  },
);
