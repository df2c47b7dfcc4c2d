import type { Timers } from "./socket.ts";

export interface QuietDeps {
  timers: Timers;
  /** Asks the server for a response. Without it, a dead connection is never detected. */
  probe: (() => Promise<unknown>) | undefined;
  onDead: () => void;
}
export type QuietWatch = ReturnType<typeof createQuietWatch>;

const quietMs = 30_000;
const probeMs = 8_000;

/**
 * Creates the detection of dead connections. A page cannot see the server's pings, so it sends a
 * request after 30 s without a frame.
 */
export function createQuietWatch({ timers, probe, onDead }: QuietDeps) {
  let quietTimer: unknown = null;
  /** Number of the connection. A late response to a request of an earlier connection is ignored. */
  let round = 0;
  const heard = () => {
    timers.clear(quietTimer);
    if (probe) quietTimer = timers.set(ask, quietMs);
  };
  const ask = () => {
    if (!probe) return;
    const asked = round;
    timers.clear(quietTimer);
    answered(probe, timers, (is) => {
      if (round === asked) (is ? heard : onDead)();
    });
  };
  return {
    /** Restarts the idle timer. Called for every frame. */
    heard,
    /** Sends a request now. */
    ask,
    stop() {
      round += 1;
      timers.clear(quietTimer);
    },
  };
}

/**
 * Calls `onResult` with false after 8 s without a response, and with true if the response arrives
 * later.
 */
function answered(probe: () => Promise<unknown>, timers: Timers, then: (is: boolean) => void): void {
  const patience = timers.set(() => then(false), probeMs);
  const end = (is: boolean) => {
    timers.clear(patience);
    then(is);
  };
  probe().then(
    () => end(true),
    () => end(false),
  );
}
