import { isUnavailable } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import { isOutage } from "../journal/outage.ts";
import type { Log } from "../log.ts";

export interface FaultLogDeps {
  readonly log: Pick<Log, "error" | "warn">;
  readonly clock: Pick<Clock, "now" | "monotonic" | "alarm">;
  /** Milliseconds for which the journal has had no connection; 0: it has one. */
  readonly downMs: () => number;
}

/** An outage is over when the journal has its connection and no part has reported a fault for so long, ms. */
const quietMs = 5_000;

/**
 * Returns what logs a fault of the database. Each part that asks an absent database reports every try, so an outage has one line when it begins
 * (`database.away`, with the first fault) and one when it is over (`database.back`, with the number of faults); anything else has a line each time.
 */
export function openFaultLog({ log, clock, downMs }: FaultLogDeps): (error: unknown) => void {
  let outage: { readonly since: number; latest: number; faults: number } | null = null;
  const lookLater = (): void =>
    void clock.alarm(clock.now() + quietMs, () => {
      if (outage === null) return;
      const now = clock.monotonic();
      if (downMs() > 0 || now - outage.latest < quietMs) return lookLater();
      log.warn({ ms: Math.round(outage.latest - outage.since), faults: outage.faults }, "database.back");
      outage = null;
    });
  return (error) => {
    if (!isOutage(error) && !isUnavailable(error)) {
      log.error({ err: error }, "database.fault");
      return;
    }
    const now = clock.monotonic();
    if (outage === null) {
      outage = { since: now, latest: now, faults: 0 };
      log.error({ err: error }, "database.away");
      lookLater();
    }
    outage.latest = now;
    outage.faults++;
  };
}
