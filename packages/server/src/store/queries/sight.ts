import type { Values } from "./values.ts";

/** Which chats and visitors somebody may see (CORE-001): all of the account, or those of own channels and own chats. */
export interface Sight { readonly operatorId: number; readonly everything: boolean }

/** Condition on the row `c` of table chat. */
export function chatInSight(sight: Sight, values: Values): string {
  if (sight.everything) return "true";
  const me = values.put(sight.operatorId);
  return `(c.assignee = ${me}
    or exists (select 1 from channel_operator co where co.account_id = c.account_id and co.channel_id = c.source and co.operator_id = ${me})
    or ${takesPart(me)})`;
}

/** Condition on the row `v` of table visitor. */
export function visitorInSight(sight: Sight, values: Values): string {
  if (sight.everything) return "true";
  const me = values.put(sight.operatorId);
  return `(exists (select 1 from channel_operator co where co.account_id = v.account_id and co.channel_id = v.source and co.operator_id = ${me})
    or exists (select 1 from chat c where c.account_id = v.account_id and c.visitor_id = v.id and (c.assignee = ${me} or ${takesPart(me)})))`;
}

/** Condition on `c`: the operator in placeholder `me` has joined the chat and not left it. */
export const takesPart = (me: string): string =>
  `exists (select 1 from participant p where p.account_id = c.account_id and p.chat_id = c.id and p.operator_id = ${me} and p.left_at is null)`;
