import type pg from "pg";
import { advisoryLocks } from "./locks.ts";
import type { Queryable } from "./sql.ts";

/** First number of the advisory locks of running nodes. The second number is the node's id. */
const nodeLockClass = 7002;

/** Ids of running nodes. `lease_node not in (…)` finds leases of dead processes (CORE-051). */
export const runningNodesQuery = `select l.objid::bigint from pg_locks l where l.locktype = 'advisory' and l.classid = ${nodeLockClass} and l.objsubid = 2
  and l.granted and l.database = (select oid from pg_database where datname = current_database())`;

/** Registers a node and locks it until the connection ends. Returns its id. */
export async function registerNode(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    "insert into node default values returning id",
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("the node was not registered");
  await acquireNodeLock(client, id);
  // Removes the rows of dead nodes to which no lease refers.
  await client.query(
    `delete from node where id <> $1 and id not in (${runningNodesQuery}) and not exists (select from lane where lease_node = node.id)
    and started_at < now() - interval '1 day'`,
    [id],
  );
  return id;
}

/** The database session with which a Parlour process holds the installation lock. */
export interface LockSession {
  readonly pid: number;
  /** `application_name` of the session ({@link formatLockName}). */
  readonly name: string;
}

/** A process that holds the installation lock. */
export interface RunningProcess {
  /** Release of the process. Null: a build from before the first release. */
  readonly version: string | null;
  /** For people: its process id and host. */
  readonly description: string;
}

/** Returns the name of the session with which a process holds the installation lock. */
export const formatLockName = (id: string, version: string, pid: number, host: string): string =>
  `parlour lock ${id} ${version} ${pid} on ${host}`.slice(0, 63);

export function parseLockSession({ name }: { readonly name: string }): RunningProcess {
  const parts = /^parlour lock \w+ (?:(?<version>\d+\.\S+) )?(?<pid>\d+) on (?<host>.*)$/.exec(
    name,
  );
  const { version = null, pid, host } = parts?.groups ?? {};
  return {
    version,
    description: pid === undefined ? "of an earlier release" : `process ${pid} on ${host}`,
  };
}

/** `shared`: nodes, at the same time. `exclusive`: a process that needs it for itself. */
export type LockMode = "shared" | "exclusive";

/** Condition of the holders of a lock of `advisoryLocks`, for {@link lockSessions}. */
export const holdsLock = (key: number): string =>
  `l.classid = 0 and l.objid = ${key} and l.objsubid = 1`;
const holdsInstallationLock = holdsLock(advisoryLocks.installation);

/**
 * Takes the installation lock, and the lock that shows that this process uses the roles of the
 * installation. Returns null, or a session that prevents it.
 */
export async function acquireInstallationLock(
  client: pg.Client,
  mode: LockMode,
): Promise<LockSession | null> {
  const tryLock = mode === "shared" ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select ${tryLock}(${advisoryLocks.installation}) as taken, pg_advisory_lock_shared(${advisoryLocks.ownRoles})`,
    );
    if (rows[0]?.taken) return null;
    const [owner] = await listLockOwners(client, holdsInstallationLock);
    // If no owner is found, the lock has just been released, so the loop tries again.
    if (owner) return owner;
  }
}

/**
 * Takes the installation lock. Returns another session that prevents it, or null. A node without
 * this lock, of a release before it, is found by the lock of its gateway.
 */
export async function findCompetingSession(
  client: pg.Client,
  mode: LockMode,
): Promise<LockSession | null> {
  const owner = await acquireInstallationLock(client, mode);
  if (owner !== null || mode === "shared") return owner;
  const [node] = await listLockOwners(client, `l.classid = ${nodeLockClass} and l.objsubid = 2`);
  return node ?? null;
}

/** Returns the sessions that hold the installation lock, oldest first. */
export function listInstallationLocks(sql: Queryable): Promise<readonly LockSession[]> {
  return listLockOwners(sql, holdsInstallationLock);
}

/** Records that the process of this connection has joined the running nodes (CORE-132). */
export async function markJoined(client: Queryable): Promise<void> {
  await client.query("select pg_advisory_lock_shared($1)", [advisoryLocks.joinedNode]);
}
/** Returns the sessions of the processes that have joined, oldest first. */
export function listJoined(sql: Queryable): Promise<readonly LockSession[]> {
  return listLockOwners(sql, holdsLock(advisoryLocks.joinedNode));
}

async function listLockOwners(
  client: Queryable,
  condition: string,
): Promise<readonly LockSession[]> {
  const { rows } = await client.query<LockSession>(
    `select a.pid, a.application_name as name from ${lockSessions(condition)} order by a.backend_start`,
  );
  return rows;
}
/** Sessions of this database that hold an advisory lock, as the part of a query after `from`. */
export const lockSessions = (condition: string): string =>
  `pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory' and ${condition}
     and l.granted and l.database = (select oid from pg_database where datname = current_database())`;

/** The names of the sessions that hold the installation lock, as a subselect of an array. */
export const lockNamesQuery = `array(select a.application_name from ${lockSessions(holdsInstallationLock)} order by a.backend_start)::text[]`;

/** Locks a node in shared mode, so that a new connection need not wait for a broken one. */
export async function acquireNodeLock(client: pg.Client, id: number): Promise<void> {
  await client.query("select pg_advisory_lock_shared($1::int, $2::int)", [nodeLockClass, id]);
}

/** Returns the ids of the other running nodes, in ascending order. */
export async function listOtherNodes(client: Queryable, id: number): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select distinct objid as id from (${runningNodesQuery}) live(objid) where objid <> $1 order by objid`,
    [id],
  );
  return rows.map((row) => row.id);
}
