import type { Clock } from "../core/command.ts";
import { Refusal } from "../core/failure.ts";
import { readFreeSpace } from "../files/free-space.ts";
import { listBackfills } from "../store/backfill-progress.ts";
import type { HostState } from "../store/database/hosts/ask-hosts.ts";
import {
  readDatabaseFacts,
  readExpiringKeys,
  readLatestEntryTime,
  readOverdueDeliveries,
  readStorageUsage,
  type StorageUsage,
} from "../store/database/system-health.ts";
import type { Db, Sql } from "../store/database/sql.ts";
import { readReplicaState, type ReplicaProbe } from "../store/replica/replica-state.ts";
import { checkAuditLog } from "./audit.ts";
import { checkConnectors } from "./connectors.ts";
import {
  checkArchive,
  checkClock,
  checkDatabase,
  checkHosts,
  checkIsolation,
  checkNodes,
  checkReplica,
} from "./database.ts";
import { createFinding, type Finding } from "./finding.ts";

const hourMs = 3_600_000;
/**
 * Tolerance in ms for clock differences between nodes, or between a machine and its time server.
 */
const clockToleranceMs = 60_000;

/** Time in ms before the expiry of an API key from which it causes a warning. */
const keyWarningMs = 14 * 24 * hourMs;

/**
 * Checks stored data: steps of the schema that still change rows (CORE-281), deliveries that wait
 * for more than 1 h, API keys that expire soon, and journal entries in the future. Such entries
 * mean that the clock was set back.
 */
export async function checkStoredData(sql: Sql, now: number): Promise<readonly Finding[]> {
  const latest = await readLatestEntryTime(sql);
  const keys = await readExpiringKeys(sql, now, keyWarningMs);
  const { count, oldestAt } = await readOverdueDeliveries(sql, now - hourMs);
  const backfills = await listBackfills(sql);
  return [
    ...backfills.map(({ step, rows, total }) =>
      createFinding("database_backfill", { step, rows, total: total ?? "?" }),
    ),
    ...(latest !== null && latest > now + clockToleranceMs
      ? [createFinding("clock_ahead", { seconds: Math.round((latest - now) / 1_000) })]
      : []),
    oldestAt === null
      ? createFinding("deliveries_good")
      : createFinding("deliveries_wait", { count, oldest_at: new Date(oldestAt).toISOString() }),
    keys.firstAt === null
      ? createFinding("keys_good")
      : createFinding("keys_ending", {
          count: keys.count,
          first_at: new Date(keys.firstAt).toISOString(),
        }),
  ];
}

interface InternalStateDeps {
  readonly clock: Clock;
  readonly db: Db;
  readonly replica: ReplicaProbe | null;
  readonly readHosts: () => Promise<readonly HostState[] | null>;
}
/** Checks the database and reads the health data that is stored in it, if the database responds. */
export async function readInternalState({ clock, db, replica, readHosts }: InternalStateDeps) {
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
  const [storageUsage, work, audit, connectors, replicaState, hosts] = await Promise.all([
    nullIfRefused(readStorageUsage(db)),
    nullIfRefused(checkStoredData(db, answered)),
    checkAuditLog(db).catch((error: unknown) =>
      error instanceof Refusal ? createFinding("audit_late") : Promise.reject(error),
    ),
    nullIfRefused(checkConnectors(db)),
    replica && nullIfRefused(readReplicaState(replica, db)),
    readHosts(),
  ]);
  const archive = checkArchive(facts);
  return {
    version: facts.version,
    storageUsage,
    database: [
      ...checkDatabase(facts),
      ...checkIsolation(facts),
      ...(hosts ? checkHosts(hosts) : []),
      ...(replicaState ? [checkReplica(replicaState)] : []),
    ],
    work: [
      checkNodes(facts),
      checkClock(facts, since, answered),
      ...(archive ? [archive] : []),
      ...(work ?? []),
      audit,
      ...(connectors ? [connectors] : []),
    ],
  };
}
/** Returns null if the database refuses. */
export const nullIfRefused = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => (error instanceof Refusal ? null : Promise.reject(error)));

/** Returns the sizes of the stored data and of the free space, in bytes. */
export async function readStorageState(dataDir: string, storageUsage: StorageUsage | null) {
  const freeBytes = await readFreeSpace(dataDir).then(
    ({ freeMib }) => freeMib * 1024 * 1024,
    () => null,
  );
  return {
    databaseBytes: storageUsage?.databaseBytes ?? null,
    files: storageUsage?.files ?? null,
    freeBytes,
  };
}
