import type { ParallelFacts } from "../../store/move-in/parallel-run.ts";
import {
  fromSeconds,
  isObject,
  listObjects,
  toId,
  toObject,
  toText,
  type Json,
} from "../sources/export/values.ts";

/** Events that say something about chats, persons or operators. Others are accepted and ignored. */
const usedEvents: ReadonlySet<unknown> = new Set([
  "chat_accepted",
  "chat_assigned",
  "chat_updated",
  "chat_finished",
  "offline_message",
]);
const maxEventNameLength = 60;

export type ReadEvent =
  | { readonly reason: "not_json" | "no_event_name" | "no_chat" }
  | { readonly event: Json; readonly facts: ParallelFacts | null; readonly isUsed: boolean };

/** Reads the body of an event webhook. `reason`: why it is refused (MV-071). */
export function readEvent(text: string): ReadEvent {
  const event = parse(text);
  if (event === null) return { reason: "not_json" };
  const name = toText(event["event_name"]);
  if (name === undefined || name.length > maxEventNameLength) return { reason: "no_event_name" };
  const isUsed = usedEvents.has(name);
  if (!isUsed) return { event, facts: null, isUsed };
  const chat = name === "offline_message" ? null : toId(event["chat_id"]);
  const offline = toId(event["offline_message_id"]);
  if (chat === undefined || (chat === null && offline === undefined)) return { reason: "no_chat" };
  return { event, facts: readFacts(event, chat ?? `offline-${offline}`), isUsed };
}

function parse(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\u{FEFF}/u, ""));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function readFacts(event: Json, chat: string): ParallelFacts {
  const sentAt = Date.parse(fromSeconds(event["event_timestamp"]) ?? "");
  const finishedAt = Number.isNaN(sentAt) ? null : sentAt;
  const unknown = { chat, finishedAt: null, messages: null, firstAnswerMs: null };
  const rating = toText(toObject(event["chat"])["rate"]) ?? null;
  if (event["event_name"] === "offline_message")
    return { ...unknown, finishedAt, messages: 1, rating: null };
  if (event["event_name"] !== "chat_finished") return { ...unknown, rating };
  const messages = listObjects(toObject(event["chat"])["messages"]);
  return {
    chat,
    finishedAt,
    messages: messages.length,
    rating,
    firstAnswerMs: findFirstAnswer(messages),
  };
}

/** Time from the first message of the visitor to the next one of an operator, in ms. */
function findFirstAnswer(messages: readonly Json[]): number | null {
  const asked = messages.findIndex(({ type }) => type === "visitor");
  const answer = messages.slice(asked + 1).find((message) => {
    return message["type"] === "agent" && toId(message["agent_id"]) !== undefined;
  });
  const [from, to] = [messages[asked]?.["timestamp"], answer?.["timestamp"]];
  return asked !== -1 && typeof from === "number" && typeof to === "number" && to >= from
    ? (to - from) * 1000
    : null;
}
