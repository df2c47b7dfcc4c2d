import type { Call, CallStatus } from "../entity.ts";

/** Why a call failed (CORE-102). */
export const callFailures = [
  "no_answer_agent",
  "no_answer_client",
  "busy",
  "wrong_number",
  "balance",
  "provider_error",
  "cancelled",
] as const;
export type CallFailure = (typeof callFailures)[number];

const allowedTransitions: Readonly<Record<CallStatus, readonly CallStatus[]>> = {
  start: ["agent_connected", "client_connected", "error", "end"],
  agent_connected: ["client_connected", "error", "end"],
  client_connected: ["agent_connected", "error", "end"],
  end: [],
  error: [],
};

/** How far a call is. */
interface CallProgress {
  readonly status: CallStatus;
  readonly reason?: string | null;
  readonly agent_connected_at?: string;
  readonly client_connected_at?: string;
}

/**
 * Returns whether the status of a call may change to `to` (CORE-101). No other code decides this.
 * Operator and customer each connect at most once.
 */
export function canTransitionCall(call: CallProgress, to: CallStatus): boolean {
  if (to === "agent_connected" && call.agent_connected_at !== undefined) return false;
  if (to === "client_connected" && call.client_connected_at !== undefined) return false;
  return allowedTransitions[call.status].includes(to);
}
export function isCallFinished(call: Call): boolean {
  return allowedTransitions[call.status].length === 0;
}

/** Returns the result of the call for the page (CORE-103), or null if it is not finished. */
export function toCallResult(
  call: CallProgress,
): { readonly result: "ok" } | { readonly result: "fail"; readonly reason: string } | null {
  if (call.status === "error") return { result: "fail", reason: call.reason ?? "provider_error" };
  if (call.status !== "end") return null;
  return call.client_connected_at === undefined
    ? { result: "fail", reason: "not_connected" }
    : { result: "ok" };
}
