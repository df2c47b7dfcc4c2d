import type { Timers } from "../timers.ts";

export interface HeartbeatDeps {
  timers: Timers;
  /** Asks the server for a response. Without it, a dead connection is never detected. */
  probe: (() => Promise<unknown>) | undefined;
  onDead: () => void;
}
export type Heartbeat = ReturnType<typeof createHeartbeat>;

const idleTimeoutMs = 30_000;
const probeTimeoutMs = 8_000;

/**
 * Creates the detection of dead connections. A page cannot see the server's pings, so it sends a
 * request after 30 s without a frame.
 */
export function createHeartbeat({ timers, probe, onDead }: HeartbeatDeps) {
  let idleTimer: unknown = null;
  /** Number of the connection. A late response to a request of an earlier connection is ignored. */
  let connectionNumber = 0;
  const recordActivity = () => {
    timers.clear(idleTimer);
    if (probe) idleTimer = timers.set(probeNow, idleTimeoutMs);
  };
  const probeNow = () => {
    if (!probe) return;
    const probedConnection = connectionNumber;
    timers.clear(idleTimer);
    checkAlive(probe, timers, (isAlive) => {
      if (connectionNumber === probedConnection) (isAlive ? recordActivity : onDead)();
    });
  };
  return {
    /** Restarts the idle timer. Called for every frame. */
    recordActivity,
    /** Sends a request now. */
    probeNow,
    stop() {
      connectionNumber += 1;
      timers.clear(idleTimer);
    },
  };
}

/**
 * Calls `onResult` with false after 8 s without a response, and with true if the response arrives
 * later.
 */
function checkAlive(
  probe: () => Promise<unknown>,
  timers: Timers,
  onResult: (isAlive: boolean) => void,
): void {
  const timeout = timers.set(() => onResult(false), probeTimeoutMs);
  const end = (isAlive: boolean) => {
    timers.clear(timeout);
    onResult(isAlive);
  };
  probe().then(
    () => end(true),
    () => end(false),
  );
}
