import { Refusal } from "../core/failure.ts";
import type { Clock } from "../core/command.ts";
import type { RoleFacts } from "../store/database/roles/facts.ts";
import type { ArchiveFacts, DatabaseFacts } from "../store/database/system-health.ts";
import { parseLockSession } from "../store/database/nodes.ts";
import { checkFreeSpace } from "../store/database/free-space.ts";
import { findPrimaries, type HostState } from "../store/database/hosts/ask-hosts.ts";
import type { ReplicaState } from "../store/replica/replica-state.ts";
import type { Db } from "../store/database/sql.ts";
import { createFinding, type Finding } from "./finding.ts";

/** Maximum response time of `/ready` in ms, regardless of the state of the database (P17). */
const readyTimeoutMs = 1_500;
/** Maximum wait for a free pool connection in ms. It is shorter than the total response time. */
const poolTimeoutMs = 1_000;
/** Minimum number of free connections that a node needs. */
const minFreeConnections = 25;
const bytesPerMib = 1024 * 1024;
/** Maximum difference between two clocks, in ms. */
const maxClockSkewMs = 2_000;

/** State of the journal's database connection. */
export interface WriterState {
  /** Time since the connection was lost in ms, or 0 while connected. */
  readonly downMs: number;
  /** Number of batches that were rejected for lack of resources, with the last SQLSTATE. */
  readonly unwritten: { readonly count: number; readonly code: string };
}
export interface DatabaseDeps {
  readonly clock: Clock;
  readonly db: Db;
  readonly writerState: () => WriterState;
  /** Resolves if the write connection responds. */
  readonly pingWriter: () => Promise<void>;
  /** Returns false if nothing listens at the address of the database. */
  readonly canConnect: () => Promise<boolean>;
}

/**
 * Minimum time in ms between two new connections of the check, however often it is asked. A
 * balancer asks each second, and a connection takes PostgreSQL more time than several messages.
 */
const connectIntervalMs = 5_000;
/** The same after a failed connection. */
const reconnectIntervalMs = 1_000;

/** Returns the check of new connections, which is seldom made. */
function limitChecks({ clock, canConnect }: DatabaseDeps): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let hasSucceeded = false;
  let result = Promise.resolve(true);
  return () => {
    const intervalMs = hasSucceeded ? connectIntervalMs : reconnectIntervalMs;
    if (clock.now() - checkedAt < intervalMs) return result;
    checkedAt = clock.now();
    return (result = canConnect().then((isOpen) => (hasSucceeded = isOpen)));
  };
}

/**
 * Creates the check that tests whether messages can be written (CFG-016). Resolves to null if they
 * can.
 *
 * A full disk still accepts data that fits into existing pages. After a rejected batch, only a
 * write that allocates space proves that the disk has recovered. The check makes this write itself,
 * because a node that is not ready may receive no requests (P18).
 */
export function createDatabaseCheck(deps: DatabaseDeps): () => Promise<Finding | null> {
  const { clock, db, writerState, pingWriter } = deps;
  let resolvedCount = 0;
  const isReachableNow = limitChecks(deps);
  const checkWrite = async ({ count, code }: WriterState["unwritten"]): Promise<Finding | null> => {
    try {
      await checkFreeSpace(db);
    } catch (error) {
      if (error instanceof Refusal) return toWriteFinding(code);
      // Other errors, such as a missing permission, do not concern resources. They are reported
      // once.
      resolvedCount = count;
      return toWriteFinding(code);
    }
    resolvedCount = count;
    return null;
  };
  const hasFreeConnection = (): Promise<boolean> =>
    new Promise((resolve) => {
      const cancel = clock.scheduleAt(clock.now() + poolTimeoutMs, () => resolve(false));
      const end = (isFree: boolean): void => {
        cancel();
        resolve(isFree);
      };
      db.query("select 1").then(
        () => end(true),
        () => end(false),
      );
    });
  /**
   * Checks the pool and a new connection. Messages use the connection of the journal, so an
   * exhausted pool is only a warning. If no new connection is possible, the journal's is lost with
   * its next error, so that is a fault (CFG-101). Rejects if messages cannot be written.
   */
  const checkConnections = async (): Promise<Finding | null> => {
    const isFree = hasFreeConnection();
    const isReachable = isReachableNow();
    await pingWriter();
    if (!(await isReachable)) return createFinding("database_closed");
    return (await isFree) ? null : createFinding("database_pool");
  };
  return () => {
    const { downMs, unwritten } = writerState();
    // The state of the journal's connection is decisive.
    if (downMs > 0) return Promise.resolve(createFinding("database_away"));
    return new Promise((resolve) => {
      const cancel = clock.scheduleAt(clock.now() + readyTimeoutMs, () =>
        resolve(createFinding("database_silent", { ms: readyTimeoutMs })),
      );
      const end = (result: Finding | null): void => {
        cancel();
        resolve(result);
      };
      if (unwritten.count > resolvedCount) void checkWrite(unwritten).then(end);
      else checkConnections().then(end, () => end(createFinding("database_closed")));
    });
  };
}
function toWriteFinding(code: string): Finding {
  if (code === "53100") return createFinding("database_full");
  if (code === "25006") return createFinding("database_read_only");
  return createFinding("database_unwritable", { reason: code });
}

