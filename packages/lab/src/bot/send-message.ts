import { randomUUID } from "node:crypto";
import { postToParlour } from "../channel/send-message.ts";
import type { LabState } from "../state.ts";
import { maskBotToken } from "../endpoints/received-request.ts";
import { addBotChatEntry, type LabBotChat, type LabBotChatEntry } from "./chat.ts";

/** Messages that the user of the lab sends as the bot (BOT-040 – BOT-042, BOT-070). */
export type BotMessageInput =
  | { readonly type: "TEXT"; readonly text: string }
  | { readonly type: "MARKDOWN"; readonly content: string; readonly text: string }
  | {
      readonly type: "BUTTONS";
      readonly title: string;
      readonly text: string;
      readonly buttons: readonly string[];
    }
  | { readonly type: "INVITE_AGENT" };

/** The bytes of the first attempt. A repeat with the same key must be identical (BOT-085). */
const bodies = new WeakMap<LabBotChatEntry, string>();

/** Validates only the shape, because the lab shows how Parlour rejects invalid values. */
export async function sendBotMessage(
  state: LabState,
  chat: LabBotChat,
  input: BotMessageInput,
): Promise<void> {
  const key = randomUUID();
  const seconds = Math.floor(Date.now() / 1000);
  const ids = { id: key, client_id: chat.clientId, chat_id: chat.chatId };
  const event =
    input.type === "INVITE_AGENT"
      ? { event: "INVITE_AGENT", ...ids }
      : { event: "BOT_MESSAGE", ...ids, message: { ...toMessage(input), timestamp: seconds } };
  const line = addBotChatEntry(chat, {
    key,
    from: "bot",
    kind: input.type,
    text: toDisplayText(input),
    at: Date.now(),
    state: "sending",
    detail: null,
    times: 0,
  });
  bodies.set(line, JSON.stringify(event));
  await postLine(state, chat, line);
}

/** Sends the same event again with the same key. */
export async function resendBotMessage(
  state: LabState,
  chat: LabBotChat,
  key: string,
): Promise<void> {
  const line = chat.lines.find((botLine) => botLine.key === key && botLine.from === "bot");
  if (line !== undefined && line.state !== "sending") await postLine(state, chat, line);
}

async function postLine(state: LabState, chat: LabBotChat, line: LabBotChatEntry): Promise<void> {
  line.state = "sending";
  line.times += 1;
  state.publish({ botChat: chat });
  const url = state.secrets.botAddress;
  const response =
    url === null
      ? {
          status: null,
          text: "The lab does not know where the bot posts: give it the address first.",
        }
      : await postToParlour(state, {
          side: "bot",
          url,
          shown: maskBotToken(url),
          eventName: line.kind,
          body: bodies.get(line) ?? "{}",
          headers: { "idempotency-key": line.key },
        });
  line.state =
    response.status === 200 ? "accepted" : response.status === null ? "unanswered" : "refused";
  line.detail = response.status === 200 ? null : response.text;
  if (response.status === 200 && line.kind === "INVITE_AGENT" && chat.state === "bot")
    chat.state = "invited";
  state.publish({ botChat: chat });
}

function toMessage(
  input: Exclude<BotMessageInput, { type: "INVITE_AGENT" }>,
): Readonly<Record<string, unknown>> {
  if (input.type === "TEXT") return input;
  // Omit an empty text, so that Parlour generates a text for chat channels (BOT-091).
  const text = input.text === "" ? {} : { text: input.text };
  if (input.type === "MARKDOWN") return { type: input.type, content: input.content, ...text };
  return {
    type: input.type,
    title: input.title,
    ...text,
    buttons: input.buttons.map((label, n) => ({ id: `b${n + 1}`, text: label })),
  };
}

function toDisplayText(input: BotMessageInput): string {
  if (input.type === "INVITE_AGENT") return "Calls an operator.";
  if (input.type === "TEXT") return input.text;
  if (input.type === "MARKDOWN") return input.content;
  return `${input.title}\n${input.buttons.map((label) => `[${label}]`).join(" ")}`;
}
