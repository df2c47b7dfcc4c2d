import type { Clock } from "./core/command.ts";
import type { Log } from "./log.ts";

/** A step that closes one part of the server. Its name is used in the log. */
export type ShutdownStep = readonly [part: string, end: () => void | Promise<void>];

/**
 * Time in ms after which a shutdown is logged as slow. Operator and visitor sockets get 2 s each,
 * and HTTP requests get 4 s. The other parts have no limit.
 */
export const slowShutdownMs = 6_000;

/** Closes them in order (CORE-131). Logs the part that is open after `slowShutdownMs`. */
export async function shutDownInOrder(
  parts: readonly ShutdownStep[],
  clock: Clock,
  log: Pick<Log, "error">,
): Promise<void> {
  let current = "";
  const cancel = clock.scheduleAt(clock.now() + slowShutdownMs, () =>
    log.error({ part: current, ms: slowShutdownMs }, "parlour.close_held_up"),
  );
  try {
    for (const [part, end] of parts) {
      current = part;
      await end();
    }
  } finally {
    cancel();
  }
}
