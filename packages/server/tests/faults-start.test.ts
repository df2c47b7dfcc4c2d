import { emptyDatabase, freshDatabase } from "@parlour/testkit";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { toFault } from "../src/cli/to-fault.ts";
import { knownMigrations, migrate } from "../src/store/migrate.ts";
import { openPools } from "../src/store/pools.ts";

it("[CORE-042] [F03] a database that may lose what it acknowledged is refused at the start, by the name of the setting", async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`alter database ${database.name} set synchronous_commit = off`);
  await client.end();
  const fault = await openPools(database.url).then(
    () => null,
    (error: unknown) => toFault(error, { host: "", port: 0, databaseUrl: database.url }),
  );
  expect(fault).toMatchObject({ exitCode: 78, message: expect.stringContaining("synchronous_commit off") as string });
});

it("[CORE-130] [F25] nodes that start together on an empty database bring it up once; each goes on", async () => {
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  const run = await Promise.all([1, 2, 3].map(() => migrate(database.url)));
  expect(run.flat()).toEqual(await knownMigrations());
});
