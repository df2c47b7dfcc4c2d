import { join, resolve } from "node:path";
import { listOwnHosts } from "../settings/account/host-names.ts";
import { listUnprovedHosts } from "../store/articles/help-center.ts";
import { resolveAddresses, type Config, type ServerAddresses } from "../config/read-config.ts";
import type { Clock } from "../core/command.ts";
import { StartError } from "../embedded/start-error.ts";
import {
  getDefaultDataDir,
  findRunningDatabase,
  hasEmbeddedDatabase,
  startEmbeddedDatabase,
  type EmbeddedDatabase,
} from "../embedded/index.ts";
import type { Log } from "../log.ts";
import { listMigrationNames, migrateDatabase, MigrationError } from "../store/migrate.ts";
import { lacksBaseline, replaceEarlierSteps } from "../store/migration-steps.ts";
import { assertDedicatedSession } from "../store/database/pooler-check.ts";
import { countForeignSeals } from "../store/database/seal.ts";
import { openShortPool } from "../store/database/connections.ts";
import { createDb, type Sql } from "../store/database/sql.ts";
import { readPublicUrl } from "../store/sign-in/setup.ts";
import { version } from "../version.ts";
import { lockInstallation, type InstallationLock, type LockWait } from "./installation-lock.ts";
import type { LockMode } from "../store/database/nodes.ts";
import { loadSecretKey } from "./secret-key.ts";
import { inspectServer } from "./inspect-server.ts";
import { assertCompatibleReleases, joinRunningNodes, type NodeChecks } from "./node-checks.ts";
import { useRole } from "../store/database/roles/names.ts";

export interface OpenDatabase {
  readonly url: string;
  readonly dataDir: string;
  /** The embedded database. Null if this process does not start or stop the database. */
  readonly embedded: EmbeddedDatabase | null;
}
interface DatabaseDeps {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
}

/** Returns the data directory, as an absolute path or as configured. */
export function getDataDir(config: Config): string {
  return config.dataDir ?? getDefaultDataDir("data");
}

/** A database that this process uses alone or together with other nodes (CORE-180). */
export interface OwnedDatabase extends OpenDatabase {
  readonly lock: InstallationLock;
}

/**
 * Opens the database with its current schema. Takes the installation lock before it changes
 * anything. By default, nodes share an external database, and the process that starts an embedded
 * one has it alone.
 */
export async function openDatabaseForServer(
  deps: DatabaseDeps,
  options: LockWait & { readonly mode?: LockMode },
): Promise<OwnedDatabase> {
  return withPreparedDatabase(deps, async (opened, appliedNames) => {
    const mode = opened.embedded === null ? "shared" : "exclusive";
    const locked = await lockDatabase(deps, opened, { mode, ...options });
    try {
      assertCompatibleReleases(await locked.lock.listOthers());
      // Another process may have migrated the schema while this process waited for the lock.
      await upgradeSchema(
        deps,
        opened,
        locked.lock.hasWaited ? await inspectServer(opened.url, deps.log) : appliedNames,
      );
      return locked;
    } catch (error) {
      await locked.lock.release();
      throw error;
    }
  });
}

/** Opens the database to restore data. Does not wait for another process. */
export function openDatabaseForRestore(deps: DatabaseDeps): Promise<OwnedDatabase> {
  return withPreparedDatabase(deps, (opened) =>
    lockDatabase(deps, opened, { mode: "exclusive", waitMs: 0 }),
  );
}

async function lockDatabase(
  { clock, log }: DatabaseDeps,
  opened: OpenDatabase,
  options: LockWait & { readonly mode: LockMode },
): Promise<OwnedDatabase> {
  return { ...opened, lock: await lockInstallation({ url: opened.url, clock, log, ...options }) };
}

/** Opens and migrates the database. Stops an embedded one if this fails. */
export async function openDatabase(deps: DatabaseDeps): Promise<OpenDatabase> {
  return withPreparedDatabase(deps, async (opened, appliedNames) => {
    await upgradeSchema(deps, opened, appliedNames);
    return opened;
  });
}

