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

/** Takes the lock that marks the cluster as ours. It goes with the connection, so a killed process frees it by itself. */
export async function takeLock(session: Session): Promise<boolean> {
  const { rows } = await session.client.query<{ free: boolean }>(`select pg_try_advisory_lock(${lockNumber}) as free`);
  return rows[0]?.free === true;
}

/** Number of the process that holds the lock; null when it has let go meanwhile, or is of an older release. */
export async function lockHolder({ client }: Session): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and objid = ${lockNumber} and granted`,
  );
  const number = new RegExp(`^${sessionName} (\\d+)$`).exec(rows[0]?.name ?? "")?.[1];
  return number === undefined ? null : Number(number);
}

export async function clusterName(session: Session): Promise<string> {
  const { rows } = await session.client.query<{ name: string }>("select current_setting('cluster_name') as name");
  return rows[0]?.name ?? "";
}

export async function close(session: Session): Promise<void> {
  await session.client.end().catch(() => undefined);
}
