/** Above this number, a chat shows only that there are many. */
const maxUnreadCount = 1000;

/**
 * Condition on the row `j` of journal: it counts as unread for an operator who has not read it
 * (API-029). Operator messages, notes and messages of blocked visitors (CORE-071) do not count.
 * Quotes inside JSON strings are escaped, so the text can only be the key.
 */
export const unreadCondition = `j.author_kind = 'visitor' and strpos(j.body, '"blacklisted":true') = 0`;

/**
 * Joins the read mark `r` of the operator in $2 for a chat. All columns are null without a mark.
 */
export const readMarkJoin = (chat: string): string =>
  `left join lateral (select r.seq, r.visitor_messages from read_mark r where r.account_id = $1 and r.chat_id = ${chat}.id and r.operator_id = $2 offset 0) r on true`;

/**
 * Counts visitor messages of a chat above the mark `r` ({@link readMarkJoin}), using the chat's
 * activity `a`. It subtracts the messages that the mark covers from the counted ones. Messages
 * above both are counted one by one. It uses `case`, because `coalesce` counts as leaky. Under
 * row-level security the number would then be a filter over the whole chat instead of an index
 * position.
 */
export const unreadCountColumn = (chat: string): string => `least(${maxUnreadCount},
  case when r.seq >= a.counted_seq then 0 when r.seq is null then a.visitor_messages else a.visitor_messages - r.visitor_messages end
  + case when greatest(r.seq, a.counted_seq) >= ${chat}.last_seq then 0 else (select count(*)::int from (select 1 from journal j
      where j.account_id = $1 and j.chat_id = ${chat}.id and j.seq > greatest(r.seq, a.counted_seq) and ${unreadCondition} limit ${maxUnreadCount}) x) end)`;
