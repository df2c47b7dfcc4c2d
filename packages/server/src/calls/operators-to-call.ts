import type { Call, ChatEntity } from "../core/entity.ts";
import { canAnswerChats, type OperatorStatus } from "../core/operator/eligibility.ts";
import { recipientsForStep } from "../core/routing/recipients.ts";
import type { AccountConfig } from "../core/command.ts";

/**
 * Returns the operators whom a telephony server may ring for a call, in the order of attempts
 * (CORE-135). If an operator took or placed the call, returns only that operator. Otherwise the
 * chat's assignee comes first unless they are offline, followed by all operators who are online and
 * may take the chat. Offline operators are never returned, so the list can be empty.
 */
export function getOperatorsToCall(
  config: AccountConfig,
  call: Pick<Call, "operator">,
  chat: Pick<ChatEntity, "assignee" | "channel" | "department"> | null,
  status: OperatorStatus,
): readonly number[] {
  if (call.operator !== null) return [call.operator.id];
  if (chat === null) return [];
  const assignee = config.operators.get(chat.assignee?.id ?? 0);
  const first =
    assignee !== undefined && canAnswerChats(assignee) && status.presence(assignee.id) !== "offline"
      ? [assignee.id]
      : [];
  const { eligible } = recipientsForStep(config, chat, status, "next");
  return [...first, ...eligible.filter((id) => id !== first[0])];
}
