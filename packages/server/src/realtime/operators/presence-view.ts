import type { Cluster } from "../../cluster/index.ts";
import type { Clock } from "../../core/command.ts";
import type { PresenceView } from "../../core/operator/presence-view.ts";
import type { Realtime } from "../index.ts";

/**
 * Creates the view of presence with the time of disconnect. Operators without a recorded disconnect
 * count as disconnected since this node started.
 */
export function createPresenceView(
  presence: Realtime["presence"],
  cluster: Cluster,
  clock: Clock,
): PresenceView {
  const startedAt = clock.now();
  const disconnectedAt = new Map<string, number>();
  presence.onChange((account, operator, status) => {
    const key = `${account}:${operator}`;
    if (status === "offline") disconnectedAt.set(key, clock.now());
    else disconnectedAt.delete(key);
  });
  return {
    isComplete: () => cluster.isComplete(),
    of: (account, operator) => presence.of(account, operator),
    offlineSince: (account, operator) => disconnectedAt.get(`${account}:${operator}`) ?? startedAt,
    onChange: (listener) => presence.onChange(listener),
  };
}
