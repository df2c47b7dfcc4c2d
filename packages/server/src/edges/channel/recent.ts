import { keepWithin } from "../../core/keep-within.ts";

/**
 * When each channel was last used from outside (CH-113). In memory only: after a restart the channel page says nothing until the next
 * request, which is what an administrator who tests his integration needs to see.
 */
export interface Recent {
  note(channelId: number, at: number): void;
  /** Milliseconds since 1970; null when nothing came since the start. */
  lastInboundAt(channelId: number): number | null;
}

export function openRecent(capacity = 10_000): Recent {
  const last = new Map<number, number>();
  return {
    note(channelId, at) {
      last.set(channelId, at);
      keepWithin(last, capacity);
    },
    lastInboundAt: (channelId) => last.get(channelId) ?? null,
  };
}
