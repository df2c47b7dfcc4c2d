import { hostname } from "node:os";
import type { ServerAddresses, Config } from "../config/read-config.ts";
import type { Clock } from "../core/command.ts";
import { Refusal } from "../core/failure.ts";
import { waitWithTimeout } from "../core/pause.ts";
import { readFreeSpace } from "../files/free-space.ts";
import { createFinding, getWorstState, type Finding } from "./finding.ts";
import { checkBackups, findNewestBackup } from "./backups.ts";
import { findLatestBackup, type LatestBackup } from "../backup/latest.ts";
import {
  checkClock,
  checkDatabase,
  checkNodes,
  checkReplica,
  createDatabaseCheck,
  type WriterState,
} from "./database.ts";
import { checkOrigins } from "./origins.ts";
import { checkAuditLog } from "./audit.ts";
import { checkRedis } from "./redis.ts";
import { checkConnectors } from "./connectors.ts";
import { checkDisk } from "./disk.ts";
import { checkEgress } from "./egress.ts";
import { checkServices, type Connect, type ScannerPort } from "./services.ts";
import { checkTls } from "./tls.ts";
import { checkStoredData } from "./stored-data.ts";
import { createDescriptorCheck } from "./descriptors.ts";
import { createNodeReports, type NodeReportsDeps } from "./nodes.ts";
import type { RedisState } from "../bus/index.ts";
import type { Log } from "../log.ts";
import type { Db } from "../store/database/sql.ts";
import {
  readDatabaseFacts,
  readStorageUsage,
  type StorageUsage,
} from "../store/database/system-health.ts";
import { readReplicaState, type ReplicaProbe } from "../store/replica/replica-state.ts";
import type { MailRecord } from "../store/settings/installation/mail-changes.ts";
import type { StorageSetting } from "../store/settings/installation/storage.ts";
import { version } from "../version.ts";

/** Health checks of the running installation. */
export type Health = ReturnType<typeof createHealthChecks>;

/** The database and its connections. */
interface HealthDatabase {
  readonly db: Db;
  /** Null: no read replica is configured. */
  readonly replica: ReplicaProbe | null;
  /** The connection of the write path. */
  readonly journal: {
    stats(): WriterState;
    ping(): Promise<void>;
  };
  readonly pools: { canConnect(): Promise<boolean> };
}

export interface HealthDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly database: HealthDatabase;
  readonly config: Config;
  /** Folder of the installation's data. */
  readonly dataDir: string;
  readonly addresses: () => ServerAddresses;
  readonly instance: {
    mail(): MailRecord | null;
    storage(): StorageSetting;
  };
  /** Null: REDIS_URL is not set (CFG-005). */
  readonly redis: { state(): RedisState } | null;
  readonly cluster: NodeReportsDeps["cluster"];
  /** Returns the number of sockets of this node. Null: it stops and accepts no more of them. */
  readonly countSockets: () => number | null;
  /** Null: no virus scanner is configured (CFG-050). */
  readonly scanner: ScannerPort | null;
  readonly connect: Connect;
}

/** Maximum wait in ms for the backups that the database lists. `/metrics` waits for it, too. */
const backupTimeoutMs = 1_500;

