import type { Snapshot } from "@parlour/client";
import { isMissed } from "../../state/inbox/missed.ts";
import { isOfferedTo } from "../../state/inbox/offers.ts";
import type { ChatNotifications } from "./chat-notifications.ts";
import type { AlertCoordinator } from "./tab-coordinator.ts";

/**
 * Detects chats that are no longer offered to this operator. Closes their notifications, and plays
 * a sound if a chat was missed.
 */
export function handleTakenChats(
  me: number,
  coordinator: AlertCoordinator,
  notifications: ChatNotifications,
): (chats: Snapshot["chats"]) => void {
  let offered: ReadonlySet<number> = new Set();
  let lastChats: Snapshot["chats"] | null = null;
  return (chats) => {
    if (chats === lastChats) return;
    lastChats = chats;
    const currentlyOffered = new Set<number>();
    for (const { chat } of chats.values()) if (isOfferedTo(chat, me)) currentlyOffered.add(chat.id);
    for (const id of offered) {
      if (currentlyOffered.has(id)) continue;
      notifications.close(id);
      const chat = chats.get(id)?.chat;
      if (chat && isMissed(chat)) coordinator.playSound("missed");
    }
    offered = currentlyOffered;
  };
}
