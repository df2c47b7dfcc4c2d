import type { CallWithVisitor } from "@parlour/protocol/api";

/** Sorts calls: waiting ones by waiting time, longest first, then postponed ones by due time. */
export function sortWaitingCalls(calls: readonly CallWithVisitor[]): readonly CallWithVisitor[] {
  const since = (call: CallWithVisitor): number =>
    Date.parse(call.due_at ?? call.waiting_since ?? call.created_at);
  const isLater = (call: CallWithVisitor): number => (call.due_at === undefined ? 0 : 1);
  return calls.toSorted((a, b) => isLater(a) - isLater(b) || since(a) - since(b) || a.id - b.id);
}
