import { accept } from "../chat/accept.ts";
import { systemLine, timeText } from "../chat/draft.ts";
import type { ChatLine } from "../chat/line-codes.ts";
import type { Call, CallStatus, NamedRef } from "../entity.ts";
import type { Event } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Known } from "../operator/eligible.ts";
import type { Scene, Verb } from "../ports.ts";
import { canMove, isOver, type CallFailure } from "./moves.ts";

export type AdvanceCall = {
  readonly callId: number;
  /**
   * The operator who acts and takes the call. In a report: the operator who answered, if named and
   * nobody had the call.
   */
  readonly operatorId?: number;
  /** Milliseconds since 1970 when it happened; absent: now. */
  readonly at?: number;
  /**
   * The telephony server reported it, or cannot be informed. So the end is not sent to it
   * (CORE-104).
   */
  readonly isReported?: boolean;
} & (
  | { readonly to: Exclude<CallStatus, "start" | "error" | "end"> }
  | { readonly to: "end"; /** http(s) address of an mp3 (CORE-106). */ readonly recordUrl?: string }
  | { readonly to: "error"; readonly reason: CallFailure }
);

/**
 * Moves a call to its next status (CORE-101). An impossible or repeated transition changes nothing
 * and is reported in the answer, for the log. Subject: `{chat}` of the call. Failures, never for
 * reports: `forbidden`, `already_accepted` with `by` (another operator has it). Answers
 * `{"ignored":boolean,"call":Call|null}`.
 */
export function advanceCall(input: AdvanceCall): Verb {
  return (scene) => {
    const named = input.operatorId === undefined ? null : actingOperator(scene, input.operatorId);
    // A report is a fact, so it is applied even if its operator is invalid. It never takes a call
    // from another operator.
    if (isFailure(named) && input.isReported !== true) return named;
    const call = scene.calls.find((one) => one.id === input.callId);
    if (call === undefined || !canMove(call, input.to))
      return { events: [], answer: JSON.stringify({ ignored: true, call: call ?? null }) };
    const operator = isFailure(named) || (input.isReported === true && call.operator !== null) ? null : named;
    if (operator !== null && call.operator !== null && call.operator.id !== operator.id)
      return fail("already_accepted", `${call.operator.name} has this call.`, { by: call.operator });
    const at = timeText(input.at ?? scene.now);
    const { due_at: _, ...rest } = call;
    const changed: Call = {
      ...rest,
      status: input.to,
      operator: operator ?? call.operator,
      ...(operator !== null && call.operator === null ? { taken_at: at } : {}),
      reason: input.to === "error" ? input.reason : null,
      record_url: input.to === "end" ? (input.recordUrl ?? null) : null,
      ...(input.to === "agent_connected" ? { agent_connected_at: at } : {}),
      ...(input.to === "client_connected" ? { client_connected_at: at } : {}),
      updated_at: at,
    };
    const cause = input.isReported === true ? ({ cause: "reported" } as const) : {};
    return { events: [...lineOf(scene, changed), { name: "call_updated", call: changed, ...cause }], answer: answerOf(changed) };
  };
}

/**
 * Assigns a call without operator to an operator, also a postponed one before its time; its status
 * stays. A waiting chat is accepted too, if the operator's limit allows. Subject: `{chat}` of the
 * call. Failures: `not_found` (finished, or no such call), `already_accepted` with `by`. A repeat
 * by the same operator changes nothing. `status`: for the reasons of the assignment. Answers as
 * `advanceCall`.
 */
export function takeCall(input: { readonly callId: number; readonly operatorId: number; readonly known?: Known }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const call = scene.calls.find((one) => one.id === input.callId);
    if (call === undefined || isOver(call)) return fail("not_found", "There is no such call.");
    if (call.operator !== null && call.operator.id !== by.id)
      return fail("already_accepted", `${call.operator.name} was faster.`, { by: call.operator });
    if (call.operator !== null) return { events: [], answer: answerOf(call) };
    const at = timeText(scene.now);
    const { due_at: due, ...rest } = call;
    const wanted = due === undefined ? {} : { waiting_since: at };
    const changed: Call = { ...rest, operator: by, taken_at: at, ...wanted, updated_at: at };
    const line = lineIn(scene, call.chat_id, { code: "call_taken", by }, `${by.name} took the call`);
    const taken = [...line, { name: "call_updated", call: changed } as const];
    return { events: [...acceptedWith(scene, call.chat_id, by, input.known), ...taken], answer: answerOf(changed) };
  };
}

/**
 * Accepts the waiting chat of a call for its operator. Above the operator's limit the chat keeps
 * waiting.
 */
function acceptedWith(scene: Scene, chatId: number, by: NamedRef, known: Known | undefined): readonly Event[] {
  const chat = scene.running?.entity;
  if (chat?.id !== chatId || chat.state !== "waiting") return [];
  const accepted = accept(scene, chat, by, known);
  return isFailure(accepted) ? [] : accepted.events;
}

/** Returns the system message of a call's step, if its chat is not closed. */
function lineOf(scene: Scene, call: Call): readonly Event[] {
  const by = call.operator;
  if (call.status === "agent_connected" || call.status === "client_connected") {
    const isOperator = call.status === "agent_connected";
    const text = isOperator ? "The operator is on the line" : "The visitor is on the line";
    return lineIn(scene, call.chat_id, { code: "call_connected", by, detail: isOperator ? "operator" : "visitor" }, text);
  }
  const detail = call.status === "error" ? (call.reason ?? "") : "";
  const text = call.status === "error" ? `The call failed: ${detail.replaceAll("_", " ")}` : "The call has ended";
  return lineIn(scene, call.chat_id, { code: "call_ended", by, detail }, text);
}
export function lineIn(scene: Scene, chatId: number, line: ChatLine, text: string): readonly Event[] {
  return scene.running?.id === chatId ? [systemLine(scene, chatId, line, text)] : [];
}
export function answerOf(call: Call): string {
  return JSON.stringify({ ignored: false, call });
}
