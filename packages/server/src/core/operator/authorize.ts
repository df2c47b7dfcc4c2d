import type { NamedRef } from "../entity.ts";
import { fail, type Failure } from "../failure.ts";
import type { CommandContext } from "../command.ts";

/**
 * Returns the operator who executes a command. Fails for inactive operators and suspended accounts
 * (CORE-003, CORE-005).
 */
export function authorizeOperator(context: CommandContext, operatorId: number): NamedRef | Failure {
  const operator = context.config.operators.get(operatorId);
  if (operator === undefined || !operator.active)
    return fail("forbidden", "You are no longer an operator of this account.");
  if (context.config.suspended)
    return fail("forbidden", "This account is suspended. You can read it, but not change it.");
  return { id: operator.id, name: operator.name };
}

/**
 * Returns a failure if the operator has reached the limit of parallel chats (CORE-003), or null if
 * not.
 */
export function checkChatLimit(context: CommandContext, operatorId: number): Failure | null {
  const limit = context.config.operators.get(operatorId)?.chatLimit ?? 0;
  if (limit === 0 || (context.openChats ?? 0) < limit) return null;
  return fail(
    "at_limit",
    `You already have ${context.openChats} chats open, which is your limit. Close or hand over one first.`,
  );
}
