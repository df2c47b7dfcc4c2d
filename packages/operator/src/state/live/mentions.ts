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

/** Notes that name this operator and that he has not read (API-046): read at each connection, added as they come, gone by sight. */
export function createMentions({ api, store, me }: MentionDeps) {
  const listeners = createListeners<Message>();
  /** The furthest that was read here, by chat: the list may be older. */
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
    /** A message came. */
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
    /** Each note that names him as it comes, until the answered function is called. */
    onMention: listeners.add,
  };
}
