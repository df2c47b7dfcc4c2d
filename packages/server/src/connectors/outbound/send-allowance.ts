import { pause } from "../../core/pause.ts";
import type { RateName } from "../../limits/names.ts";
import type { ConnectorTarget, ServicePort } from "../ports.ts";

type RateKey = readonly [name: RateName, key: string | number];

export interface SendAllowance {
  /** Takes the permission for one message. Returns 0, or the milliseconds to the next attempt. */
  take(target: ConnectorTarget): Promise<number>;
  /**
   * Waits for the permission until `endAt` of the monotonic clock. Resolves with null, or with the
   * milliseconds that it still has to wait.
   */
  wait(target: ConnectorTarget, endAt: number): Promise<number | null>;
}

/** Creates the permission. A message needs all rates of its target. */
export function createSendAllowance(
  { clock, limits }: ServicePort,
  listRates: (target: ConnectorTarget) => readonly RateKey[],
): SendAllowance {
  const take = async (target: ConnectorTarget): Promise<number> => {
    const taken: RateKey[] = [];
    for (const [name, key] of listRates(target)) {
      const result = await limits.take(name, key);
      if (!result.ok) {
        for (const rate of taken) limits.restore(...rate);
        return result.retryAfterMs;
      }
      taken.push([name, key]);
    }
    return 0;
  };
  return {
    take,
    async wait(target, endAt) {
      for (;;) {
        const waitMs = await take(target);
        if (waitMs === 0) return null;
        if (clock.monotonic() + waitMs >= endAt) return waitMs;
        await pause(clock, waitMs);
      }
    },
  };
}
