import type { Message } from "../entity.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail } from "../failure.ts";
import type { Verb } from "../ports.ts";
import { timeText } from "./draft.ts";

/**
 * Newest messages of operators or bots that the visitor's browser received (`received`) and
 * displayed (`seen`); null: none.
 */
export interface ReadByVisitor {
  readonly visitorId: number;
  readonly received: Message | null;
  readonly seen: Message | null;
}
type Marks = NonNullable<ChatDraft["visitor_read"]>;

/**
 * Updates which messages of a chat the visitor received and saw (CORE-052). Each mark that advances
 * is one `message_updated` of the newest message it covers; earlier messages are implied. Marks
 * never go back. A message that was seen was received. Subject: `{chat}`. Failure: `not_found`
 * (another visitor's chat). Answers `{"received":N,"seen":N}`.
 */
export function readByVisitor({ visitorId, received, seen }: ReadByVisitor): Verb {
  return (scene) => {
    const chat = scene.chat?.entity;
    if (chat === undefined || scene.visitor?.id !== visitorId) return fail("not_found", "There is no such chat.");
    const before: Marks = chat.visitor_read ?? { received: 0, received_at: null, seen: 0, seen_at: null };
    const at = timeText(scene.now);
    const has = newer(received, seen);
    const marks: Marks = {
      ...before,
      ...(has !== null && has.seq > before.received ? { received: has.seq, received_at: at } : {}),
      ...(seen !== null && seen.seq > before.seen ? { seen: seen.seq, seen_at: at } : {}),
    };
    const next: ChatDraft = { ...chat, visitor_read: marks };
    const moved = new Map<number, Message>();
    if (has !== null && marks.received !== before.received) moved.set(has.seq, has);
    if (seen !== null && marks.seen !== before.seen) moved.set(seen.seq, seen);
    const events = [...moved.values()].map((message): Event => ({ name: "message_updated", message: marked(message, marks), chat: next }));
    return { events, answer: JSON.stringify({ received: marks.received, seen: marks.seen }) };
  };
}

/** Adds the read marks of the chat to a message. Only messages of operators and bots have them. */
export function marked(message: Message, marks: Marks): Message {
  if (message.author.kind !== "operator" && message.author.kind !== "bot") return message;
  return {
    ...message,
    ...(message.seq <= marks.received && marks.received_at !== null ? { received_at: marks.received_at } : {}),
    ...(message.seq <= marks.seen && marks.seen_at !== null ? { seen_at: marks.seen_at } : {}),
  };
}

function newer(a: Message | null, b: Message | null): Message | null {
  if (a === null || b === null) return a ?? b;
  return a.seq >= b.seq ? a : b;
}
