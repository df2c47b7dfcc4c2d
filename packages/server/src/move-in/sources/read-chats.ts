import { SourceError, type SourcePage } from "../source.ts";
import { checkNewPage, identifyPage, parseCursor } from "./http-source.ts";
import { toObject, type Json } from "./json-values.ts";
import { PageBuilder } from "./page-builder.ts";

/** A page of the messages of one chat, oldest first. `next`: where the following page begins. */
export interface MessagePage {
  readonly messages: readonly unknown[];
  readonly next: string | null;
}
/** The chats of a system that lists them by page, and the messages of each chat separately. */
export interface ChatLists {
  /** Returns page 1, 2, … of the chats, oldest first. Empty: no more follow. */
  loadChats(page: number): Promise<readonly unknown[]>;
  readId(chat: Json): string | undefined;
  /** Adds the record of a chat. Returns false if its messages must not be read. */
  addChat(chat: Json, to: PageBuilder): Promise<boolean>;
  loadMessages(chat: Json, from: string | null): Promise<MessagePage>;
  addMessages(chat: Json, messages: readonly unknown[], to: PageBuilder): void;
  /** Sends a request that the system answers if it works. Throws SourceError otherwise. */
  checkSystem(): Promise<unknown>;
}

/** Chats whose messages are requested at the same time. */
const parallelChats = 8;
/** Failures after which only the messages of one chat are unreadable if the system works. */
const maxFailures = 4;

interface Position {
  readonly list: number;
  /** The first chat of this page of records. null: the first of its list. */
  readonly chat: string | null;
  /** Position in the messages of this chat. null: its beginning. */
  readonly from: string | null;
}
const firstPosition: Position = { list: 1, chat: null, from: null };

interface LoadedList {
  readonly list: number;
  readonly chats: readonly Json[];
}

/**
 * Reads pages of chats and their messages. The cursor names a chat, so that it is found again after
 * chats before it were deleted.
 */
export class ChatReader {
  readonly #lists: ChatLists;
  readonly #failures = new Map<string, number>();
  #loaded: LoadedList | null = null;

  constructor(lists: ChatLists) {
    this.#lists = lists;
  }

  async readPage(cursor: string | null): Promise<SourcePage> {
    const position = parseCursor(cursor, firstPosition);
    const { list, chats, first } = await this.#findPosition(position);
    const page = new PageBuilder();
    if (chats.length === 0) return page.build(null);
    const isContinued = position.from !== null && this.#readId(chats[first]) === position.chat;
    const batch = chats.slice(first, first + (isContinued ? 1 : parallelChats));
    const from = isContinued ? position.from : null;
    const parts = await Promise.all(batch.map((chat) => this.#loadMessages(chat, from, page)));
    for (const [n, chat] of batch.entries()) {
      const part = parts[n] ?? "deleted";
      const isAdded =
        isContinued || (part !== "deleted" && (await this.#lists.addChat(chat, page)));
      if (!isAdded || typeof part === "string") continue;
      this.#lists.addMessages(chat, part.messages, page);
      if (part.next !== null)
        return page.build({ list, chat: this.#readId(chat), from: part.next });
    }
    const following = chats[first + batch.length];
    return page.build(
      following === undefined
        ? await this.#findNext(list, this.#readId(batch.at(-1)))
        : { list, chat: this.#readId(following), from: null },
    );
  }

  #readId(chat: Json | undefined): string {
    return (chat === undefined ? undefined : this.#lists.readId(chat)) ?? "";
  }

  async #loadChats(list: number): Promise<readonly Json[]> {
    if (this.#loaded?.list !== list)
      this.#loaded = { list, chats: (await this.#lists.loadChats(list)).map(toObject) };
    return this.#loaded.chats;
  }

  /**
   * Returns the list with the chat of a position, and its number there. If the chat was deleted,
   * reading begins at the list before, which may have got chats that were not read.
   */
  async #findPosition({ list, chat }: Position): Promise<LoadedList & { readonly first: number }> {
    const before = Math.max(list - 1, 1);
    for (const one of chat === null ? [] : [list, before]) {
      const chats = await this.#loadChats(one);
      const first = chats.findIndex((listed) => this.#readId(listed) === chat);
      if (first >= 0) return { list: one, chats, first };
    }
    const start = chat === null ? list : before;
    return { list: start, chats: await this.#loadChats(start), first: 0 };
  }

  /** "unreadable": a problem of this chat only, because the system works. */
  async #loadMessages(
    chat: Json,
    from: string | null,
    page: PageBuilder,
  ): Promise<MessagePage | "deleted" | "unreadable"> {
    const id = this.#readId(chat);
    if (id === "") return "unreadable";
    try {
      return await this.#lists.loadMessages(chat, from);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const isDeleted = error.code === "not_found";
      if (!isDeleted) {
        // A system that asks to wait says nothing about this chat.
        if (error.options.isFinal === true || error.code === "too_many_requests") throw error;
        const count = (this.#failures.get(id) ?? 0) + 1;
        this.#failures.set(id, count);
        if (count <= maxFailures) throw error;
        await this.#lists.checkSystem();
      }
      page.addProblem("chat", id, isDeleted ? "deleted" : "messages_unreadable", error.message);
      return isDeleted ? "deleted" : "unreadable";
    }
  }

  /**
   * Returns the position after the last chat of a list. The list is loaded again after the
   * following one, to notice chats that moved between both because others were deleted.
   */
  async #findNext(list: number, last: string): Promise<Position | null> {
    const nextChats = (await this.#lists.loadChats(list + 1)).map(toObject);
    const chats = (await this.#lists.loadChats(list)).map(toObject);
    const index = chats.findLastIndex((chat) => this.#readId(chat) === last);
    const following = chats[index + 1];
    if (following !== undefined) {
      this.#loaded = { list, chats };
      return { list, chat: this.#readId(following), from: null };
    }
    const [next] = nextChats;
    if (next === undefined) return null;
    checkNewPage(identifyPage(nextChats), identifyPage(chats));
    this.#loaded = { list: list + 1, chats: nextChats };
    return { list: list + 1, chat: this.#readId(next), from: null };
  }
}
