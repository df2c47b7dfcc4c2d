import { randomUUID } from "node:crypto";
import { postToParlour } from "../outbox.ts";
import type { LabState } from "../state.ts";
import { hideToken } from "../taken.ts";
import { addLine, type BotChat, type BotLine } from "./chat.ts";

/** Messages that the user of the lab sends as the bot (BOT-040 – BOT-042, BOT-070). */
export type BotSay =
  | { readonly type: "TEXT"; readonly text: string }
  | { readonly type: "MARKDOWN"; readonly content: string; readonly text: string }
  | { readonly type: "BUTTONS"; readonly title: string; readonly text: string; readonly buttons: readonly string[] }
  | { readonly type: "INVITE_AGENT" };

/** The first sent bytes, because a repeat with the same key must be identical (BOT-085). */
const bodies = new WeakMap<BotLine, string>();

/**
 * Posts a bot message to Parlour. Validates only the shape, because the lab shows what Parlour
 * rejects.
 */
export async function botSays(state: LabState, chat: BotChat, what: BotSay): Promise<void> {
  const key = randomUUID();
  const seconds = Math.floor(Date.now() / 1000);
  const about = { id: key, client_id: chat.clientId, chat_id: chat.chatId };
  const event =
    what.type === "INVITE_AGENT"
      ? { event: "INVITE_AGENT", ...about }
      : { event: "BOT_MESSAGE", ...about, message: { ...messageOf(what), timestamp: seconds } };
  const line = addLine(chat, {
    key,
    from: "bot",
    kind: what.type,
    text: shownOf(what),
    at: Date.now(),
    state: "sending",
    detail: null,
    times: 0,
  });
  bodies.set(line, JSON.stringify(event));
  await post(state, chat, line);
}

/** Sends the same event again with the same key. */
export async function botAgain(state: LabState, chat: BotChat, key: string): Promise<void> {
  const line = chat.lines.find((one) => one.key === key && one.from === "bot");
  if (line !== undefined && line.state !== "sending") await post(state, chat, line);
}

async function post(state: LabState, chat: BotChat, line: BotLine): Promise<void> {
  line.state = "sending";
  line.times += 1;
  state.tell({ botChat: chat });
  const url = state.hidden.botAddress;
  const answer =
    url === null
      ? { status: null, text: "The lab does not know where the bot posts: give it the address first." }
      : await postToParlour(state, {
          side: "bot",
          url,
          shown: hideToken(url),
          what: line.kind,
          body: bodies.get(line) ?? "{}",
          headers: { "idempotency-key": line.key },
        });
  line.state = answer.status === 200 ? "accepted" : answer.status === null ? "unanswered" : "refused";
  line.detail = answer.status === 200 ? null : answer.text;
  if (answer.status === 200 && line.kind === "INVITE_AGENT" && chat.state === "bot") chat.state = "invited";
  state.tell({ botChat: chat });
}

function messageOf(what: Exclude<BotSay, { type: "INVITE_AGENT" }>): Readonly<Record<string, unknown>> {
  if (what.type === "TEXT") return what;
  // Left out if empty, so that Parlour generates a text for chat channels (BOT-091).
  const text = what.text === "" ? {} : { text: what.text };
  if (what.type === "MARKDOWN") return { type: what.type, content: what.content, ...text };
  return { type: what.type, title: what.title, ...text, buttons: what.buttons.map((label, n) => ({ id: `b${n + 1}`, text: label })) };
}

function shownOf(what: BotSay): string {
  if (what.type === "INVITE_AGENT") return "Calls an operator.";
  if (what.type === "TEXT") return what.text;
  if (what.type === "MARKDOWN") return what.content;
  return `${what.title}\n${what.buttons.map((label) => `[${label}]`).join(" ")}`;
}
