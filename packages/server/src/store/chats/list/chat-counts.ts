import type { ChatCounts, ChatVisibility } from "../chat-record.ts";
import type { Reader } from "../../database/reader.ts";
import { activityJoin } from "../chat-row.ts";
import { missedClosedCondition, missedRunningCondition, missedSince } from "./missed.ts";
import { chatVisibilityCondition, chatIdsOfOperator } from "../visibility.ts";
import { readMarkJoin, unreadCountColumn } from "./unread.ts";
import { toInteger, createParameters } from "../../database/parameters.ts";

/**
 * Maximum number of closed chats without an operator that are scanned to count missed chats, latest
 * first.
 */
const maxScannedMissedChats = 1000;

/**
 * Returns the counts next to the inbox views (API-029). Scans running chats once, and closed chats
 * without an operator once (index `chat_untaken`).
 */
export async function countChats(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  now: number,
): Promise<ChatCounts> {
  const v = createParameters(account, sight.operatorId);
  const isVisible = chatVisibilityCondition(sight, v);
  const row = await reader.one<Record<keyof ChatCounts, string>>(
    account,
    `
    with running as materialized (
      select c.account_id, c.id, c.state, c.id in (${chatIdsOfOperator("$2")}) as mine, ${missedRunningCondition} as missed
      from chat c where c.account_id = $1 and c.state <> 'closed' and ${isVisible}),
    untaken as (
      select c.* from chat c where c.account_id = $1 and c.state = 'closed' and c.assignee is null and c.closed_at > ${missedSince(v, now)}
      order by c.closed_at desc limit ${maxScannedMissedChats})
    select count(*) as all, count(*) filter (where mine) as mine,
      count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'bot') as bot,
      (select coalesce(sum(${unreadCountColumn("c")}), 0) from running c ${activityJoin("c")} ${readMarkJoin("c")} where c.mine or c.state = 'waiting') as unread,
      (select count(*) from untaken c where ${missedClosedCondition} and ${isVisible})
        + count(*) filter (where missed) as missed
    from running`,
    v.list,
    "kept",
  );
  const getCount = (name: keyof ChatCounts) => toInteger(row?.[name] ?? 0);
  return {
    mine: getCount("mine"),
    waiting: getCount("waiting"),
    bot: getCount("bot"),
    all: getCount("all"),
    missed: getCount("missed"),
    unread: getCount("unread"),
  };
}

/**
 * Counts the open chats of each operator who has any, for the reason `at_limit` (CORE-037). These
 * are the same chats that the chat limit counts (CORE-003).
 */
export async function countOpenChats(
  reader: Reader,
  account: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await reader.rows<{ operator_id: string; n: string }>(
    account,
    "select p.operator_id, count(*) as n from participant p where p.account_id = $1 and p.left_at is null group by p.operator_id",
    [account],
  );
  return new Map(rows.map((row) => [toInteger(row.operator_id), toInteger(row.n)]));
}
