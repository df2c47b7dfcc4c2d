/** Chats that began in this time count for the usual time to the first answer (WG-114). */
export const replyTimeDays = 7;
const fewestChats = 20;
/** Minutes that a window names. */
const steps = [1, 2, 3, 5, 10, 15, 30, 60] as const;

export interface ReplyTime {
  /** Chats with an answer of a person. */
  readonly chats: number;
  readonly medianMs: number | null;
}

/** The minutes that visitors may read as the usual time to an answer, rounded up; null: too few chats, or more than an hour. */
export function replyMinutes({ chats, medianMs }: ReplyTime): number | null {
  if (chats < fewestChats || medianMs === null) return null;
  return steps.find((minutes) => medianMs <= minutes * 60_000) ?? null;
}
