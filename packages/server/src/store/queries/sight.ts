import type { Sight } from "../../core/record/chat.ts";
import type { Values } from "./values.ts";

/**
 * Condition on the row `c` of table chat: the same answer as `maySeeChat` of auth (CORE-001). The account is $1 everywhere; lists of one's own
 * are read once per query, before its rows.
 */
export function chatInSight(sight: Sight, values: Values): string {
  if (sight.everything) return "true";
  const me = values.put(sight.operatorId);
  return `(c.source = any(${ownChannels(me)}) or c.assignee = ${me} or ${tookPart(me)})`;
}

/** Condition on the row `v` of table visitor. */
export function visitorInSight(sight: Sight, values: Values): string {
  if (sight.everything) return "true";
  const me = values.put(sight.operatorId);
  return `(v.source = any(${ownChannels(me)})
    or exists (select 1 from chat c where c.account_id = v.account_id and c.visitor_id = v.id and (c.assignee = ${me} or ${tookPart(me)}) offset 0))`;
}

/** Chats that the operator in placeholder `me` takes part in now; running ones only. */
export const ownChats = (me: string): string => `array(${idsOfOwnChats(me)})`;
/** The same as rows: of many chats each is looked up in a hash of them, where an array is gone through from its beginning for each. */
export const idsOfOwnChats = (me: string): string =>
  `select p.chat_id from participant p where p.account_id = $1 and p.operator_id = ${me} and p.left_at is null`;
const ownChannels = (me: string): string =>
  `array(select co.channel_id from channel_operator co where co.account_id = $1 and co.operator_id = ${me})`;

/** Condition on `c`: takes part now, or did when the chat was closed. `offset 0` keeps it a look by key, instead of a hash of everybody's. */
const tookPart = (me: string): string => `exists (select 1 from participant p
  where p.account_id = c.account_id and p.chat_id = c.id and p.operator_id = ${me} and (p.left_at is null or p.left_at >= c.closed_at) offset 0)`;
