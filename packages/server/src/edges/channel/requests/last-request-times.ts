import { evictOldest } from "../../../core/bounded-map.ts";

/**
 * Keeps in memory when each channel last received a request (CH-113). After a restart the channel
 * page shows no time until the next request. This is sufficient for administrators who test an
 * integration.
 */
export interface LastRequestTimes {
  record(channelId: number, at: number): void;
  /** Time in ms since 1970. Null if there was no request since the start of the server. */
  lastInboundAt(channelId: number): number | null;
}

export function createLastRequestTimes(capacity = 10_000): LastRequestTimes {
  const timeByChannel = new Map<number, number>();
  return {
    record(channelId, at) {
      timeByChannel.set(channelId, at);
      evictOldest(timeByChannel, capacity);
    },
    lastInboundAt: (channelId) => timeByChannel.get(channelId) ?? null,
  };
}
