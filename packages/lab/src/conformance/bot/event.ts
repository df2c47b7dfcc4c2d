import { omitAbsent } from "@parlour/protocol/omit-absent";
import { toObject } from "../json-reply.ts";

/** Why Parlour would reject an event: the rule, the response of BOT-081, and advice. */
export interface BotEventRefusal {
  readonly rule: string;
  readonly status: number;
  readonly code: string;
  readonly reason?: string;
  readonly seen: string;
  readonly advice: string;
}
/** `warnings`: accepted values that may have another effect than the bot expects. */
export type ParsedBotEvent =
  | {
      readonly event: "BOT_MESSAGE" | "INVITE_AGENT";
      readonly chatId: string;
      readonly warnings: readonly string[];
    }
  | { readonly refusal: BotEventRefusal };

const providerEvents = new Set([
  "CLIENT_MESSAGE",
  "AGENT_JOINED",
  "AGENT_UNAVAILABLE",
  "CHAT_CLOSED",
]);
const toText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
/** Creates a refusal with status 400. */
export const createBotEventRefusal = (
  rule: string,
  seen: string,
  advice: string,
): BotEventRefusal => ({
  rule,
  status: 400,
  code: "invalid_request",
  seen,
  advice,
});
const refuseWith = (
  rule: string,
  seen: string,
  advice: string,
  { status = 400, reason }: { readonly status?: number; readonly reason?: string } = {},
): { readonly refusal: BotEventRefusal } => ({
  refusal: {
    ...createBotEventRefusal(rule, seen, advice),
    status,
    ...omitAbsent({ reason }),
  },
});

/** Validates an event of the bot by BOT-020, BOT-025 and BOT-040 – BOT-043. */
export function parseBotEvent(
  value: unknown,
  findChat: (clientId: string) => string | undefined,
): ParsedBotEvent {
  const top = toObject(value);
  if (top === null)
    return refuseWith("BOT-013", "the body is no JSON object", "Send one event as a JSON object.");
  const event = top["event"];
  if (typeof event !== "string" || event === "")
    return refuseWith(
      "BOT-020",
      `event is ${JSON.stringify(event) ?? "missing"}`,
      "Name the event: BOT_MESSAGE or INVITE_AGENT.",
    );
  if (event !== "BOT_MESSAGE" && event !== "INVITE_AGENT")
    return refuseWith(
      "BOT-020",
      `event is ${JSON.stringify(event)}`,
      providerEvents.has(toText(event))
        ? "This event goes to the bot only."
        : "Names are compared exactly: BOT_MESSAGE, INVITE_AGENT.",
      { status: 405, reason: "unsupported_event" },
    );
  const warnings: string[] = [];
  if (toText(top["id"]) === "")
    warnings.push("without an id an event cannot be found in the ledger by the bot's own id");
  let chatId = toText(top["chat_id"]);
  if (chatId === "") chatId = findChat(toText(top["client_id"])) ?? "";
  if (chatId === "")
    return refuseWith(
      "BOT-020",
      "chat_id is missing",
      "Send back the chat_id (and client_id) of the CLIENT_MESSAGE.",
    );
  if (event === "INVITE_AGENT") return { event, chatId, warnings };
  const refused = validateMessage(top["message"], warnings);
  return refused ?? { event, chatId, warnings };
}

function validateMessage(
  value: unknown,
  warnings: string[],
): { readonly refusal: BotEventRefusal } | null {
  const message = toObject(value);
  if (message === null)
    return refuseWith(
      "BOT-043",
      "message is missing or no object",
      'Send "message":{"type":"TEXT","text":"…"}.',
    );
  const hasText = toText(message["text"]).trim() !== "";
  switch (message["type"]) {
    case "TEXT":
      return hasText
        ? null
        : refuseWith("BOT-040", "TEXT without text", "text must hold more than white space.");
    case "MARKDOWN":
      if (toText(message["content"]).trim() === "" && !hasText)
        return refuseWith(
          "BOT-041",
          "MARKDOWN without content and text",
          "Send content, and text for channels that show no Markdown.",
        );
      if (!hasText)
        warnings.push(
          "MARKDOWN without text: customers of chat channels get its content without marks (BOT-091)",
        );
      return null;
    case "BUTTONS":
      if (!hasText)
        warnings.push(
          "BUTTONS without text: customers of chat channels get the title and numbered labels (BOT-091)",
        );
      return validateButtons(message["buttons"]);
    default:
      return refuseWith(
        "BOT-043",
        `message.type is ${JSON.stringify(message["type"])}`,
        "Types are TEXT, MARKDOWN and BUTTONS, in capitals.",
      );
  }
}

function validateButtons(buttons: unknown): { readonly refusal: BotEventRefusal } | null {
  if (!Array.isArray(buttons) || buttons.length < 1 || buttons.length > 3)
    return refuseWith(
      "BOT-042",
      `${Array.isArray(buttons) ? buttons.length : "no"} buttons`,
      "Send one to three buttons.",
    );
  for (const button of buttons as readonly unknown[]) {
    const fields = toObject(button);
    if (
      fields === null ||
      (toText(fields["text"]).trim() === "" && toText(fields["id"]).trim() === "")
    )
      return refuseWith(
        "BOT-042",
        "a button without text and id",
        "Each button has a text (shown) and an id (sent back as button_id).",
      );
  }
  return null;
}
