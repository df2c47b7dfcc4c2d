import { attachedBot, isInvited } from "../bot/scope.ts";
import type { Presence } from "../entity.ts";
import type { ChatDraft } from "../event.ts";
import type { AccountConfig } from "../ports.ts";
import { nextRung } from "../routing/ladder.ts";
import { isRunning } from "./state.ts";

/** The next timeout of a chat and its time (milliseconds since 1970). */
export type Due = { readonly kind: "inactivity" | "invitation" | "silence" | "transfer" | "ladder"; readonly at: number };

/**
 * Returns the next timeout of a chat (decision 0011, Timers), null: none. Considers inactivity
 * (CORE-032), invitations (BOT-070), a bot's silence (BOT-077), transfers (API-025) and escalation
 * steps after `now` (CORE-035). `lastMessageAt`: time of the last message; null: unknown. Timeouts
 * of offline operators (CORE-031) need presence, so they are not included.
 */
export function nextDue(chat: ChatDraft, config: AccountConfig, now: number, lastMessageAt: number | null): Due | null {
  if (!isRunning(chat.state)) return null;
  const all = [inactivity(config, lastMessageAt), botDue(chat, config), transfer(chat), ladder(chat, config, now)];
  return all.reduce((first, one) => (one === null || (first !== null && first.at <= one.at) ? first : one), null);
}

/**
 * Returns when to check a chat after a journal entry written at `at`. A check that is too early is
 * harmless, one that is too late is not. A chat that starts to wait is due at once for its first
 * offer (CORE-035), as is one whose operators are all offline (CORE-031). The time of the last
 * message is unknown here; `at` is used instead.
 */
export function dueAfter(chat: ChatDraft, config: AccountConfig, at: number, presence: (operatorId: number) => Presence): number | null {
  // This includes a chat that already waited: if the invitation of its bot ends for another reason,
  // the offers start again (BOT-053).
  const isNew = chat.wait !== null && chat.wait.step === undefined && chat.wait.offered === undefined;
  const next = isNew ? at : (nextDue(chat, config, at, at)?.at ?? Infinity);
  const isAlone = chat.state === "open" && chat.participants.every((one) => presence(one.id) === "offline");
  const { graceMs, reassignMs } = config.routing;
  // It is unknown here whether a message is unanswered; the check finds out (CORE-153).
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
