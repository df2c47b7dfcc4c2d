/** Number of days whose chats count for the usual first reply time (WG-114). */
export const replyTimeDays = 7;
const minChats = 20;
/** Minutes that the chat window can show. */
const displayedMinutes = [1, 2, 3, 5, 10, 15, 30, 60] as const;

export interface ReplyTime {
  /** Number of chats with an operator's answer. */
  readonly chats: number;
  readonly medianMs: number | null;
}

/**
 * Returns the usual reply time to show to visitors in minutes, rounded up. null: too few chats, or
 * more than an hour.
 */
export function toReplyMinutes({ chats, medianMs }: ReplyTime): number | null {
  if (chats < minChats || medianMs === null) return null;
  return displayedMinutes.find((minutes) => medianMs <= minutes * 60_000) ?? null;
}
