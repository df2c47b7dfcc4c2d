import type { Chat } from "@parlour/protocol";

/**
 * Returns true if the chat ended while it waited, and no operator ended it: the visitor left, or
 * the chat was closed for inactivity. It makes no difference whether an operator had the chat
 * before (API-225).
 */
export function isMissedChat({ state, assignee, close_reason }: Chat): boolean {
  return (
    state === "closed" &&
    assignee === null &&
    (close_reason === "visitor" || close_reason === "inactivity")
  );
}
