import type { Clock } from "../../core/command.ts";
import { createThrottle } from "./throttle.ts";

export interface LaneProbesDeps {
  readonly clock: Clock;
  readonly query: <R>(text: string, values: readonly unknown[]) => Promise<readonly R[]>;
  /** Called when lanes are due. */
  readonly onLanesDue: () => void;
  readonly onFault: (error: unknown) => void;
}
/** A webhook has accepted a request that began at `startedAt`. */
export interface AcceptedAttempt {
  readonly account: number;
  readonly endpointId: number;
  readonly startedAt: number;
}

/** Minimum time between two searches for waiting lanes of an endpoint, in milliseconds. */
const searchIntervalMs = 5_000;
/** Minimum time between two probes of the waiting lanes of an endpoint, in milliseconds. */
const probeIntervalMs = 60_000;

/**
 * Creates a function that is called after a webhook has accepted a request, and never rejects. The
 * webhook works again, so one event of each lane that waits to try again is sent now (CORE-339).
 */
export function createLaneProbes({
  clock,
  query,
  onLanesDue,
  onFault,
}: LaneProbesDeps): (attempt: AcceptedAttempt) => Promise<void> {
  const searches = createThrottle(clock, searchIntervalMs);
  const probes = createThrottle(clock, probeIntervalMs);
  return async ({ account, endpointId, startedAt }) => {
    const key = String(endpointId);
    if (!searches.isDue(key) || !probes.isDue(key)) return;
    searches.mark(key);
    try {
      const [row] = await query<{ lanes: number }>(
        "select probe_lanes($1, $2, $3, $4)::int as lanes",
        [account, endpointId, startedAt, clock.now()],
      );
      if ((row?.lanes ?? 0) === 0) return;
      probes.mark(key);
      onLanesDue();
    } catch (error) {
      onFault(error);
    }
  };
}
