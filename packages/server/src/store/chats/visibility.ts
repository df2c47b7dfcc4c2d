import type { ChatVisibility } from "./chat-record.ts";
import type { QueryParameters } from "../database/parameters.ts";

/**
 * Returns an SQL condition on the row `c` of chat, equivalent to `canSeeChat` of auth (CORE-001).
 * The account is always $1. The operator's chats and channels are read once per query.
 */
export function chatVisibilityCondition(
  sight: ChatVisibility,
  parameters: QueryParameters,
): string {
  if (sight.seesAllChats) return "true";
  const me = parameters.put(sight.operatorId);
  return `(c.source = any(${channelsOfOperator(me)}) or c.assignee = ${me} or ${hasParticipated(me)})`;
}

/** Returns an SQL condition on the row `v` of visitor: the operator may see the visitor. */
export function visitorVisibilityCondition(
  sight: ChatVisibility,
  parameters: QueryParameters,
): string {
  if (sight.seesAllChats) return "true";
  const me = parameters.put(sight.operatorId);
  return `(v.source = any(${channelsOfOperator(me)})
    or exists (select 1 from chat c where c.account_id = v.account_id and c.visitor_id = v.id and (c.assignee = ${me} or ${hasParticipated(me)}) offset 0))`;
}

/** Returns an SQL array of the running chats of the operator in placeholder `me`. */
export const chatsOfOperator = (me: string): string => `array(${chatIdsOfOperator(me)})`;
/**
 * Returns the running chats of the operator in placeholder `me` as rows. With many chats,
 * PostgreSQL builds a hash of rows, but would scan an array for each chat.
 */
export const chatIdsOfOperator = (me: string): string =>
  `select p.chat_id from participant p where p.account_id = $1 and p.operator_id = ${me} and p.left_at is null`;
const channelsOfOperator = (me: string): string =>
  `array(select co.channel_id from channel_operator co where co.account_id = $1 and co.operator_id = ${me})`;

/**
 * SQL condition on `c`: the operator is a participant now, or was one when the chat closed. `offset
 * 0` makes PostgreSQL look up each chat by key instead of building a hash of all participants.
 */
const hasParticipated = (me: string): string => `exists (select 1 from participant p
  where p.account_id = c.account_id and p.chat_id = c.id and p.operator_id = ${me} and (p.left_at is null or p.left_at >= c.closed_at) offset 0)`;
