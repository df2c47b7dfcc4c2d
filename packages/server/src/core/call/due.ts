import type { Call } from "../entity.ts";
import { fail, isFailure } from "../failure.ts";
import type { CallsConfig, Verb } from "../ports.ts";
import { advanceCall } from "./advance.ts";
import { defaultCalls } from "./defaults.ts";
import { isOver, type CallFailure } from "./moves.ts";
import { waitAgain } from "./later.ts";

/** What time does to a call, and when (milliseconds since 1970); `wait`: it was put off and waits again (CORE-107). */
export type CallDue = { readonly at: number } & (
  | { readonly to: "error"; readonly reason: CallFailure }
  | { readonly to: "end" }
  | { readonly to: "wait" }
);

/** A call whose end nobody told ends then, so that it neither keeps its visitor from another one nor is paid for for ever. */
const longestMs = 4 * 3_600_000;

/**
 * When a running call ends by itself (CORE-102): nobody takes it (`desk`) or picks up (`http`), the customer is not reached, nobody says that it
 * is over; one that was put off waits again before. null: it is over.
 */
export function callDue(call: Call, calls: CallsConfig): CallDue | null {
  if (isOver(call)) return null;
  if (call.client_connected_at !== undefined) return { at: Date.parse(call.client_connected_at) + longestMs, to: "end" };
  if (call.due_at !== undefined) return { at: Date.parse(call.due_at), to: "wait" };
  // On the desk who takes a call is the side of the operator.
  const answered =
    call.agent_connected_at ?? (calls.driver === "desk" && call.operator !== null ? (call.taken_at ?? call.updated_at) : null);
  if (answered !== null) return { at: Date.parse(answered) + calls.noAnswerClientMs, to: "error", reason: "no_answer_client" };
  return { at: Date.parse(call.waiting_since ?? call.created_at) + calls.noAnswerAgentMs, to: "error", reason: "no_answer_agent" };
}

/**
 * Time has passed in a call: ends it when that is due, or lets it wait again; late, twice or for nothing does no harm. Subject: `{chat}` of the
 * call. Answers `{"due":number|null}`, when to come again.
 */
export function tickCall(callId: number): Verb {
  return (scene) => {
    if (scene.visitor === null) return fail("not_found", "There is no such call.");
    const call = scene.calls.find((one) => one.id === callId);
    const config = scene.config.calls ?? defaultCalls;
    const due = call === undefined ? null : callDue(call, config);
    if (call === undefined || due === null || due.at > scene.now) return { events: [], answer: JSON.stringify({ due: due?.at ?? null }) };
    if (due.to === "wait") {
      const waiting = waitAgain(scene, call);
      return { events: waiting.events, answer: JSON.stringify({ due: callDue(waiting.call, config)?.at ?? null }) };
    }
    const { at: _, ...move } = due;
    const advanced = advanceCall({ callId, ...move })(scene);
    return isFailure(advanced) ? advanced : { ...advanced, answer: JSON.stringify({ due: null }) };
  };
}
