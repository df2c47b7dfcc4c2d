import { lookupJoin, type QueryParameters } from "../../database/parameters.ts";
import { selectChatsOfVisitors, toTimestamp } from "./archive.ts";
import type { PositionRange, SearchDirection } from "./direction.ts";
import type { SearchFilter } from "./search-record.ts";

/** A filter with a text that messages must match. */
export type IndexedFilter = SearchFilter & { readonly index: string };

/** A part of the matching messages. `span`: positions to scan. */
export interface MatchRange {
  readonly filter: IndexedFilter;
  readonly direction: SearchDirection;
  readonly span: PositionRange;
  readonly maxMessages: number;
}
/** Maximum number of messages of one chat that are scanned to find it on an earlier page. */
const maxScannedPerChat = 1_000;

/**
 * Returns SQL for the columns chat, place and said_at. `$2` contains the words. With a filter of
 * visitors the SQL reads the messages of their chats by key, otherwise it reads the index in parts.
 */
export function selectMatches(
  { filter, direction, span: { low, high }, maxMessages }: MatchRange,
  v: QueryParameters,
): string {
  const { source, order } = direction;
  const chats = selectChatsOfVisitors(filter, v);
  if (chats === null)
    return `select f.chat, f.place, f.said_at from ${source}($2, ${v.put(high)}, ${v.put(low)}, ${v.put(maxMessages)}) f`;
  return `select s.chat_id as chat, s.position as place, s.at as said_at from (${chats}) q
    ${lookupJoin("search_message", "s", `s.account_id = $1 and s.chat_id = q.id and s.position < ${v.put(high)} and s.position >= ${v.put(low)} and ${indexCondition("s")}`)}
    order by s.position ${order} limit ${v.put(maxMessages)}`;
}
export const indexCondition = (alias: string): string =>
  `${alias}.words @@ replace($2, '~', search_scope(${alias}.account_id, ${alias}.position))::tsquery`;
export function timeConditions(
  column: string,
  { after, before }: SearchFilter,
  v: QueryParameters,
): string {
  return [
    after === undefined ? "" : `and ${column} >= ${toTimestamp(v, after)}`,
    before === undefined ? "" : `and ${column} < ${toTimestamp(v, before)}`,
  ].join(" ");
}

/** SQL condition: an earlier page contains the chat by a message of its positions. */
export function isOnEarlierPage(
  chat: string,
  filter: SearchFilter,
  v: QueryParameters,
  { low, high }: PositionRange,
): string {
  return `exists (select 1 from (${messagesOfChat(chat, { low: v.put(low), high: v.put(high) }, "desc", maxScannedPerChat)}) s where ${indexCondition("s")} ${timeConditions("s.at", filter, v)})`;
}
/** Returns SQL for the messages of a chat from one position (inclusive) to another (exclusive). */
export function messagesOfChat(
  chat: string,
  { low, high }: { readonly low: string; readonly high: string },
  order: SearchDirection["order"],
  maxMessages: number,
): string {
  return `select m.* from search_message m where m.account_id = $1 and m.chat_id = ${chat} and m.position >= ${low} and m.position < ${high}
    order by m.position ${order} limit ${maxMessages}`;
}
