import type { Message } from "../../entity.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { fail } from "../../failure.ts";
import type { CommandHandler } from "../../command.ts";
import { formatTime } from "../create.ts";

/**
 * Newest messages of operators or bots that the visitor's browser received (`received`) and
 * displayed (`seen`). null means none.
 */
export interface ReadReceipt {
  readonly visitorId: number;
  readonly received: Message | null;
  readonly seen: Message | null;
}
type ReadMarks = NonNullable<ChatData["visitor_read"]>;

/**
 * Updates which messages of a chat the visitor received and saw (CORE-052). If a mark advances, one
 * `message_updated` is written for the newest message up to the mark. It covers all earlier
 * messages. Marks never go back. A message that was seen counts as received. Subject: `{chat}`.
 * Failure: `not_found` (another visitor's chat). Result: `{"received":N,"seen":N}`.
 */
export function applyReadReceipt({ visitorId, received, seen }: ReadReceipt): CommandHandler {
  return (context) => {
    const chat = context.chat?.entity;
    if (chat === undefined || context.visitor?.id !== visitorId)
      return fail("not_found", "There is no such chat.");
    const before: ReadMarks = chat.visitor_read ?? {
      received: 0,
      received_at: null,
      seen: 0,
      seen_at: null,
    };
    const at = formatTime(context.now);
    const newestReceived = newerMessage(received, seen);
    const marks: ReadMarks = {
      ...before,
      ...(newestReceived !== null && newestReceived.seq > before.received
        ? { received: newestReceived.seq, received_at: at }
        : {}),
      ...(seen !== null && seen.seq > before.seen ? { seen: seen.seq, seen_at: at } : {}),
    };
    const next: ChatData = { ...chat, visitor_read: marks };
    const updated = new Map<number, Message>();
    if (newestReceived !== null && marks.received !== before.received)
      updated.set(newestReceived.seq, newestReceived);
    if (seen !== null && marks.seen !== before.seen) updated.set(seen.seq, seen);
    const events = [...updated.values()].map((message): NewEvent => ({
      name: "message_updated",
      message: withReadMarks(message, marks),
      chat: next,
    }));
    return { events, answer: JSON.stringify({ received: marks.received, seen: marks.seen }) };
  };
}

/** Adds the read marks of the chat to a message. Only messages of operators and bots have them. */
export function withReadMarks(message: Message, marks: ReadMarks): Message {
  if (message.author.kind !== "operator" && message.author.kind !== "bot") return message;
  return {
    ...message,
    ...(message.seq <= marks.received && marks.received_at !== null
      ? { received_at: marks.received_at }
      : {}),
    ...(message.seq <= marks.seen && marks.seen_at !== null ? { seen_at: marks.seen_at } : {}),
  };
}

function newerMessage(a: Message | null, b: Message | null): Message | null {
  if (a === null || b === null) return a ?? b;
  return a.seq >= b.seq ? a : b;
}
