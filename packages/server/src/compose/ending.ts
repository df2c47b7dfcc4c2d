import type { Clock } from "../core/ports.ts";
import type { Log } from "../log.ts";

/** A part of what runs, by the name it has in the log, and its end. */
export type Ending = readonly [part: string, end: () => void | Promise<void>];

/**
 * A stop in order is over before, ms: sockets of operators and of visitors have 2 s each, requests 4 s from its begin. What is not cut off by then
 * has no limit of its own.
 */
export const heldUpMs = 6_000;

/** Ends parts one after another (CORE-131). The one that holds the end up is named in the log while it does. */
export async function endInOrder(parts: readonly Ending[], clock: Clock, log: Pick<Log, "error">): Promise<void> {
  let current = "";
  const cancel = clock.alarm(clock.now() + heldUpMs, () => log.error({ part: current, ms: heldUpMs }, "parlour.close_held_up"));
  try {
    for (const [part, end] of parts) {
      current = part;
      await end();
    }
  } finally {
    cancel();
  }
}