/** Returns the problems of a reachable database, or its version if there are none. */
export function checkDatabase({
  version,
  number,
  unsafe,
  weakCommit,
  roles,
  free,
  isStandby,
}: DatabaseFacts): readonly Finding[] {
  const findings: Finding[] = [];
  if (isStandby) findings.push(createFinding("database_read_only"));
  if (number < 150_000) findings.push(createFinding("database_old", { version }));
  if (unsafe.length > 0)
    findings.push(createFinding("database_unsafe", { settings: unsafe.join(", ") }));
  if (weakCommit !== null)
    findings.push(createFinding("database_standby", { setting: weakCommit }));
  if (!roles.mayCreate && !roles.exist) findings.push(createFinding("database_roles"));
  if (free < minFreeConnections) findings.push(createFinding("database_crowded", { count: free }));
  return findings.length > 0 ? findings : [createFinding("database_good", { version })];
}

/** Returns what connects this installation with others on the same PostgreSQL server (CFG-177). */
export function checkIsolation({ roles }: { readonly roles: RoleFacts }): readonly Finding[] {
  const { foreign, readable, isOpen } = roles;
  return [
    ...(foreign.length > 0
      ? [createFinding("database_shared_roles", { roles: foreign.join(", ") })]
      : []),
    ...(readable.length > 0
      ? [createFinding("database_neighbours", { databases: readable.join(", ") })]
      : []),
    ...(isOpen ? [createFinding("database_open")] : []),
  ];
}

/** Checks the servers of a DATABASE_URL with several hosts (CFG-004). */
export function checkHosts(states: readonly HostState[]): readonly Finding[] {
  const away = states.filter(({ role }) => role === "refused");
  const [primary, ...others] = findPrimaries(states);
  const list = (hosts: readonly HostState[]): string => hosts.map(({ host }) => host).join(", ");
  const findings = [
    ...away.map(({ host, reason }) =>
      createFinding("database_hosts_away", { reason: `${host}: ${reason}` }),
    ),
    ...(primary === undefined || others.length === 0
      ? []
      : [
          createFinding("database_hosts_two", {
            hosts: list([primary, ...others]),
            primary: primary.host,
          }),
        ]),
  ];
  if (findings.length > 0) return findings;
  return [
    createFinding("database_hosts_good", {
      primary: primary?.host ?? "–",
      standbys: list(states.filter(({ role }) => role === "standby")) || "–",
    }),
  ];
}

/** Lag from which a replica causes a warning. */
const maxReplicaLagBytes = 64 * bytesPerMib;
const maxReplicaLagMs = 60_000;

/** Checks the read replica. Its loss is only a warning, because the primary answers (CFG-120). */
export function checkReplica(state: ReplicaState): Finding {
  if (state.kind === "away")
    return createFinding("database_replica_away", { reason: state.reason });
  if (state.kind === "foreign") return createFinding("database_replica_foreign");
  const { lagBytes, lagMs } = state;
  if (lagBytes <= maxReplicaLagBytes && lagMs <= maxReplicaLagMs)
    return createFinding("database_replica_good");
  return createFinding("database_replica_behind", {
    lag_mib: Math.ceil(lagBytes / bytesPerMib),
    seconds: Math.round(lagMs / 1_000),
  });
}

/** Returns how many nodes use the database, and which (CORE-180). */
export function checkNodes({
  nodes,
  lockNames,
}: {
  readonly nodes: number;
  readonly lockNames: readonly string[];
}): Finding {
  if (nodes <= 1) return createFinding("nodes_good", { count: nodes });
  const descriptions = lockNames.map((name) => {
    const { version, description } = parseLockSession({ name });
    return version === null ? description : `${version} (${description})`;
  });
  return createFinding("nodes_several", { count: nodes, nodes: descriptions.join(", ") });
}
/** Compares the clocks. `askedAt`, `answeredAt`: local times around the query, in ms. */
export function checkClock(
  { now }: { readonly now: number },
  askedAt: number,
  answeredAt: number,
): Finding {
  const skewMs = Math.round(Math.abs(now - (askedAt + answeredAt) / 2));
  return skewMs > maxClockSkewMs
    ? createFinding("clock_apart", { ms: skewMs })
    : createFinding("clock_good");
}

/** Age of the last archived segment from which waiting segments cause a warning, in ms. */
const maxArchiveAgeMs = 15 * 60_000;

/**
 * Checks the continuous archiving of the database, with which it can be restored to a time
 * (decision 0231). Returns null if it is off.
 */
export function checkArchive({
  archive,
  now,
}: {
  readonly archive: ArchiveFacts | null;
  readonly now: number;
}): Finding | null {
  if (archive === null) return null;
  const { archivedAt, failedAt, failedFile, waiting, timeout, startedAt } = archive;
  if (failedAt !== null && failedAt > (archivedAt ?? 0))
    return createFinding("backups_archive_failing", {
      file: failedFile ?? "",
      failed_at: new Date(failedAt).toISOString(),
    });
  const ageMs = now - Math.max(archivedAt ?? 0, startedAt);
  if (ageMs > maxArchiveAgeMs && (waiting > 0 || archivedAt === null))
    return createFinding("backups_archive_late", { minutes: Math.floor(ageMs / 60_000) });
  if (timeout === 0) return createFinding("backups_archive_slow");
  return createFinding("backups_archive_good", {
    archived_at: new Date(archivedAt ?? startedAt).toISOString(),
  });
}
