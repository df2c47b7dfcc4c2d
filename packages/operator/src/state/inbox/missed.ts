import type { Chat } from "@parlour/protocol";

/**
 * Returns true if the chat ended while it waited, and no operator ended it: the visitor left, or
 * the chat was closed for inactivity. It makes no difference whether an operator had the chat
 * before (API-225).
 */
export function isMissedChat({
  state,
  assignee,
  close_reason: reason,
}: Pick<Chat, "state" | "assignee" | "close_reason">): boolean {
  return (
    state === "closed" && assignee === null && (reason === "visitor" || reason === "inactivity")
  );
}
