import { getActiveBot, hasPendingInvite } from "../../bot/assignment.ts";
import type { Presence } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import type { AccountConfig } from "../../command.ts";
import { nextAssignmentReminderAt } from "../../routing/assigned.ts";
import { nextEscalationAt } from "../../routing/escalation-time.ts";
import { getNextPromiseChange, getPromiseEnd } from "../sla/promise.ts";
import { getSnoozeEnd } from "../snooze.ts";
import { getNextSlaChange } from "../sla/set-sla.ts";
import { isRunningChatState } from "../state-machine.ts";
import { getInactivityMs } from "./inactivity.ts";

/** The next timeout of a chat, and its time in milliseconds since 1970. */
export type ChatTimeout = {
  readonly kind:
    | "inactivity"
    | "invitation"
    | "silence"
    | "transfer"
    | "ladder"
    | "snooze"
    | "sla"
    | "promise";
  readonly at: number;
};

/** The messages of a chat, as the timeout for inactivity needs them. */
export interface LastMessage {
  /** Time of the last message, without system messages, or null if unknown. */
  readonly lastMessageAt: number | null;
  /** True if neither an operator nor a bot wrote after the visitor's last message. */
  readonly isVisitorLast: boolean;
}

/**
 * Returns the next timeout of a chat (decision 0073), or null if there is none. Considers
 * inactivity (CORE-032), invitations (BOT-070), a bot's silence (BOT-077), transfers (API-025), due
 * times (SLA-013), its promise (PROM-003) and escalation steps after `now` (CORE-035), or only the
 * promise, transfers and the end of its snooze (SNZ-002). Timeouts of offline operators (CORE-031)
 * need presence, so they are not included.
 */
export function getNextChatTimeout(
  chat: ChatData,
  config: AccountConfig,
  now: number,
  last: LastMessage,
): ChatTimeout | null {
  if (!isRunningChatState(chat.state)) return null;
  const timeouts: readonly (ChatTimeout | null)[] =
    chat.snoozed === undefined
      ? [
          inactivityTimeout(chat, config, now, last),
          botTimeout(chat, config),
          transferTimeout(chat),
          escalationTimeout(chat, config, now),
          slaTimeout(chat),
          promiseTimeout(chat),
        ]
      : [promiseTimeout(chat), snoozeTimeout(chat.snoozed), transferTimeout(chat)];
  return timeouts.reduce(
    (first, timeout) =>
      timeout === null || (first !== null && first.at <= timeout.at) ? first : timeout,
    null,
  );
}

/**
 * Returns when to check a chat after a journal entry written at `at`. A check may be too early but
 * never too late. A chat that starts to wait is checked without delay for its first offer
 * (CORE-035). The same applies to a chat whose operators are all offline (CORE-031). The time of
 * the last message and its author are unknown here, so the check is at the earliest time.
 */
export function getChatTimeoutAfterEntry(
  chat: ChatData,
  config: AccountConfig,
  at: number,
  presence: (operatorId: number) => Presence,
): number | null {
  const lastMessage: LastMessage = { lastMessageAt: at, isVisitorLast: false };
  if (chat.snoozed !== undefined)
    return getNextChatTimeout(chat, config, at, lastMessage)?.at ?? null;
  // A chat that already waited can be new too: if its bot's invitation ends for another reason, the
  // offers start again (BOT-053).
  const isNew =
    chat.wait !== null && chat.wait.step === undefined && chat.wait.offered === undefined;
  const next = isNew ? at : (getNextChatTimeout(chat, config, at, lastMessage)?.at ?? Infinity);
  const isAlone =
    chat.state === "open" &&
    chat.participants.every((participant) => presence(participant.id) === "offline");
  const { graceMs, reassignMs } = config.routing;
  // The entry does not show whether a message is unanswered. The check finds out (CORE-153).
  const reassignCheckAt = chat.state === "open" && reassignMs > 0 ? at + reassignMs : Infinity;
  const due = Math.min(
    next,
    isAlone && graceMs > 0 ? at : Infinity,
    reassignCheckAt,
    nextAssignmentReminderAt(chat, at) ?? Infinity,
  );
  return Number.isFinite(due) ? due : null;
}

/**
 * Returns when the chat closes because its visitor does not write. A chat that waits for an
 * operator never does, and one with a promise not before its time. A chat whose visitor wrote last
 * does not before the time has passed after an answer, so it is checked again then (messages alone
 * cause no check). A chat that the old system answers does not close (MV-085).
 */
function inactivityTimeout(
  chat: ChatData,
  { routing, channels }: AccountConfig,
  now: number,
  { lastMessageAt, isVisitorLast }: LastMessage,
): ChatTimeout | null {
  const inactivityMs = getInactivityMs(routing, chat.channel.kind);
  if (chat.state === "waiting" || lastMessageAt === null || inactivityMs === 0) return null;
  const { oldSystem } = channels.get(chat.channel.id) ?? {};
  if (chat.state === "bot" && chat.bot === null && oldSystem?.chatsRing === false) return null;
  const since = isVisitorLast
    ? now
    : Math.max(lastMessageAt, getSnoozeEnd(chat), getPromiseEnd(chat));
  return { kind: "inactivity", at: since + inactivityMs };
}

function botTimeout(chat: ChatData, config: AccountConfig): ChatTimeout | null {
  const bot = getActiveBot(chat);
  if (bot === null) return null;
  if (hasPendingInvite(chat)) {
    const until = chat.wait?.invited_until;
    return until === undefined ? null : { kind: "invitation", at: Date.parse(until) };
  }
  const silentMs = config.bots.get(bot.id)?.silentMs ?? 0;
  if (chat.state !== "bot" || bot.silent_since === undefined || silentMs === 0) return null;
  return { kind: "silence", at: Date.parse(bot.silent_since) + silentMs };
}
const snoozeTimeout = ({ until }: NonNullable<ChatData["snoozed"]>): ChatTimeout | null =>
  until === null ? null : { kind: "snooze", at: Date.parse(until) };
function transferTimeout({ transfer }: ChatData): ChatTimeout | null {
  return transfer ? { kind: "transfer", at: Date.parse(transfer.until) } : null;
}
function escalationTimeout(chat: ChatData, config: AccountConfig, now: number): ChatTimeout | null {
  const at = nextEscalationAt(chat, config, now);
  return at === null ? null : { kind: "ladder", at };
}
function slaTimeout(chat: ChatData): ChatTimeout | null {
  const at = getNextSlaChange(chat);
  return at === null ? null : { kind: "sla", at };
}
function promiseTimeout(chat: ChatData): ChatTimeout | null {
  const at = getNextPromiseChange(chat);
  return at === null ? null : { kind: "promise", at };
}
