import type { Message } from "@parlour/protocol";
import type { Mention } from "@parlour/protocol/api";
import type { LiveStore } from "../store.ts";
import { createEventEmitter } from "../../api/event-emitter.ts";

/** The position of a note that mentions this operator. */
type UnreadMention = Omit<Mention, "at">;

export interface MentionDeps {
  readonly loadMentions: () => Promise<readonly UnreadMention[]>;
  readonly store: LiveStore;
  readonly me: number;
}

/** Manages unread notes that mention this operator (API-046), loaded at each connection. */
export function createMentions({ loadMentions, store, me }: MentionDeps) {
  const listeners = createEventEmitter<Message>();
  /** Last message that was read on this page, by chat. The loaded list may be older. */
  const readUpTo = new Map<number, number>();

  const add = (list: readonly UnreadMention[]): void => {
    const next = new Map(store.get().mentions);
    for (const { chat_id, seq } of list) {
      const current = next.get(chat_id) ?? [];
      if (seq > (readUpTo.get(chat_id) ?? 0) && !current.includes(seq))
        next.set(chat_id, [...current, seq]);
    }
    if (next.size > 0) store.set({ mentions: next });
  };
  return {
    load: async (): Promise<void> => add(await loadMentions()),
    /** Adds the mention in a new message, if it has one. */
    handleMessage: (message: Message): void => {
      if (message.author.id === me || !message.mentions?.includes(me)) return;
      add([{ chat_id: message.chat_id, seq: message.seq }]);
      listeners.emit(message);
    },
    markRead: (chatId: number, seq: number): void => {
      readUpTo.set(chatId, Math.max(seq, readUpTo.get(chatId) ?? 0));
      const current = store.get().mentions.get(chatId);
      if (current === undefined || !current.some((unreadSeq) => unreadSeq <= seq)) return;
      const remaining = current.filter((unreadSeq) => unreadSeq > seq);
      const next = new Map(store.get().mentions);
      if (remaining.length === 0) next.delete(chatId);
      else next.set(chatId, remaining);
      store.set({ mentions: next });
    },
    /** Subscribes to new notes that mention this operator. */
    onMention: listeners.subscribe,
  };
}
