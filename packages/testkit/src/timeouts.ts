import { readFileSync } from "node:fs";
import { createSystemClock, type Clock } from "@parlour/server";

/**
 * True for `npm run test:long`, in which tests also check what repeats a rule at another size or in
 * another order.
 */
export const isLongRun = process.env["LONG"] !== undefined;

/**
 * Maximum wait of tests, milliseconds. It is long, because a machine under load is slow, and a wait
 * ends as soon as its condition is met.
 */
export const testTimeoutMs = 60_000;

/**
 * Waits 3 ms between two polls. A busy loop would take CPU time from the process that the test
 * waits for.
 */
export function waitForPoll(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 3));
}

/**
 * Runs a check every 10 ms until it does not throw, at most `testTimeoutMs`. Returns its result, or
 * throws its last error.
 */
export async function waitForPass<T>(check: () => T | Promise<T>): Promise<T> {
  for (const end = performance.now() + testTimeoutMs; ;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
}

/**
 * Waits for `done`, at most `ms` milliseconds of real time. Returns whether it was fulfilled in
 * time. For operations that a test may block on purpose.
 */
export async function isFulfilledWithin(ms: number, done: Promise<unknown>): Promise<boolean> {
  // This function is called for every timer of a manual clock, thousands of times per test.
  // Aborting a pause would each time create an error with its stack.
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([done.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Creates a function that waits for an operation, at most `firstMs`, or `laterMs` if the one before
 * did not end in time. Most operations have ended before they are waited for, so it first lets
 * their callbacks run, which takes less than a timer.
 */
export function createWait(
  firstMs: number,
  laterMs: number,
): (operation: Promise<unknown>) => Promise<void> {
  let isBlocked = false;
  return async (operation) => {
    let isDone = false;
    const done = operation.then(() => (isDone = true));
    for (let n = 0; n < maxCallbacks && !isDone; n++) await Promise.resolve();
    isBlocked = !isDone && !(await isFulfilledWithin(isBlocked ? laterMs : firstMs, done));
  };
}
/** Callbacks of promises that may run until an ended operation is noticed. */
const maxCallbacks = 4;

/**
 * Starts a stopwatch that ignores load of the machine. It counts the milliseconds in which this
 * process ran or waited for something other than the CPU. If the operating system does not report
 * the wait for the CPU, it counts all time.
 */
export function startCpuStopwatch(): () => number {
  const [startedAt, waitedBefore] = [performance.now(), readRunQueueWaitMs()];
  return () => performance.now() - startedAt - (readRunQueueWaitMs() - waitedBefore);
}
/** Returns how long the main thread was ready to run but had no CPU, milliseconds. */
function readRunQueueWaitMs(): number {
  try {
    return Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[1] ?? 0) / 1_000_000;
  } catch {
    return 0;
  }
}

/** Options of the connection pools. Timeouts let the database take as long as it needs. */
export const longTimeoutPools = {
  connectTimeoutMs: testTimeoutMs,
  batchMs: testTimeoutMs,
  silentMs: testTimeoutMs,
  statementMs: { writer: testTimeoutMs, reader: testTimeoutMs },
};
/** Returns a clock on which timeouts take thirty times as long, for the gateway's connection. */
export function createLongTimeoutClock(): Clock {
  const machine = createSystemClock();
  return {
    now: () => machine.now(),
    monotonic: () => machine.monotonic() / 30,
    scheduleAt: (at, fire) =>
      machine.scheduleAt(machine.now() + Math.max(at - machine.now(), 0) * 30, fire),
  };
}
