import type { NamedRef } from "../entity.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import type { CommandContext } from "../command.ts";

/** Returns the operator. Fails if inactive, or if the account is suspended (CORE-003, CORE-005). */
export function authorizeOperator(context: CommandContext, operatorId: number): NamedRef | Failure {
  const operator = context.config.operators.get(operatorId);
  if (operator === undefined || !operator.active)
    return fail("forbidden", "You are no longer an operator of this account.");
  if (context.config.suspended) return failSuspended();
  return { id: operator.id, name: operator.name };
}

/** Who executes an action on a chat: an operator, or a rule of the account (decision 0211). */
export interface Actor {
  /** null: a rule. The messages that it writes name it in `cause`. */
  readonly operator: NamedRef | null;
  /** The operator or the rule. */
  readonly ref: NamedRef;
  /** Name in English texts: `Maya`, `Rule VIP`. */
  readonly name: string;
}

/**
 * Returns who executes an action. `operatorId` is null for a rule, which needs no right in a chat,
 * because the right to save rules is that of an administrator. Fails as {@link authorizeOperator}.
 */
export function authorizeActor(
  context: CommandContext,
  operatorId: number | null,
): Actor | Failure {
  if (operatorId !== null) {
    const operator = authorizeOperator(context, operatorId);
    return isFailure(operator) ? operator : { operator, ref: operator, name: operator.name };
  }
  if (context.config.suspended) return failSuspended();
  const { id = 0, name = "" } = context.mark?.cause ?? {};
  return { operator: null, ref: { id, name }, name: getRuleName(context) };
}

/** Returns the name of the rule that runs the command, for English texts: `Rule VIP`. */
export const getRuleName = ({ mark }: CommandContext): string => `Rule ${mark?.cause.name ?? ""}`;

const failSuspended = (): Failure =>
  fail("forbidden", "This account is suspended. You can read it, but not change it.");

/** Returns a failure if the operator is at the limit of parallel chats (CORE-003), or null. */
export function checkChatLimit(context: CommandContext, operatorId: number): Failure | null {
  const limit = context.config.operators.get(operatorId)?.chatLimit ?? 0;
  if (limit === 0 || (context.openChats ?? 0) < limit) return null;
  return fail(
    "at_limit",
    `You already have ${context.openChats} chats open, which is your limit. Close or hand over one first.`,
    { limit: "chats" },
  );
}
