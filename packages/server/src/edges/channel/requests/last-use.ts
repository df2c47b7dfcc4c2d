import { evictOldest } from "../../../core/bounded-map.ts";

/**
 * Stores when each channel was last used from outside (CH-113). In memory only: after a restart the
 * channel page shows no time until the next request. That is what administrators need when they
 * test an integration.
 */
export interface LastUse {
  record(channelId: number, at: number): void;
  /** In ms since 1970. Null if there was no request since the start. */
  lastInboundAt(channelId: number): number | null;
}

export function createLastUse(capacity = 10_000): LastUse {
  const timeByChannel = new Map<number, number>();
  return {
    record(channelId, at) {
      timeByChannel.set(channelId, at);
      evictOldest(timeByChannel, capacity);
    },
    lastInboundAt: (channelId) => timeByChannel.get(channelId) ?? null,
  };
}
