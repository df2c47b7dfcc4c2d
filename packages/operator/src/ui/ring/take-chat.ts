import type { Chat, Operator } from "@parlour/protocol";
import { findFirstRingingChat } from "../../state/inbox/offers.ts";
import { useLiveClient, useLiveState } from "../../state/live-context.tsx";
import { isOwnChat } from "../../state/live-state.ts";
import type { LiveClient } from "../../state/live/live-client.ts";
import { defineTexts } from "../../text/index.ts";
import { toast } from "../dialog/toast.tsx";
import { useShortcuts } from "../keyboard/shortcuts.ts";
import { bufferKeys, type BufferedKeys } from "../open-chat/keys.ts";
import { useOpenChat } from "../open-chat/open-chat.ts";

/** Why no chat is taken now. The texts of the cards are in a file of their own, loaded later. */
const t = defineTexts({
  en: {
    "ring.offline": "Not available offline",
    "ring.full": "You have reached your chat limit.",
    "ring.nobody": "Nobody is waiting.",
    "ring.nobody.text": "Nobody is waiting. Not sent: {text}",
  },
  ru: {
    "ring.offline": "Недоступно без связи",
    "ring.full": "Вы достигли предела чатов.",
    "ring.nobody": "Никто не ждёт.",
    "ring.nobody.text": "Никто не ждёт. Не отправлено: {text}",
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

/**
 * Ctrl J while no chat is known to wait. Before the list is loaded, the press waits for it. Later,
 * a notice says why nothing opens (CORE-473). The counter and the card answer it otherwise.
 */
export function useNextChatPress(me: Operator): void {
  const live = useLiveClient();
  const openChat = useOpenChat();
  const unavailable = useUnavailableReason(me);
  const finish = (buffer: BufferedKeys) => {
    if (buffer.isLeft()) return;
    const next = findFirstRingingChat(live.get(), me.id);
    if (next === null) return void toast(describeNoChat(buffer.end()));
    buffer.giveTo(next.id);
    openChat({ chatId: next.id, view: "mine", request: "accept" });
  };
  useShortcuts({
    "mod+j": () => {
      if (unavailable !== false) toast(unavailable);
      else if (isListed(live)) toast(describeNoChat(""));
      else waitForList(live, bufferKeys(), finish);
    },
  });
}

/** What was typed goes to nobody, so the notice shows it. */
const describeNoChat = (text: string): string =>
  text === "" ? t("ring.nobody") : t("ring.nobody.text", { text });

const isListed = (live: LiveClient): boolean => live.get().running === "ready";

function waitForList(
  live: LiveClient,
  buffer: BufferedKeys | null,
  finish: (buffer: BufferedKeys) => void,
): void {
  if (buffer === null) return;
  const stop = live.subscribe(() => {
    if (!isListed(live)) return;
    stop();
    finish(buffer);
  });
}
