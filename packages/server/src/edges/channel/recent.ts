import { evictOldest } from "../../core/bounded-map.ts";

/**
 * Stores when each channel was last used from outside (CH-113). In memory only: after a restart the
 * channel page shows no time until the next request. That is what administrators need when they
 * test an integration.
 */
export interface Recent {
  note(channelId: number, at: number): void;
  /** In ms since 1970. Null if there was no request since the start. */
  lastInboundAt(channelId: number): number | null;
}

export function openRecent(capacity = 10_000): Recent {
  const last = new Map<number, number>();
  return {
    note(channelId, at) {
      last.set(channelId, at);
      evictOldest(last, capacity);
    },
    lastInboundAt: (channelId) => last.get(channelId) ?? null,
  };
}
