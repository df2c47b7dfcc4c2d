import { randomBytes } from "node:crypto";
import { ApiError, badRequest } from "./api-error.ts";
import type { UploadedFile } from "./request.ts";
import { UpdateQueue, type TelegramUpdate } from "./update-queue.ts";

export interface TelegramUser {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
  readonly last_name?: string | undefined;
  readonly username?: string;
  readonly language_code?: string;
}
/** A message in the shape of the Bot API. Its content fields depend on its kind. */
export interface ChatMessage {
  readonly message_id: number;
  readonly from: TelegramUser;
  readonly chat: { readonly id: number; readonly type: string };
  readonly date: number;
  readonly [field: string]: unknown;
}
export interface PrivateChat {
  readonly person: TelegramUser;
  /** What the person sees, oldest first. */
  readonly messages: ChatMessage[];
  /** Whether the person has blocked the bot. */
  isBlocked: boolean;
  /** Actions such as `typing` that the person has seen. */
  readonly actions: string[];
}
export interface StoredFile extends UploadedFile {
  readonly fileId: string;
  /** Path of the download, as getFile returns it. */
  readonly path: string;
  /** Size that the API announces. It differs from the content only in a test of that fault. */
  readonly announcedSize: number;
}
export interface Webhook {
  readonly url: string;
  readonly secretToken: string | null;
  lastErrorAtS: number | null;
  lastError: string | null;
}
/** A request that the bot's program made. */
export interface ApiCall {
  readonly method: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly at: number;
  /** Status of the response, or 0 if none was sent. */
  readonly status: number;
}

/** Largest file that getFile offers (20 MB). */
export const maxDownloadBytes = 20 * 1024 * 1024;
const defaultAllowedUpdates: ReadonlySet<string> = new Set([
  "message",
  "edited_message",
  "callback_query",
  "my_chat_member",
]);

/** One bot with its chats, files and updates. */
export class LabBot {
  readonly token: string;
  readonly user: TelegramUser;
  readonly updates: UpdateQueue;
  readonly chats = new Map<number, PrivateChat>();
  readonly files = new Map<string, StoredFile>();
  readonly calls: ApiCall[] = [];
  /** Ids of callback queries that were not answered yet. */
  readonly openQueries = new Set<string>();
  webhook: Webhook | null = null;
  allowedUpdates = defaultAllowedUpdates;
  readonly now: () => number;
  #lastUpdateId: number;
  #lastMessageId: number;

  constructor(
    bot: {
      readonly token: string;
      readonly user: TelegramUser;
      readonly firstId?: number | undefined;
    },
    deps: { readonly now: () => number; readonly onChange: () => void },
  ) {
    this.token = bot.token;
    this.user = bot.user;
    this.#lastUpdateId = bot.firstId ?? 870_000_000;
    this.#lastMessageId = bot.firstId ?? 0;
    this.now = deps.now;
    this.updates = new UpdateQueue(deps.onChange);
  }

  /** Adds an update, unless the bot's program did not ask for this kind. */
  addUpdate(kind: string, content: unknown): TelegramUpdate {
    this.#lastUpdateId += 1;
    const update = { update_id: this.#lastUpdateId, [kind]: content };
    if (this.allowedUpdates.has(kind)) this.updates.add(update);
    return update;
  }

  addMessage(chat: PrivateChat, from: TelegramUser, content: object): ChatMessage {
    this.#lastMessageId += 1;
    const message: ChatMessage = {
      message_id: this.#lastMessageId,
      from,
      chat: { ...chat.person, id: chat.person.id, type: "private" },
      date: this.nowS(),
      ...content,
    };
    chat.messages.push(message);
    return message;
  }

  /** Replaces fields of a message. Throws 400 if it does not exist. */
  changeMessage(chat: PrivateChat, messageId: number, change: object): ChatMessage {
    const index = chat.messages.findIndex((message) => message.message_id === messageId);
    const message = chat.messages[index] ?? badRequest("message to edit not found");
    const changed: ChatMessage = { ...message, edit_date: this.nowS(), ...change };
    chat.messages[index] = changed;
    return changed;
  }

  /** Removes a message for both sides. */
  removeMessage(chat: PrivateChat, messageId: number): void {
    const index = chat.messages.findIndex((message) => message.message_id === messageId);
    chat.messages.splice(index, 1);
  }

  /** Returns the chat to which the bot may write now. */
  findWritableChat(chatId: number): PrivateChat {
    const chat = this.chats.get(chatId) ?? badRequest("chat not found");
    if (chat.isBlocked) throw new ApiError(403, "Forbidden: bot was blocked by the user");
    return chat;
  }

  storeFile(file: UploadedFile, folder: string, announcedSize = file.bytes.length): StoredFile {
    const fileId = `AgAC${randomBytes(18).toString("base64url")}`;
    const ending = file.name.includes(".") ? file.name.slice(file.name.lastIndexOf(".")) : "";
    const path = `${folder}/file_${this.files.size}${ending}`;
    const stored = { ...file, fileId, path, announcedSize };
    this.files.set(fileId, stored);
    return stored;
  }

  nowS(): number {
    return Math.floor(this.now() / 1_000);
  }
}
