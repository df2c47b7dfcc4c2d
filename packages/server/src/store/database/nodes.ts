import type pg from "pg";
import { advisoryLocks } from "./locks.ts";

/** First number of the advisory locks of running nodes. The second number is the node's id. */
export const nodeLockClass = 7002;

/**
 * Ids of running nodes as a subselect. `lease_node not in (…)` finds leases of dead processes
 * (CORE-051).
 */
export const runningNodesQuery = `select l.objid::bigint from pg_locks l where l.locktype = 'advisory' and l.classid = ${nodeLockClass} and l.objsubid = 2
  and l.granted and l.database = (select oid from pg_database where datname = current_database())`;

/**
 * Registers a node: inserts its row and takes a lock that the database releases when the connection
 * ends. Returns the node's id.
 */
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

/** The database session of another Parlour process on the same database. */
export interface CompetingSession {
  readonly pid: number;
  /** `application_name` of the session. */
  readonly name: string;
}

/**
 * Takes the installation lock for this connection. Returns null if it succeeded, or the session
 * that holds the lock.
 */
export async function acquireInstallationLock(client: pg.Client): Promise<CompetingSession | null> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${advisoryLocks.installation}) as taken`,
    );
    if (rows[0]?.taken) return null;
    const owner = await findLockOwner(
      client,
      `l.classid = 0 and l.objid = ${advisoryLocks.installation} and l.objsubid = 1`,
    );
    // If no owner is found, the lock has just been released, so the loop tries again.
    if (owner) return owner;
  }
}

/**
 * Takes the installation lock. Returns another session that serves the database, or null. Nodes of
 * older releases, which do not take this lock, are detected by the lock of their gateway.
 */
export async function findCompetingSession(client: pg.Client): Promise<CompetingSession | null> {
  return (
    (await acquireInstallationLock(client)) ??
    findLockOwner(client, `l.classid = ${nodeLockClass} and l.objsubid = 2`)
  );
}

async function findLockOwner(
  client: pg.Client,
  condition: string,
): Promise<CompetingSession | null> {
  const { rows } = await client.query<CompetingSession>(
    `select a.pid, a.application_name as name from pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory' and ${condition}
     and l.granted and l.database = (select oid from pg_database where datname = current_database()) limit 1`,
  );
  return rows[0] ?? null;
}

/**
 * Takes the lock of a node in shared mode. A new connection of the node can then take it while a
 * broken one still holds it.
 */
export async function acquireNodeLock(client: pg.Client, id: number): Promise<void> {
  await client.query("select pg_advisory_lock_shared($1::int, $2::int)", [nodeLockClass, id]);
}

/** Returns the ids of the other running nodes, in ascending order. */
export async function listOtherNodes(
  client: Pick<pg.Client, "query">,
  id: number,
): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select distinct objid as id from (${runningNodesQuery}) live(objid) where objid <> $1 order by objid`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Returns the number of other running nodes. */
export async function countOtherNodes(
  client: Pick<pg.Client, "query">,
  id: number,
): Promise<number> {
  return (await listOtherNodes(client, id)).length;
}
