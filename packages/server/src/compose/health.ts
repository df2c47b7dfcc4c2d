import { latestBackup } from "../backup/latest.ts";
import { Refusal } from "../core/failure.ts";
import { openSocket } from "../egress/socket.ts";
import { readFreeSpace } from "../files/free-space.ts";
import {
  createFinding,
  checkBackup,
  checkClock,
  checkDatabase,
  checkNodes,
  checkOrigins,
  checkAuditLog,
  checkDisk,
  checkEgress,
  checkServices,
  checkTls,
  checkStoredData,
  createDatabaseCheck,
  createDescriptorCheck,
  worstState,
  type Finding,
} from "../health/index.ts";
import {
  readDatabaseFacts,
  readStorageUsage,
  type StorageUsage,
} from "../store/database/system-health.ts";
import { version } from "../version.ts";
import type { BaseServices, TestHooks } from "./base.ts";
import { getScannerClient } from "./files.ts";

/** Health checks of the running installation. */
export type Health = ReturnType<typeof createHealthChecks>;
type HealthDeps = Pick<
  BaseServices,
  "clock" | "config" | "db" | "instance" | "journal" | "log" | "addresses"
>;

/** Creates the checks behind `/ready` and the owner's system page (API-358). */
export function createHealthChecks(
  base: HealthDeps,
  dataDir: string,
  hooks: Pick<TestHooks, "resolve">,
) {
  const { clock, db, journal, log } = base;
  const startedAt = clock.now();
  const askDatabase = createDatabaseCheck({
    clock,
    db,
    writerState: () => journal.stats(),
    pingWriter: () => journal.ping(),
  });
  const descriptors = createDescriptorCheck({ clock, log, folder: dataDir });
  const checkMachine = () => Promise.all([checkDisk(dataDir, "DATA_DIR"), descriptors.check()]);
  const runChecks = async () => {
    const [database, machine, internal, external, backup] = await Promise.all([
      askDatabase(),
      checkMachine(),
      readInternalState(base),
      checkExternalServices(base, hooks),
      latestBackup(dataDir),
    ]);
    const checks = [
      ...(database ? [database] : internal.database),
      ...machine,
      ...internal.work,
      checkBackup(backup, clock.now()),
      ...external,
    ];
    return {
      state: worstState(checks),
      checks,
      checkedAt: clock.now(),
      version,
      startedAt,
      databaseVersion: internal.version,
      storage: await readStorageState(base, internal.kept, dataDir),
      backup,
      mail: getMailState(base),
    };
  };
  let pending: ReturnType<typeof runChecks> | null = null;
  return {
    acceptFailed: (error: NodeJS.ErrnoException) => descriptors.acceptFailed(error),
    /**
     * Returns the checks required to accept messages (CFG-016). Each value is `ok` or one sentence
     * with the problem and the remedy.
     */
    async ready(): Promise<Readonly<Record<string, string>>> {
      const [database, machine] = await Promise.all([askDatabase(), checkMachine()]);
      return {
        database: toReadyText(database),
        ...Object.fromEntries(machine.map((result) => [result.check, toReadyText(result)])),
      };
    },
    // Concurrent requests share one run, so that the node does not connect to external services
    // twice.
    backup: () => latestBackup(dataDir),
    report: () => (pending ??= runChecks().finally(() => (pending = null))),
  };
}
/** Returns `ok` unless the finding prevents Parlour from accepting messages. */
const toReadyText = (result: Finding | null): string =>
  result?.state === "fault" ? `${result.message}; ${result.advice ?? ""}` : "ok";

async function readStorageState(
  { instance }: HealthDeps,
  storageUsage: StorageUsage | null,
  dataDir: string,
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

/** Checks the database and the figures stored in it, as far as the database answers. */
async function readInternalState({ clock, db }: HealthDeps) {
  const since = clock.now();
  const facts = await nullIfRefused(readDatabaseFacts(db));
  const answered = clock.now();
  if (facts === null)
    return { version: null, kept: null, database: [createFinding("database_closed")], work: [] };
  const [storageUsage, work, audit] = await Promise.all([
    nullIfRefused(readStorageUsage(db)),
    nullIfRefused(checkStoredData(db, answered)),
    checkAuditLog(db).catch((error: unknown) =>
      error instanceof Refusal ? createFinding("audit_late") : Promise.reject(error),
    ),
  ]);
  return {
    version: facts.version,
    kept: storageUsage,
    database: checkDatabase(facts),
    work: [checkNodes(facts), checkClock(facts, since, answered), ...(work ?? []), audit],
  };
}
const nullIfRefused = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => (error instanceof Refusal ? null : Promise.reject(error)));

async function checkExternalServices(
  { clock, config, instance, addresses }: HealthDeps,
  hooks: Pick<TestHooks, "resolve">,
): Promise<readonly Finding[]> {
  const { resolve } = hooks;
  const [services, tls, egress] = await Promise.all([
    checkServices(
      {
        mail: instance.mail(),
        storage: instance.storage(),
        scanner: getScannerClient(config, clock, hooks),
      },
      { clock, connect: (to, signal) => openSocket(resolve ? { resolve } : {}, to, signal) },
    ),
    checkTls(addresses(), clock),
    checkEgress(config.egressAllow, process.env),
  ]);
  return [...services, ...tls, checkOrigins(addresses().widgetUrl), ...egress];
}
