import type { Clock } from "../../clock.ts";

export interface ResponseWatchdog {
  /** Call after sending a frame that the server answers. */
  readonly start: () => void;
  /** A response arrived. `more`: other responses are pending. */
  onResponse(more: boolean): void;
  /** The connection is lost. Pending responses no longer count. */
  stop(): void;
}
/** If a response takes longer, the connection counts as dead. */
const responseTimeoutMs = 10_000;

/** Detects a connection that no longer answers (WG-086) and calls `onTimeout`. */
export function createResponseWatchdog(
  clock: Pick<Clock, "after">,
  onTimeout: () => void,
): ResponseWatchdog {
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
