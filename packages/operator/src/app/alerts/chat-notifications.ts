import type { Chat } from "@parlour/protocol";
import { closeNotifications, showNotification } from "../../state/alerts/notifications.ts";
import { getPreferences } from "../../state/browser/preferences.ts";
import { toPreview } from "../../ui/message/preview.ts";
import type { AlertCoordinator } from "./tab-coordinator.ts";

export interface ChatNotifications {
  readonly show: (chat: Chat, title: string, text: string) => Promise<void>;
  /** Closes the notification of a chat that no longer needs attention. */
  readonly close: (chatId: number) => void;
}

/** Creates the browser notifications of chats, one per chat. */
export function createChatNotifications(coordinator: AlertCoordinator): ChatNotifications {
  const shownChats = new Set<number>();
  return {
    async show(chat, title, text) {
      if (!(await coordinator.canNotify())) return;
      const body =
        getPreferences().notices.text && text !== "" ? toPreview(text) : chat.channel.name;
      if (await showNotification(title, body, toNotificationTag(chat.id), chat.id))
        shownChats.add(chat.id);
    },
    close(chatId) {
      if (shownChats.delete(chatId)) void closeNotifications(toNotificationTag(chatId));
    },
  };
}

const toNotificationTag = (chatId: number): string => `chat-${chatId}`;
