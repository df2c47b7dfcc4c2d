import { evictOldest } from "../../core/bounded-map.ts";
import type { ConnectorTarget } from "../ports.ts";

const maxCustomers = 10_000;

/** When each customer was last shown that an operator types. */
interface TypingThrottle {
  /** Returns whether the service no longer shows the typing, so that it is shown again. */
  isDue(target: ConnectorTarget): boolean;
  start(target: ConnectorTarget): void;
}

/** Creates the throttle for a service that shows typing for `intervalMs` and ends it itself. */
export function createTypingThrottle(now: () => number, intervalMs: number): TypingThrottle {
  const startedAt = new Map<string, number>();
  const toKey = ({ channel, customer }: ConnectorTarget): string => `${channel.id}:${customer}`;
  return {
    isDue: (target) => now() - (startedAt.get(toKey(target)) ?? -intervalMs) >= intervalMs,
    start(target) {
      const key = toKey(target);
      startedAt.delete(key);
      startedAt.set(key, now());
      evictOldest(startedAt, maxCustomers);
    },
  };
}
