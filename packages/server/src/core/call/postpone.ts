import { omitFields } from "@parlour/protocol/omit-fields";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { formatTime } from "../chat/create.ts";
import type { Call } from "../entity.ts";
import type { NewEvent } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { isOpen, nextOpening } from "@parlour/protocol/hours/open-hours";
import { effectiveHours } from "../hours/effective-hours.ts";
import { authorizeOperator } from "../operator/authorize.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import { type CallResult, createCallSystemMessage } from "./advance.ts";
import { defaultCalls } from "./defaults.ts";
import { isCallFinished } from "./transitions.ts";

/**
 * Maximum number of failed attempts to reach a customer, after which the call must end (CORE-237).
 */
const maxCallAttempts = 3;
/** Maximum time by which a call can be postponed, in milliseconds. */
const maxPostponeMs = 14 * 86_400_000;

export interface PostponeCall {
  readonly callId: number;
  readonly operatorId: number;
  /** Time at which the call waits again, in milliseconds since 1970. */
  readonly dueAt: number;
  /** Reason of a failed call. Absent if nobody called, or the customer asked for another time. */
  readonly reason?: "no_answer_client" | "busy" | undefined;
}

/**
 * Postpones a call (CORE-107): the call loses its operator and waits again at `dueAt`. A finished
 * or connected call stays unchanged, and the result says so. Postponing to the same time changes
 * nothing. Subject: `{chat}` of the call. Failures: `already_accepted` with `by`, `not_available`
 * (a telephony server makes the calls), `invalid_request` (time in the past, too far away or
 * outside the hours), `at_limit` (too many failed attempts). Result: as for `advanceCall`.
 */
export function postponeCall(input: PostponeCall): CommandHandler<CallResult> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const call = context.calls.find((candidate) => candidate.id === input.callId);
    if (call === undefined || call.status !== "start")
      return { events: [], answer: { ignored: true, call: call ?? null } };
    const due = formatTime(input.dueAt);
    if (call.due_at === due) return { events: [], answer: { ignored: false, call: call } };
    if (call.operator !== null && call.operator.id !== actor.id)
      return fail("already_accepted", `${call.operator.name} has this call.`, {
        by: call.operator,
      });
    const failure = findPostponeFailure(context, call, input);
    if (failure !== null) return failure;
    const attempts = (call.attempts ?? 0) + (input.reason === undefined ? 0 : 1);
    const changed: Call = {
      ...omitFields(call, "taken_at", "waiting_since"),
      operator: null,
      due_at: due,
      ...omitAbsent({ attempts: attempts || undefined }),
      updated_at: formatTime(context.now),
    };
    const missedMessages =
      input.reason === undefined
        ? []
        : createCallSystemMessage(
            context,
            call.chat_id,
            { code: "call_missed", by: actor, detail: input.reason },
            `${actor.name} did not reach the visitor`,
          );
    const line = createCallSystemMessage(
      context,
      call.chat_id,
      { code: "call_later", by: actor, detail: due },
      `${actor.name} put the call off`,
    );
    return {
      events: [...missedMessages, ...line, { name: "call_updated", call: changed }],
      answer: { ignored: false, call: changed },
    };
  };
}

function findPostponeFailure(
  context: CommandContext,
  call: Call,
  { dueAt, reason }: PostponeCall,
): Failure | null {
  const config = context.config.calls ?? defaultCalls;
  if (config.driver === "http")
    return fail(
      "not_available",
      "The telephony server places the calls. End this call and call again later.",
    );
  const invalid = (message: string): Failure =>
    fail("invalid_request", message, { field: "due_at" });
  if (dueAt <= context.now) return invalid("due_at is in the past. Choose a time in the future.");
  if (dueAt - context.now > maxPostponeMs)
    return invalid("due_at is more than 14 days away. Choose an earlier time.");
  const channelId = context.currentChat?.channelId ?? context.visitor?.channelId;
  const hours = config.hours ?? effectiveHours(context.config, null, channelId);
  if (!isOpen(hours, dueAt)) {
    const next = nextOpening(hours, dueAt);
    return invalid(
      `Calls are not made at that time. ${next === null ? "Choose a time within the call hours." : `The next possible time is ${formatTime(next)}.`}`,
    );
  }
  if (reason !== undefined && (call.attempts ?? 0) + 1 >= maxCallAttempts)
    return fail(
      "at_limit",
      `The visitor was not reached ${maxCallAttempts} times. Enter a reason and end the call.`,
      { limit: "call_attempts" },
    );
  return null;
}

/** Returns a postponed call to waiting when its time has come. */
export function resumeCall(
  context: CommandContext,
  postponed: Call,
): { readonly call: Call; readonly events: readonly NewEvent[] } {
  const at = formatTime(context.now);
  const call: Call = { ...omitFields(postponed, "due_at"), waiting_since: at, updated_at: at };
  const line = createCallSystemMessage(
    context,
    call.chat_id,
    { code: "call_due", detail: postponed.due_at ?? at },
    "It is time to call the visitor",
  );
  return { call, events: [...line, { name: "call_updated", call }] };
}

/** Returns whether a call waits for an operator now. */
export function isWaitingCall(call: Call): boolean {
  return !isCallFinished(call) && call.operator === null && call.due_at === undefined;
}