async function withPreparedDatabase<R>(
  deps: DatabaseDeps,
  use: (opened: OpenDatabase, appliedNames: readonly string[]) => Promise<R>,
): Promise<R> {
  const { config, log, clock } = deps;
  const dataDir = getDataDir(config);
  if (config.dataDir === null && dataDir !== resolve("data"))
    log.info(
      { dataDir },
      "the database user cannot access ./data of root; data is stored elsewhere",
    );
  const embedded =
    config.databaseUrl === null ? await startEmbeddedDatabase({ dataDir, log, clock }) : null;
  const url = embedded?.url ?? config.databaseUrl ?? "";
  try {
    const appliedNames = await inspectServer(url, log);
    if (embedded === null) await assertDedicatedSession(url);
    return await use({ url, dataDir, embedded }, appliedNames);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/**
 * Migrates the schema of any earlier release to this release. Rejects a newer schema before
 * anything changes. Backs up an embedded database with data first, so that a downgrade is possible.
 * Operators of an external database must back it up. The running server executes the trailing steps
 * that need no transaction.
 */
async function upgradeSchema(
  { config, log, clock }: DatabaseDeps,
  { url, dataDir, embedded }: OpenDatabase,
  appliedNames: readonly string[],
): Promise<void> {
  const appliedSteps = await assertKnownSchema(appliedNames, embedded && dataDir);
  const requiredNames = await listMigrationNames({ leavesTrailing: true });
  const isUpgrade =
    lacksBaseline(appliedNames) || requiredNames.some((name) => !appliedSteps.includes(name));
  if (embedded !== null && appliedNames.length > 0 && isUpgrade) {
    const { backupBeforeUpgrade } = await import("../backup/index.ts");
    const copy = await backupBeforeUpgrade(
      {
        url,
        dataDir,
        secretKey: loadSecretKey(dataDir, config.secretKey, log),
        now: new Date(clock.now()),
      },
      { applied: appliedNames, required: requiredNames },
    );
    if (copy !== null) log.info({ folder: copy.folder, new: copy.isNew }, "database.backed_up");
  }
  try {
    const completed = await migrateDatabase(url, {
      leavesTrailing: true,
      onFunctions: (names) => log.info({ functions: names.length }, "database.functions_applied"),
    });
    if (completed.length > 0)
      log.info({ migrations: completed.length, latest: completed.at(-1) }, "database.migrated");
  } catch (error) {
    if (error instanceof MigrationError && embedded !== null)
      error.wayBack = await describeWayBack(dataDir, "the earlier release");
    throw error;
  }
}

/**
 * Returns the completed steps in the names of this release. Throws StartError if a newer release
 * has changed the schema, or EarlierSchemaError. `dataDir` of an embedded database may contain the
 * copy from before the upgrade, which the error then names (CORE-463).
 */
export async function assertKnownSchema(
  appliedNames: readonly string[],
  dataDir: string | null = null,
): Promise<readonly string[]> {
  const knownNames = await listMigrationNames();
  const appliedSteps = replaceEarlierSteps(appliedNames);
  const newer = appliedSteps.filter((name) => !knownNames.includes(name));
  if (newer.length > 0) {
    const wayBack = dataDir === null ? "" : await describeWayBack(dataDir, "this release");
    throw new StartError(
      `this database was upgraded by a newer version of Parlour (${newer.at(-1)}) and cannot be used with ${version}; ` +
        `start the newer version, or ${wayBack || "restore a backup into an empty DATA_DIR"}`,
    );
  }
  return appliedSteps;
}

/** Names the newest copy from before an upgrade, and the command that restores it, or "". */
async function describeWayBack(dataDir: string, release: string): Promise<string> {
  const { findUpgradeCopy } = await import("../backup/index.ts");
  const copy = await findUpgradeCopy(dataDir, await listMigrationNames());
  if (copy === null) return "";
  const time = copy.manifest.created_at.slice(0, 16).replace("T", " ");
  return `go back to the copy of ${time} UTC: put secret.key into an empty DATA_DIR and run "parlour restore ${copy.folder}" there with ${release}`;
}

/**
 * Opens the database for a command that may create the installation, while Parlour may be running.
 * All other commands use `openExisting`.
 */
export async function openOrCreateDatabase(deps: DatabaseDeps): Promise<OpenDatabase> {
  return findRunning(deps) ?? (await openDatabase(deps));
}

/**
 * Opens the database of an installation, while Parlour may be running. Throws StartError if there
 * is none, and then creates nothing (CLI-007).
 */
export async function openExisting(deps: DatabaseDeps): Promise<OpenDatabase> {
  const { config } = deps;
  const dataDir = getDataDir(config);
  if (config.databaseUrl === null && !hasEmbeddedDatabase(dataDir))
    throw new StartError(
      `there is no installation in ${resolve(dataDir)}; set DATA_DIR to the folder of the installation, or DATABASE_URL to its database`,
    );
  return (
    findRunning(deps) ??
    (await withPreparedDatabase(deps, async (opened, appliedNames) => {
      if (appliedNames.length === 0)
        throw new StartError(
          config.databaseUrl === null
            ? `the database in ${resolve(dataDir)} is empty; set DATA_DIR to the folder of the installation`
            : "the database of DATABASE_URL is empty; set DATABASE_URL to the database of the installation",
        );
      await upgradeSchema(deps, opened, appliedNames);
      return opened;
    }))
  );
}

/** Returns the embedded database that another process runs, or null. */
function findRunning({ config, clock }: DatabaseDeps): OpenDatabase | null {
  if (config.databaseUrl !== null) return null;
  const dataDir = getDataDir(config);
  const running = findRunningDatabase(dataDir, clock);
  return running === null ? null : { url: running.url, dataDir, embedded: null };
}

/**
 * Opens the database of an installation for a move. Upgrades nothing: a database that other nodes
 * use, or that is of another release, must be upgraded by its own release.
 */
export async function openDatabaseToMove(deps: DatabaseDeps): Promise<OpenDatabase> {
  const { config, log } = deps;
  if (config.databaseUrl === null) return openExisting(deps);
  const appliedSteps = await assertKnownSchema(await inspectServer(config.databaseUrl, log));
  const missing = (await listMigrationNames({ leavesTrailing: true })).filter(
    (name) => !appliedSteps.includes(name),
  );
  if (missing.length > 0)
    throw new StartError(
      `the database of ${config.publicUrl ?? "this installation"} is of an older release (${missing.at(-1)} is missing); start this release there first`,
      1,
    );
  return { url: config.databaseUrl, dataDir: getDataDir(config), embedded: null };
}

/** Throws StartError 78 for a wrong key, with which every delivery would fail. */
export function assertSecretKey(url: string, secretKey: Buffer): Promise<void> {
  return runAsWriter(url, (tx) => assertDecryptable(tx, secretKey));
}

/**
 * Checks the key, and whether this node fits the running ones (CORE-132). StartError 78. Logs host
 * names without a proof (HELP-016).
 */
export function assertFitsInstallation(
  { url, dataDir, embedded, lock }: OwnedDatabase,
  {
    config,
    ...checks
  }: Omit<NodeChecks, "lock" | "filesFolder" | "addresses"> & {
    readonly config: Config;
  },
): Promise<void> {
  return runAsWriter(url, async (tx) => {
    await assertDecryptable(tx, checks.secretKey);
    const filesFolder = join(dataDir, "files");
    const addresses = resolveAddresses(config, config.port, await readPublicUrl(tx));
    if (embedded === null) await joinRunningNodes(tx, { ...checks, addresses, lock, filesFolder });
    const hosts = await listUnprovedHosts(tx, listOwnHosts(addresses));
    if (hosts.length > 0)
      checks.log.warn(
        { hosts },
        "several accounts share this installation, and nothing proves these host names of help centres; save each name again, with its TXT record or as the owner of the installation",
      );
  });
}

/** Returns the addresses of an installation that is not running here (CFG-002, CFG-167). */
export const readAddresses = (url: string, config: Config): Promise<ServerAddresses> =>
  runAsWriter(url, async (tx) => resolveAddresses(config, config.port, await readPublicUrl(tx)));

/** Runs a transaction on a connection of its own, with the role of the writer. */
export async function runAsWriter<R>(
  url: string,
  run: (tx: Sql) => Promise<R>,
  name = "parlour start",
): Promise<R> {
  const pool = openShortPool({ connectionString: url, max: 1, application_name: name });
  try {
    return await createDb(pool).transaction(async (tx) => {
      await tx.query(useRole("writer", "transaction"));
      return run(tx);
    });
  } finally {
    await pool.end();
  }
}

async function assertDecryptable(tx: Sql, secretKey: Buffer): Promise<void> {
  const foreignCount = await countForeignSeals(tx, secretKey);
  if (foreignCount > 0)
    throw new StartError(
      `SECRET_KEY: cannot decrypt ${foreignCount} stored secrets; restore the original key in SECRET_KEY or DATA_DIR/secret.key`,
      78,
    );
}
