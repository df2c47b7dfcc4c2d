import { systemLine, timeText } from "../chat/draft.ts";
import { after } from "../chat/state.ts";
import type { Outcome } from "../entity.ts";
import type { ChatDraft, Event } from "../event.ts";
import type { Decision, Scene, Verb } from "../ports.ts";
import { attachedBot, canAnswer } from "./scope.ts";

/** Why a chat leaves its bot. Also the code of the system message. */
export type HandOverReason = "bot_failed" | "bot_off" | "bot_silent";

/**
 * Hands a chat over to operators because its bot did not accept a visitor's message (BOT-053). Has
 * no effect if the bot no longer has the chat, so it may run twice. `deliveryId`: hands over only
 * while this delivery is stored in the chat as undelivered and unanswered (BOT-055). `status`: the
 * HTTP status, if it is the reason. Subject: `{chat}`. Answers `{"handed_over":boolean}`, with
 * `"answered":true` if the bot has answered.
 */
export function failBot(input: {
  readonly botId: number;
  readonly outcome: Outcome;
  readonly status?: number | null;
  readonly deliveryId?: number;
}): Verb {
  return (scene) => {
    const chat = scene.chat?.entity;
    const bot = chat === undefined ? null : attachedBot(chat);
    if (chat === undefined || bot?.id !== input.botId) return nothing;
    if (input.deliveryId !== undefined && !isUnanswered(bot, input.deliveryId)) return hasAnswered;
    const detail = input.outcome === "http_error" && input.status ? `http_error ${input.status}` : input.outcome;
    return decided(handOver(scene, chat, "bot_failed", `Bot did not answer: ${detail.replaceAll("_", " ")}`, detail));
  };
}

/**
 * Hands a chat over because its bot was disabled, suspended or removed, or its endpoint was paused
 * (CORE-031, API-051). Has no effect while the connection works. Subject: `{chat}`. Answers
 * `{"handed_over":boolean}`.
 */
export function botGone(): Verb {
  return (scene) => {
    const chat = scene.chat?.entity;
    const bot = chat === undefined ? null : attachedBot(chat);
    if (chat === undefined || bot === null) return nothing;
    const now = scene.config.bots.get(bot.id);
    if (canAnswer(now)) return nothing;
    const words = now?.enabled === true ? `The bot ${bot.name} is paused` : `The bot ${bot.name} was switched off`;
    return decided(handOver(scene, chat, "bot_off", words));
  };
}

function isUnanswered({ undelivered }: NonNullable<ChatDraft["bot"]>, deliveryId: number): boolean {
  return undelivered?.delivery_id === deliveryId && undelivered.answered_at === undefined;
}

/**
 * Returns the events that move a chat from its bot to operators; none if it is closed. A chat that
 * already waits keeps the start of its wait.
 */
export function handOver(scene: Scene, chat: ChatDraft, reason: HandOverReason, words: string, detail?: string): readonly Event[] {
  const state = after(chat.state, "bot_failed");
  if (state === null) return [];
  const next: ChatDraft = { ...chat, state, bot: detached(chat.bot), wait: { since: chat.wait?.since ?? timeText(scene.now) } };
  return [
    systemLine(scene, chat.id, { code: reason, ...(detail === undefined ? {} : { detail }) }, words),
    { name: "chat_handed_over", chat: next, by: null, reason },
  ];
}

/**
 * Returns the bot data after the bot lost the chat: without active buttons (BOT-046) and timers.
 * `missed_at` remains until an operator joins.
 */
export function detached(bot: ChatDraft["bot"]): ChatDraft["bot"] {
  if (bot === null) return null;
  const { buttons: _, silent_since: __, undelivered: ___, choices: ____, ...rest } = bot;
  return { ...rest, attached: false };
}

const nothing: Decision = { events: [], answer: '{"handed_over":false}' };
const hasAnswered: Decision = { events: [], answer: '{"handed_over":false,"answered":true}' };
function decided(events: readonly Event[]): Decision {
  return events.length === 0 ? nothing : { events, answer: '{"handed_over":true}' };
}
