import type { Chat } from "@parlour/protocol";
import { closeNotices, showNotice } from "../../state/notices.ts";
import { preferences } from "../../state/preferences.ts";
import type { Voice } from "./voice.ts";

export interface ChatNotices {
  readonly show: (chat: Chat, title: string, text: string) => Promise<void>;
  /** Closes the notification of a chat that needs no attention any more. */
  readonly end: (chatId: number) => void;
}

/** Shows browser notifications, one per chat. */
export function createChatNotices(voice: Voice): ChatNotices {
  const noticed = new Set<number>();
  return {
    async show(chat, title, text) {
      if (!(await voice.mayNotice())) return;
      const body = preferences().notices.text && text !== "" ? text : chat.channel.name;
      if (await showNotice(title, body, tagOf(chat.id), chat.id)) noticed.add(chat.id);
    },
    end(chatId) {
      if (noticed.delete(chatId)) void closeNotices(tagOf(chatId));
    },
  };
}

const tagOf = (chatId: number): string => `chat-${chatId}`;
