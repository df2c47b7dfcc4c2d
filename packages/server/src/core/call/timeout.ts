import type { Call } from "../entity.ts";
import { fail, isFailure } from "../failure.ts";
import type { CallsConfig, CommandHandler } from "../command.ts";
import { advanceCall } from "./advance.ts";
import { defaultCalls } from "./defaults.ts";
import { isCallFinished, type CallFailure } from "./transitions.ts";
import { resumeCall } from "./postpone.ts";

/**
 * The next timeout of a call, and its time in milliseconds since 1970. `wait`: a postponed call
 * waits again (CORE-107).
 */
export type CallTimeout = { readonly at: number } & (
  | { readonly to: "error"; readonly reason: CallFailure }
  | { readonly to: "end" }
  | { readonly to: "wait" }
);

/**
 * Maximum duration of a call whose end is not reported. Otherwise the call would block further
 * calls of the visitor and cost minutes without end.
 */
const maxCallMs = 4 * 3_600_000;

/**
 * Returns the next timeout of a call (CORE-102), or null if the call is finished. Causes: no
 * operator takes (`desk`) or answers (`http`) the call, the customer is not reached, or no end is
 * reported. A postponed call first waits again.
 */
export function nextCallTimeout(call: Call, calls: CallsConfig): CallTimeout | null {
  if (isCallFinished(call)) return null;
  if (call.client_connected_at !== undefined)
    return { at: Date.parse(call.client_connected_at) + maxCallMs, to: "end" };
  if (call.due_at !== undefined) return { at: Date.parse(call.due_at), to: "wait" };
  // With the driver `desk`, an operator who takes a call counts as connected.
  const answered =
    call.agent_connected_at ??
    (calls.driver === "desk" && call.operator !== null ? (call.taken_at ?? call.updated_at) : null);
  if (answered !== null)
    return {
      at: Date.parse(answered) + calls.noAnswerClientMs,
      to: "error",
      reason: "no_answer_client",
    };
  return {
    at: Date.parse(call.waiting_since ?? call.created_at) + calls.noAnswerAgentMs,
    to: "error",
    reason: "no_answer_agent",
  };
}

/** Time of the next check, in milliseconds since 1970. null: none is needed. */
export interface CallTimeoutResult {
  readonly due: number | null;
}

/**
 * Ends a call or makes it wait again if its timeout has passed. A late, repeated or unnecessary run
 * is harmless. Subject: `{chat}` of the call.
 */
export function processCallTimeout(callId: number): CommandHandler<CallTimeoutResult> {
  return (context) => {
    if (context.visitor === null) return fail("not_found", "There is no such call.");
    const call = context.calls.find((candidate) => candidate.id === callId);
    const config = context.config.calls ?? defaultCalls;
    const due = call === undefined ? null : nextCallTimeout(call, config);
    if (call === undefined || due === null || due.at > context.now)
      return { events: [], answer: { due: due?.at ?? null } };
    if (due.to === "wait") {
      const waiting = resumeCall(context, call);
      return {
        events: waiting.events,
        answer: { due: nextCallTimeout(waiting.call, config)?.at ?? null },
      };
    }
    const advanced = advanceCall({ callId, ...due, at: undefined })(context);
    return isFailure(advanced) ? advanced : { ...advanced, answer: { due: null } };
  };
}
