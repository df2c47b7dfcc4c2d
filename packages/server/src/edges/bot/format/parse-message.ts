import type { BotMessageInput } from "../../../core/bot/message.ts";
import { isBlank } from "../../../core/text.ts";
import { JsonNumber, isJsonObject } from "../../../http/body/json.ts";
import { createInvalidRefusal, type BotRefusal } from "../responses.ts";
import { parseBotTime } from "./values.ts";
import type { FormatWarning } from "./warning.ts";

export interface IncomingMessage {
  readonly content: BotMessageInput;
  /** Time in ms since 1970, for information only (BOT-026). */
  readonly sentAt: number | null;
  readonly warnings: readonly FormatWarning[];
}
type Fields = Readonly<Record<string, unknown>>;

/** Parses the `message` of a BOT_MESSAGE (BOT-040 to BOT-043). */
export function parseMessage(input: unknown): IncomingMessage | BotRefusal {
  if (!isJsonObject(input))
    return createInvalidRefusal("message is missing or not an object.", "message", "BOT-043");
  const { type } = input;
  if (type === undefined || type === null)
    return createInvalidRefusal("message.type is missing.", "message.type", "BOT-043");
  const parser =
    typeof type === "string" && Object.hasOwn(parserByType, type) ? parserByType[type] : undefined;
  if (parser === undefined)
    return createInvalidRefusal(
      "message.type must be TEXT, MARKDOWN or BUTTONS.",
      "message.type",
      "BOT-043",
    );
  const warnings: FormatWarning[] = [];
  const content = parser(input);
  if ("status" in content) return content;
  const sentAt = parseBotTime(input["timestamp"]);
  if (sentAt === "unreadable")
    warnings.push({
      code: "timestamp_unreadable",
      message: "message.timestamp is not a valid time and was ignored.",
    });
  return { content, sentAt: sentAt === "unreadable" ? null : sentAt, warnings };
}

const parserByType: Readonly<Record<string, (message: Fields) => BotMessageInput | BotRefusal>> = {
  TEXT: parseText,
  MARKDOWN: parseMarkdown,
  BUTTONS: parseButtons,
};

function parseText(message: Fields): BotMessageInput | BotRefusal {
  const text = toText(message["text"]);
  if (text === null || isBlank(text))
    return createInvalidRefusal("message.text is missing or empty.", "message.text", "BOT-040");
  return { kind: "text", text };
}

/** Parses a message in Markdown. Without `content`, the plain `text` is the message (BOT-041). */
function parseMarkdown(message: Fields): BotMessageInput | BotRefusal {
  const content = toText(message["content"]) ?? "";
  const text = toText(message["text"]) ?? "";
  if (!isBlank(content)) return { kind: "markdown", content, text: isBlank(text) ? "" : text };
  if (isBlank(text))
    return createInvalidRefusal(
      "message.content is missing or empty, and so is message.text.",
      "message.content",
      "BOT-041",
    );
  return { kind: "text", text };
}

function parseButtons(message: Fields): BotMessageInput | BotRefusal {
  const { buttons } = message;
  if (!Array.isArray(buttons))
    return createInvalidRefusal(
      "message.buttons is missing or not a list.",
      "message.buttons",
      "BOT-042",
    );
  if (buttons.length === 0)
    return createInvalidRefusal("message.buttons is empty.", "message.buttons", "BOT-042");
  if (buttons.length > 3)
    return createInvalidRefusal(
      "message.buttons has more than 3 entries.",
      "message.buttons",
      "BOT-042",
    );
  const parsed: { id: string; text: string }[] = [];
  for (const [n, button] of (buttons as readonly unknown[]).entries()) {
    const field = `message.buttons[${n}]`;
    if (!isJsonObject(button))
      return createInvalidRefusal(`${field} is not an object.`, field, "BOT-042");
    const id = toVisibleText(button["id"]);
    const text = toVisibleText(button["text"]);
    if (id === null && text === null)
      return createInvalidRefusal(`${field} has neither text nor id.`, field, "BOT-042");
    parsed.push({ id: id ?? String(n + 1), text: text ?? id ?? "" });
  }
  const text = toText(message["text"]) ?? "";
  return {
    kind: "buttons",
    title: toText(message["title"]) ?? "",
    text: isBlank(text) ? "" : text,
    buttons: parsed,
  };
}

function toVisibleText(value: unknown): string | null {
  const text = toText(value);
  return text === null || isBlank(text) ? null : text;
}

/** Returns a string or number as text, else null. The core cleans and shortens it (BOT-044). */
function toText(value: unknown): string | null {
  const literal =
    value instanceof JsonNumber ? value.literal : typeof value === "number" ? String(value) : value;
  return typeof literal === "string" ? literal : null;
}
