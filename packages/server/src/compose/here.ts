import type { Clock } from "../core/ports.ts";
import type { Here } from "../journal/readers/here.ts";
import type { Realtime } from "../realtime/index.ts";

/**
 * Adds the time of disconnect to presence. Operators without a recorded disconnect count as
 * disconnected since this node started.
 */
export function openHere(presence: Realtime["presence"], clock: Pick<Clock, "now">): Here {
  const startedAt = clock.now();
  const wentAt = new Map<string, number>();
  presence.onChange((account, operator, status) => {
    const key = `${account}:${operator}`;
    if (status === "offline") wentAt.set(key, clock.now());
    else wentAt.delete(key);
  });
  return {
    of: (account, operator) => presence.of(account, operator),
    offlineSince: (account, operator) => wentAt.get(`${account}:${operator}`) ?? startedAt,
    onChange: (listener) => presence.onChange(listener),
  };
}
