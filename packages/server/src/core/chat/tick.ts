import { handOver } from "../bot/hand-over.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import type { Decision, Scene, Verb } from "../ports.ts";
import { emptyDesk, type Desk } from "../routing/desk.ts";
import { climb } from "../routing/ladder.ts";
import { graceEnd, ownerGone } from "../routing/owner-gone.ts";
import { reassign, reassignDue } from "../routing/reassign.ts";
import { afterClockBack } from "./clock-back.ts";
import { closeChat } from "./close.ts";
import { systemLine, timeText } from "./draft.ts";
import { nextDue } from "./due.ts";
import { after } from "./state.ts";
import { endTransfer, targetGoneAt } from "./transfer.ts";

/** What became of a look at a chat. */
export interface Ticked {
  /** When to come again, milliseconds since 1970; null: something else will say. */
  readonly due: number | null;
  /** The operator who is asked alone since this look (CORE-033). */
  readonly turn: number | null;
}

/**
 * Time has passed in a chat: does what is due by now, once (decision 0011, Timers). One that comes late, twice or for nothing does no harm.
 * Subject: `{chat}`. Failure: `not_found`. Answers {@link Ticked}.
 */
export function tickChat(desk: Desk = emptyDesk): Verb {
  return (scene) => {
    const chat = scene.chat?.entity;
    if (chat === undefined) return fail("not_found", "There is no such chat.");
    // Nothing ends over a message that came since the desk was gathered (CORE-032): it is gathered again.
    if (scene.isSaid === true || desk.isOld()) return answered([], scene.now, null);
    const right = afterClockBack(chat, scene.config, scene.now);
    if (right !== null) return answered([{ name: "chat_updated", chat: right }], scene.now, null);
    const over = whatIsOver(scene, chat, desk);
    if (isFailure(over)) return over;
    // What follows from it, the first offer of a chat that waits again, is due at once.
    if (over.length > 0) return ticked(scene, over, null, scene.now - 1, desk);
    const climbed = climb(scene, chat, desk);
    if (climbed !== null) return ticked(scene, climbed.events, climbed.turn, scene.now, desk);
    return answered([], dueOf(scene, chat, scene.now, desk), null);
  };
}

/** What ends by time in this chat, the final end first. */
function whatIsOver(scene: Scene, chat: ChatDraft, desk: Desk): readonly Event[] | Failure {
  // Of the ladder only what comes later counts here: it is looked at whenever there is nothing else.
  const due = nextDue(chat, scene.config, scene.now, desk.lastMessageAt);
  if (due !== null && due.at <= scene.now) {
    if (due.kind === "inactivity") {
      const closed = closeChat({ cause: "inactivity" })(scene);
      return isFailure(closed) ? closed : closed.events;
    }
    if (due.kind === "invitation") return endInvitation(scene, chat);
    if (due.kind === "silence") return handOver(scene, chat, "bot_silent", `${chat.bot?.name ?? "The bot"} was silent for too long`);
    if (due.kind === "transfer") return endTransfer(scene, chat, targetGoneAt(chat, desk) <= due.at ? "offline" : "expired");
  }
  if (targetGoneAt(chat, desk) <= scene.now) return endTransfer(scene, chat, "offline");
  const grace = graceEnd(chat, scene.config.routing, desk);
  return grace !== null && grace <= scene.now ? ownerGone(scene, chat) : reassign(scene, chat, desk);
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

function ticked(scene: Scene, events: readonly Event[], turn: number | null, from: number, desk: Desk): Decision {
  const last = events.findLast((event) => "chat" in event);
  return answered(events, last !== undefined && "chat" in last ? dueOf(scene, last.chat, from, desk) : null, turn);
}

function dueOf(scene: Scene, chat: ChatDraft, from: number, desk: Desk): number | null {
  const due = nextDue(chat, scene.config, from, desk.lastMessageAt)?.at ?? Infinity;
  const { routing } = scene.config;
  const silent = reassignDue(chat, routing, desk, from) ?? Infinity;
  const first = Math.min(due, graceEnd(chat, routing, desk) ?? Infinity, targetGoneAt(chat, desk), silent);
  return Number.isFinite(first) ? first : null;
}

const answered = (events: readonly Event[], due: number | null, turn: number | null): Decision => ({
  events,
  answer: JSON.stringify({ due, turn } satisfies Ticked),
});
