import { memoizeLast } from "../api/memoize-last.ts";
import type { Chat } from "@parlour/protocol";
import { isOwnChat, type ChatsState, type LiveState } from "../live-state.ts";

export interface InboxCounts {
  readonly mine: number;
  readonly waiting: number;
  readonly bot: number;
  readonly all: number;
  readonly snoozed: number;
  /** Unread messages of the operator's own chats and of waiting chats, and unread mentions. */
  readonly unread: number;
  /** The operator's own chats with an unread message, and chats with an unread mention of them. */
  readonly withNews: number;
}

/** Returns the numbers next to the views, at the inbox and in the page title (API-029). */
export const computeInboxCounts = memoizeLast(
  (
    { snapshot, closing, mentions }: ChatsState & { mentions?: LiveState["mentions"] },
    operatorId: number,
  ) => [snapshot.chats, closing, operatorId, mentions] as const,
  (chats, closing, operatorId, mentions): InboxCounts => {
    const counts = { mine: 0, waiting: 0, bot: 0, all: 0, snoozed: 0, unread: 0, withNews: 0 };
    for (const { chat } of chats.values()) {
      if (chat.state === "closed" || closing.has(chat.id)) continue;
      const isMyChat = isOwnChat(chat, operatorId);
      counts.all += 1;
      // Unread mentions count in all chats, not only in the operator's own (API-046).
      const isMentioned = (mentions?.get(chat.id)?.length ?? 0) > 0;
      if ((isMyChat && chat.unread > 0 && !chat.snoozed) || isMentioned) counts.withNews += 1;
      if (chat.snoozed) counts.snoozed += 1;
      else countAwakeChat(counts, chat, isMyChat);
    }
    for (const seqs of mentions?.values() ?? []) counts.unread += seqs.length;
    return counts;
  },
);

/** Counts a chat that is not snoozed. Snoozed chats are in no other view than all (SNZ-005). */
function countAwakeChat(
  counts: { -readonly [Name in keyof InboxCounts]: number },
  { state, unread }: Chat,
  isMyChat: boolean,
): void {
  if (isMyChat) counts.mine += 1;
  if (state === "waiting") counts.waiting += 1;
  if (state === "bot") counts.bot += 1;
  if (isMyChat || state === "waiting") counts.unread += unread;
}
