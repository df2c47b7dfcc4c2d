import type { Chat, Operator } from "@parlour/protocol";
import type { ChatPermission } from "../../../state/live-state.ts";

/**
 * Returns whether the operator may transfer the chat and invite others. Participants may, and
 * owners and administrators may in any chat (API-025).
 */
export function canTransferChat(chat: Chat, permission: ChatPermission, me: Operator): boolean {
  if (chat.state !== "open" || chat.transfer) return false;
  return (
    permission === "reply" ||
    (permission === "other" && (me.role === "owner" || me.role === "admin"))
  );
}
