import { hostname } from "node:os";
import { getWorstState, type Finding } from "./finding.ts";
import { checkBackups, findKnownBackup } from "./backups.ts";
import { createDatabaseCheck, type WriterState } from "./database.ts";
import { checkDisk } from "./disk.ts";
import { checkExternalServices, type ExternalServices } from "./services.ts";
import { nullIfRefused, readInternalState, readStorageState } from "./stored-data.ts";
import { createDescriptorCheck } from "./descriptors.ts";
import { createNodeReports, type NodeReportsDeps } from "./nodes.ts";
import type { Log } from "../log.ts";
import type { HostState } from "../store/database/hosts/ask-hosts.ts";
import type { Db } from "../store/database/sql.ts";
import type { ReplicaProbe } from "../store/replica/replica-state.ts";
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
  readonly pools: {
    canConnect(): Promise<boolean>;
    readonly readHosts: () => Promise<readonly HostState[] | null>;
  };
}

export interface HealthDeps extends ExternalServices {
  readonly log: Log;
  readonly database: HealthDatabase;
  /** Folder of the installation's data. */
  readonly dataDir: string;
  readonly cluster: NodeReportsDeps["cluster"];
  /** Returns the number of sockets of this node. Null: it stops and accepts no more of them. */
  readonly countSockets: () => number | null;
}

/** Creates the checks for `/ready` and the system page of the installation owner (API-358). */
export function createHealthChecks(deps: HealthDeps) {
  const { clock, log, dataDir } = deps;
  const { db, replica, journal, pools } = deps.database;
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
  const findBackup = () => findKnownBackup(clock, db, dataDir);
  const runChecks = async () => {
    const [database, machine, internal, external, backup, nodes] = await Promise.all([
      askDatabase(),
      checkMachine(),
      readInternalState({ clock, db, replica, readHosts: pools.readHosts }),
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
      storage: {
        kind: deps.instance.storage().kind,
        ...(await readStorageState(dataDir, internal.storageUsage)),
      },
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

function getMailState({ instance }: HealthDeps) {
  const mail = instance.mail();
  return mail && { host: mail.host, port: mail.port, from: mail.from };
}