/** Creates the checks for `/ready` and the system page of the installation owner (API-358). */
export function createHealthChecks(deps: HealthDeps) {
  const { clock, log, dataDir } = deps;
  const { db, journal, pools } = deps.database;
  const startedAt = clock.now();
  const askDatabase = createDatabaseCheck({
    clock,
    db,
    writerState: () => journal.stats(),
    pingWriter: () => journal.ping(),
    canConnect: () => pools.canConnect(),
  });
  const descriptors = createDescriptorCheck({ clock, log, folder: dataDir });
  const checkMachine = () => Promise.all([checkDisk(dataDir, "DATA_DIR"), descriptors.check()]);
  const readNodes = createNodeReports({
    cluster: deps.cluster,
    async describe() {
      const [database, machine] = await Promise.all([askDatabase(), checkMachine()]);
      return {
        version,
        startedAt,
        host: hostname(),
        sockets: deps.countSockets(),
        problems: [...(database ? [database] : []), ...machine].filter(isFault),
      };
    },
  });
  const findBackup = () => findKnownBackup(deps);
  const runChecks = async () => {
    const [database, machine, internal, external, backup, nodes] = await Promise.all([
      askDatabase(),
      checkMachine(),
      readInternalState(deps),
      checkExternalServices(deps),
      findBackup(),
      readNodes(),
    ]);
    const backupCheck = await nullIfRefused(checkBackups(db, backup, clock.now()));
    const checks = [
      ...(database ? [database] : internal.database),
      ...machine,
      ...internal.work,
      ...(backupCheck === null ? [] : [backupCheck]),
      ...external,
    ];
    return {
      state: getWorstState(checks),
      checks,
      checkedAt: clock.now(),
      version,
      startedAt,
      databaseVersion: internal.version,
      storage: await readStorageState(deps, internal.storageUsage),
      backup,
      mail: getMailState(deps),
      nodes,
    };
  };
  let pending: ReturnType<typeof runChecks> | null = null;
  return {
    acceptFailed: (error: NodeJS.ErrnoException) => descriptors.acceptFailed(error),
    /**
     * Returns the checks that must pass before messages are accepted (CFG-016). Each value is `ok`,
     * or one sentence with the problem and the remedy.
     */
    async ready(): Promise<Readonly<Record<string, string>>> {
      const [database, machine] = await Promise.all([askDatabase(), checkMachine()]);
      return {
        database: toReadyText(database),
        ...Object.fromEntries(machine.map((result) => [result.check, toReadyText(result)])),
      };
    },
    // Concurrent requests share one run, so that the node does not connect to external services
    // several times.
    backup: findBackup,
    report: () => (pending ??= runChecks().finally(() => (pending = null))),
  };
}
/** Returns whether the finding prevents Parlour from accepting messages. */
const isFault = (result: Finding): boolean => result.state === "fault";
const toReadyText = (result: Finding | null): string =>
  result && isFault(result) ? `${result.message}; ${result.advice ?? ""}` : "ok";

async function readStorageState(
  { instance, dataDir }: HealthDeps,
  storageUsage: StorageUsage | null,
) {
  const freeBytes = await readFreeSpace(dataDir).then(
    ({ freeMib }) => freeMib * 1024 * 1024,
    () => null,
  );
  return {
    databaseBytes: storageUsage?.databaseBytes ?? null,
    files: storageUsage?.files ?? null,
    kind: instance.storage().kind,
    freeBytes,
  };
}
function getMailState({ instance }: HealthDeps) {
  const mail = instance.mail();
  return mail && { host: mail.host, port: mail.port, from: mail.from };
}

/** Checks the database and reads the health data that is stored in it, if the database responds. */
async function readInternalState({ clock, database }: HealthDeps) {
  const { db, replica } = database;
  const since = clock.now();
  const facts = await nullIfRefused(readDatabaseFacts(db));
  const answered = clock.now();
  if (facts === null)
    return {
      version: null,
      storageUsage: null,
      database: [createFinding("database_closed")],
      work: [],
    };
  const [storageUsage, work, audit, connectors, replicaState] = await Promise.all([
    nullIfRefused(readStorageUsage(db)),
    nullIfRefused(checkStoredData(db, answered)),
    checkAuditLog(db).catch((error: unknown) =>
      error instanceof Refusal ? createFinding("audit_late") : Promise.reject(error),
    ),
    nullIfRefused(checkConnectors(db)),
    replica && nullIfRefused(readReplicaState(replica, db)),
  ]);
  return {
    version: facts.version,
    storageUsage,
    database: [...checkDatabase(facts), ...(replicaState ? [checkReplica(replicaState)] : [])],
    work: [
      checkNodes(facts),
      checkClock(facts, since, answered),
      ...(work ?? []),
      audit,
      ...(connectors ? [connectors] : []),
    ],
  };
}
/** If the database does not respond in time, only the copies on this disk are known. */
async function findKnownBackup({
  clock,
  database,
  dataDir,
}: HealthDeps): Promise<LatestBackup | null> {
  const newest = nullIfRefused(findNewestBackup(dataDir, database.db));
  const isInTime = await waitWithTimeout(clock, backupTimeoutMs, newest);
  return (isInTime ? await newest : null) ?? findLatestBackup(dataDir);
}
const nullIfRefused = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => (error instanceof Refusal ? null : Promise.reject(error)));

async function checkExternalServices({
  clock,
  redis,
  config,
  instance,
  addresses,
  scanner,
  connect,
}: HealthDeps): Promise<readonly Finding[]> {
  const [services, tls, egress] = await Promise.all([
    checkServices(
      { mail: instance.mail(), storage: instance.storage(), scanner },
      { clock, connect },
    ),
    checkTls(addresses(), clock),
    checkEgress(config.egressAllow, process.env),
  ]);
  return [
    checkRedis(redis?.state() ?? null),
    ...services,
    ...tls,
    checkOrigins(addresses().widgetUrl),
    ...egress,
  ];
}
