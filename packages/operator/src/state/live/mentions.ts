import type { Api } from "@parlour/client";
import type { Message } from "@parlour/protocol";
import type { Mention } from "@parlour/protocol/api";
import type { LiveStore } from "./store.ts";
import { createListeners } from "../listeners.ts";

export interface MentionDeps {
  readonly api: Pick<Api, "list">;
  readonly store: LiveStore;
  readonly me: number;
}
export type Mentions = ReturnType<typeof createMentions>;

/**
 * Manages unread notes that mention this operator (API-046). Loads them at each connection, adds
 * new ones, and removes them when they are read.
 */
export function createMentions({ api, store, me }: MentionDeps) {
  const listeners = createListeners<Message>();
  /** Last message read here, by chat. The loaded list may be older. */
  const read = new Map<number, number>();

  const add = (list: readonly Pick<Mention, "chat_id" | "seq">[]): void => {
    const next = new Map(store.get().mentions);
    for (const { chat_id: chat, seq } of list) {
      const known = next.get(chat) ?? [];
      if (seq > (read.get(chat) ?? 0) && !known.includes(seq)) next.set(chat, [...known, seq]);
    }
    if (next.size > 0) store.set({ mentions: next });
  };
  return {
    load: async (): Promise<void> => add(await api.list<Mention>("/mentions")),
    /** Adds the mention of a new message. */
    take: (message: Message): void => {
      if (message.author.id === me || !message.mentions?.includes(me)) return;
      add([{ chat_id: message.chat_id, seq: message.seq }]);
      listeners.tell(message);
    },
    readTo: (chatId: number, seq: number): void => {
      read.set(chatId, Math.max(seq, read.get(chatId) ?? 0));
      const known = store.get().mentions.get(chatId);
      if (known === undefined || !known.some((one) => one <= seq)) return;
      const rest = known.filter((one) => one > seq);
      const next = new Map(store.get().mentions);
      if (rest.length === 0) next.delete(chatId);
      else next.set(chatId, rest);
      store.set({ mentions: next });
    },
    /** Subscribes to new notes that mention this operator. Returns `unsubscribe`. */
    onMention: listeners.add,
  };
}
