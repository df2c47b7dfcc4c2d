import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type pg from "pg";
import type { Clock } from "../core/command.ts";
import { StartError } from "../embedded/start-error.ts";
import { pause, waitWithTimeout } from "../core/pause.ts";
import type { Log } from "../log.ts";
import {
  connectToDatabase,
  startConnectMs,
  withQueryTimeout as silentFor,
} from "../store/database/connections.ts";
import {
  findCompetingSession,
  acquireInstallationLock,
  formatLockName,
  listInstallationLocks,
  listJoined,
  markJoined,
  parseLockSession,
  type LockMode,
  type LockSession,
  type RunningProcess,
} from "../store/database/nodes.ts";
import { version } from "../version.ts";

/**
 * The lock of each process that uses the database (CORE-180). Nodes share it. A restore has it
 * alone. PostgreSQL releases it when the connection of the process ends.
 */
export interface InstallationLock {
  /** Whether this process waited for another one to end. */
  readonly hasWaited: boolean;
  /** Returns the other processes that share the lock. */
  listOthers(): Promise<readonly RunningProcess[]>;
  /** Returns those of them that have joined. The others are still starting. */
  listJoined(): Promise<readonly RunningProcess[]>;
  /** Records that this process has joined, until it ends. */
  markJoined(): Promise<void>;
  /** Another process took the lock during an outage: this process must end. */
  readonly lost: Promise<StartError>;
  release(): Promise<void>;
}
export interface LockWait {
  /** Maximum wait for another process, in ms. */
  readonly waitMs?: number | undefined;
  /** Returns whether this process was asked to stop while it waits. */
  readonly isStopping?: () => boolean;
}
export interface LockOptions extends LockWait {
  readonly url: string;
  readonly mode: LockMode;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Maximum wait for another process, in ms. A shutdown takes up to 15 s (CORE-131), and PostgreSQL
 * closes the connections of an unreachable machine after 25 s.
 */
const defaultWaitMs = 40_000;
/** Delay before a wait is logged, in ms. A normal shutdown takes less time. */
const noticeDelayMs = 1_000;
/** Interval and timeout of the connection checks, in ms. */
const heartbeatMs = 5_000;
/** Timeout for closing the connection, in ms. */
const releaseTimeoutMs = 1_000;

/** Takes the lock. Waits while another process has it, and throws StartError on timeout. */
export async function lockInstallation(options: LockOptions): Promise<InstallationLock> {
  const { url, mode, clock, log } = options;
  // The connection name identifies the lock's owner. Its random part lets the process recognise its
  // own earlier connection.
  const id = randomBytes(4).toString("hex");
  const isOwn = ({ name }: LockSession): boolean => name.startsWith(`parlour lock ${id} `);
  const config = {
    connectionString: url,
    keepAlive: true,
    application_name: formatLockName(id, version, process.pid, hostname()),
  };
  const openConnection = (ms: number): Promise<pg.Client> =>
    connectToDatabase({ ...config, connectionTimeoutMillis: ms }, { timeoutMs: ms });

  let client = await openConnection(startConnectMs);
  const hasWaited = await waitForLock(client, options).catch(async (error: unknown) => {
    await client.end().catch(() => undefined);
    throw error;
  });

  let isReleased = false;
  let isJoined = false;
  const parseOthers = (sessions: readonly LockSession[]): readonly RunningProcess[] =>
    sessions.filter((session) => !isOwn(session)).map(parseLockSession);
  /** Retries. Resolves to the process that has the lock, or null if this one has it. */
  const retakeLock = async (): Promise<LockSession | null> => {
    for (let n = 0; !isReleased; n++) {
      const next = await openConnection(heartbeatMs).catch(() => null);
      if (next !== null) {
        const other = await acquireInstallationLock(next, mode).catch(() => undefined);
        if (other === null) {
          if (isJoined) await markJoined(next).catch(() => undefined);
          client = next;
          return null;
        }
        // PostgreSQL may not have detected yet that our earlier connection has ended.
        const isOurs = other !== undefined && isOwn(other);
        if (isOurs) await terminateSession(next, other);
        // The result is not awaited, because the network may fail again.
        void next.end().catch(() => undefined);
        if (other !== undefined && !isOurs) return other;
      }
      await pause(clock, Math.min(50 * 2 ** n, 1_000));
    }
    return null;
  };
  const watchConnection = async (): Promise<StartError> => {
    for (;;) {
      await waitForEnd(client, clock);
      if (isReleased) return new Promise<never>(() => undefined);
      log.warn("node.lock_lost");
      const other = await retakeLock();
      if (other !== null) return new StartError(formatTakenOver(other));
      if (!isReleased) log.info("node.lock_taken_again");
    }
  };
  return {
    hasWaited,
    listOthers: async () => parseOthers(await listInstallationLocks(client)),
    listJoined: async () => parseOthers(await listJoined(client)),
    async markJoined() {
      isJoined = true;
      await markJoined(client);
    },
    lost: watchConnection(),
    async release() {
      isReleased = true;
      await waitWithTimeout(
        clock,
        releaseTimeoutMs,
        client.end().catch(() => undefined),
      );
    },
  };
}

/** Waits while another process has the lock. Resolves to whether the log says so. */
async function waitForLock(
  client: pg.Client,
  { mode, clock, log, waitMs = defaultWaitMs, isStopping = () => false }: LockOptions,
): Promise<boolean> {
  let hasWaited = false;
  const since = clock.monotonic();
  for (;;) {
    const other = await findCompetingSession(client, mode);
    if (other === null) return hasWaited;
    const waitedMs = clock.monotonic() - since;
    if (isStopping()) throw new StartError("stopped while waiting for another Parlour to end");
    if (waitedMs >= waitMs) throw new StartError(formatInUse(other, waitMs));
    if (waitedMs >= noticeDelayMs && !hasWaited) {
      hasWaited = true;
      log.warn({ other: describeSession(other), ms: waitMs }, "node.waits_for_other");
    }
    await pause(clock, waitedMs < noticeDelayMs ? 25 : 250);
  }
}

const terminateSession = async (client: pg.Client, { pid }: LockSession): Promise<void> =>
  void (await client.query("select pg_terminate_backend($1, 1000)", [pid]).catch(() => undefined));

/** Resolves when the connection ends or does not respond in time. */
function waitForEnd(client: pg.Client, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    let cancel = (): void => undefined;
    const end = (): void => {
      cancel();
      resolve();
    };
    const ping = (): void => {
      cancel = clock.scheduleAt(clock.now() + heartbeatMs, () => {
        client.query(silentFor(heartbeatMs, "select 1")).then(ping, () => {
          void client.end().catch(() => undefined);
          end();
        });
      });
    };
    client.once("end", end);
    ping();
  });
}

const describeSession = (session: LockSession): string => parseLockSession(session).description;
const formatInUse = (other: LockSession, waitMs: number): string =>
  `another Parlour (${describeSession(other)}) uses this database${waitMs > 0 ? ` and did not end within ${waitMs / 1_000} s` : ""}; this command or the embedded database needs it alone; stop the other one first`;
const formatTakenOver = (other: LockSession): string =>
  `another Parlour (${describeSession(other)}) took over the database while this one had no connection to it, so this one stops; start it again when the other one has stopped`;
