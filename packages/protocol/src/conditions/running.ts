import type { Condition } from "./condition.ts";
import { toPositive, type Test } from "./operators.ts";

/** Returns whether lists may read the few running chats instead of the archive. */
export function holdsForRunningOnly(condition: Condition): boolean {
  if ("all" in condition) return condition.all.some(holdsForRunningOnly);
  if ("any" in condition)
    return condition.any.length === 0 || condition.any.every(holdsForRunningOnly);
  if ("not" in condition) return excludesClosed(condition.not, true);
  return excludesClosed(condition, false);
}

/** Returns whether a list can have an order: only running chats have due times (SLA-022). */
export const canHaveOrder = (condition: Condition, order: string): boolean =>
  order !== "due" || holdsForRunningOnly(condition);

/** Whether a test of the state, or its opposite, is false for closed chats. */
function excludesClosed(condition: Condition, isReversed: boolean): boolean {
  if (!("fact" in condition) || condition.fact !== "chat.state") return false;
  return holdsForClosed(condition) === isReversed;
}
function holdsForClosed({ op, value }: Test): boolean {
  const [positive, isReversed] = toPositive(op);
  return (positive === "present" || [value].flat().includes("closed")) !== isReversed;
}
