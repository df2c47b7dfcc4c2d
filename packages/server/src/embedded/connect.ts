import pg from "pg";
import type { Clock } from "../core/command.ts";
import { pause } from "../core/pause.ts";

/** Number of the advisory lock that only marks the cluster as used by Parlour. */
const lockKey = 7001;
/** First part of the connection name. The pid of the lock's owner follows. */
const sessionName = "parlour-lock";
/**
 * Maximum time to wait for a start, in milliseconds. After a crash the server accepts connections
 * only when its recovery is complete.
 */
const maxStartMs = 60_000;

/** A connection whose end shows that the server or this session ended. */
export interface DatabaseSession {
  readonly client: pg.Client;
  /** Resolves when the connection ends for any reason. */
  readonly ended: Promise<void>;
}

/**
 * Thrown if the session ended before it responded: the server died, or it restarts because another
 * session crashed.
 */
export class SessionEndedError extends Error {
  constructor(cause: unknown) {
    super("the database ended the session", { cause });
    this.name = "SessionEnded";
  }
}

/**
 * Connects when the server is ready. Returns null if the server died or did not accept a connection
 * within a minute.
 */
export async function connectWhenReady(
  url: string,
  clock: Clock,
  isAlive: () => boolean,
): Promise<DatabaseSession | null> {
  const started = clock.monotonic();
  for (;;) {
    // This is checked before the attempt, so that a server that dies during the attempt gets no
    // further one.
    const isLastAttempt = !isAlive() || clock.monotonic() - started > maxStartMs;
    const session = await connect(url);
    if (session || isLastAttempt) return session;
    await pause(clock, clock.monotonic() - started < 500 ? 5 : 50);
  }
}

async function connect(url: string): Promise<DatabaseSession | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${sessionName} ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  const ended = new Promise<void>((resolve) => {
    client.on("error", () => resolve());
    client.on("end", () => resolve());
  });
  try {
    await client.connect();
    return { client, ended };
  } catch {
    // The server is starting up, shutting down or gone. The caller checks the process.
    await closeSession({ client, ended });
    return null;
  }
}

/**
 * Takes the lock of the cluster. The lock ends with the connection, so a killed process releases
 * it. Returns false if another process has it. Throws SessionEndedError.
 */
export async function acquireClusterLock(session: DatabaseSession): Promise<boolean> {
  const row = await queryOne<{ free: boolean }>(
    session,
    `select pg_try_advisory_lock(${lockKey}) as free`,
  );
  return row?.free === true;
}

/**
 * Returns the pid of the lock's owner. Returns null if the lock has just been released, or if its
 * owner is an older release. Throws SessionEndedError.
 */
export async function findClusterLockOwner(session: DatabaseSession): Promise<number | null> {
  const row = await queryOne<{ name: string }>(
    session,
    `select application_name as name from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and objid = ${lockKey} and granted`,
  );
  const number = new RegExp(`^${sessionName} (\\d+)$`).exec(row?.name ?? "")?.[1];
  return number === undefined ? null : Number(number);
}

/** Returns the name of the cluster. Throws SessionEndedError. */
export async function readClusterName(session: DatabaseSession): Promise<string> {
  return (
    (await queryOne<{ name: string }>(session, "select current_setting('cluster_name') as name"))
      ?.name ?? ""
  );
}

/** Runs a query that the database cannot reject, so every error means that the session ended. */
async function queryOne<R extends pg.QueryResultRow>(
  { client }: DatabaseSession,
  text: string,
): Promise<R | undefined> {
  try {
    return (await client.query<R>(text)).rows[0];
  } catch (error) {
    throw new SessionEndedError(error);
  }
}

export async function closeSession(session: DatabaseSession): Promise<void> {
  await session.client.end().catch(() => undefined);
}
