import { createTestDatabase, longTimeoutPools } from "@parlour/testkit";
import pg from "pg";
import { openPools, type Pools } from "../src/store/database/pools.ts";

/**
 * An empty database with open pools. The next fixture of this worker uses it again, because a new
 * database with its connections costs more CPU than most tests.
 */
export interface ReusedDatabase {
  readonly url: string;
  readonly pools: Pools;
  /** Empties the database for the next fixture. Call it after all other parts have closed. */
  release(): Promise<void>;
}

/** Databases that no fixture uses. */
const idleDatabases: ReusedDatabase[] = [];

/**
 * Returns a database that is empty, as a new one is. With `serverUrl` it is on that server and not
 * used again.
 */
export async function takeDatabase(serverUrl?: string): Promise<ReusedDatabase> {
  const idle = serverUrl === undefined ? idleDatabases.pop() : undefined;
  return idle ?? (await openDatabase(serverUrl));
}

async function openDatabase(serverUrl?: string): Promise<ReusedDatabase> {
  const database = await createTestDatabase(serverUrl);
  const pools = openPools(database.url, longTimeoutPools);
  const owner = new pg.Client({ connectionString: database.url });
  owner.on("error", () => undefined);
  await owner.connect();
  const reset = await prepareReset(owner);
  const schema = await readSchemaVersion(owner);
  const drop = async (): Promise<void> => {
    await pools.close();
    await owner.end();
    await database.drop();
  };
  const reused: ReusedDatabase = {
    url: database.url,
    pools,
    async release() {
      if (serverUrl !== undefined) return drop();
      if ((await readSchemaVersion(owner)) !== schema) return drop();
      // Fails if something still holds a lock.
      const isEmpty = await owner.query(reset).then(
        () => true,
        () => false,
      );
      if (!isEmpty) return drop();
      idleDatabases.push(reused);
    },
  };
  return reused;
}

/** Returns a text that differs after a change of tables, functions or triggers. */
async function readSchemaVersion(owner: Pick<pg.Client, "query">): Promise<string> {
  const { rows } = await owner.query(
    `select (select count(*) from pg_class) as tables,
      (select array[count(*), max(xmin::text::bigint)] from pg_proc) as functions,
      (select array[count(*), max(xmin::text::bigint)] from pg_trigger) as triggers`,
  );
  return JSON.stringify(rows);
}

/**
 * Returns the statements that bring rows and sequences of a new database back to their present
 * state, without triggers and foreign keys. They take a tenth of the time of `truncate`, which
 * creates the files of each table and index again.
 */
export async function prepareReset(owner: Pick<pg.Client, "query">): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
  );
  const { rows: sequences } = await owner.query<{ name: string; value: string; called: boolean }>(
    "select format('%I', sequencename) as name, coalesce(last_value, start_value) as value, last_value is not null as called from pg_sequences where schemaname = 'public'",
  );
  const { rows: instances } = await owner.query<{ row: object }>(
    "select to_jsonb(instance) as row from instance",
  );
  const statements = [
    "begin",
    "set local lock_timeout = '2s'",
    "set local session_replication_role = replica",
  ];
  // Other tables with rows describe the schema.
  for (const { name } of tables)
    if (name === "instance" || (await owner.query(`select from ${name} limit 1`)).rowCount === 0)
      statements.push(`delete from ${name}`);
  for (const { row } of instances)
    statements.push(
      `insert into instance select * from jsonb_populate_record(null::instance, ${pg.escapeLiteral(JSON.stringify(row))})`,
    );
  for (const { name, value, called } of sequences)
    statements.push(`select setval('${name}', ${value}, ${called})`);
  return [...statements, "commit"].join("; ");
}
