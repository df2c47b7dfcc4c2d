import { toReplyMinutes, replyTimeDays } from "../../../core/report/reply-time.ts";
import type { WidgetEdgeDeps } from "../deps.ts";

export interface ReplyTimes {
  /**
   * Returns the reply time in minutes (WG-114). The value is at most ten minutes old. Resolves to
   * null if none is shown.
   */
  get(account: number, channelId: number): Promise<number | null>;
  /** Returns the cached reply time without a query. */
  getCached(channelId: number): number | null;
}
interface CachedReplyTime {
  readonly readAt: number;
  readonly reading: Promise<number | null>;
  minutes: number | null;
}
const cacheTtlMs = 10 * 60_000;
const dayMs = 86_400_000;

/**
 * Creates a cache of the usual reply time. Reads it every ten minutes for each widget with an open
 * connection on this node (WG-114).
 */
export function createReplyTimes({ store, clock, log }: WidgetEdgeDeps): ReplyTimes {
  const entries = new Map<number, CachedReplyTime>();
  const read = (account: number, channelId: number, now: number): Promise<number | null> =>
    store
      .replyTime(account, channelId, now - replyTimeDays * dayMs)
      .then(toReplyMinutes, (error: unknown) => {
        log.warn({ err: error, account }, "widget.reply_time_failed");
        return null;
      });
  return {
    async get(account, channelId) {
      const now = clock.now();
      const cached = entries.get(channelId);
      if (cached !== undefined && Math.abs(now - cached.readAt) < cacheTtlMs) return cached.reading;
      const entry: CachedReplyTime = {
        readAt: now,
        reading: read(account, channelId, now),
        minutes: cached?.minutes ?? null,
      };
      entries.set(channelId, entry);
      entry.minutes = await entry.reading;
      return entry.minutes;
    },
    getCached: (channelId) => entries.get(channelId)?.minutes ?? null,
  };
}
