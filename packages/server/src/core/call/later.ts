import { timeText } from "../chat/draft.ts";
import type { Call } from "../entity.ts";
import type { Event } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { hoursFor, isOpen, nextOpening } from "../hours/open.ts";
import { actingOperator } from "../operator/act.ts";
import type { Scene, Verb } from "../ports.ts";
import { answerOf, lineIn } from "./advance.ts";
import { defaultCalls } from "./defaults.ts";
import { isOver } from "./moves.ts";

/** Maximum number of failed attempts to reach a customer before the call must end (CORE-107). */
export const mostAttempts = 3;
/** Maximum time by which a call can be postponed. */
export const farthestMs = 14 * 86_400_000;

export interface PostponeCall {
  readonly callId: number;
  readonly operatorId: number;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  /**
   * The customer was called and not reached. Absent: not called, or the customer asked for another
   * time.
   */
  readonly reason?: "no_answer_client" | "busy";
}

/**
 * Postpones a call (CORE-107): it loses its operator and waits again at `dueAt`. A finished or
 * connected call stays unchanged, as the answer says. The same time again changes nothing.
 * Subject: `{chat}` of the call. Failures: `already_accepted` with `by`, `not_available` (a
 * telephony server makes the calls), `invalid_request` (time in the past, too far away or outside
 * the hours), `at_limit` (too many failed attempts). Answers as `advanceCall`.
 */
export function postponeCall(input: PostponeCall): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const call = scene.calls.find((one) => one.id === input.callId);
    if (call === undefined || call.status !== "start") return { events: [], answer: JSON.stringify({ ignored: true, call: call ?? null }) };
    const due = timeText(input.dueAt);
    if (call.due_at === due) return { events: [], answer: answerOf(call) };
    if (call.operator !== null && call.operator.id !== by.id)
      return fail("already_accepted", `${call.operator.name} has this call.`, { by: call.operator });
    const refused = refusalOf(scene, call, input);
    if (refused !== null) return refused;
    const { taken_at: _, waiting_since: __, ...rest } = call;
    const attempts = (call.attempts ?? 0) + (input.reason === undefined ? 0 : 1);
    const changed: Call = {
      ...rest,
      operator: null,
      due_at: due,
      ...(attempts === 0 ? {} : { attempts }),
      updated_at: timeText(scene.now),
    };
    const missed =
      input.reason === undefined
        ? []
        : lineIn(scene, call.chat_id, { code: "call_missed", by, detail: input.reason }, `${by.name} did not reach the visitor`);
    const line = lineIn(scene, call.chat_id, { code: "call_later", by, detail: due }, `${by.name} put the call off`);
    return { events: [...missed, ...line, { name: "call_updated", call: changed }], answer: answerOf(changed) };
  };
}

function refusalOf(scene: Scene, call: Call, { dueAt, reason }: PostponeCall): Failure | null {
  const config = scene.config.calls ?? defaultCalls;
  if (config.driver === "http") return fail("not_available", "The telephony server makes the calls: end this one and call again later.");
  const wrong = (words: string): Failure => fail("invalid_request", words, { field: "due_at" });
  if (dueAt <= scene.now) return wrong("due_at has passed. Choose a time to come.");
  if (dueAt - scene.now > farthestMs) return wrong("due_at is more than 14 days away. Choose an earlier time.");
  const channelId = scene.running?.channelId ?? scene.visitor?.channelId;
  const hours = config.hours ?? hoursFor(scene.config, null, channelId);
  if (!isOpen(hours, dueAt)) {
    const next = nextOpening(hours, dueAt);
    return wrong(
      `Nobody calls at that time. ${next === null ? "Choose one within the hours." : `The next one within the hours is ${timeText(next)}.`}`,
    );
  }
  if (reason !== undefined && (call.attempts ?? 0) + 1 >= mostAttempts)
    return fail("at_limit", `The visitor was not reached ${mostAttempts} times. Say why and end the call.`);
  return null;
}

/** Lets a postponed call wait again at its time. */
export function waitAgain(scene: Scene, { due_at: due, ...call }: Call): { readonly call: Call; readonly events: readonly Event[] } {
  const at = timeText(scene.now);
  const changed: Call = { ...call, waiting_since: at, updated_at: at };
  const line = lineIn(scene, call.chat_id, { code: "call_due", detail: due ?? at }, "It is time to call the visitor");
  return { call: changed, events: [...line, { name: "call_updated", call: changed }] };
}

/** Returns whether a call waits for an operator now. */
export function isWaitingCall(call: Pick<Call, "status" | "operator" | "due_at">): boolean {
  return !isOver(call) && call.operator === null && call.due_at === undefined;
}
