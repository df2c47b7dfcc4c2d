import type { Call, ChatEntity, Presence } from "../core/entity.ts";
import { canAnswerChats, getEligibility } from "../core/operator/eligibility.ts";
import type { AccountConfig } from "../core/command.ts";

/**
 * Returns the operators that a telephony server may ring for a call (CORE-135), in the order of
 * attempts. If an operator took the call or placed it, only that operator is returned. Otherwise
 * the chat's assignee is first unless offline, then all operators who are online and may take the
 * chat. Offline operators are never returned, so the list can be empty.
 */
export function getOperatorsToCall(
  config: AccountConfig,
  call: Pick<Call, "operator">,
  chat: Pick<ChatEntity, "assignee" | "channel" | "department"> | null,
  presence: (operatorId: number) => Presence,
): readonly number[] {
  if (call.operator !== null) return [call.operator.id];
  if (chat === null) return [];
  const assignee = config.operators.get(chat.assignee?.id ?? 0);
  const first =
    assignee !== undefined && canAnswerChats(assignee) && presence(assignee.id) !== "offline"
      ? [assignee.id]
      : [];
  const { eligible } = getEligibility(config, chat, { presence });
  return [...first, ...eligible.filter((id) => id !== first[0])];
}
