import type { SeenChat } from "../auth/index.ts";
import type { PersonRef } from "../core/entity.ts";
import { keepWithin } from "../core/keep-within.ts";

/** Who takes part in a chat and on which channel it is: what rights depend on (CORE-001). */
export interface FindChat {
  (account: number, chatId: number): Promise<SeenChat | null>;
}

const capacity = 20_000;

/**
 * Chats whose participants somebody had to know. Kept right by the chat events that pass; a chat nobody asked for is not parsed.
 * Bounded: the least recently learnt is forgotten and read again when asked for.
 */
export class Chats {
  readonly #find: FindChat;
  readonly #known = new Map<string, SeenChat>();
  /** Reads under way; an event that passes meanwhile makes their result old. */
  readonly #loads = new Map<string, { promise: Promise<SeenChat | null>; overtaken: boolean }>();

  constructor(find: FindChat) {
    this.#find = find;
  }

  peek(account: number, chatId: number): SeenChat | undefined {
    return this.#known.get(`${account} ${chatId}`);
  }
  /** From memory or the database; null: no such chat in the account. */
  async get(account: number, chatId: number): Promise<SeenChat | null> {
    const key = `${account} ${chatId}`;
    const known = this.#known.get(key);
    if (known) return known;
    let load = this.#loads.get(key);
    if (!load) {
      load = { promise: this.#find(account, chatId).finally(() => this.#loads.delete(key)), overtaken: false };
      this.#loads.set(key, load);
    }
    const found = await load.promise;
    const newer = this.#known.get(key);
    if (newer) return newer;
    // What was read may be older than what changed meanwhile.
    if (load.overtaken) return this.get(account, chatId);
    if (found) this.#put(key, found);
    return found;
  }
  /** An event with the chat's entity passes. `wanted`: learn it even if nobody asked before. Returns what was known before and what is now. */
  learn(account: number, chatId: number, frame: string, wanted: boolean): { before: SeenChat | undefined; now: SeenChat | undefined } {
    const key = `${account} ${chatId}`;
    const load = this.#loads.get(key);
    if (load) load.overtaken = true;
    const before = this.#known.get(key);
    if (!before && !load && !wanted) return { before: undefined, now: undefined };
    const now = readChat(frame);
    this.#put(key, now);
    return { before, now };
  }
  /** Something changed that nobody learns: the next one who asks reads. */
  forget(account: number, chatId: number): void {
    const key = `${account} ${chatId}`;
    this.#known.delete(key);
    const load = this.#loads.get(key);
    if (load) load.overtaken = true;
  }
  clear(): void {
    this.#known.clear();
    for (const load of this.#loads.values()) load.overtaken = true;
  }
  #put(key: string, chat: SeenChat): void {
    this.#known.delete(key);
    this.#known.set(key, chat);
    keepWithin(this.#known, capacity);
  }
}

function readChat(frame: string): SeenChat {
  const { data } = JSON.parse(frame) as {
    data: { chat: { channel: { id: number }; assignee: PersonRef | null; participants: PersonRef[] } };
  };
  return { channelId: data.chat.channel.id, assignee: data.chat.assignee, participants: data.chat.participants };
}
