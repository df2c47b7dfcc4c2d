import { toReplyMinutes, replyTimeDays } from "../../core/report/reply-time.ts";
import type { WidgetEdgeDeps } from "./deps.ts";

export interface ReplyTimes {
  /** Returns the reply time in minutes (WG-114), at most ten minutes old. Null if none is shown. */
  of(account: number, channelId: number): Promise<number | null>;
  /** Returns the value of the last read without a query. */
  known(channelId: number): number | null;
}
interface Entry {
  readonly readAt: number;
  readonly reading: Promise<number | null>;
  minutes: number | null;
}
const freshMs = 10 * 60_000;
const dayMs = 86_400_000;

/**
 * Creates a cache of the usual reply time. It reads once in ten minutes for each widget with an
 * open connection on this node (WG-114).
 */
export function openReplyTimes({ store, clock, log }: Pick<WidgetEdgeDeps, "store" | "clock" | "log">): ReplyTimes {
  const entries = new Map<number, Entry>();
  const read = (account: number, channelId: number, now: number): Promise<number | null> =>
    store.replyTime(account, channelId, now - replyTimeDays * dayMs).then(toReplyMinutes, (error: unknown) => {
      log.warn({ err: error, account }, "widget.reply_time_failed");
      return null;
    });
  return {
    async of(account, channelId) {
      const now = clock.now();
      const last = entries.get(channelId);
      if (last !== undefined && Math.abs(now - last.readAt) < freshMs) return last.reading;
      const entry: Entry = { readAt: now, reading: read(account, channelId, now), minutes: last?.minutes ?? null };
      entries.set(channelId, entry);
      entry.minutes = await entry.reading;
      return entry.minutes;
    },
    known: (channelId) => entries.get(channelId)?.minutes ?? null,
  };
}
