import type { Clock } from "../clock.ts";

export interface Answers {
  /** Call after sending a frame that the server answers. */
  readonly watch: () => void;
  /** A response arrived. `more`: other responses are pending. */
  came(more: boolean): void;
  /** The connection is lost. Pending responses no longer count. */
  lost(): void;
}
/** If a response takes longer, the connection counts as dead. */
const withinMs = 10_000;

/** Detects a connection that no longer answers (WG-086) and calls `onTimeout`. */
export function watchAnswers(clock: Pick<Clock, "after">, late: () => void): Answers {
  let stop: (() => void) | null = null;
  const lost = (): void => {
    stop?.();
    stop = null;
  };
  const watch = (): void => {
    stop ??= clock.after(withinMs, () => {
      stop = null;
      late();
    });
  };
  return {
    watch,
    came(more) {
      lost();
      if (more) watch();
    },
    lost,
  };
}
