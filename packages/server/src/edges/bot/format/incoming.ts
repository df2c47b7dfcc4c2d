import { cleanText, cutText } from "../../../core/chat/text.ts";
import { JsonNumber, isJsonObject } from "../../../http/json.ts";
import { invalid, unknownChat, type BotRefusal } from "../answer.ts";
import { incomingMessage, type IncomingMessage } from "./message.ts";
import { idOf, isAbsent, isTestId } from "./values.ts";

/** An event of a provider. */
export interface Incoming {
  readonly event: "BOT_MESSAGE" | "INVITE_AGENT";
  /** As given, for logs and to recognise a repeat (BOT-085); null: none was given. */
  readonly id: string | null;
  /** `test`: the chat of test events (BOT-090), which no customer has. */
  readonly about: { readonly chat: number } | { readonly client: number } | { readonly test: true };
  /** Who the provider says writes; null: nothing said, or nobody's id. */
  readonly client: { readonly id: number | null } | null;
  /** Of BOT_MESSAGE. */
  readonly message: IncomingMessage | null;
}

const idMax = 255;

/** Wire to core of a parsed body: event, then fields (BOT-083). Pure. */
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

/** BOT-025: the chat, or who writes in it. */
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
/** Which event a parsed body is, whatever else is wrong with it; null: none that is supported. */
export function eventName(body: unknown): Incoming["event"] | null {
  return isJsonObject(body) && isSupported(body["event"]) ? body["event"] : null;
}

/** Whether a parsed body is about the chat of test events, whatever else is wrong with it. */
export function isTestEvent(body: unknown): boolean {
  return isJsonObject(body) && isTestId(isAbsent(body["chat_id"]) ? body["client_id"] : body["chat_id"]);
}

/** Text for logs; null when there is none. */
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
