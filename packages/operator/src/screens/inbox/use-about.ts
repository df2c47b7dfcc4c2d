import type { Chat } from "@parlour/protocol";
import { useState } from "react";
import { useLive } from "../../state/live-context.tsx";

/** What changes with every line, or when the chat is read by itself (`assignment`): whoever shows it asks the live state for it. */
const linewise = new Set<keyof Chat>(["unread", "last_message", "seq", "assignment"]);

/**
 * The chat apart from its lines: the same object until something else of it changes. `unread`, `last_message`, `seq` and
 * `assignment` may be old in it.
 * Head, composer and panel hang on it, so that a message that arrives or is read draws none of them.
 */
export function useAbout(chatId: number | null): Chat | undefined {
  const [keep] = useState(keeper);
  return useLive((state) => keep(state.snapshot.chats.get(chatId ?? -1)?.chat));
}

function keeper(): (chat: Chat | undefined) => Chat | undefined {
  let kept: Chat | undefined;
  let seen: Chat | undefined;
  return (chat) => {
    if (chat !== seen && !(chat && kept && sameAbout(kept, chat))) kept = chat;
    seen = chat;
    return kept;
  };
}

/** Whether two states of a chat differ in their lines only. */
export function sameAbout(a: Chat, b: Chat): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof Chat)[]);
  for (const name of names)
    if (!linewise.has(name) && a[name] !== b[name] && JSON.stringify(a[name]) !== JSON.stringify(b[name])) return false;
  return true;
}
