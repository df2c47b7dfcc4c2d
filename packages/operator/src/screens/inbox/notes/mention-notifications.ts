import type { LiveClient } from "../../../state/live/live-client.ts";
import { announce } from "../../../ui/live-region.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { t } from "./text.ts";

/**
 * Notifies the operator about notes that mention them: a toast that links to the chat, and a screen
 * reader announcement. Returns a function that stops the notifications.
 */
export function startMentionNotifications(
  live: LiveClient,
  getChatInView: () => number | null,
  open: (chatId: number) => void,
): () => void {
  return live.onMention((message) => {
    const chat = live.get().snapshot.chats.get(message.chat_id)?.chat;
    const text = t("mention.told", {
      by: message.author.name,
      name: chat ? getVisitorName(chat) : `#${message.chat_id}`,
    });
    announce(text);
    if (getChatInView() !== message.chat_id)
      toast(text, {
        ms: 15_000,
        action: { label: t("mention.open"), run: () => open(message.chat_id) },
      });
  });
}
