import type { Clock } from "./command.ts";

/** Resolves after `ms` milliseconds of this clock. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.scheduleAt(clock.now() + ms, resolve));
}

/** Resolves in the next turn of the event loop, after pending input and output. */
export const waitForNextTurn = (): Promise<void> =>
  new Promise((resolve) => void setImmediate(resolve));

/** Waits for a promise, at most `ms` milliseconds. Returns whether it settled in time. */
export async function waitWithTimeout(
  clock: Clock,
  ms: number,
  promise: Promise<unknown>,
): Promise<boolean> {
  let cancel = (): void => undefined;
  const timeout = new Promise<boolean>((resolve) => {
    cancel = clock.scheduleAt(clock.now() + ms, () => resolve(false));
  });
  const isInTime = await Promise.race([promise.then(() => true), timeout]);
  cancel();
  return isInTime;
}
