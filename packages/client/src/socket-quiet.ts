import type { Timers } from "./socket.ts";

export interface QuietDeps {
  timers: Timers;
  /** Asks the server for a sign of life. Without it nothing is ever found dead. */
  probe: (() => Promise<unknown>) | undefined;
  onDead: () => void;
}
export type QuietWatch = ReturnType<typeof createQuietWatch>;

const quietMs = 30_000;
const probeMs = 8_000;

/** The server's pings are invisible to a page, so a connection that died without a word is found by asking. */
export function createQuietWatch({ timers, probe, onDead }: QuietDeps) {
  let quietTimer: unknown = null;
  /** Counts connections: an answer to a question about an earlier one says nothing. */
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
    /** Something came: quiet starts anew. */
    heard,
    /** Asks at once. */
    ask,
    stop() {
      round += 1;
      timers.clear(quietTimer);
    },
  };
}

/** Tells whether a question is answered within the time for it, and again when the answer comes late. */
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
