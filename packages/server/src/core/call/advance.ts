import { omitFields } from "@parlour/protocol/omit-fields";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { acceptChatForOperator } from "../chat/accept.ts";
import { createSystemMessage, formatTime } from "../chat/create.ts";
import type { ChatSystemMessage } from "../chat/message/system-message-codes.ts";
import type { Call, CallStatus, NamedRef } from "../entity.ts";
import type { NewEvent } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { authorizeOperator } from "../operator/authorize.ts";
import type { OperatorStatus } from "../operator/eligibility.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import { canTransitionCall, isCallFinished, type CallFailure } from "./transitions.ts";

/**
 * Result of a command on a call. `ignored`: nothing changed, because the transition is impossible
 * or was made before. `call`: null if it is over or unknown.
 */
export interface CallResult {
  readonly ignored: boolean;
  readonly call: Call | null;
}
export type AdvanceCall = {
  readonly callId: number;
  /**
   * The operator who acts and takes the call. In a report: the operator who answered, if the report
   * names one and the call had no operator.
   */
  readonly operatorId?: number | undefined;
  /** Time of the transition in milliseconds since 1970. Absent means now. */
  readonly at?: number | undefined;
  /**
   * True if the telephony server reported the transition, or cannot be notified. The end of the
   * call is then not sent to the server (CORE-104).
   */
  readonly isReported?: boolean;
} & (
  | { readonly to: Exclude<CallStatus, "start" | "error" | "end"> }
  | {
      readonly to: "end";
      /** http(s) URL of an mp3 (CORE-106). */ readonly recordUrl?: string | undefined;
    }
  | { readonly to: "error"; readonly reason: CallFailure }
);

/**
 * Moves a call to its next status (CORE-101). An impossible or repeated transition changes nothing,
 * and the result says so for the log. Subject: `{chat}` of the call. Failures, never for reports:
 * `forbidden`, `already_accepted` with `by` (another operator has the call). Result:
 * {@link CallResult}.
 */
export function advanceCall(input: AdvanceCall): CommandHandler<CallResult> {
  return (context) => {
    const operatorOrFailure =
      input.operatorId === undefined ? null : authorizeOperator(context, input.operatorId);
    // A report states a fact, so it is applied even if its operator is invalid. A report never
    // takes a call from another operator.
    if (isFailure(operatorOrFailure) && input.isReported !== true) return operatorOrFailure;
    const call = context.calls.find((candidate) => candidate.id === input.callId);
    if (call === undefined || !canTransitionCall(call, input.to))
      return { events: [], answer: { ignored: true, call: call ?? null } };
    const operator =
      isFailure(operatorOrFailure) || (input.isReported === true && call.operator !== null)
        ? null
        : operatorOrFailure;
    if (operator !== null && call.operator !== null && call.operator.id !== operator.id)
      return fail("already_accepted", `${call.operator.name} has this call.`, {
        by: call.operator,
      });
    const changed = moveCall(call, input, operator, formatTime(input.at ?? context.now));
    const cause = input.isReported === true ? ({ cause: "reported" } as const) : {};
    return {
      events: [
        ...createStepMessage(context, changed),
        { name: "call_updated", call: changed, ...cause },
      ],
      answer: { ignored: false, call: changed },
    };
  };
}

/** Returns the call in its next status since `at`. `operator`: who acts, if anybody. */
function moveCall(call: Call, input: AdvanceCall, operator: NamedRef | null, at: string): Call {
  return {
    ...omitFields(call, "due_at"),
    status: input.to,
    operator: operator ?? call.operator,
    reason: input.to === "error" ? input.reason : null,
    record_url: input.to === "end" ? (input.recordUrl ?? null) : null,
    ...omitAbsent({
      taken_at: operator !== null && call.operator === null ? at : call.taken_at,
      agent_connected_at: input.to === "agent_connected" ? at : undefined,
      client_connected_at: input.to === "client_connected" ? at : undefined,
    }),
    updated_at: at,
  };
}

/**
 * Assigns a call without operator to an operator. A postponed call can be taken before its time.
 * The status stays the same. If the chat waits and the operator's limit allows, the chat is
 * accepted too. Subject: `{chat}` of the call. Failures: `not_found` (finished, or no such call),
 * `already_accepted` with `by`. A repeat by the same operator changes nothing. `status`: presence
 * and open chats of the operators, for the reasons of the assignment. Result: as for `advanceCall`.
 */
export function takeCall(input: {
  readonly callId: number;
  readonly operatorId: number;
  readonly status?: OperatorStatus;
}): CommandHandler<CallResult> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const call = context.calls.find((candidate) => candidate.id === input.callId);
    if (call === undefined || isCallFinished(call))
      return fail("not_found", "There is no such call.");
    if (call.operator !== null && call.operator.id !== actor.id)
      return fail("already_accepted", `${call.operator.name} was faster.`, { by: call.operator });
    if (call.operator !== null) return { events: [], answer: { ignored: false, call: call } };
    const at = formatTime(context.now);
    const changed: Call = {
      ...omitFields(call, "due_at"),
      operator: actor,
      taken_at: at,
      ...omitAbsent({ waiting_since: call.due_at === undefined ? undefined : at }),
      updated_at: at,
    };
    const line = createCallSystemMessage(
      context,
      call.chat_id,
      { code: "call_taken", by: actor },
      `${actor.name} took the call`,
    );
    const callEvents = [...line, { name: "call_updated", call: changed } as const];
    return {
      events: [...acceptWaitingChat(context, call.chat_id, actor, input.status), ...callEvents],
      answer: { ignored: false, call: changed },
    };
  };
}

/** Accepts the waiting chat for the operator of its call, unless they are at their limit. */
function acceptWaitingChat(
  context: CommandContext,
  chatId: number,
  actor: NamedRef,
  status: OperatorStatus | undefined,
): readonly NewEvent[] {
  const chat = context.currentChat?.entity;
  if (chat?.id !== chatId || chat.state !== "waiting") return [];
  const accepted = acceptChatForOperator(context, chat, actor, status);
  return isFailure(accepted) ? [] : accepted.events;
}

/** Returns the system message about the call's new status, or none if the chat is closed. */
function createStepMessage(context: CommandContext, call: Call): readonly NewEvent[] {
  const actor = call.operator;
  if (call.status === "agent_connected" || call.status === "client_connected") {
    const isOperator = call.status === "agent_connected";
    const text = isOperator ? "The operator is on the line" : "The visitor is on the line";
    return createCallSystemMessage(
      context,
      call.chat_id,
      { code: "call_connected", by: actor, detail: isOperator ? "operator" : "visitor" },
      text,
    );
  }
  const detail = call.status === "error" ? (call.reason ?? "") : "";
  const text =
    call.status === "error"
      ? `The call failed: ${detail.replaceAll("_", " ")}`
      : "The call has ended";
  return createCallSystemMessage(
    context,
    call.chat_id,
    { code: "call_ended", by: actor, detail },
    text,
  );
}
export function createCallSystemMessage(
  context: CommandContext,
  chatId: number,
  line: ChatSystemMessage,
  text: string,
): readonly NewEvent[] {
  return context.currentChat?.id === chatId
    ? [createSystemMessage(context, chatId, line, text)]
    : [];
}
