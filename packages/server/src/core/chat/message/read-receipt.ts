import { omitFields } from "@parlour/protocol/omit-fields";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Message } from "../../entity.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { fail } from "../../failure.ts";
import type { CommandHandler, Decision } from "../../command.ts";
import { findBlockForVisitor } from "../../blacklist/match.ts";
import { formatTime } from "../create.ts";

/** Newest team or bot messages that the visitor's device received and displayed. null: none. */
export interface ReadReceipt {
  readonly visitorId: number;
  readonly received: Message | null;
  readonly seen: Message | null;
  /**
   * When it happened by the clock of an external service, in milliseconds since 1970. Absent: now.
   */
  readonly at?: number;
}
/** `seq` of the newest received and displayed messages. 0 if there is none. */
export interface ReadReceiptResult {
  readonly received: number;
  readonly seen: number;
}
type ReadMarks = NonNullable<ChatData["visitor_read"]>;

/**
 * Updates which messages of a chat the visitor received and saw (CORE-052). If a mark advances, one
 * `message_updated` is written for the newest message up to the mark. It covers all earlier
 * messages. Marks never go back, in whatever order the receipts arrive (CORE-287). A message that
 * was seen counts as received. Receipts of a blocked visitor change nothing (CORE-071). Subject:
 * `{chat}`. Failure: `not_found` (another visitor's chat). Result: both marks.
 */
export function applyReadReceipt(receipt: ReadReceipt): CommandHandler<ReadReceiptResult> {
  const [received, seen] = [toSent(receipt.received), toSent(receipt.seen)];
  return (context) => {
    const chat = context.chat?.entity;
    if (chat === undefined || context.visitor?.id !== receipt.visitorId)
      return fail("not_found", "There is no such chat.");
    const { channelId, customer } = context.visitor;
    const isBlocked = findBlockForVisitor(context, { channelId, key: customer }) !== null;
    const before: ReadMarks = chat.visitor_read ?? {
      received: 0,
      received_at: null,
      seen: 0,
      seen_at: null,
    };
    if (isBlocked) return toDecision([], before);
    const newestReceived = newerMessage(received, seen);
    const at = formatTime(toPlausibleTime(receipt.at ?? context.now, newestReceived, context.now));
    const lastReceived = Math.max(newestReceived?.seq ?? 0, before.received);
    const lastSeen = Math.max(seen?.seq ?? 0, before.seen);
    const marks: ReadMarks = {
      received: lastReceived,
      received_at: lastReceived > before.received ? at : before.received_at,
      seen: lastSeen,
      seen_at: lastSeen > before.seen ? at : before.seen_at,
    };
    const next: ChatData = { ...chat, visitor_read: marks };
    const updated = new Map<number, Message>();
    if (newestReceived !== null && marks.received !== before.received)
      updated.set(newestReceived.seq, newestReceived);
    if (seen !== null && marks.seen !== before.seen) updated.set(seen.seq, seen);
    const events = [...updated.values()].map((message): NewEvent => ({
      name: "message_updated",
      message: withReadMarks(withoutDelivery(message), marks),
      chat: next,
    }));
    return toDecision(events, marks);
  };
}

const toDecision = (
  events: readonly NewEvent[],
  { received, seen }: ReadMarks,
): Decision<ReadReceiptResult> => ({ events, answer: { received, seen } });

/** Returns the message if an operator or bot sent it. The visitor's own ones have no receipts. */
function toSent(message: Message | null): Message | null {
  return message !== null && isSent(message) ? message : null;
}
const isSent = ({ author }: Message): boolean =>
  author.kind === "operator" || author.kind === "bot";

/**
 * Removes the delivery, which may have changed since the message was read. Its own events say how
 * it continues, and clients keep what they have.
 */
export function withoutDelivery(message: Message): Message {
  return omitFields(message, "delivery");
}

/** Adds the read marks of the chat to a message. Only messages of operators and bots have them. */
export function withReadMarks(message: Message, marks: ReadMarks): Message {
  if (!isSent(message)) return message;
  return {
    ...message,
    ...omitAbsent({
      received_at: message.seq <= marks.received ? (marks.received_at ?? undefined) : undefined,
      seen_at: message.seq <= marks.seen ? (marks.seen_at ?? undefined) : undefined,
    }),
  };
}

/**
 * Returns the reported time, but not before the message was written and not in the future, because
 * the clocks of services differ and some report whole seconds.
 */
function toPlausibleTime(at: number, message: Message | null, now: number): number {
  const writtenAt = message === null ? 0 : Date.parse(message.created_at);
  return Math.min(Math.max(at, writtenAt), now);
}

function newerMessage(a: Message | null, b: Message | null): Message | null {
  if (a === null || b === null) return a ?? b;
  return a.seq >= b.seq ? a : b;
}
