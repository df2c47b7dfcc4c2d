import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Author, ChatEntity, ChatState, Message, NamedRef } from "../entity.ts";
import type { ChatData, NewMessage, VisitorData } from "../event.ts";
import type { ChannelConfig, CommandContext } from "../command.ts";
import { assigned, type Draft } from "../draft.ts";
import type { ChatSystemMessage } from "./message/system-message-codes.ts";

/** Formats milliseconds since 1970 in the time format of all entities (API-001). */
export function formatTime(ms: number): string {
  const second = Math.floor(ms / 1_000);
  if (second !== latest.second)
    latest = { second, text: new Date(second * 1_000).toISOString().slice(0, -"000Z".length) };
  return `${latest.text}${String(Math.floor(ms) - second * 1_000).padStart(3, "0")}Z`;
}
/** The latest formatted second. New events have times within the same one. */
let latest = { second: 0, text: "1970-01-01T00:00:00." };

export interface CreateChatOptions {
  readonly channel: ChannelConfig;
  readonly state: ChatState;
  readonly operator?: NamedRef;
  readonly page?: ChatData["page"];
  readonly session?: ChatData["session"];
  readonly department?: ChatData["department"];
  readonly continues?: number | undefined;
  readonly replyUntil?: ChatData["reply_until"];
}

/** Creates a chat that starts now. It waits for an operator unless one is given. */
export function createChat(context: CommandContext, options: CreateChatOptions): ChatData {
  const at = formatTime(context.now);
  return {
    id: context.ids.chat(),
    state: options.state,
    channel: { id: options.channel.id, kind: options.channel.kind, name: options.channel.name },
    assignee: options.operator ?? null,
    participants: options.operator === undefined ? [] : [options.operator],
    department: options.department ?? null,
    page: options.page ?? null,
    session: options.session ?? null,
    custom_data: [],
    crm: { link: null, assign: false, assigned: false },
    bot: null,
    continues: options.continues ?? null,
    created_at: at,
    accepted_at: options.operator === undefined ? null : at,
    closed_at: null,
    close_reason: null,
    rating: null,
    ...omitAbsent({ reply_until: options.replyUntil }),
    wait: options.state === "waiting" ? { since: at } : null,
  };
}

export interface MessageCreatedEvent {
  readonly name: "message_created";
  readonly message: NewMessage;
}

/** Creates a message with the current time. */
export function createMessage(
  context: CommandContext,
  chatId: number,
  author: Author,
  rest: Omit<NewMessage, "id" | "chat_id" | "author" | "created_at">,
): MessageCreatedEvent {
  return {
    name: "message_created",
    message: {
      id: context.ids.message(),
      chat_id: chatId,
      author,
      ...rest,
      ...context.mark,
      created_at: formatTime(context.now),
    },
  };
}

/**
 * Creates a system message with `line` for programs and an English `text` for other readers. It is
 * numbered like every message (CORE-040).
 */
export function createSystemMessage(
  context: CommandContext,
  chatId: number,
  line: ChatSystemMessage,
  text: string,
): MessageCreatedEvent {
  return createMessage(
    context,
    chatId,
    { kind: "system", id: null, name: "" },
    { kind: "text", text, line },
  );
}

/** Returns the answer of a command about a chat: the entity of API-107. */
export function createChatAnswer(chat: ChatData, visitor: VisitorData): Draft<ChatEntity> {
  return {
    seq: assigned.seq,
    number: assigned.chatNumber,
    ...chat,
    visitor: { number: assigned.visitorNumber, ...visitor },
  };
}
/** Returns the answer of a command that created a message: the entity of API-022. */
export function createMessageAnswer(message: NewMessage): Draft<Message> {
  return { seq: assigned.seq, ...message };
}
