import { handOverEvents } from "../../bot/hand-over.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { fail, isFailure, type Failure } from "../../failure.ts";
import type { Decision, CommandContext, CommandHandler } from "../../command.ts";
import { emptySnapshot, type RoutingSnapshot } from "../../routing/snapshot.ts";
import { escalateChat } from "../../routing/escalation.ts";
import { graceEndsAt, returnUnattendedChat } from "../../routing/unattended.ts";
import { nextAssignmentReminderAt, remindOfAssignment } from "../../routing/assigned.ts";
import { reassignChat, nextReassignAt } from "../../routing/reassign.ts";
import { repairFutureTimes } from "./repair-future-times.ts";
import { closeChat } from "../close.ts";
import { createSystemMessage, formatTime } from "../create.ts";
import { chatAfterEvents } from "../previous-state.ts";
import { advancePromise } from "../sla/advance-promise.ts";
import { advanceSla } from "../sla/set-sla.ts";
import { endSnooze } from "../snooze.ts";
import { getNextChatTimeout } from "./timeout.ts";
import { getNextChatState } from "../state-machine.ts";
import { endTransfer, targetOfflineEndsAt } from "../participants/transfer.ts";

export interface ChatTimeoutResult {
  /** Time of the next check, in ms since 1970. null: the next journal entry causes one. */
  readonly due: number | null;
  /** The operator to whom this check offered the chat alone (CORE-206), or null. */
  readonly turn: number | null;
}

/**
 * Executes everything in a chat whose time has come, once (decision 0073). A late, repeated or
 * unnecessary call is harmless. Subject: `{chat}`. Failure: `not_found`. Result: {@link
 * TimeoutResult}.
 */
export function processChatTimeout(
  snapshot: RoutingSnapshot = emptySnapshot,
): CommandHandler<ChatTimeoutResult> {
  return (context) => {
    const decided = decideTimeout(context, snapshot);
    return isFailure(decided) || snapshot.lastSeq === null
      ? decided
      : { ...decided, decidedAtSeq: snapshot.lastSeq };
  };
}

function decideTimeout(
  context: CommandContext,
  snapshot: RoutingSnapshot,
): Decision<ChatTimeoutResult> | Failure {
  const chat = context.chat?.entity;
  if (chat === undefined) return fail("not_found", "There is no such chat.");
  // Applies no timeout if a message arrived after the snapshot was taken (CORE-032). The caller
  // takes a new snapshot.
  if (snapshot.lastSeq !== null && context.lastSeq > snapshot.lastSeq)
    return createDecision([], context.now, null);
  const repaired = repairFutureTimes(chat, context.config, context.now);
  if (repaired !== null)
    return createDecision([{ name: "chat_updated", chat: repaired }], context.now, null);
  const endEvents = endDueTimeouts(context, chat, snapshot);
  if (isFailure(endEvents)) return endEvents;
  // Events may cause a next step without delay, such as the first offer of a chat that waits
  // again.
  if (endEvents.length > 0)
    return createDecision(
      endEvents,
      nextCheckAfter(context, endEvents, context.now - 1, snapshot),
      null,
    );
  const escalated = escalateChat(context, chat, snapshot);
  if (escalated !== null)
    return createDecision(
      escalated.events,
      nextCheckAfter(context, escalated.events, context.now, snapshot),
      escalated.offeredTo,
    );
  return createDecision([], nextCheckAt(context, chat, context.now, snapshot), null);
}

