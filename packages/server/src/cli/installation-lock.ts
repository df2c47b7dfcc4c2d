import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type pg from "pg";
import type { Clock } from "../core/ports.ts";
import { StartFault } from "../embedded/fault.ts";
import { pause, within } from "../embedded/pause.ts";
import type { Log } from "../log.ts";
import { connect, startConnectMs, within as silentFor } from "../store/connections.ts";
import { findRival, takeInstallationLock, type Rival } from "../store/nodes.ts";

/** The lock by which one process owns a database (CORE-180). PostgreSQL frees it as soon as the connection of the process ends. */
export interface InstallationLock {
  /** Whether another process had to end first. */
  readonly hasWaited: boolean;
  /** Resolves when another process took the lock while this one had no connection: this one must end. */
  readonly lost: Promise<StartFault>;
  release(): Promise<void>;
}
export interface LockOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  /** How long another process is waited for, ms. */
  readonly waitMs?: number | undefined;
  /** Whether the process was told to end meanwhile. */
  readonly isStopping?: () => boolean;
}

/**
 * How long a start waits for another process to end, ms: 15 s of its stop (CORE-131), or 25 s until PostgreSQL ends the connections of a machine that
 * vanished.
 */
const usualWaitMs = 40_000;
/** A stop in order is no news before this, ms. */
const quietMs = 1_000;
/** How often the connection is tried, and how long it may be silent then, ms. */
const heartbeatMs = 5_000;
/** How long the end of the connection may take, ms. */
const releaseMs = 1_000;

/** Takes the lock; while another process has it, waits for its end. Throws StartFault when that takes too long. */
export async function lockInstallation(options: LockOptions): Promise<InstallationLock> {
  const { url, clock, log, waitMs = usualWaitMs, isStopping = () => false } = options;
  // The name says who holds the lock, and by its mark a process recognises its own earlier connection.
  const mark = `parlour lock ${randomBytes(4).toString("hex")}`;
  const config = { connectionString: url, keepAlive: true, application_name: `${mark} ${process.pid} on ${hostname()}`.slice(0, 63) };
  const open = (ms: number): Promise<pg.Client> => connect({ ...config, connectionTimeoutMillis: ms }, { patienceMs: ms });

  let client = await open(startConnectMs);
  let hasWaited = false;
  try {
    const since = clock.monotonic();
    for (;;) {
      const rival = await findRival(client);
      if (rival === null) break;
      const waitedMs = clock.monotonic() - since;
      if (isStopping()) throw new StartFault("stopped while it waited for another Parlour to end");
      if (waitedMs >= waitMs) throw new StartFault(inUse(rival, waitMs));
      if (waitedMs >= quietMs && !hasWaited) {
        hasWaited = true;
        log.warn({ other: whoIs(rival), ms: waitMs }, "node.waits_for_other");
      }
      await pause(clock, waitedMs < quietMs ? 25 : 250);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }

  let isReleased = false;
  /** Connects and takes the lock until it works. Resolves with the process that has it now, null when this one has. */
  const takeAgain = async (): Promise<Rival | null> => {
    for (let n = 0; !isReleased; n++) {
      const next = await open(heartbeatMs).catch(() => null);
      if (next !== null) {
        const rival = await takeInstallationLock(next).catch(() => undefined);
        if (rival === null) {
          client = next;
          return null;
        }
        // PostgreSQL has not noticed the end of our earlier connection.
        const isOurs = rival !== undefined && rival.name.startsWith(mark);
        if (isOurs) await next.query("select pg_terminate_backend($1, 1000)", [rival.pid]).catch(() => undefined);
        // Not waited for: the link may be broken again.
        void next.end().catch(() => undefined);
        if (rival !== undefined && !isOurs) return rival;
      }
      await pause(clock, Math.min(50 * 2 ** n, 1_000));
    }
    return null;
  };
  const keep = async (): Promise<StartFault> => {
    for (;;) {
      await endOf(client, clock);
      if (isReleased) return new Promise<never>(() => undefined);
      log.warn("node.lock_lost");
      const rival = await takeAgain();
      if (rival !== null) return new StartFault(takenOver(rival));
      if (!isReleased) log.info("node.lock_taken_again");
    }
  };
  return {
    hasWaited,
    lost: keep(),
    async release() {
      isReleased = true;
      await within(
        clock,
        releaseMs,
        client.end().catch(() => undefined),
      );
    },
  };
}

/** Resolves when the connection ended, or is silent for too long. */
function endOf(client: pg.Client, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    let cancel = (): void => undefined;
    const end = (): void => {
      cancel();
      resolve();
    };
    const ask = (): void => {
      cancel = clock.alarm(clock.now() + heartbeatMs, () => {
        client.query(silentFor(heartbeatMs, "select 1")).then(ask, () => {
          void client.end().catch(() => undefined);
          end();
        });
      });
    };
    client.once("end", end);
    ask();
  });
}

const whoIs = ({ name }: Rival): string => {
  const [, process_, host] = /^parlour lock \w+ (\d+) on (.*)$/.exec(name) ?? [];
  return process_ === undefined ? "of an earlier release" : `process ${process_} on ${host}`;
};
const inUse = (rival: Rival, waitMs: number): string =>
  `another Parlour (${whoIs(rival)}) uses this database${waitMs > 0 ? ` and did not end within ${waitMs / 1_000} s` : ""}; one at a time is supported, because two would take chats from each other's operators: stop the other one first, or give this one a database of its own`;
const takenOver = (rival: Rival): string =>
  `another Parlour (${whoIs(rival)}) took over the database while this one had no connection to it, so this one ends; start it again when the other one has ended`;
