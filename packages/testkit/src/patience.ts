import { readFileSync } from "node:fs";
import { systemClock, type Clock } from "@parlour/server";

/** How long a test waits for what must come, ms: a machine under load is late, and a wait that is met costs nothing. */
export const patienceMs = 60_000;

/** Between two looks at what another process or the network brings about: a loop that only turns takes the processor from what it waits for. */
export function nextLook(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 3));
}

/** Resolves with `done`, or after `ms` of the machine's clock: for what a test may hold up on purpose. */
export async function atMost(ms: number, done: Promise<unknown>): Promise<void> {
  // Called for every alarm of a manual clock, thousands of times in a test: an aborted pause costs an error with its stack each time.
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([done, over]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Milliseconds since it was made that this process had the processor or waited for something else than for it: what other work of the
 * machine takes away says nothing of the product. Where the system does not tell, all that passed.
 */
export function stopwatch(): () => number {
  const [began, lost] = [performance.now(), waitedMs()];
  return () => performance.now() - began - (waitedMs() - lost);
}
/** How long the main thread has been ready to run and had no processor, ms. */
function waitedMs(): number {
  try {
    return Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[1] ?? 0) / 1_000_000;
  } catch {
    return 0;
  }
}

/** A database that may take as long as it needs. */
export const patientPools = { connectTimeoutMs: patienceMs, batchMs: patienceMs, silentMs: patienceMs };
/** The machine's clock, on which waiting takes thirty times as long: for the gateway's connection. */
export function patientLink(): Clock {
  const machine = systemClock();
  return {
    now: () => machine.now(),
    monotonic: () => machine.monotonic() / 30,
    alarm: (at, fire) => machine.alarm(machine.now() + Math.max(at - machine.now(), 0) * 30, fire),
  };
}
