import type { Snapshot } from "@parlour/client";
import { isMissed } from "../../state/missed.ts";
import { isOfferedTo } from "../../state/offers.ts";
import type { ChatNotices } from "./chat-notices.ts";
import type { Voice } from "./voice.ts";

/**
 * Detects chats that are no longer offered to this operator. Closes their notifications, and plays
 * a sound if a chat was missed.
 */
export function lookForTaken(me: number, voice: Voice, notices: ChatNotices): (chats: Snapshot["chats"]) => void {
  let offered: ReadonlySet<number> = new Set();
  let walked: Snapshot["chats"] | null = null;
  return (chats) => {
    if (chats === walked) return;
    walked = chats;
    const now = new Set<number>();
    for (const { chat } of chats.values()) if (isOfferedTo(chat, me)) now.add(chat.id);
    for (const id of offered) {
      if (now.has(id)) continue;
      notices.end(id);
      const chat = chats.get(id)?.chat;
      if (chat && isMissed(chat)) voice.sound("missed");
    }
    offered = now;
  };
}
