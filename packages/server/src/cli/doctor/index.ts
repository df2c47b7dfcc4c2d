import { createServer } from "node:net";
import { lstatSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { getChannelPrefix, probeRedis } from "../../bus/index.ts";
import { findLatestBackup } from "../../backup/latest.ts";
import { resolveAddresses } from "../../config/read-config.ts";
import { getScannerClient } from "../../compose/files.ts";
import { openSocket } from "../../egress/socket.ts";
import { checkBackup, checkBackups, findNewestBackup } from "../../health/backups.ts";
import { checkOrigins } from "../../health/origins.ts";
import { checkAuditLog } from "../../health/audit.ts";
import { checkEgress } from "../../health/egress.ts";
import { checkServices } from "../../health/services.ts";
import { checkRedis, checkRedisProbe } from "../../health/redis.ts";
import { checkTls } from "../../health/tls.ts";
import { checkStoredData } from "../../health/stored-data.ts";
import { readMail } from "../../store/settings/installation/mail-changes.ts";
import { readStorage } from "../../store/settings/installation/storage.ts";
import { getDataDir } from "../database.ts";
import { inspectDatabase } from "./database.ts";
import type { DoctorFinding, CheckDeps } from "./finding.ts";
import { checkDisk } from "../../health/disk.ts";
import { toStartError } from "../to-start-error.ts";
import { findRunningDatabase, StartError } from "../../embedded/index.ts";
import { openShortPool } from "../../store/database/connections.ts";
import { createSecrets } from "../../store/database/seal.ts";
import { createDb, type Sql } from "../../store/database/sql.ts";
import { findSecretKey } from "../secret-key.ts";

export type { DoctorFinding } from "./finding.ts";

/**
 * Checks of `parlour doctor` in output order (CLI-003). The folder `health` contains the checks
 * that a running server uses too.
 */
export const doctorChecks: readonly ((deps: CheckDeps) => Promise<readonly DoctorFinding[]>)[] = [
  inspectDisk,
  inspectDatabase,
  (deps) => withRunningDatabase(deps, (tx) => checkStoredData(tx, deps.clock.now())),
  (deps) => withRunningDatabase(deps, async (tx) => [await checkAuditLog(tx)]),
  inspectBackups,
  inspectRedis,
  (deps) => withRunningDatabase(deps, (tx) => inspectServices(tx, deps)),
  inspectPort,
  ({ config, clock }) => checkTls(resolveAddresses(config, config.port), clock),
  async ({ config }) => [checkOrigins(config.widgetUrl)],
  ({ config }) => checkEgress(config.egressAllow, process.env),
];

async function inspectServices(
  tx: Parameters<typeof readMail>[0],
  { clock, config }: CheckDeps,
): Promise<readonly DoctorFinding[]> {
  const { mail } = await readMail(tx);
  const storage = await readStorage(tx);
  return checkServices(
    { mail, storage, scanner: getScannerClient(config, clock, {}) },
    { clock, connect: (to, signal) => openSocket({}, to, signal) },
  );
}

/** Checks the backups. If the database is not running, only those on this disk are known. */
async function inspectBackups(deps: CheckDeps): Promise<readonly DoctorFinding[]> {
  const dataDir = getDataDir(deps.config);
  const now = deps.clock.now();
  const findings = await withRunningDatabase(deps, async (tx) => [
    await checkBackups(tx, await findNewestBackup(dataDir, tx), now),
  ]);
  return findings.length > 0 ? findings : [checkBackup(await findLatestBackup(dataDir), now)];
}

/** Connects to Redis, also if Parlour is not running. */
async function inspectRedis({ config, clock, log }: CheckDeps): Promise<DoctorFinding[]> {
  if (config.redis === null) return [checkRedis(null)];
  const key = findSecretKey(getDataDir(config), config.secretKey, log);
  const prefix = key === null ? "parlour:" : getChannelPrefix(createSecrets(key).derive);
  return [
    checkRedisProbe(await probeRedis(config.redis, clock, prefix)),
    ...(key === null ? [] : [describeChannels(prefix)]),
  ];
}

const describeChannels = (prefix: string): DoctorFinding => ({
  check: "redis channels",
  state: "good",
  message: `the names of this installation's channels begin with ${prefix}`,
});

/** Checks the disk space and permissions of DATA_DIR, or of its nearest existing parent. */
async function inspectDisk({ config }: CheckDeps): Promise<DoctorFinding[]> {
  const folder = getDataDir(config);
  let existing = resolve(folder);
  // `lstat` also finds a broken link, whose target does not exist.
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined) existing = dirname(existing);
  return [await checkDisk(existing, folder)];
}

/** Checks whether the port is free. A port that a running Parlour uses is only a warning. */
async function inspectPort({ config }: CheckDeps): Promise<DoctorFinding[]> {
  const { host, port } = config;
  const server = createServer();
  const code = await new Promise<string | null>((done) => {
    server.once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen(port, host, () => done(null));
  });
  if (code === null) {
    await new Promise((done) => server.close(done));
    return [{ check: "port", state: "good", message: `${host}:${port} is free` }];
  }
  if (code === "EADDRINUSE")
    return [
      {
        check: "port",
        state: "warning",
        message: `${host}:${port} is in use`,
        advice: "expected if Parlour is running; otherwise stop the other program or set PORT",
      },
    ];
  const fault = toStartError(Object.assign(new Error(code), { code, syscall: "listen" }), config);
  return [{ check: "port", state: "fault", message: fault?.message ?? code }];
}

/**
 * Runs a check with the writer role if the database is running and contains the tables of Parlour.
 * Otherwise returns no findings, because another check reports why the database does not respond.
 */
async function withRunningDatabase(
  deps: CheckDeps,
  check: (tx: Sql) => Promise<readonly DoctorFinding[]>,
): Promise<readonly DoctorFinding[]> {
  const { config, clock, log } = deps;
  const url = config.databaseUrl ?? findRunningUrl(getDataDir(config), clock);
  if (url === null) return [];
  const pool = openShortPool({ connectionString: url, max: 1, application_name: "parlour doctor" });
  try {
    return await createDb(pool).transaction(async (tx) => {
      const tables = await tx.query<{ there: boolean }>(
        "select to_regclass('account_head') is not null as there",
      );
      if (tables[0]?.there !== true) return [];
      await tx.query("set local role parlour_writer");
      return check(tx);
    });
  } catch (error) {
    log.debug({ err: error }, "doctor.database");
    return [];
  } finally {
    await pool.end();
  }
}

function findRunningUrl(dataDir: string, clock: CheckDeps["clock"]): string | null {
  try {
    return findRunningDatabase(dataDir, clock)?.url ?? null;
  } catch (error) {
    // The user who runs the doctor may not read the directory.
    if (!(error instanceof StartError)) throw error;
    return null;
  }
}
