import { handOver } from "../bot/hand-over.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail } from "../failure.ts";
import type { Scene, Verb } from "../ports.ts";
import { systemLine, timeText } from "./draft.ts";
import { nextDue } from "./due.ts";
import { after } from "./state.ts";

/**
 * Time has passed in a chat: does what is due by now, once (decision 0011, Timers). One that comes late, twice or for nothing does no harm.
 * Subject: `{chat}`. Failure: `not_found`. Answers `{"due": milliseconds since 1970 | null}`, when to come again.
 */
export function tickChat(): Verb {
  return (scene) => {
    const chat = scene.chat?.entity;
    if (chat === undefined) return fail("not_found", "There is no such chat.");
    const due = nextDue(chat, scene.config);
    if (due === null || due.at > scene.now) return { events: [], answer: JSON.stringify({ due: due?.at ?? null }) };
    const events = due.kind === "invitation" ? endInvitation(scene, chat) : endSilence(scene, chat);
    const last = events.findLast((event) => "chat" in event);
    const next = last !== undefined && "chat" in last ? nextDue(last.chat, scene.config) : null;
    return { events, answer: JSON.stringify({ due: next?.at ?? null }) };
  };
}

/** Nobody came: back to the bot, and a missed chat for operators, who may still join (BOT-070). */
function endInvitation(scene: Scene, chat: ChatDraft): readonly Event[] {
  const state = after(chat.state, "return_to_bot");
  if (state === null || chat.bot === null) return [];
  const now = timeText(scene.now);
  // What the customer wrote meanwhile reaches the bot only now.
  const silence = chat.bot.silent_since === undefined ? {} : { silent_since: now };
  const next: ChatDraft = { ...chat, state, wait: null, bot: { ...chat.bot, missed_at: now, ...silence } };
  return [
    systemLine(scene, chat.id, { code: "invite_expired" }, `Nobody joined in time; ${chat.bot.name} goes on`),
    { name: "chat_updated", chat: next },
  ];
}

function endSilence(scene: Scene, chat: ChatDraft): readonly Event[] {
  return handOver(scene, chat, "bot_silent", `${chat.bot?.name ?? "The bot"} was silent for too long`);
}
