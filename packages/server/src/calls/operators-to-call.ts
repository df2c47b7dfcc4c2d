import type { Call, ChatEntity, Presence } from "../core/entity.ts";
import { answersChats, eligibility } from "../core/operator/eligible.ts";
import type { AccountConfig } from "../core/ports.ts";

/**
 * Returns the operators a telephony server may ring for a call (CORE-135), in the order to try them. An operator who took the call, or calls out,
 * is the only one. Otherwise the chat's assignee comes first unless offline, then everybody who is online and may take the chat. Nobody offline is
 * returned, so the list can be empty.
 */
export function operatorsToCall(
  config: AccountConfig,
  call: Pick<Call, "operator">,
  chat: Pick<ChatEntity, "assignee" | "channel" | "department"> | null,
  presence: (operatorId: number) => Presence,
): readonly number[] {
  if (call.operator !== null) return [call.operator.id];
  if (chat === null) return [];
  const assignee = config.operators.get(chat.assignee?.id ?? 0);
  const first = assignee !== undefined && answersChats(assignee) && presence(assignee.id) !== "offline" ? [assignee.id] : [];
  const { eligible } = eligibility(config, chat, { presence });
  return [...first, ...eligible.filter((id) => id !== first[0])];
}
