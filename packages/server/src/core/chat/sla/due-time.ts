import { slaTargets, type SlaTarget } from "@parlour/protocol/chat-sla";
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

/**
 * Returns the earliest due time of a chat under its policy, or undefined if nothing is due: a bot
 * answers, the chat is closed or snoozed, or an operator answered and `close` is no target. A time
 * ahead of `now` counts as now (SLA-011).
 */
export function findDueTime(chat: SlaSource, promise: SlaPromise, now: number): DueSla | undefined {
  if (chat.entity.state === "closed" || chat.entity.state === "bot") return undefined;
  const starts = findStarts(chat);
  const pauses = listPauses(chat.moments);
  const due = slaTargets.flatMap((target): DueSla[] => {
    const time = promise.times[target];
    const start = starts[target];
    if (time === null || start === null) return [];
    const from = Math.min(start, now);
    const dueAt = addTime(promise.hours, from, pauses, time);
    const atRiskAt = addTime(promise.hours, from, pauses, (time * promise.atRiskPercent) / 100);
    if (dueAt === null || atRiskAt === null) return [];
    return [
      {
        policy: promise.policy,
        target,
        at_risk_at: formatTime(atRiskAt),
        due_at: formatTime(dueAt),
      },
    ];
  });
  return due.toSorted((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at))[0];
}

/** Returns when each target begins to run, in ms since 1970. null: it does not run (SLA-012). */
function findStarts({
  entity,
  createdAt,
  moments,
}: SlaSource): Readonly<Record<SlaTarget, number | null>> {
  const lines = moments.filter(({ code }) => waitChangeCodes.includes(code));
  const isStartedByOperator = operatorStartCodes.includes(moments[0]?.code ?? "");
  const acceptedAt = entity.accepted_at === null ? null : Date.parse(entity.accepted_at);
  const begin = findWaitStart({ entity, createdAt, lines }) ?? acceptedAt;
  const answer = moments.findLast(({ code }) => code === "operator");
  const question = moments.find(
    ({ code, seq }) => code === "visitor" && seq > (answer?.seq ?? Infinity),
  );
  return {
    first_reply: answer !== undefined || isStartedByOperator ? null : begin,
    next_reply: question?.at ?? null,
    close: begin ?? createdAt,
  };
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
