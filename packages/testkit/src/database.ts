import { createHash, randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
// Import the source files and not the server's index, so that the global setup of the tests does
// not load the whole server.
import { createSystemClock } from "../../server/src/clock.ts";
import {
  startEmbeddedDatabase,
  StartError,
  type EmbeddedDatabase,
} from "../../server/src/embedded/index.ts";
import { createLog } from "../../server/src/log.ts";
import { DatabaseClient } from "../../server/src/store/database/hosts/database-client.ts";
import { migrateDatabase } from "../../server/src/store/migrate.ts";
import {
  ownName,
  parlourRolePattern,
  roleKinds,
} from "../../server/src/store/database/roles/names.ts";
import { endAfterKill } from "./processes/orphans.ts";
import { getClusterName, copyCluster, removeCluster, saveCluster } from "./prepared-cluster.ts";

/**
 * Server for test databases: one per run, with a migrated template that is copied for each test
 * file.
 */

export interface TestDatabaseServer {
  /** URL of the maintenance database. The user is a superuser. */
  readonly url: string;
  stop(): Promise<void>;
}
/**
 * Environment variable with the URL of this run's server. The global setup sets it. If DATABASE_URL
 * is set, that PostgreSQL is used instead of the embedded one (CFG-004).
 */
export const databaseServerVariable = "TEST_DATABASE_SERVER";
/** Environment variable with the name of this run's template that is set up. */
const setUpTemplateVariable = "TEST_SET_UP_TEMPLATE";

/** Autovacuum would visit each database of a run every minute, and change plans at any time. */
const testSettings = {
  shared_buffers: "128MB",
  max_connections: "200",
  autovacuum_naptime: "1d",
};

/**
 * Starts the embedded database server with the migrated template in a temporary directory. If
 * DATABASE_URL is set, uses that server instead.
 */
export async function startTestDatabaseServer(): Promise<TestDatabaseServer> {
  const configuredUrl = process.env["DATABASE_URL"];
  const setUpTemplate = `set_up_${randomBytes(4).toString("hex")}`;
  process.env[setUpTemplateVariable] = setUpTemplate;
  if (configuredUrl !== undefined && configuredUrl !== "")
    return { url: configuredUrl, stop: () => dropDatabase(configuredUrl, setUpTemplate) };
  const dataDir = mkdtempSync(join(tmpdir(), "parlour-test-"));
  chmodSync(dataDir, 0o711);
  const noteEnd = endAfterKill(dataDir);
  const embedded = (await startPrepared(dataDir)) ?? (await startNew(dataDir));
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop(2_000);
      noteEnd();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a copy of the stored cluster. Returns null if there is none, or if it does not start. */
async function startPrepared(dataDir: string): Promise<EmbeddedDatabase | null> {
  const name = getClusterName(testSettings);
  const cluster = join(dataDir, "pg");
  if (!copyCluster(name, cluster)) return null;
  try {
    return await startServer(dataDir);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    removeCluster(name);
    rmSync(cluster, { recursive: true, force: true });
    return null;
  }
}
/**
 * Copies the stored cluster to `target`. A server with an embedded database then neither creates
 * nor migrates its database. Copies nothing if no cluster is stored.
 */
export function copyPreparedCluster(target: string): void {
  copyCluster(getClusterName(testSettings), target);
}
/**
 * Creates a cluster with the template and stores a copy for other runs. The cluster's own database
 * is migrated, too. The files may be copied only after their database server has stopped.
 */
async function startNew(dataDir: string): Promise<EmbeddedDatabase> {
  const templateServer = await startServer(dataDir);
  try {
    await ensureTemplate(templateServer.url);
    await migrateDatabase(templateServer.url);
  } finally {
    await templateServer.stop();
  }
  saveCluster(getClusterName(testSettings), join(dataDir, "pg"));
  return startServer(dataDir);
}
function startServer(dataDir: string): Promise<EmbeddedDatabase> {
  return startEmbeddedDatabase({
    dataDir,
    log: createLog({ level: "error", format: "json" }),
    clock: createSystemClock(),
    settings: testSettings,
  });
}

export interface TestDatabase {
  readonly url: string;
  readonly name: string;
  drop(): Promise<void>;
}

/**
 * Options of `create database`, by template and URL of the server. They are cached, because finding
 * the template requires a connection.
 */
const copyOptions = new Map<string, string>();
/** Creates a database as a copy of the migrated template. */
export async function createTestDatabase(
  serverUrl = process.env[databaseServerVariable],
): Promise<TestDatabase> {
  const server = assertServerUrl(serverUrl);
  return createDatabase(server, await findCopyOptions(server, "migrated", ensureTemplate));
}
/**
 * Creates a database as a copy of one that `setUp` has changed. `setUp` runs once per test run, on
 * a copy of the migrated template, and closes its connections.
 */
export async function createSetUpDatabase(
  setUp: (url: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const server = assertServerUrl(process.env[databaseServerVariable]);
  const ensure = async (): Promise<string> => {
    const name = process.env[setUpTemplateVariable] ?? `set_up_${process.pid}`;
    const options = await findCopyOptions(server, "migrated", ensureTemplate);
    await ensureDatabase(server, { name, options, fill: setUp });
    return name;
  };
  return createDatabase(server, await findCopyOptions(server, "set up", ensure));
}
/** Returns the options of `create database` that copy a template. */
async function findCopyOptions(
  server: string,
  kind: "migrated" | "set up",
  ensure: (server: string) => Promise<string>,
): Promise<string> {
  const key = `${kind} ${server}`;
  const known = copyOptions.get(key);
  if (known !== undefined) return known;
  const template = await ensure(server);
  let version = 0;
  await runAsAdmin(server, async (client) => {
    const { rows } = await client.query<{ v: string }>(
      "select current_setting('server_version_num') as v",
    );
    version = Number(rows[0]?.v ?? 0);
  });
  const options = `template ${template}${version >= 150_000 ? " strategy file_copy" : ""}`;
  copyOptions.set(key, options);
  return options;
}
/**
 * Updates the statistics that the query planner has of tables. Autovacuum does so within a minute.
 * `url` must connect as the owner of the tables: for anybody else PostgreSQL only warns.
 */
export async function analyzeTables(url: string, tables: readonly string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await owner.query(`analyze ${tables.join(", ")}`);
  } finally {
    await owner.end();
  }
}

/** Creates an empty database without a schema. */
export function createEmptyDatabase(
  serverUrl = process.env[databaseServerVariable],
): Promise<TestDatabase> {
  return createDatabase(assertServerUrl(serverUrl), "");
}
function assertServerUrl(serverUrl: string | undefined): string {
  if (serverUrl === undefined)
    throw new Error(`no test server: ${databaseServerVariable} is not set`);
  return serverUrl;
}
async function createDatabase(serverUrl: string, options: string): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString("hex")}`;
  await runAsAdmin(
    serverUrl,
    async (client) => void (await client.query(`create database ${name} ${options}`)),
  );
  return {
    name,
    url: withDatabaseName(serverUrl, name),
    drop: () => dropDatabase(serverUrl, name),
  };
}
function dropDatabase(serverUrl: string, name: string): Promise<void> {
  return runAsAdmin(serverUrl, async (client) => {
    const { rows } = await client.query<{ role: string }>(
      `select distinct r.rolname as role from pg_shdepend s join pg_database d on d.oid = s.dbid join pg_roles r on r.oid = s.refobjid
       where d.datname = $1 and r.rolname ~ $2 and not exists (select from pg_shdepend o where o.refobjid = r.oid and o.dbid not in (0, d.oid))`,
      [name, parlourRolePattern],
    );
    await client.query(`drop database if exists ${name} with (force)`);
    for (const { role } of rows) await client.query(`drop role if exists ${role}`);
  });
}

/**
 * Creates the template if it is missing, and returns its name. The name is a hash of the migrations
 * and functions, so that any change leads to a new template.
 */
async function ensureTemplate(serverUrl: string): Promise<string> {
  const hash = createHash("sha256");
  for (const name of ["migrations", "functions"]) {
    const folder = fileURLToPath(new URL(`../../server/src/store/${name}/`, import.meta.url));
    for (const file of readdirSync(folder).sort())
      hash.update(file).update(readFileSync(join(folder, file)));
  }
  const name = `tpl_${hash.digest("hex").slice(0, 12)}`;
  const fill = async (url: string): Promise<void> => {
    await migrateDatabase(url);
    await renameRoles(url, name);
  };
  await ensureDatabase(serverUrl, { name, options: "", fill });
  return name;
}
/**
 * Renames the roles of a database, as an administrator may. Copies of the database then keep them,
 * and no start replaces them, which takes longer than copying the database.
 */
async function renameRoles(url: string, prefix: string): Promise<void> {
  const pool = openTestPool(url);
  try {
    for (const kind of roleKinds) {
      const name = `${prefix}_${kind}`;
      await pool.query(`drop role if exists ${name}`);
      const { rows } = await pool.query<{ role: string }>(`select ${ownName(kind)} as role`);
      await pool.query(`alter role ${rows[0]?.role} rename to ${name}`);
    }
  } finally {
    await pool.end();
  }
}
/**
 * Creates a database with a name, if it is missing. `fill` changes it before it gets the name, and
 * closes its connections.
 */
async function ensureDatabase(
  serverUrl: string,
  {
    name,
    options,
    fill,
  }: {
    readonly name: string;
    /** Options of `create database`. */
    readonly options: string;
    readonly fill: (url: string) => Promise<unknown>;
  },
): Promise<void> {
  await runAsAdmin(serverUrl, async (client) => {
    await client.query("select pg_advisory_lock(77001)");
    try {
      const existing = "select 1 from pg_database where datname = $1";
      if ((await client.query(existing, [name])).rowCount !== 0) return;
      await client.query(`drop database if exists ${name}_making with (force)`);
      await client.query(`create database ${name}_making ${options}`);
      await fill(withDatabaseName(serverUrl, `${name}_making`));
      await client.query(`alter database ${name}_making rename to ${name}`);
    } finally {
      await client.query("select pg_advisory_unlock(77001)");
    }
  });
}

/**
 * Connections to maintenance databases, by URL of the server. They stay open, because each costs 10
 * ms of CPU, and each test database needs one to be created and one to be dropped.
 */
const adminPools = new Map<string, pg.Pool>();
async function runAsAdmin(
  url: string,
  run: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  let pool = adminPools.get(url);
  if (pool === undefined) {
    pool = openTestPool(url, { max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true });
    adminPools.set(url, pool);
  }
  const client = await pool.connect();
  try {
    await run(client);
  } finally {
    client.release();
  }
}
/**
 * Opens a pool for queries of a test. A lost connection fails its query. Without listeners, its
 * error event would end the test process, also after `pool.end()`: that resolves before the
 * connections are closed, and dropping the database ends them.
 */
export function openTestPool(
  url: string,
  options: Omit<pg.PoolConfig, "connectionString"> = {},
): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1, Client: DatabaseClient, ...options });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
function withDatabaseName(url: string, name: string): string {
  const changedUrl = new URL(url);
  changedUrl.pathname = `/${name}`;
  return changedUrl.toString();
}
/**
 * Returns the target for connections to a local database: a port on 127.0.0.1, or the path of a
 * socket file.
 */
export function getDatabaseAddress(
  url = assertServerUrl(process.env[databaseServerVariable]),
): number | string {
  const { port, searchParams } = new URL(url);
  const folder = searchParams.get("host");
  return folder === null ? Number(port || 5432) : `${folder}/.s.PGSQL.${port || 5432}`;
}
/**
 * Returns the URL of the same database at a port on 127.0.0.1, where a proxy forwards to the
 * database.
 */
export function withDatabasePort(url: string, port: number): string {
  const changedUrl = new URL(url);
  changedUrl.searchParams.delete("host");
  changedUrl.hostname = "127.0.0.1";
  changedUrl.port = String(port);
  return changedUrl.toString();
}
