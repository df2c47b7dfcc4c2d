import { cleanText, cutText } from "../../../core/text.ts";
import { JsonNumber, isJsonObject } from "../../../http/body/json.ts";
import { createInvalidRefusal, unknownChatRefusal, type BotRefusal } from "../responses.ts";
import { parseMessage, type IncomingMessage } from "./parse-message.ts";
import { parseId, isBlankValue, isTestId } from "./values.ts";

export interface IncomingEvent {
  readonly event: "BOT_MESSAGE" | "INVITE_AGENT";
  /**
   * Id as sent, for logs and to recognise a repeated event (BOT-085). Null if the event has no id.
   */
  readonly id: string | null;
  /** Chat or client of the event. `test`: the chat of test events (BOT-090), without customer. */
  readonly about: { readonly chat: number } | { readonly client: number } | { readonly test: true };
  /** The client that the provider named, or null. `id` null: no id of a client. */
  readonly client: { readonly id: number | null } | null;
  /** Message of a BOT_MESSAGE. Null for other events. */
  readonly message: IncomingMessage | null;
}

const maxIdLength = 255;

/** Converts a parsed body into an event. Checks the event name before the fields (BOT-083). */
export function parseEvent(body: unknown): IncomingEvent | BotRefusal {
  if (!isJsonObject(body))
    return createInvalidRefusal("The body must be one JSON object.", "body", "BOT-081");
  const { event } = body;
  if (isBlankValue(event)) return createInvalidRefusal("event is missing.", "event", "BOT-020");
  if (typeof event !== "string")
    return createInvalidRefusal("event must be a string.", "event", "BOT-020");
  if (!isSupportedEvent(event)) return unsupportedEventRefusal;
  const about = parseSubject(body);
  if ("status" in about) return about;
  const message = event === "BOT_MESSAGE" ? parseMessage(body["message"]) : null;
  if (message !== null && "status" in message) return message;
  const client = body["client_id"];
  return {
    event,
    id: sanitizeEventId(body["id"]),
    about,
    client: isBlankValue(client) ? null : { id: parseId(client) },
    message,
  };
}

/** Returns the chat, or the client whose open chat is meant (BOT-025). */
function parseSubject(
  body: Readonly<Record<string, unknown>>,
): IncomingEvent["about"] | BotRefusal {
  const chat = body["chat_id"];
  const client = body["client_id"];
  if (isBlankValue(chat)) {
    if (isBlankValue(client))
      return createInvalidRefusal("chat_id is missing.", "chat_id", "BOT-081");
    if (isTestId(client)) return { test: true };
    const id = parseId(client);
    return id === null ? unknownChatRefusal : { client: id };
  }
  if (isJsonObject(chat) || Array.isArray(chat) || typeof chat === "boolean")
    return createInvalidRefusal("chat_id must be a string of digits.", "chat_id", "BOT-021");
  if (isTestId(chat)) return { test: true };
  const id = parseId(chat);
  return id === null ? unknownChatRefusal : { chat: id };
}

function isSupportedEvent(event: unknown): event is IncomingEvent["event"] {
  return event === "BOT_MESSAGE" || event === "INVITE_AGENT";
}
/** Returns the event name even if other fields are invalid. null: not supported. */
export function getEventName(body: unknown): IncomingEvent["event"] | null {
  return isJsonObject(body) && isSupportedEvent(body["event"]) ? body["event"] : null;
}

/** Returns whether a body is about the test chat, even if other fields are invalid. */
export function isTestEvent(body: unknown): boolean {
  return (
    isJsonObject(body) &&
    isTestId(isBlankValue(body["chat_id"]) ? body["client_id"] : body["chat_id"])
  );
}

/** Returns the id for logs, or null if there is none. */
function sanitizeEventId(value: unknown): string | null {
  const text =
    value instanceof JsonNumber ? value.literal : typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== ""
    ? cutText(cleanText(text), maxIdLength).text
    : null;
}

const unsupportedEventRefusal: BotRefusal = {
  status: 405,
  code: "invalid_request",
  message: "This event is not accepted. Send BOT_MESSAGE or INVITE_AGENT.",
  reason: "unsupported_event",
  field: "event",
  rule: "BOT-081",
};
