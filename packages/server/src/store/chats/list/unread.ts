/** Maximum number of unread messages to count. Above it, a chat shows only that there are many. */
const maxUnreadCount = 1000;

/**
 * SQL condition on the row `j` of journal: the message counts as unread for an operator who has not
 * read it (API-029). Operator messages, notes, messages of blocked visitors (CORE-071) and imported
 * ones (MV-020) do not count. Quotes inside JSON strings are escaped, so the text matches only the
 * key.
 */
export const unreadCondition = `j.author_kind = 'visitor' and strpos(j.body, '"blacklisted":true') = 0 and strpos(j.body, '"imported":true') = 0`;

/** SQL condition on the row `j` of journal: the message is an answer of an operator, not a note. */
export const answerCondition = `j.author_kind = 'operator' and strpos(j.body, '"kind":"note"') = 0`;

/** Joins the read mark `r` of the operator in $2. Without one, its columns are null. */
export const readMarkJoin = (chat: string): string =>
  `left join lateral (select r.seq, r.visitor_messages from read_mark r where r.account_id = $1 and r.chat_id = ${chat}.id and r.operator_id = $2 offset 0) r on true`;

/**
 * Returns a column that counts the visitor messages of a chat after the mark `r` ({@link
 * readMarkJoin}), using the chat's activity `a`. It subtracts the messages up to the mark from the
 * counted ones. If the condition `isLate` is true, the chat may have messages that are not counted
 * yet. Those after both are then counted one by one. The SQL uses `case`, because `coalesce` is not
 * leakproof. Under row-level security, `coalesce` would turn an index condition into a filter over
 * the whole chat.
 */
export const unreadCountColumn = (chat: string, isLate: string): string => `least(${maxUnreadCount},
  case when r.seq >= a.counted_seq then 0 when r.seq is null then a.visitor_messages else a.visitor_messages - r.visitor_messages end
  + case when ${isLate} then (select count(*)::int from (select 1 from journal j
      where j.account_id = $1 and j.chat_id = ${chat}.id and j.seq > greatest(r.seq, a.counted_seq) and ${unreadCondition} limit ${maxUnreadCount}) x) else 0 end)`;

/**
 * Maximum number of messages after the cursor of the activity's projection that a list reads to
 * find the chats that are late. With more, all chats count as late.
 */
const maxLateMessages = 1000;
/**
 * Table `late` for a `with` clause: chats of messages that the activity does not contain yet. The
 * projection writes its rows and its cursor in one statement, so all other chats are exact.
 */
export const lateChats = `late as materialized (select j.chat_id from journal j where j.account_id = $1 and j.seq is not null
  and j.position > (select coalesce(max(k.position), 0) from cursor k where k.account_id = $1 and k.reader = 'activity') limit ${maxLateMessages + 1})`;
/** Returns an SQL condition: the chat with this id may be late ({@link lateChats}). */
export const lateCondition = (id: string): string =>
  `(${id} in (select l.chat_id from late l) or (select count(*) from late) > ${maxLateMessages})`;
