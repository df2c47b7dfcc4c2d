/** Above this a chat only says "many". */
const mostUnread = 1000;

/**
 * Condition on the row `j` of journal: is unread for who has not read it (API-029); own messages, notes and what a blocked visitor wrote (CORE-071)
 * are not. A quote inside a JSON string is escaped, so the text can only be the key.
 */
export const visitorMessage = `j.author_kind = 'visitor' and strpos(j.body, '"blacklisted":true') = 0`;

/** The read mark `r` of the operator in $2, of the chat in the row before; all null without one. */
export const markOf = (chat: string): string =>
  `left join lateral (select r.seq, r.visitor_messages from read_mark r where r.account_id = $1 and r.chat_id = ${chat}.id and r.operator_id = $2 offset 0) r on true`;

/**
 * Visitor messages of a chat above the mark `r` ({@link markOf}), of the chat's activity `a`: all that are counted less those the mark has
 * counted, and one by one those that are above both. `case`, not `coalesce`, which counts as leaky: under row-level security the number would be
 * a filter over the whole chat instead of a place in its index.
 */
export const unreadMessages = (chat: string): string => `least(${mostUnread},
  case when r.seq >= a.counted_seq then 0 when r.seq is null then a.visitor_messages else a.visitor_messages - r.visitor_messages end
  + case when greatest(r.seq, a.counted_seq) >= ${chat}.last_seq then 0 else (select count(*)::int from (select 1 from journal j
      where j.account_id = $1 and j.chat_id = ${chat}.id and j.seq > greatest(r.seq, a.counted_seq) and ${visitorMessage} limit ${mostUnread}) x) end)`;
