import type { ChatData } from "../../../core/event.ts";
import type { QueuePosition } from "../chat-record.ts";
import type { Reader } from "../../database/reader.ts";
import { lookupJoin, toInteger } from "../../database/parameters.ts";

/** Maximum number of chats from which the usual wait is computed, latest message first. */
const maxRecentChats = 100;
const minAcceptedChats = 3;

/**
 * Returns the position of a waiting chat among those of its department (or without a department),
 * longest wait first. Returns null if the chat does not wait.
 */
export async function findQueuePosition(
  reader: Reader,
  account: number,
  chat: ChatData,
): Promise<QueuePosition | null> {
  if (chat.wait === null) return null;
  const row = await reader.one<{
    before: string;
    others: string;
    taken: string;
    usual: number | null;
  }>(
    account,
    `
    with waiting as materialized (
      select w.body::jsonb as body, w.id from chat_activity a ${lookupJoin("chat", "w", "w.account_id = a.account_id and w.id = a.chat_id")}
      where a.account_id = $1 and a.running and a.snoozed_until is null and w.state = 'waiting' and w.id <> $2),
    near as (
      select body #>> '{wait,since}' as since, id from waiting
      where coalesce((body #>> '{department,id}')::bigint, 0) = $3 and body #>> '{wait,since}' is not null),
    taken as (
      select extract(epoch from (t.body::jsonb ->> 'accepted_at')::timestamptz - t.created_at) * 1000 as ms
      from (select a.chat_id from chat_activity a where a.account_id = $1 order by a.last_at desc limit ${maxRecentChats}) l
        ${lookupJoin("chat", "t", "t.account_id = $1 and t.id = l.chat_id")}
      where t.body::jsonb ->> 'accepted_at' is not null and t.body::jsonb ->> 'continues' is null)
    select (select count(*) from near where since < $4 or (since = $4 and id < $2)) as before, (select count(*) from near) as others,
      (select count(*) from taken) as taken, (select percentile_cont(0.5) within group (order by ms) from taken)::float8 as usual`,
    [account, chat.id, chat.department?.id ?? 0, chat.wait.since],
  );
  if (row === null) return null;
  return {
    rank: toInteger(row.before) + 1,
    of: toInteger(row.others) + 1,
    usualMs: toInteger(row.taken) < minAcceptedChats ? null : row.usual,
  };
}
