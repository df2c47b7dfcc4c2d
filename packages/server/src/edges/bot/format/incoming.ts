import { cleanText, cutText } from "../../../core/chat/text.ts";
import { JsonNumber, isJsonObject } from "../../../http/json.ts";
import { invalid, unknownChat, type BotRefusal } from "../answer.ts";
import { incomingMessage, type IncomingMessage } from "./message.ts";
import { idOf, isAbsent, isTestId } from "./values.ts";

/** An event from a provider. */
export interface Incoming {
  readonly event: "BOT_MESSAGE" | "INVITE_AGENT";
  /** Id as sent, for logs and to recognise a repeat (BOT-085). Null if there is none. */
  readonly id: string | null;
  /**
   * Chat or client of the event. `test`: the chat of test events (BOT-090), which no customer has.
   */
  readonly about: { readonly chat: number } | { readonly client: number } | { readonly test: true };
  /**
   * Client that the provider named. Null if none was named. `id` is null if no client can have that
   * id.
   */
  readonly client: { readonly id: number | null } | null;
  /** Only for BOT_MESSAGE. */
  readonly message: IncomingMessage | null;
}

const idMax = 255;

/** Converts a parsed body into an event: first the event name, then the fields (BOT-083). Pure. */
export function incoming(body: unknown): Incoming | BotRefusal {
  if (!isJsonObject(body)) return invalid("The body must be one JSON object.", "body", "BOT-081");
  const { event } = body;
  if (isAbsent(event)) return invalid("event is missing.", "event", "BOT-020");
  if (typeof event !== "string") return invalid("event must be a string.", "event", "BOT-020");
  if (!isSupported(event)) return unsupported;
  const about = aboutOf(body);
  if ("status" in about) return about;
  const message = event === "BOT_MESSAGE" ? incomingMessage(body["message"]) : null;
  if (message !== null && "status" in message) return message;
  const { client_id: client } = body;
  return { event, id: eventId(body["id"]), about, client: isAbsent(client) ? null : { id: idOf(client) }, message };
}

/** BOT-025: returns the chat, or the client whose open chat is meant. */
function aboutOf(body: Readonly<Record<string, unknown>>): Incoming["about"] | BotRefusal {
  const { chat_id: chat, client_id: client } = body;
  if (isAbsent(chat)) {
    if (isAbsent(client)) return invalid("chat_id is missing.", "chat_id", "BOT-081");
    if (isTestId(client)) return { test: true };
    const id = idOf(client);
    return id === null ? unknownChat : { client: id };
  }
  if (isJsonObject(chat) || Array.isArray(chat) || typeof chat === "boolean")
    return invalid("chat_id must be a string of digits.", "chat_id", "BOT-021");
  if (isTestId(chat)) return { test: true };
  const id = idOf(chat);
  return id === null ? unknownChat : { chat: id };
}

function isSupported(event: unknown): event is Incoming["event"] {
  return event === "BOT_MESSAGE" || event === "INVITE_AGENT";
}
/**
 * Returns the event of a parsed body, even if other fields are invalid. Null if it is not
 * supported.
 */
export function eventName(body: unknown): Incoming["event"] | null {
  return isJsonObject(body) && isSupported(body["event"]) ? body["event"] : null;
}

/**
 * Returns whether a parsed body is for the chat of test events, even if other fields are invalid.
 */
export function isTestEvent(body: unknown): boolean {
  return isJsonObject(body) && isTestId(isAbsent(body["chat_id"]) ? body["client_id"] : body["chat_id"]);
}

/** Returns the id for logs. Null if there is none. */
function eventId(value: unknown): string | null {
  const text = value instanceof JsonNumber ? value.literal : typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? cutText(cleanText(text), idMax).text : null;
}

const unsupported: BotRefusal = {
  status: 405,
  code: "invalid_request",
  message: "This event is not taken here; taken are BOT_MESSAGE and INVITE_AGENT.",
  reason: "unsupported_event",
  field: "event",
  rule: "BOT-081",
};
