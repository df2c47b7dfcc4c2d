import type { ChatVisibilityInput } from "../../auth/index.ts";
import type { NamedRef } from "../../core/entity.ts";
import { evictOldest } from "../../core/bounded-map.ts";

/** Returns the participants and the channel of a chat: who may see it (CORE-001). */
export interface ChatLookup {
  (account: number, chatId: number): Promise<ChatVisibilityInput | null>;
}

const maxChats = 20_000;

/**
 * Cache of chat participants. Chat events update the cached chats. Events of other chats are not
 * parsed. The cache is bounded: the oldest entry is evicted, and loaded again when it is needed.
 */
export class ChatParticipantCache {
  readonly #findChat: ChatLookup;
  readonly #cache = new Map<string, ChatVisibilityInput>();
  /** Running reads. If an event arrives during a read, its result is outdated. */
  readonly #loads = new Map<
    string,
    { promise: Promise<ChatVisibilityInput | null>; overtaken: boolean }
  >();

  constructor(findChat: ChatLookup) {
    this.#findChat = findChat;
  }

  peek(account: number, chatId: number): ChatVisibilityInput | undefined {
    return this.#cache.get(`${account} ${chatId}`);
  }
  /** Returns a chat from the cache or the database, or null if the account has no such chat. */
  async get(account: number, chatId: number): Promise<ChatVisibilityInput | null> {
    const key = `${account} ${chatId}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    let load = this.#loads.get(key);
    if (!load) {
      load = {
        promise: this.#findChat(account, chatId).finally(() => this.#loads.delete(key)),
        overtaken: false,
      };
      this.#loads.set(key, load);
    }
    const loaded = await load.promise;
    const newer = this.#cache.get(key);
    if (newer) return newer;
    // The result may be older than an event that arrived during the read.
    if (load.overtaken) return this.get(account, chatId);
    if (loaded) this.#put(key, loaded);
    return loaded;
  }
  /**
   * Handles an event that contains a chat. With `shouldCache`, the chat is cached even if it was
   * not requested before. Returns the cached chat before and after the event.
   */
  update(
    account: number,
    chatId: number,
    frame: string,
    shouldCache: boolean,
  ): { before: ChatVisibilityInput | undefined; now: ChatVisibilityInput | undefined } {
    const key = `${account} ${chatId}`;
    const load = this.#loads.get(key);
    if (load) load.overtaken = true;
    const before = this.#cache.get(key);
    if (!before && !load && !shouldCache) return { before: undefined, now: undefined };
    const now = parseChat(frame);
    this.#put(key, now);
    return { before, now };
  }
  /** Evicts a changed chat, so that the next request loads it. */
  evict(account: number, chatId: number): void {
    const key = `${account} ${chatId}`;
    this.#cache.delete(key);
    const load = this.#loads.get(key);
    if (load) load.overtaken = true;
  }
  clear(): void {
    this.#cache.clear();
    for (const load of this.#loads.values()) load.overtaken = true;
  }
  #put(key: string, chat: ChatVisibilityInput): void {
    this.#cache.delete(key);
    this.#cache.set(key, chat);
    evictOldest(this.#cache, maxChats);
  }
}

function parseChat(frame: string): ChatVisibilityInput {
  const { data } = JSON.parse(frame) as {
    data: {
      chat: { channel: { id: number }; assignee: NamedRef | null; participants: NamedRef[] };
    };
  };
  return {
    channelId: data.chat.channel.id,
    assignee: data.chat.assignee,
    participants: data.chat.participants,
  };
}
