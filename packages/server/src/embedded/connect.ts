import pg from "pg";
import type { Clock } from "../core/ports.ts";
import { pause } from "./pause.ts";

/** "Parlour runs on this cluster"; any other use of the number would break that. */
const lockNumber = 7001;
/** Before the number of the process that holds it. */
const sessionName = "parlour-lock";
/** A server that starts after a crash answers only when its redo is done. */
const startLimitMs = 60_000;

/** One connection whose end tells that the server, or this session of it, is gone. */
export interface Session {
  readonly client: pg.Client;
  /** Resolves when the connection ends, for whatever reason. */
  readonly ended: Promise<void>;
}

/** The session ended before it could answer: the server died, or begins anew because another session of it crashed. */
export class SessionEnded extends Error {
  constructor(cause: unknown) {
    super("the database ended the session", { cause });
    this.name = "SessionEnded";
  }
}

/** Connects as soon as the server answers; null when it died or stayed silent for a minute. */
export async function connectWhenReady(url: string, clock: Clock, alive: () => boolean): Promise<Session | null> {
  const started = clock.monotonic();
  for (;;) {
    // Asked before the attempt: a server that dies during it was alive for the last time.
    const last = !alive() || clock.monotonic() - started > startLimitMs;
    const session = await connect(url);
    if (session || last) return session;
    await pause(clock, clock.monotonic() - started < 500 ? 5 : 50);
  }
}

async function connect(url: string): Promise<Session | null> {
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
    // Starting up, shutting down or gone: the caller asks the process which.
    await close({ client, ended });
    return null;
  }
}

/** Takes the lock that marks the cluster as ours. It goes with the connection, so a killed process frees it by itself. Throws SessionEnded. */
export async function takeLock(session: Session): Promise<boolean> {
  const row = await ask<{ free: boolean }>(session, `select pg_try_advisory_lock(${lockNumber}) as free`);
  return row?.free === true;
}

/** Number of the process that holds the lock; null when it has let go meanwhile, or is of an older release. Throws SessionEnded. */
export async function lockHolder(session: Session): Promise<number | null> {
  const row = await ask<{ name: string }>(
    session,
    `select application_name as name from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and objid = ${lockNumber} and granted`,
  );
  const number = new RegExp(`^${sessionName} (\\d+)$`).exec(row?.name ?? "")?.[1];
  return number === undefined ? null : Number(number);
}

/** Throws SessionEnded. */
export async function clusterName(session: Session): Promise<string> {
  return (await ask<{ name: string }>(session, "select current_setting('cluster_name') as name"))?.name ?? "";
}

/** None of these questions can be refused: what goes wrong is the session's end. */
async function ask<R extends pg.QueryResultRow>({ client }: Session, text: string): Promise<R | undefined> {
  try {
    return (await client.query<R>(text)).rows[0];
  } catch (error) {
    throw new SessionEnded(error);
  }
}

export async function close(session: Session): Promise<void> {
  await session.client.end().catch(() => undefined);
}
