import type { SlaTarget } from "@parlour/protocol/chat-sla";
import { addOpenTime, openDurationMs, type OpeningHours } from "@parlour/protocol/hours/open-hours";
import type { ChatSla, NamedRef } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import { findWaitStart, operatorStartCodes, waitChangeCodes } from "../../report/chat-fact.ts";
import { formatTime } from "../create.ts";

/** A moment of a chat that decides about due times. */
export interface SlaMoment {
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** A message to or of the visitor, or the code of a system message. */
  readonly code: string;
}
/** Codes of the system messages that are moments: waits, snoozes, and who started the chat. */
export const slaMomentCodes: readonly string[] = [
  ...waitChangeCodes,
  ...operatorStartCodes,
  "snoozed",
  "snooze_ended",
];

/** A policy with the hours that apply to the chat. */
export interface SlaPromise {
  readonly policy: NamedRef;
  /** Milliseconds of each target. null: none. */
  readonly times: Readonly<Record<SlaTarget, number | null>>;
  readonly atRiskPercent: number;
  /** Whether the visitor is promised the time of a reply (PROM-010). */
  readonly isToVisitor: boolean;
  /** null: always open. */
  readonly hours: OpeningHours | null;
}
/** A chat with its moments. Times are in milliseconds since 1970. */
export interface SlaSource {
  readonly entity: ChatData;
  readonly createdAt: number;
  readonly moments: readonly SlaMoment[];
}
/** A due time. Its state follows from the time (`advanceSla`). */
export type DueSla = Omit<ChatSla, "state">;
/** A time in which a target runs or ran. Times are in ms since 1970. */
interface SlaTime {
  readonly target: SlaTarget;
  /** `seq` of the message from which a next reply is due. 0: of another target. */
  readonly seq: number;
  readonly startedAt: number;
  /** null: it runs. */
  readonly endedAt: number | null;
  /** Whether an answer or the close ended it. A close ends replies that it made needless. */
  readonly isMet: boolean;
}
/** The same with its due time. null: the policy has no such target, or it never becomes due. */
export interface SlaSpan extends SlaTime {
  readonly due: {
    readonly policyId: number;
    readonly atRiskAt: number;
    readonly dueAt: number;
  } | null;
}

/**
 * Returns the earliest due time of a chat with these targets, or undefined if nothing is due: a bot
 * answers, the chat is closed or snoozed, or an operator answered and `close` is not a target.
 */
export function findDueTime(
  spans: readonly SlaSpan[],
  policy: NamedRef | undefined,
): DueSla | undefined {
  const due = spans.flatMap(({ due, endedAt, target }) =>
    due === null || endedAt !== null ? [] : [{ ...due, target }],
  );
  const [first] = due.toSorted((a, b) => a.dueAt - b.dueAt);
  if (first === undefined || policy === undefined) return undefined;
  return {
    policy,
    target: first.target,
    at_risk_at: formatTime(first.atRiskAt),
    due_at: formatTime(first.dueAt),
  };
}

/**
 * Lists the targets of a chat that run or ran, with their due times under a policy. While a bot
 * answers, none runs. A time ahead of `now` counts as now (SLA-011).
 */
export function listSlaSpans(
  chat: SlaSource,
  promise: SlaPromise | undefined,
  now: number,
): readonly SlaSpan[] {
  const pauses = listPauses(chat.moments);
  const findDue = ({ target, startedAt }: SlaTime): SlaSpan["due"] => {
    const time = promise?.times[target] ?? null;
    if (promise === undefined || time === null) return null;
    const from = Math.min(startedAt, now);
    const dueAt = addTime(promise.hours, from, pauses, time);
    const atRiskAt = addTime(promise.hours, from, pauses, (time * promise.atRiskPercent) / 100);
    return dueAt === null || atRiskAt === null
      ? null
      : { policyId: promise.policy.id, atRiskAt, dueAt };
  };
  return listTimes(chat)
    .filter(({ endedAt }) => endedAt !== null || chat.entity.state !== "bot")
    .map((time) => ({ ...time, due: findDue(time) }));
}

/** Lists the times of the targets of a chat, whatever its policy (SLA-012). */
function listTimes({ entity, createdAt, moments }: SlaSource): readonly SlaTime[] {
  const closedAt = entity.closed_at === null ? null : Date.parse(entity.closed_at);
  const acceptedAt = entity.accepted_at === null ? null : Date.parse(entity.accepted_at);
  const lines = moments.filter(({ code }) => waitChangeCodes.includes(code));
  const findBegin = (answerSeq?: number) =>
    findWaitStart({ entity, createdAt, lines }, answerSeq) ?? acceptedAt;
  const toReply = (
    target: SlaTarget,
    seq: number,
    startedAt: number,
    answer: SlaMoment | undefined,
  ): SlaTime => ({
    target,
    seq,
    startedAt,
    endedAt: answer?.at ?? closedAt,
    isMet: answer !== undefined,
  });
  const messages = moments.filter(({ code }) => code === "visitor" || code === "operator");
  const firstAnswer = messages.find(({ code }) => code === "operator");
  const begin = findBegin(firstAnswer?.seq);
  const times: SlaTime[] = [];
  if (begin !== null && !operatorStartCodes.includes(moments[0]?.code ?? ""))
    times.push(toReply("first_reply", 0, begin, firstAnswer));
  /** The message of the visitor that waits for its next reply. */
  let question: SlaMoment | undefined;
  const addReply = (answer: SlaMoment | undefined): void => {
    if (question !== undefined)
      times.push(toReply("next_reply", question.seq, question.at, answer));
    question = undefined;
  };
  for (const [n, message] of messages.entries())
    if (message.code === "operator") addReply(message);
    else if (messages[n - 1]?.code === "operator") question = message;
  addReply(undefined);
  times.push({
    target: "close",
    seq: 0,
    startedAt: findBegin() ?? createdAt,
    endedAt: closedAt,
    isMet: true,
  });
  return times;
}

type Pause = readonly [from: number, to: number];
/** Returns the times for which the chat was snoozed. The last one may have no end yet. */
function listPauses(moments: readonly SlaMoment[]): readonly Pause[] {
  const pauses: Pause[] = [];
  let from: number | null = null;
  for (const { code, at } of moments) {
    if (code === "snoozed") from ??= at;
    if (code !== "snooze_ended" || from === null) continue;
    pauses.push([from, at]);
    from = null;
  }
  return from === null ? pauses : [...pauses, [from, Infinity]];
}

/** Returns the time after this much open time without pauses, or null if there is none. */
function addTime(
  hours: OpeningHours | null,
  start: number,
  pauses: readonly Pause[],
  time: number,
): number | null {
  let at = start;
  let left = time;
  for (const [from, to] of pauses) {
    if (to <= at) continue;
    const open = openDurationMs(hours, at, from);
    if (open >= left) break;
    left -= open;
    at = to;
  }
  return at === Infinity ? null : addOpenTime(hours, at, left);
}
