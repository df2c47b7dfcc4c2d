import type { Clock } from "../../clock.ts";

export interface ResponseWatchdog {
  /** Must be called after sending a frame that requires a response from the server. */
  readonly start: () => void;
  /** Handles a response. `more` is true if other responses are pending. */
  onResponse(more: boolean): void;
  /** Stops waiting. Called when the connection is lost. */
  stop(): void;
}
/** If a response takes longer than this, the connection is treated as dead. */
const responseTimeoutMs = 10_000;

/** Detects a connection without responses (WG-086) and calls `onTimeout`. */
export function createResponseWatchdog(clock: Clock, onTimeout: () => void): ResponseWatchdog {
  let cancelTimer: (() => void) | null = null;
  const stopTimer = (): void => {
    cancelTimer?.();
    cancelTimer = null;
  };
  const start = (): void => {
    cancelTimer ??= clock.after(responseTimeoutMs, () => {
      cancelTimer = null;
      onTimeout();
    });
  };
  return {
    start,
    onResponse(hasMore) {
      stopTimer();
      if (hasMore) start();
    },
    stop: stopTimer,
  };
}
