import type { Clock } from "../core/command.ts";

/** Resolves after `ms` milliseconds of this clock. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.scheduleAt(clock.now() + ms, resolve));
}

/** Waits for a promise, at most `ms` milliseconds. Returns whether it settled in time. */
export async function within(clock: Clock, ms: number, done: Promise<unknown>): Promise<boolean> {
  let cancel = (): void => undefined;
  const late = new Promise<boolean>((resolve) => {
    cancel = clock.scheduleAt(clock.now() + ms, () => resolve(false));
  });
  const inTime = await Promise.race([done.then(() => true), late]);
  cancel();
  return inTime;
}
