import type { closeCodes as protocolCodes } from "@parlour/protocol";
import { getBackoffMs } from "../retry.ts";
import type { ConnectionState, SocketDeps } from "./types.ts";

/** Close codes of API-105, repeated to keep the schema library out of every page. */
export const closeCodes = { signedOut: 4001, restarting: 1012 } as const satisfies Partial<
  typeof protocolCodes
>;
const initialDelayMs = 500;

/** Schedules reconnects and records since when the connection is lost (API-105). */
export function createReconnect({ timers, random }: SocketDeps, connect: () => void) {
  let failures = 0;
  let offlineSince: number | null = null;
  let timer: unknown = null;
  let nextAttempt = connect;
  const runWhenDue = () => {
    timer = null;
    nextAttempt();
  };
  const scheduleAttempt = (delay: number, run: () => void): ConnectionState => {
    offlineSince ??= timers.now();
    timers.clear(timer);
    nextAttempt = run;
    timer = timers.set(runWhenDue, delay);
    return { kind: "offline", since: offlineSince, nextTryAt: timers.now() + delay };
  };
  return {
    offlineSince: () => offlineSince,
    /** Returns the connection state to show until the attempt starts. */
    scheduleReconnect: (code: number) =>
      scheduleAttempt(getReconnectDelayMs(code, failures++, random()), connect),
    /** After a random delay between `seconds` and twice `seconds` (API-165). */
    scheduleHello: (seconds: number, greet: () => void) =>
      scheduleAttempt(Math.round(seconds * 1000 * (1 + random())), greet),
    /** Returns false if no attempt is scheduled. If one in progress fails, a next one follows. */
    retryNow(): boolean {
      failures = 0;
      if (timer === null) return false;
      timers.clear(timer);
      runWhenDue();
      return true;
    },
    succeeded() {
      failures = 0;
      offlineSince = null;
    },
    stop: () => timers.clear(timer),
  };
}

/**
 * Returns the milliseconds before a reconnect. The first delay after close code 1012 is random, 0
 * to 2 s, so that clients do not all reconnect at the same time (API-105). Other delays double with
 * each failure up to 30 s, and half of each is random.
 */
export function getReconnectDelayMs(code: number, failures: number, random: number): number {
  if (code === closeCodes.restarting && failures === 0) return Math.round(random * 2000);
  return Math.round(getBackoffMs(initialDelayMs, failures, random));
}
