import type { Chat } from "@parlour/protocol";

/**
 * Returns whether the chat ended while it waited, because the visitor left or was inactive. An
 * operator may have had it before (API-225).
 */
export function isMissedChat({ state, assignee, close_reason }: Chat): boolean {
  return (
    state === "closed" &&
    assignee === null &&
    (close_reason === "visitor" || close_reason === "inactivity")
  );
}
