import type { Author, ChatState, NamedRef } from "../entity.ts";
import type { ChatDraft, MessageDraft, VisitorDraft } from "../event.ts";
import type { ChannelConfig, Scene } from "../ports.ts";
import type { ChatLine } from "./line-codes.ts";

/** Formats milliseconds since 1970 as the time of all entities (API-001). */
export function timeText(ms: number): string {
  if (last.ms !== ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}
/** Caches the last result: events of one command usually have the same millisecond. */
let last = { ms: 0, text: new Date(0).toISOString() };

export interface NewChat {
  readonly channel: ChannelConfig;
  readonly state: ChatState;
  readonly operator?: NamedRef;
  readonly page?: ChatDraft["page"];
  readonly session?: ChatDraft["session"];
  readonly department?: ChatDraft["department"];
  readonly continues?: number;
  readonly bot?: ChatDraft["bot"];
}

/**
 * Creates a chat that starts now, with all fields. It waits for an operator unless one is given.
 */
export function newChat(scene: Scene, given: NewChat): ChatDraft {
  const at = timeText(scene.now);
  return {
    id: scene.ids.chat(),
    state: given.state,
    channel: { id: given.channel.id, kind: given.channel.kind, name: given.channel.name },
    assignee: given.operator ?? null,
    participants: given.operator === undefined ? [] : [given.operator],
    department: given.department ?? null,
    page: given.page ?? null,
    session: given.session ?? null,
    custom_data: [],
    crm: { link: null, assign: false, assigned: false },
    bot: given.bot ?? null,
    continues: given.continues ?? null,
    created_at: at,
    accepted_at: given.operator === undefined ? null : at,
    closed_at: null,
    close_reason: null,
    rating: null,
    wait: given.state === "waiting" ? { since: at } : null,
  };
}

export interface MessageCreated {
  readonly name: "message_created";
  readonly message: MessageDraft;
}

/** Creates a message with the current time. */
export function newMessage(
  scene: Scene,
  chatId: number,
  author: Author,
  rest: Omit<MessageDraft, "id" | "chat_id" | "author" | "created_at">,
): MessageCreated {
  return {
    name: "message_created",
    message: { id: scene.ids.message(), chat_id: chatId, author, ...rest, created_at: timeText(scene.now) },
  };
}

/**
 * Creates a system message: `line` for applications, English `text` for everybody else. It is
 * numbered like every message (CORE-040).
 */
export function systemLine(scene: Scene, chatId: number, line: ChatLine, text: string): MessageCreated {
  return newMessage(scene, chatId, { kind: "system", id: null, name: "" }, { kind: "text", text, line });
}

/**
 * Returns the answer of a chat command: the entity of API-107 with placeholders (architecture.md,
 * "Where a body is serialised").
 */
export function chatAnswer(chat: ChatDraft, visitor: VisitorDraft): string {
  return JSON.stringify({ seq: null, ...chat, visitor: { number: null, ...visitor } });
}
/** Returns the answer of a command that created a message: the entity of API-022. */
export function messageAnswer(message: MessageDraft): string {
  return JSON.stringify({ seq: null, ...message });
}
