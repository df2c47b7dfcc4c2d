import type { Chat } from "@parlour/protocol";

/** Nobody took it and the visitor left (product.md 3): closed by him or for want of words, not by a colleague. */
export function isMissed({
  state,
  accepted_at: acceptedAt,
  close_reason: reason,
}: Pick<Chat, "state" | "accepted_at" | "close_reason">): boolean {
  return state === "closed" && acceptedAt === null && (reason === "visitor" || reason === "inactivity");
}
