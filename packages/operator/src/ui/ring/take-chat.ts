import type { Chat, Operator } from "@parlour/protocol";
import { useLiveState } from "../../state/live-context.tsx";
import { isOwnChat } from "../../state/live-state.ts";
import { defineTexts } from "../../text/index.ts";

/** Why a chat cannot be taken now. Apart from the texts of the cards, which are loaded later. */
const t = defineTexts({
  en: {
    "ring.offline": "Not available offline",
    "ring.full": "You have reached your chat limit.",
  },
  ru: {
    "ring.offline": "Недоступно без связи",
    "ring.full": "Вы достигли предела чатов.",
  },
});

/** Returns why this operator cannot take a chat now, or false. */
export function useUnavailableReason(me: Operator): string | false {
  const isOffline = useLiveState((state) => state.connection.kind === "offline");
  const isFull = useLiveState((state) => hasReachedChatLimit(state.snapshot.chats.values(), me));
  return isOffline ? t("ring.offline") : isFull ? t("ring.full") : false;
}

function hasReachedChatLimit(records: Iterable<{ readonly chat: Chat }>, me: Operator): boolean {
  const limit = me.chat_limit ?? 0;
  if (limit === 0) return false;
  let myChats = 0;
  for (const { chat } of records) if (isOwnChat(chat, me.id)) myChats += 1;
  return myChats >= limit;
}

/** Name of the window event that opens the queue of waiting chats in the rail. */
export const openQueueEvent = "parlour:queue";
