import { omitAbsent } from "@parlour/protocol/omit-absent";
import { createChat, createMessage, formatTime } from "../chat/create.ts";
import type { ChannelConfig, CommandContext, CommandHandler } from "../command.ts";
import { assigned } from "../draft.ts";
import type { Author, ChatEntity, Media, NamedRef, TagRef } from "../entity.ts";
import type { ChatData, NewEvent } from "../event.ts";
import { fail, type Failure } from "../failure.ts";
import { mergeField } from "../field-values.ts";
import { visitorDisplayName } from "../visitor/resolve.ts";
import type { FieldValue } from "@parlour/protocol/field-kinds";

/** A chat of another system. Times are in milliseconds since 1970 and not in the future. */
export interface ImportedChat {
  readonly channelId: number;
  readonly imported: NonNullable<ChatEntity["imported"]>;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly operator: NamedRef | null;
  readonly department: NamedRef | null;
  readonly tags: readonly TagRef[];
  readonly rating: ChatEntity["rating"];
  readonly ratingComment?: string | undefined;
  /** Values that the fields of chats take. */
  readonly fields: Readonly<Record<string, FieldValue>>;
}
export interface ImportedMessage {
  /** In the other system. "": Parlour made it from data of the chat. */
  readonly id: string;
  /** null: the visitor of the chat. */
  readonly author: Author | null;
  readonly sentAt: number;
  readonly editedAt?: number | undefined;
  readonly text: string;
  readonly isNote: boolean;
  readonly media?: Media | undefined;
}
export interface ImportedChatAnswer {
  readonly chat: number;
  /** Number of the last message of the command, or 0. */
  readonly seq: number;
  /** Ids of the stored files of its messages. */
  readonly files: readonly number[];
  /** Ids of its messages in the other system, in order. "": a note about the chat. */
  readonly ids: readonly string[];
}
interface Messages {
  readonly messages: readonly ImportedMessage[];
  readonly files: readonly number[];
}

/**
 * Creates a closed chat of another system with its first messages (MV-020). Nothing reacts to it.
 * Subject: `{customer}` of a stored visitor. Failures: `not_found`, `channel_disabled`.
 */
export function importChat(
  chat: ImportedChat,
  { messages, files }: Messages,
): CommandHandler<ImportedChatAnswer> {
  return (context) => {
    const channel = findChannel(context, chat.channelId);
    if ("failure" in channel) return channel;
    if (context.visitor === null) return fail("not_found", "There is no such visitor.");
    const created = createChat(
      { ...context, now: chat.startedAt },
      { channel, state: "closed", department: chat.department },
    );
    const closed: ChatData = {
      ...created,
      ...toChangeableData(context, chat, created),
      close_reason: "operator",
      imported: chat.imported,
    };
    return {
      isImport: true,
      events: [
        { name: "chat_created", chat: closed },
        ...createMessages(context, closed.id, messages),
      ],
      answer: { chat: closed.id, seq: assigned.seq, files, ids: listIds(messages) },
    };
  };
}

/**
 * Adds further messages to an imported chat. `endedAt`: the chat ends then, if it ended earlier.
 * Subject: `{chat}`. Failure: `not_found`.
 */
export function addImportedMessages(
  { messages, files }: Messages,
  endedAt: number,
): CommandHandler<ImportedChatAnswer> {
  return (context) => {
    const { chat } = context;
    if (chat === null) return fail("not_found", "There is no such chat.");
    const { closed_at } = chat.entity;
    const isLonger = closed_at !== null && Date.parse(closed_at) < endedAt;
    const longer: readonly NewEvent[] = isLonger
      ? [{ name: "chat_updated", chat: { ...chat.entity, closed_at: formatTime(endedAt) } }]
      : [];
    return {
      isImport: true,
      events: [...longer, ...createMessages(context, chat.id, messages)],
      answer: { chat: chat.id, seq: assigned.seq, files, ids: listIds(messages) },
    };
  };
}

/** Changes an imported chat to what the other system has now. Subject: `{chat}`. */
export function changeImportedChat(changed: ImportedChat): CommandHandler<ImportedChatAnswer> {
  return (context) => {
    const { chat } = context;
    if (chat === null) return fail("not_found", "There is no such chat.");
    const next: ChatData = {
      ...chat.entity,
      ...toChangeableData(context, changed, chat.entity),
    };
    const isSame = JSON.stringify(next) === JSON.stringify(chat.entity);
    return {
      isImport: true,
      events: isSame ? [] : [{ name: "chat_updated", chat: next }],
      answer: { chat: chat.id, seq: assigned.seq, files: [], ids: [] },
    };
  };
}

/** Changes the text of an imported message. Subject: `{chat, message}`. Failure: `not_found`. */
export function changeImportedMessage(
  text: string,
  editedAt: number,
): CommandHandler<ImportedChatAnswer> {
  return ({ chat, message }) => {
    if (chat === null || message === undefined)
      return fail("not_found", "There is no such message.");
    const answer = { chat: chat.id, seq: message.seq, files: [], ids: [] };
    if (message.text === text || message.erased === true)
      return { isImport: true, events: [], answer };
    const changed = { ...message, text, edited_at: formatTime(editedAt) };
    return {
      isImport: true,
      events: [{ name: "message_updated", message: changed, chat: chat.entity, edited: true }],
      answer,
    };
  };
}

const listIds = (messages: readonly ImportedMessage[]): readonly string[] =>
  messages.map(({ id }) => id);

function findChannel({ config }: CommandContext, id: number): ChannelConfig | Failure {
  return (
    config.channels.get(id) ?? fail("channel_disabled", "The channel of the import was deleted.")
  );
}

/** Returns what a later import of the same source can change. */
function toChangeableData(
  context: CommandContext,
  chat: ImportedChat,
  { created_at, fields: stored = {} }: ChatData,
): Partial<ChatData> {
  const values = { ...stored };
  for (const [key, value] of Object.entries(chat.fields))
    values[key] = mergeField(chat.endedAt, stored, key, { value, source: "import" });
  return {
    assignee: chat.operator,
    department: chat.department,
    accepted_at: chat.operator === null ? null : created_at,
    closed_at: formatTime(Math.max(chat.endedAt, Date.parse(created_at))),
    rating: chat.rating,
    ...omitAbsent({
      rating_comment: chat.ratingComment,
      tags: chat.tags.length > 0 ? [...chat.tags] : undefined,
      fields: Object.keys(values).length > 0 ? values : undefined,
    }),
  };
}

function createMessages(
  context: CommandContext,
  chatId: number,
  messages: readonly ImportedMessage[],
): readonly NewEvent[] {
  const { visitor } = context;
  const visitorAuthor: Author = {
    kind: "visitor",
    id: visitor?.id ?? null,
    name: visitor === null ? "" : visitorDisplayName(visitor.entity),
  };
  return messages.map(({ author, sentAt, editedAt, text, isNote, media }) =>
    createMessage({ ...context, now: sentAt }, chatId, author ?? visitorAuthor, {
      kind: isNote ? "note" : media === undefined ? "text" : "media",
      text,
      ...omitAbsent({ media }),
      imported: true,
      ...omitAbsent({ edited_at: editedAt === undefined ? undefined : formatTime(editedAt) }),
    }),
  );
}
