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

/** Resolves with the result, or with "aborted" as soon as the signal is aborted. */
export async function untilAbort<R>(
  signal: AbortSignal,
  result: Promise<R>,
): Promise<R | "aborted"> {
  const { promise, resolve } = Promise.withResolvers<"aborted">();
  const onAbort = (): void => resolve("aborted");
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort);
  // After an abort, nobody waits for it.
  result.catch(() => undefined);
  try {
    return await Promise.race([result, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
