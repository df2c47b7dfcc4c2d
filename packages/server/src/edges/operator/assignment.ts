import type { ChatState, Presence } from "../../core/entity.ts";
import { eligibility, type Spot } from "../../core/operator/eligible.ts";
import type { AccountConfig } from "../../core/ports.ts";

/** "Why here?" (CORE-037): who could take the chat now, and for everybody else why not. */
export interface Assignment {
  readonly rules: string[];
  readonly eligible: number[];
  readonly others: { operator_id: number; reasons: string[] }[];
}
export interface AssignmentInput {
  readonly config: AccountConfig;
  readonly chat: Spot & { readonly state: ChatState };
  readonly presence: (operatorId: number) => Presence;
  /** Open chats of operators that have any. */
  readonly openChats: ReadonlyMap<number, number>;
}

/** Null for a closed chat: nobody is asked any more. The rule is `all` (CORE-033): every eligible operator is offered the chat, the first reply wins. */
export function assignmentOf({ config, chat, presence, openChats }: AssignmentInput): Assignment | null {
  if (chat.state === "closed") return null;
  const { eligible, others } = eligibility(config, chat, { presence, openChats });
  return { rules: ["all"], eligible: [...eligible], others: others.map(({ id, reasons }) => ({ operator_id: id, reasons: [...reasons] })) };
}
