import type { BotWarningCode } from "@parlour/protocol/bot";
import type { BotMessageInput } from "../../../core/bot/message.ts";
import { isBlank } from "../../../core/chat/text.ts";
import { JsonNumber, isJsonObject } from "../../../http/json.ts";
import { invalid, type BotRefusal } from "../answer.ts";
import { timeOf } from "./values.ts";

/**
 * Accepted deviation, shown in the delivery log and in the response (BOT-091). The event is
 * accepted.
 */
export interface Warning {
  readonly code: BotWarningCode;
  readonly message: string;
}
export interface IncomingMessage {
  readonly said: BotMessageInput;
  /** BOT-026: for information only, ms since 1970. */
  readonly sentAt: number | null;
  readonly warnings: readonly Warning[];
}
type Fields = Readonly<Record<string, unknown>>;

/** Parses the `message` of a BOT_MESSAGE (BOT-040 to BOT-043). Pure. */
export function incomingMessage(given: unknown): IncomingMessage | BotRefusal {
  if (!isJsonObject(given)) return invalid("message is missing or not an object.", "message", "BOT-043");
  const { type } = given;
  if (type === undefined || type === null) return invalid("message.type is missing.", "message.type", "BOT-043");
  const read = typeof type === "string" && Object.hasOwn(types, type) ? types[type] : undefined;
  if (read === undefined) return invalid("message.type must be TEXT, MARKDOWN or BUTTONS.", "message.type", "BOT-043");
  const warnings: Warning[] = [];
  const said = read(given);
  if ("status" in said) return said;
  const sentAt = timeOf(given["timestamp"]);
  if (sentAt === "unreadable") warnings.push({ code: "timestamp_unreadable", message: "message.timestamp is no time and was ignored." });
  return { said, sentAt: sentAt === "unreadable" ? null : sentAt, warnings };
}

const types: Readonly<Record<string, (message: Fields) => BotMessageInput | BotRefusal>> = {
  TEXT: textOf,
  MARKDOWN: markdownOf,
  BUTTONS: buttonsOf,
};

function textOf(message: Fields): BotMessageInput | BotRefusal {
  const text = words(message["text"]);
  if (text === null || isBlank(text)) return invalid("message.text is missing or empty.", "message.text", "BOT-040");
  return { kind: "text", text };
}

/** BOT-041: without `content`, the message is its plain `text`. */
function markdownOf(message: Fields): BotMessageInput | BotRefusal {
  const content = words(message["content"]) ?? "";
  const text = words(message["text"]) ?? "";
  if (!isBlank(content)) return { kind: "markdown", content, text: isBlank(text) ? "" : text };
  if (isBlank(text)) return invalid("message.content is missing or empty, and so is message.text.", "message.content", "BOT-041");
  return { kind: "text", text };
}

function buttonsOf(message: Fields): BotMessageInput | BotRefusal {
  const { buttons } = message;
  if (!Array.isArray(buttons)) return invalid("message.buttons is missing or not a list.", "message.buttons", "BOT-042");
  if (buttons.length === 0) return invalid("message.buttons is empty.", "message.buttons", "BOT-042");
  if (buttons.length > 3) return invalid("message.buttons has more than 3 entries.", "message.buttons", "BOT-042");
  const read: { id: string; text: string }[] = [];
  for (const [n, button] of (buttons as readonly unknown[]).entries()) {
    const field = `message.buttons[${n}]`;
    if (!isJsonObject(button)) return invalid(`${field} is not an object.`, field, "BOT-042");
    const id = present(button["id"]);
    const text = present(button["text"]);
    if (id === null && text === null) return invalid(`${field} has neither text nor id.`, field, "BOT-042");
    read.push({ id: id ?? String(n + 1), text: text ?? id ?? "" });
  }
  const text = words(message["text"]) ?? "";
  return { kind: "buttons", title: words(message["title"]) ?? "", text: isBlank(text) ? "" : text, buttons: read };
}

function present(value: unknown): string | null {
  const text = words(value);
  return text === null || isBlank(text) ? null : text;
}

/**
 * Returns a string, or a number as text. Null for anything else. The core cleans and cuts the text
 * (BOT-044).
 */
function words(value: unknown): string | null {
  const given = value instanceof JsonNumber ? value.literal : typeof value === "number" ? String(value) : value;
  return typeof given === "string" ? given : null;
}
