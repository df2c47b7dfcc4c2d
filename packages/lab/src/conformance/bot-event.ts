import { objectOf } from "./reply.ts";

/**
 * Why Parlour would reject an event of a bot: the rule, the response of BOT-081, and what to do.
 */
export interface Refusal {
  readonly rule: string;
  readonly status: number;
  readonly code: string;
  readonly reason?: string;
  readonly seen: string;
  readonly advice: string;
}
/** `warnings`: accepted values that may have another effect than the bot expects. */
export type Taken =
  | { readonly event: "BOT_MESSAGE" | "INVITE_AGENT"; readonly chatId: string; readonly warnings: readonly string[] }
  | { readonly refusal: Refusal };

const toProvider = new Set(["CLIENT_MESSAGE", "AGENT_JOINED", "AGENT_UNAVAILABLE", "CHAT_CLOSED"]);
const text = (value: unknown): string => (typeof value === "string" ? value : typeof value === "number" ? String(value) : "");
/** Creates a refusal with status 400. */
export const bad = (rule: string, seen: string, advice: string): Refusal => ({ rule, status: 400, code: "invalid_request", seen, advice });
const refuse = (rule: string, seen: string, advice: string, status = 400, reason?: string): { readonly refusal: Refusal } => ({
  refusal: { ...bad(rule, seen, advice), status, ...(reason === undefined ? {} : { reason }) },
});

/**
 * Validates a posted bot event by BOT-020, BOT-025 and BOT-040 – BOT-043. `findChat`: returns the
 * chat of a client.
 */
export function readBotEvent(value: unknown, chatOf: (clientId: string) => string | undefined): Taken {
  const top = objectOf(value);
  if (top === null) return refuse("BOT-013", "the body is no JSON object", "Send one event as a JSON object.");
  const event = top["event"];
  if (typeof event !== "string" || event === "")
    return refuse("BOT-020", `event is ${JSON.stringify(event) ?? "missing"}`, "Name the event: BOT_MESSAGE or INVITE_AGENT.");
  if (event !== "BOT_MESSAGE" && event !== "INVITE_AGENT")
    return refuse(
      "BOT-020",
      `event is ${JSON.stringify(event)}`,
      toProvider.has(text(event)) ? "This event goes to the bot only." : "Names are compared exactly: BOT_MESSAGE, INVITE_AGENT.",
      405,
      "unsupported_event",
    );
  const warnings: string[] = [];
  if (text(top["id"]) === "") warnings.push("without an id an event cannot be found in the ledger by the bot's own id");
  let chatId = text(top["chat_id"]);
  if (chatId === "") chatId = chatOf(text(top["client_id"])) ?? "";
  if (chatId === "") return refuse("BOT-020", "chat_id is missing", "Send back the chat_id (and client_id) of the CLIENT_MESSAGE.");
  if (event === "INVITE_AGENT") return { event, chatId, warnings };
  const fault = messageFault(top["message"], warnings);
  return fault ?? { event, chatId, warnings };
}

function messageFault(value: unknown, warnings: string[]): { readonly refusal: Refusal } | null {
  const message = objectOf(value);
  if (message === null) return refuse("BOT-043", "message is missing or no object", 'Send "message":{"type":"TEXT","text":"…"}.');
  const hasText = text(message["text"]).trim() !== "";
  switch (message["type"]) {
    case "TEXT":
      return hasText ? null : refuse("BOT-040", "TEXT without text", "text must hold more than white space.");
    case "MARKDOWN":
      if (text(message["content"]).trim() === "" && !hasText)
        return refuse("BOT-041", "MARKDOWN without content and text", "Send content, and text for channels that show no Markdown.");
      if (!hasText) warnings.push("MARKDOWN without text: customers of chat channels get its content without marks (BOT-091)");
      return null;
    case "BUTTONS":
      if (!hasText) warnings.push("BUTTONS without text: customers of chat channels get the title and numbered labels (BOT-091)");
      return buttonsFault(message["buttons"]);
    default:
      return refuse("BOT-043", `message.type is ${JSON.stringify(message["type"])}`, "Types are TEXT, MARKDOWN and BUTTONS, in capitals.");
  }
}

function buttonsFault(buttons: unknown): { readonly refusal: Refusal } | null {
  if (!Array.isArray(buttons) || buttons.length < 1 || buttons.length > 3)
    return refuse("BOT-042", `${Array.isArray(buttons) ? buttons.length : "no"} buttons`, "Send one to three buttons.");
  for (const button of buttons as readonly unknown[]) {
    const one = objectOf(button);
    if (one === null || (text(one["text"]).trim() === "" && text(one["id"]).trim() === ""))
      return refuse("BOT-042", "a button without text and id", "Each button has a text (shown) and an id (sent back as button_id).");
  }
  return null;
}
