import { systemLine, timeText } from "../chat/draft.ts";
import type { Call, CallStatus } from "../entity.ts";
import type { Event } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Scene, Verb } from "../ports.ts";
import { canMove, isOver, type CallFailure } from "./moves.ts";

export type AdvanceCall = {
  readonly callId: number;
  /** Who does it: he has the call from now on. Absent: the telephony server reports. */
  readonly operatorId?: number;
} & (
  | { readonly to: Exclude<CallStatus, "start" | "error" | "end"> }
  | { readonly to: "end"; /** http(s) address of an mp3 (CORE-106). */ readonly recordUrl?: string }
  | { readonly to: "error"; readonly reason: CallFailure }
);

/**
 * A call goes on (CORE-101). What is not possible from where it stands, or comes again, changes nothing and says so, for the log.
 * Subject: `{chat}` of the call. Failure: `forbidden`. Answers `{"ignored":boolean,"call":Call|null}`.
 */
export function advanceCall(input: AdvanceCall): Verb {
  return (scene) => {
    const operator = input.operatorId === undefined ? null : actingOperator(scene, input.operatorId);
    if (isFailure(operator)) return operator;
    const call = scene.calls.find((one) => one.id === input.callId);
    if (call === undefined || !canMove(call, input.to))
      return { events: [], answer: JSON.stringify({ ignored: true, call: call ?? null }) };
    const at = timeText(scene.now);
    const changed: Call = {
      ...call,
      status: input.to,
      operator: operator ?? call.operator,
      reason: input.to === "error" ? input.reason : null,
      record_url: input.to === "end" ? (input.recordUrl ?? null) : null,
      ...(input.to === "agent_connected" ? { agent_connected_at: at } : {}),
      ...(input.to === "client_connected" ? { client_connected_at: at } : {}),
      updated_at: at,
    };
    return { events: [...endLine(scene, changed), { name: "call_updated", call: changed }], answer: answerOf(changed) };
  };
}

/**
 * An operator takes a call that nobody has yet; it stays where it stands. Subject: `{chat}` of the call. Failures: `not_found` (over, or no
 * such call), `already_accepted` with `by`. Taken again by the same one: nothing. Answers as `advanceCall`.
 */
export function takeCall(input: { readonly callId: number; readonly operatorId: number }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const call = scene.calls.find((one) => one.id === input.callId);
    if (call === undefined || isOver(call)) return fail("not_found", "There is no such call.");
    if (call.operator !== null && call.operator.id !== by.id)
      return fail("already_accepted", `${call.operator.name} was faster.`, { by: call.operator });
    if (call.operator !== null) return { events: [], answer: answerOf(call) };
    const changed: Call = { ...call, operator: by, updated_at: timeText(scene.now) };
    return { events: [{ name: "call_updated", call: changed }], answer: answerOf(changed) };
  };
}

/** The end stands in the conversation, when its chat still runs. */
function endLine(scene: Scene, call: Call): readonly Event[] {
  if (!isOver(call) || scene.running?.id !== call.chat_id) return [];
  const detail = call.status === "error" ? (call.reason ?? "") : "";
  const text = call.status === "error" ? `The call failed: ${detail.replaceAll("_", " ")}` : "The call has ended";
  return [systemLine(scene, call.chat_id, { code: "call_ended", by: call.operator, detail }, text)];
}
function answerOf(call: Call): string {
  return JSON.stringify({ ignored: false, call });
}
