import type { CallSeen } from "@parlour/protocol/api";
import { duration } from "../../ui/Time.tsx";
import { t } from "./text.ts";

const reasons = ["no_answer_agent", "no_answer_client", "busy", "wrong_number", "balance", "provider_error", "cancelled"] as const;

export function callerName(call: Pick<CallSeen, "visitor">): string {
  return call.visitor.name?.value ?? t("calls.visitor", { n: call.visitor.number });
}
export const isOver = (call: Pick<CallSeen, "status">): boolean => call.status === "end" || call.status === "error";

/** How long a call has gone on in its present part, or lasted, and what that part is. */
export function partOf(call: CallSeen, now: number): { readonly kind: "waited" | "calling" | "talking" | "lasted"; readonly ms: number } {
  const talk = call.client_connected_at === undefined ? null : Date.parse(call.client_connected_at);
  if (isOver(call)) return { kind: "lasted", ms: Math.max(0, Date.parse(call.updated_at) - (talk ?? Date.parse(call.updated_at))) };
  if (talk !== null) return { kind: "talking", ms: Math.max(0, now - talk) };
  if (call.operator !== null) return { kind: "calling", ms: Math.max(0, now - Date.parse(call.updated_at)) };
  return { kind: "waited", ms: Math.max(0, now - Date.parse(call.created_at)) };
}

/** What became of a call that is over. */
export function outcomeOf(call: CallSeen): string {
  if (call.status === "error") {
    const known = reasons.find((one) => one === call.reason);
    return known === undefined ? (call.reason ?? "") : t(`call.reason.${known}`);
  }
  if (call.client_connected_at === undefined) return t("call.outcome.unconnected");
  return t("call.outcome.end", { time: duration(partOf(call, 0).ms) });
}

/** A number in groups, for reading; what is dialled stays as it is. */
export function readable(phone: string): string {
  const digits = phone.replace(/^\+/, "");
  const groups = digits.replaceAll(/(\d{3})(?=\d{2,})/g, "$1 ").trim();
  return phone.startsWith("+") ? `+${groups}` : groups;
}
