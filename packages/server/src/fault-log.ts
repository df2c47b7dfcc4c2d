import { isUnavailable } from "./core/failure.ts";
import type { Clock } from "./core/command.ts";
import { isDatabaseOutage } from "./store/database/database-errors.ts";
import type { Log } from "./log.ts";

export interface FaultLogDeps {
  readonly log: Pick<Log, "error" | "warn">;
  readonly clock: Clock;
  /** Returns the time since the journal lost its connection in ms, or 0 while it is connected. */
  readonly downMs: () => number;
}

/** Time in ms without a reported error after which an outage ends, if the journal is connected. */
const recoveryDelayMs = 5_000;

/**
 * Returns a function that logs errors. Every part that uses an unavailable database reports each
 * attempt. Therefore an outage is logged once when it begins (`database.away`, with the first
 * error) and once when it ends (`database.back`, with the number of errors). Every other error is
 * logged each time.
 */
export function createFaultLog({ log, clock, downMs }: FaultLogDeps): (error: unknown) => void {
  let outage: { readonly since: number; latest: number; faults: number } | null = null;
  const scheduleCheck = (): void =>
    void clock.scheduleAt(clock.now() + recoveryDelayMs, () => {
      if (outage === null) return;
      const now = clock.monotonic();
      if (downMs() > 0 || now - outage.latest < recoveryDelayMs) return scheduleCheck();
      log.warn(
        { ms: Math.round(outage.latest - outage.since), faults: outage.faults },
        "database.back",
      );
      outage = null;
    });
  return (error) => {
    if (!isDatabaseOutage(error) && !isUnavailable(error)) {
      log.error({ err: error }, "database.fault");
      return;
    }
    const now = clock.monotonic();
    if (outage === null) {
      outage = { since: now, latest: now, faults: 0 };
      log.error({ err: error }, "database.away");
      scheduleCheck();
    }
    outage.latest = now;
    outage.faults++;
  };
}
