import type { ChatState, Presence, Role } from "../../core/entity.ts";
import type { AccountConfig } from "../../core/ports.ts";

/** "Why here?" (CORE-037): who could take the chat now, and for everybody else why not. */
export interface Assignment {
  readonly rules: string[];
  readonly eligible: number[];
  readonly others: { operator_id: number; reasons: string[] }[];
}
export interface AssignmentInput {
  readonly config: AccountConfig;
  readonly channelId: number;
  readonly state: ChatState;
  readonly presence: (operatorId: number) => Presence;
  /** Open chats of operators that have any. */
  readonly openChats: ReadonlyMap<number, number>;
}

/** Roles that answer chats (CORE-001); the others are never eligible, whatever they were chosen for. */
const answering: ReadonlySet<Role> = new Set<Role>(["owner", "admin", "operator"]);

/** Null for a closed chat: nobody is asked any more. The rule is `all` (CORE-033): every eligible operator is offered the chat, the first reply wins. */
export function assignmentOf(input: AssignmentInput): Assignment | null {
  if (input.state === "closed") return null;
  const chosen = input.config.channels.get(input.channelId)?.operators ?? new Set<number>();
  const eligible: number[] = [];
  const others: Assignment["others"] = [];
  for (const operator of input.config.operators.values()) {
    if (!operator.active) continue;
    const presence = input.presence(operator.id);
    const reasons = [
      ...(chosen.has(operator.id) && answering.has(operator.role) ? [] : ["not_on_channel"]),
      ...(presence === "online" ? [] : [presence]),
      ...(operator.chatLimit > 0 && (input.openChats.get(operator.id) ?? 0) >= operator.chatLimit ? ["at_limit"] : []),
    ];
    if (reasons.length === 0) eligible.push(operator.id);
    else others.push({ operator_id: operator.id, reasons });
  }
  return { rules: ["all"], eligible, others };
}
