import type { Clock } from "../clock.ts";

export interface Answers {
  /** Something went out that is answered. */
  readonly watch: () => void;
  /** An answer came; `more`: others are still owed. */
  came(more: boolean): void;
  /** The line is gone, and what was owed over it. */
  lost(): void;
}
/** A frame that is not answered within this time went into a dead line. */
const withinMs = 10_000;

/** Notices a line that swallows what is said (WG-086): `late`. */
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
