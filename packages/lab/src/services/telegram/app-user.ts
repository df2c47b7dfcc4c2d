import type { ChatMessage, LabBot, PrivateChat, TelegramUser } from "./bot.ts";
import type { TelegramUpdate } from "./update-queue.ts";

interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** Size that the service announces instead of the real one. */
  readonly announcedSize?: number;
  readonly caption?: string;
  /** Further fields of the file, such as `duration`. */
  readonly fields?: Readonly<Record<string, unknown>>;
}
type SentFileKind =
  | "photo"
  | "document"
  | "video"
  | "audio"
  | "voice"
  | "video_note"
  | "animation"
  | "sticker";

/** A person with the Telegram app, in their private chat with one bot. */
export interface AppUser {
  readonly id: number;
  /** What this person sees in the chat, oldest first. */
  readonly messages: readonly ChatMessage[];
  /** The messages of the bot in the chat, oldest first. */
  readonly received: readonly ChatMessage[];
  /** Actions of the bot that this person saw, such as `typing`. */
  readonly actions: readonly string[];
  write(text: string, fields?: Readonly<Record<string, unknown>>): ChatMessage;
  /** Sends any content, for example `{ location: { latitude, longitude } }`. */
  send(content: Readonly<Record<string, unknown>>): ChatMessage;
  sendFile(kind: SentFileKind, file: SentFile): ChatMessage;
  edit(messageId: number, text: string): ChatMessage;
  /** Deletes a message for both sides. */
  remove(messageId: number): void;
  /** Returns the id of the query. `isOld`: Telegram no longer passes on the message. */
  press(messageId: number, data: string, isOld?: boolean): string;
  /** Sets the own reactions to a message. [] removes them. */
  react(messageId: number, emoji: readonly string[]): TelegramUpdate;
  block(): TelegramUpdate;
  unblock(): TelegramUpdate;
}

/** Adds a person who may write to the bot. */
export function addUser(bot: LabBot, user: TelegramUser): AppUser {
  const chat: PrivateChat = { person: user, messages: [], isBlocked: false, actions: [] };
  bot.chats.set(user.id, chat);
  let queries = 0;
  const send = (content: Readonly<Record<string, unknown>>): ChatMessage => {
    const message = bot.addMessage(chat, user, content);
    bot.addUpdate("message", message);
    return message;
  };
  const setBlocked = (isBlocked: boolean): TelegramUpdate => {
    const status = (blocked: boolean) => ({
      user: bot.user,
      status: blocked ? "kicked" : "member",
    });
    const change = bot.addUpdate("my_chat_member", {
      chat: { ...user, type: "private" },
      from: user,
      date: bot.nowS(),
      old_chat_member: status(chat.isBlocked),
      new_chat_member: status(isBlocked),
    });
    chat.isBlocked = isBlocked;
    return change;
  };
  return {
    id: user.id,
    messages: chat.messages,
    actions: chat.actions,
    get received() {
      return chat.messages.filter(({ from }) => from.id === bot.user.id);
    },
    write: (text, fields = {}) => send({ text, ...fields }),
    send,
    sendFile: (kind, file) => send(storeSentFile(bot, kind, file)),
    edit(messageId, text) {
      const message = bot.changeMessage(chat, messageId, { text });
      bot.addUpdate("edited_message", message);
      return message;
    },
    remove: (messageId) => bot.removeMessage(chat, messageId),
    press(messageId, data, isOld = false) {
      queries += 1;
      const id = `${user.id}${bot.nowS()}${queries}`;
      bot.openQueries.add(id);
      const message = isOld
        ? { chat: { ...user, type: "private" }, message_id: messageId, date: 0 }
        : chat.messages.find((sent) => sent.message_id === messageId);
      bot.addUpdate("callback_query", { id, from: user, message, chat_instance: "1", data });
      return id;
    },
    react: (messageId, emoji) =>
      bot.addUpdate("message_reaction", {
        chat: { ...user, type: "private" },
        message_id: messageId,
        user,
        date: bot.nowS(),
        old_reaction: [],
        new_reaction: emoji.map((one) => ({ type: "emoji", emoji: one })),
      }),
    block: () => setBlocked(true),
    unblock: () => setBlocked(false),
  };
}

function storeSentFile(
  bot: LabBot,
  kind: SentFileKind,
  file: SentFile,
): Readonly<Record<string, unknown>> {
  const { name, type, bytes, announcedSize, caption, fields } = file;
  const store = (content: Buffer) =>
    bot.storeFile({ name, type, bytes: content }, `${kind}s`, announcedSize ?? content.length);
  const describe = ({ fileId, announcedSize }: ReturnType<typeof store>) => ({
    file_id: fileId,
    file_unique_id: fileId.slice(-12),
    file_size: announcedSize,
    ...fields,
  });
  const captionField = caption === undefined ? {} : { caption };
  if (kind === "photo") {
    // A photo has several sizes, smallest first.
    const small = bot.storeFile({ name, type, bytes: bytes.subarray(0, 64) }, "photos");
    return {
      photo: [
        { ...describe(small), width: 90, height: 60 },
        { ...describe(store(bytes)), width: 1280, height: 853 },
      ],
      ...captionField,
    };
  }
  const hasName = kind === "document" || kind === "video" || kind === "audio";
  return {
    [kind]: {
      ...describe(store(bytes)),
      mime_type: type,
      file_name: hasName ? name : undefined,
    },
    ...captionField,
  };
}
