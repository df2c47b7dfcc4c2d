import type { Chat } from "@parlour/protocol";
import { useState } from "react";
import { useLiveState } from "../live-context.tsx";

/**
 * Fields that change with every message, or that arrive only when a single chat is loaded
 * (`assignment`). Components read these fields from the live state.
 */
const messageFields = new Set<keyof Chat>(["unread", "last_message", "seq", "assignment"]);

/**
 * Returns the chat as one object that stays the same until a field other than `unread`,
 * `last_message`, `seq` and `assignment` changes. These four fields may be outdated in the object.
 * A new or read message therefore does not re-render header, composer and panel.
 */
export function useChatDetails(chatId: number | null): Chat | undefined {
  const [reuse] = useState(createReuse);
  return useLiveState((state) => reuse(state.snapshot.chats.get(chatId ?? -1)?.chat));
}

function createReuse(): (chat: Chat | undefined) => Chat | undefined {
  let reused: Chat | undefined;
  let lastSeen: Chat | undefined;
  return (chat) => {
    if (chat !== lastSeen && !(chat && reused && areChatDetailsEqual(reused, chat))) reused = chat;
    lastSeen = chat;
    return reused;
  };
}

/** Returns whether two states of a chat differ only in the fields of `messageFields`. */
export function areChatDetailsEqual(a: Chat, b: Chat): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof Chat)[]);
  for (const name of names)
    if (
      !messageFields.has(name) &&
      a[name] !== b[name] &&
      JSON.stringify(a[name]) !== JSON.stringify(b[name])
    )
      return false;
  return true;
}
