import { omitFields } from "@parlour/protocol/omit-fields";
import { hasPendingInvite } from "../bot/assignment.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import type { ChatEntity, NamedRef, SnoozeEndReason } from "../entity.ts";
import type { ChatData, NewEvent } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { authorizeActor, authorizeOperator, getRuleName } from "../operator/authorize.ts";
import { createChatAnswer, createSystemMessage, formatTime } from "./create.ts";
import { getOpenPromise, makePromise } from "./sla/promise.ts";
import { isRunningChatState } from "./state-machine.ts";

/** The longest snooze: a year, also a leap year. */
export const maxSnoozeMs = 366 * 86_400_000;

/**
 * Snoozes a chat, or changes its snooze (SNZ-001). Nothing changes if time and `stay` are the same.
 * With `promise`, the visitor is promised an answer by this time (PROM-005).
 * `until`: ms since 1970, null until the customer writes (SNZ-011). Subject: `{chat}`. Failures:
 * `not_found`, `chat_closed`, `not_open` (a bot answers), `invalid_request` (the time has passed,
 * or is more than a year ahead, or there is none for `stay` or `promise`). Result: the chat.
 */
export function snoozeChat(input: {
  /** null: a rule. */
  readonly operatorId: number | null;
  readonly until: number | null;
  readonly stay: boolean;
  readonly promise?: boolean | undefined;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeActor(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { visitor, now } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    const problem = findChatProblem(chat) ?? findEndProblem(input, now);
    if (problem !== null) return problem;
    const until = input.until === null ? null : formatTime(input.until);
    const { snoozed, wait } = chat;
    const isNew = input.promise === true && getOpenPromise(chat)?.until !== until;
    const promisedAt = isNew ? input.until : null;
    if (snoozed?.until === until && snoozed.stay === input.stay && promisedAt === null)
      return { events: [], answer: createChatAnswer(chat, visitor.entity) };
    const next: ChatData = {
      ...withoutSnoozeEnd(chat),
      snoozed: { until, since: formatTime(now), by: actor.operator, stay: input.stay },
      // Offers end with the snooze. The time of the wait stays for the report.
      wait: wait && { since: wait.since },
    };
    const kind = actor.operator === null ? "rule" : "operator";
    const promised =
      promisedAt === null
        ? { chat: next, events: [] }
        : makePromise(context, next, { until: promisedAt, by: { kind, ...actor.ref } });
    return {
      events: [
        createSystemMessage(
          context,
          chat.id,
          { code: "snoozed", by: actor.operator, detail: until ?? "" },
          `${actor.name} snoozed the chat until ${until ?? "the customer writes"}`,
        ),
        { name: "chat_snoozed", chat: next, by: actor.operator },
        ...promised.events,
      ],
      answer: createChatAnswer(promised.chat, visitor.entity),
    };
  };
}

/** Returns why a chat cannot be snoozed, or null. */
function findChatProblem(chat: ChatData): Failure | null {
  if (!isRunningChatState(chat.state)) return fail("chat_closed", "This chat is closed.");
  return chat.state === "bot" || hasPendingInvite(chat)
    ? fail("not_open", "A bot answers this chat. Take it before you snooze it.")
    : null;
}

/** Returns why a snooze cannot have this end, or null. */
function findEndProblem(
  { until, stay, promise = false }: Parameters<typeof snoozeChat>[0],
  now: number,
): Failure | null {
  if (until !== null) return findTimeProblem(until, now);
  if (!stay && !promise) return null;
  const field = stay ? "stay" : "promise";
  return fail("invalid_request", `${field} needs a time in until.`, { field });
}

/** Returns why a snooze or a promise cannot last until this time, or null. Times in ms. */
export function findTimeProblem(until: number, now: number): Failure | null {
  if (until <= now) return fail("invalid_request", "This time has passed.", { field: "until" });
  return until > now + maxSnoozeMs
    ? fail("invalid_request", "The time is more than a year ahead.", { field: "until" })
    : null;
}

/**
 * Ends the snooze of a chat before its time. Changes nothing if the chat is not snoozed. Subject:
 * `{chat}`. Failures: `not_found`, `chat_closed`. Result: the chat.
 */
export function wakeChat(input: { readonly operatorId: number }): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { visitor } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    if (!isRunningChatState(chat.state)) return fail("chat_closed", "This chat is closed.");
    const awake = endSnooze(context, chat, { reason: "operator", by: actor });
    return { events: awake.events, answer: createChatAnswer(awake.chat, visitor.entity) };
  };
}

const endTexts: Readonly<Record<SnoozeEndReason, (name: string) => string>> = {
  time: () => "The snooze ended: its time came",
  message: () => "The snooze ended: the customer wrote",
  operator: (name) => `${name} ended the snooze`,
  promise: () => "The snooze ended: the promised time is near",
  closed: (name) => `${name} ended the snooze by closing the chat`,
};

/**
 * Returns the chat without its snooze, and the events of the end (SNZ-003). A waiting chat begins
 * to wait anew. Nothing changes if the chat is not snoozed.
 */
export function endSnooze(
  context: CommandContext,
  chat: ChatData,
  { reason, by }: { readonly reason: SnoozeEndReason; readonly by: NamedRef | null },
): { readonly chat: ChatData; readonly events: readonly NewEvent[] } {
  if (chat.snoozed === undefined) return { chat, events: [] };
  const rest = omitFields(chat, "snoozed");
  const at = formatTime(context.now);
  const next: ChatData = {
    ...rest,
    snooze_ended: { at, reason, by },
    wait: rest.wait && { since: at },
  };
  return {
    chat: next,
    events: [
      // The system message about the close follows.
      ...(reason === "closed"
        ? []
        : [
            createSystemMessage(
              context,
              chat.id,
              { code: "snooze_ended", by, detail: reason },
              endTexts[reason](by?.name ?? getRuleName(context)),
            ),
          ]),
      { name: "chat_snooze_ended", chat: next, by, reason },
    ],
  };
}

/** Returns when the last snooze ended, in ms since 1970. 0: never, or answered since. */
export const getSnoozeEnd = (chat: ChatData): number =>
  chat.snooze_ended === undefined ? 0 : Date.parse(chat.snooze_ended.at);

/** Returns the chat without the end of its last snooze. */
export function withoutSnoozeEnd(chat: ChatData): ChatData {
  return omitFields(chat, "snooze_ended");
}
