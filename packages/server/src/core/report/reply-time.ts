/** Number of days whose chats determine the usual first reply time (WG-114). */
export const replyTimeDays = 7;
const minChats = 20;
/** Numbers of minutes that the chat window can show. */
const displayedMinutes = [1, 2, 3, 5, 10, 15, 30, 60] as const;

export interface ReplyTime {
  /** Number of chats that an operator answered. */
  readonly chats: number;
  readonly medianMs: number | null;
}

/**
 * Returns the usual reply time that visitors see, in minutes, rounded up. Returns null if there are
 * too few chats or the time is over an hour.
 */
export function toReplyMinutes({ chats, medianMs }: ReplyTime): number | null {
  if (chats < minChats || medianMs === null) return null;
  return displayedMinutes.find((minutes) => medianMs <= minutes * 60_000) ?? null;
}
