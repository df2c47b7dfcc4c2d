import type { Chat } from "@parlour/protocol";

/**
 * Returns whether the chat ended while it waited, and not by an operator: the visitor left, or it
 * was closed for inactivity. A former assignee does not matter (API-225).
 */
export function isMissed({
  state,
  assignee,
  close_reason: reason,
}: Pick<Chat, "state" | "assignee" | "close_reason">): boolean {
  return (
    state === "closed" && assignee === null && (reason === "visitor" || reason === "inactivity")
  );
}
