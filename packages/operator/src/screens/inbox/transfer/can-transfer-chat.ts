import type { Chat, Operator } from "@parlour/protocol";
import type { ChatPermission } from "../../../state/live-state.ts";

/** Returns whether participants, owners and administrators may transfer and invite (API-025). */
export function canTransferChat(chat: Chat, permission: ChatPermission, me: Operator): boolean {
  if (chat.state !== "open" || chat.transfer) return false;
  return (
    permission === "reply" ||
    (permission === "other" && (me.role === "owner" || me.role === "admin"))
  );
}
