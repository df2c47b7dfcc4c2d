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

/** Result of the timeout check of a chat. */
export interface Ticked {
  /** Time of the next check, milliseconds since 1970; null: the next journal entry decides. */
  readonly due: number | null;
  /** The operator who got an offer alone in this check (CORE-033). */
  readonly turn: number | null;
}

/**
 * Executes everything in a chat that is due by now, once (decision 0011, Timers). A late, repeated
 * or needless call is harmless. Subject: `{chat}`. Failure: `not_found`. Answers {@link
 * TimeoutResult}.
 */
export function tickChat(desk: Desk = emptyDesk): Verb {
  return (scene) => {
    const chat = scene.chat?.entity;
    if (chat === undefined) return fail("not_found", "There is no such chat.");
    // No timeout is applied if a message arrived after the snapshot (CORE-032): the caller takes a
    // new snapshot.
    if (scene.isSaid === true || desk.isOld()) return answered([], scene.now, null);
    const right = afterClockBack(chat, scene.config, scene.now);
    if (right !== null) return answered([{ name: "chat_updated", chat: right }], scene.now, null);
    const over = whatIsOver(scene, chat, desk);
    if (isFailure(over)) return over;
    // Consequences are due at once, such as the first offer of a chat that waits again.
    if (over.length > 0) return ticked(scene, over, null, scene.now - 1, desk);
    const climbed = climb(scene, chat, desk);
    if (climbed !== null) return ticked(scene, climbed.events, climbed.turn, scene.now, desk);
    return answered([], dueOf(scene, chat, scene.now, desk), null);
  };
}

/** Returns the events of timeouts that end something in this chat, the close first. */
function whatIsOver(scene: Scene, chat: ChatDraft, desk: Desk): readonly Event[] | Failure {
  // Here only later escalation steps count. Due ones run if nothing else is due.
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

/**
 * Returns the chat to its bot after nobody joined. It counts as missed, and operators may still
 * join (BOT-070).
 */
function endInvitation(scene: Scene, chat: ChatDraft): readonly Event[] {
  const state = after(chat.state, "return_to_bot");
  if (state === null || chat.bot === null) return [];
  const now = timeText(scene.now);
  // The bot receives messages of the meantime only now.
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
