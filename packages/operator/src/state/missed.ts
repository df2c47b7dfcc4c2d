import type { Chat } from "@parlour/protocol";

/** It ended while it waited, whoever had it before (API-020), and the visitor left: closed by him or for want of words, not by a colleague. */
export function isMissed({ state, assignee, close_reason: reason }: Pick<Chat, "state" | "assignee" | "close_reason">): boolean {
  return state === "closed" && assignee === null && (reason === "visitor" || reason === "inactivity");
}
