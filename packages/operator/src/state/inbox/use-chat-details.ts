import type { Chat } from "@parlour/protocol";
import { useState } from "react";
import { useLiveState } from "../live-context.tsx";

/**
 * Fields that change with every message, or arrive with a single chat. Read them from the state.
 */
const messageFields = new Set<keyof Chat>(["unread", "last_message", "seq", "assignment"]);

/**
 * Returns the chat as an object that stays the same while only `messageFields` change, which may be
 * outdated in it. So a message does not render header, composer and panel again.
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
