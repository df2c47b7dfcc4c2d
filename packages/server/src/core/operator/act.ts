import type { NamedRef } from "../entity.ts";
import { fail, type Failure } from "../failure.ts";
import type { Scene } from "../ports.ts";

/**
 * Returns the operator who executes a command. Fails for inactive operators and suspended accounts
 * (CORE-003, CORE-005).
 */
export function actingOperator(scene: Scene, operatorId: number): NamedRef | Failure {
  const operator = scene.config.operators.get(operatorId);
  if (operator === undefined || !operator.active) return fail("forbidden", "You are no longer an operator of this account.");
  if (scene.config.suspended) return fail("forbidden", "This account is suspended: everything can be read, nothing changed.");
  return { id: operator.id, name: operator.name };
}

/**
 * Returns a failure if the operator has reached the limit of parallel chats (CORE-003), else null.
 */
export function overLimit(scene: Scene, operatorId: number): Failure | null {
  const limit = scene.config.operators.get(operatorId)?.chatLimit ?? 0;
  if (limit === 0 || (scene.openChats ?? 0) < limit) return null;
  return fail("at_limit", `You already have ${scene.openChats} chats open, which is your limit. Close or hand over one first.`);
}