/** Returns the events of timeouts that end something in this chat. Its close comes first. */
function endDueTimeouts(
  context: CommandContext,
  chat: ChatData,
  snapshot: RoutingSnapshot,
): readonly NewEvent[] | Failure {
  // Includes only escalation steps after now. Steps whose time has come run afterwards, if no other
  // timeout applies.
  const due = getNextChatTimeout(chat, context.config, context.now, snapshot);
  if (due !== null && due.at <= context.now) {
    if (due.kind === "inactivity") {
      const closed = closeChat({ cause: "inactivity" })(context);
      return isFailure(closed) ? closed : closed.events;
    }
    if (due.kind === "snooze") return endSnooze(context, chat, { reason: "time", by: null }).events;
    if (due.kind === "sla") return advanceSla(context, chat);
    if (due.kind === "promise") return advancePromise(context, chat);
    if (due.kind === "invitation") return endInvitation(context, chat);
    if (due.kind === "silence")
      return handOverEvents(context, chat, {
        reason: "bot_silent",
        text: `${chat.bot?.name ?? "The bot"} was silent for too long`,
      });
    if (due.kind === "transfer")
      return endTransfer(
        context,
        chat,
        targetOfflineEndsAt(chat, snapshot) <= due.at ? "offline" : "expired",
      );
  }
  if (targetOfflineEndsAt(chat, snapshot) <= context.now)
    return endTransfer(context, chat, "offline");
  if (chat.snoozed !== undefined) return [];
  const graceDeadline = graceEndsAt(chat, context.config.routing, snapshot);
  return graceDeadline !== null && graceDeadline <= context.now
    ? returnUnattendedChat(context, chat)
    : remindOrReassign(context, chat, snapshot);
}

/** Reassigns an unanswered chat, or else reminds administrators of one that was not opened. */
function remindOrReassign(
  context: CommandContext,
  chat: ChatData,
  snapshot: RoutingSnapshot,
): readonly NewEvent[] {
  const reassigned = reassignChat(context, chat, snapshot);
  return reassigned.length > 0 ? reassigned : remindOfAssignment(context, chat, snapshot);
}

/** Returns the chat to its bot as missed. Operators may still join (BOT-070). */
function endInvitation(context: CommandContext, chat: ChatData): readonly NewEvent[] {
  const state = getNextChatState(chat.state, "return_to_bot");
  if (state === null || chat.bot === null) return [];
  const now = formatTime(context.now);
  // The bot receives the messages that arrived during the invitation only now, so its silence
  // starts now.
  const silence = chat.bot.silent_since === undefined ? {} : { silent_since: now };
  const next: ChatData = {
    ...chat,
    state,
    wait: null,
    bot: { ...chat.bot, missed_at: now, ...silence },
  };
  return [
    createSystemMessage(
      context,
      chat.id,
      { code: "invite_expired" },
      `Nobody joined in time; ${chat.bot.name} goes on`,
    ),
    { name: "chat_updated", chat: next },
  ];
}

/** Returns the next check of the chat as these events leave it. */
function nextCheckAfter(
  context: CommandContext,
  events: readonly NewEvent[],
  from: number,
  snapshot: RoutingSnapshot,
): number | null {
  const chat = chatAfterEvents(events);
  return chat === undefined ? null : nextCheckAt(context, chat, from, snapshot);
}

function nextCheckAt(
  context: CommandContext,
  chat: ChatData,
  from: number,
  snapshot: RoutingSnapshot,
): number | null {
  const due = getNextChatTimeout(chat, context.config, from, snapshot)?.at ?? Infinity;
  if (chat.snoozed !== undefined) {
    const at = Math.min(due, targetOfflineEndsAt(chat, snapshot));
    return Number.isFinite(at) ? at : null;
  }
  const { routing } = context.config;
  const reassignAt = nextReassignAt(chat, routing, snapshot, from) ?? Infinity;
  const first = Math.min(
    due,
    graceEndsAt(chat, routing, snapshot) ?? Infinity,
    targetOfflineEndsAt(chat, snapshot),
    reassignAt,
    nextAssignmentReminderAt(chat, from) ?? Infinity,
  );
  return Number.isFinite(first) ? first : null;
}

const createDecision = (
  events: readonly NewEvent[],
  due: number | null,
  offeredTo: number | null,
): Decision<ChatTimeoutResult> => ({
  events,
  answer: { due, turn: offeredTo },
});
