import type { CallSeen } from "@parlour/protocol/api";

/** Who waits before who was put off: the longest waiting first, then by their times. */
export function inTurn(calls: readonly CallSeen[]): readonly CallSeen[] {
  const since = (call: CallSeen): number => Date.parse(call.due_at ?? call.waiting_since ?? call.created_at);
  const isLater = (call: CallSeen): number => (call.due_at === undefined ? 0 : 1);
  return calls.toSorted((a, b) => isLater(a) - isLater(b) || since(a) - since(b) || a.id - b.id);
}
