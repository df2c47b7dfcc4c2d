import { attachedBot, isInvited } from "../bot/scope.ts";
import type { Presence } from "../entity.ts";
import type { ChatDraft } from "../event.ts";
import type { AccountConfig } from "../ports.ts";
import { nextRung } from "../routing/ladder.ts";
import { isRunning } from "./state.ts";

/** What a chat waits for by time, and until when (milliseconds since 1970). */
export type Due = { readonly kind: "inactivity" | "invitation" | "silence" | "transfer" | "ladder"; readonly at: number };

/**
 * What of a chat falls due next (decision 0011, Timers): the close for inactivity (CORE-032), the end of an invitation (BOT-070), of patience
 * with a silent bot (BOT-077), of a transfer (API-025), a step of the ladder after `now` (CORE-035); null: nothing. `lastMessageAt`: when
 * somebody last wrote; null: not known. Whose owner is gone (CORE-031) only those know who know presence.
 */
export function nextDue(chat: ChatDraft, config: AccountConfig, now: number, lastMessageAt: number | null): Due | null {
  if (!isRunning(chat.state)) return null;
  const all = [inactivity(config, lastMessageAt), botDue(chat, config), transfer(chat), ladder(chat, config, now)];
  return all.reduce((first, one) => (one === null || (first !== null && first.at <= one.at) ? first : one), null);
}

/**
 * When a chat has to be looked at after an entry of the journal with it, written at `at`: early is harmless, late is not. A chat that begins to
 * wait is due at once, for its first offer (CORE-035), one whose people are all offline too, for their grace (CORE-031). When somebody last
 * wrote is not known here; nobody did before the chat's first entry.
 */
export function dueAfter(chat: ChatDraft, config: AccountConfig, at: number, presence: (operatorId: number) => Presence): number | null {
  // Also one that waits since before: whoever was asked by an invitation of its bot is asked anew when it ends otherwise (BOT-053).
  const isNew = chat.wait !== null && chat.wait.step === undefined && chat.wait.offered === undefined;
  const next = isNew ? at : (nextDue(chat, config, at, at)?.at ?? Infinity);
  const isAlone = chat.state === "open" && chat.participants.every((one) => presence(one.id) === "offline");
  const { graceMs, reassignMs } = config.routing;
  // Whether a message is unanswered is not known here: the look then finds out (CORE-153).
  const silent = chat.state === "open" && reassignMs > 0 ? at + reassignMs : Infinity;
  const due = Math.min(next, isAlone && graceMs > 0 ? at : Infinity, silent);
  return Number.isFinite(due) ? due : null;
}

function inactivity({ routing }: AccountConfig, lastMessageAt: number | null): Due | null {
  if (lastMessageAt === null || routing.inactivityMs === 0) return null;
  return { kind: "inactivity", at: lastMessageAt + routing.inactivityMs };
}
function botDue(chat: ChatDraft, config: AccountConfig): Due | null {
  const bot = attachedBot(chat);
  if (bot === null) return null;
  if (isInvited(chat)) {
    const until = chat.wait?.invited_until;
    return until === undefined ? null : { kind: "invitation", at: Date.parse(until) };
  }
  const silentMs = config.bots.get(bot.id)?.silentMs ?? 0;
  if (chat.state !== "bot" || bot.silent_since === undefined || silentMs === 0) return null;
  return { kind: "silence", at: Date.parse(bot.silent_since) + silentMs };
}
function transfer({ transfer: open }: ChatDraft): Due | null {
  return open ? { kind: "transfer", at: Date.parse(open.until) } : null;
}
function ladder(chat: ChatDraft, config: AccountConfig, now: number): Due | null {
  const at = nextRung(chat, config, now);
  return at === null ? null : { kind: "ladder", at };
}
