import type { ChatCounts, ChatVisibility } from "../chat-record.ts";
import type { Reader } from "../../database/reader.ts";
import { missedClosedCondition, missedRunningCondition, missedSince } from "./missed.ts";
import { chatVisibilityCondition, chatIdsOfOperator } from "../visibility.ts";
import { lateChats, lateCondition, unreadCountColumn } from "./unread.ts";
import { lookupJoin, toInteger, createParameters } from "../../database/parameters.ts";

/** State of a running chat. Only after an upgrade it is not in the activity yet. */
const stateColumn = `case when a.state is null then (select c.state from chat c where c.account_id = a.account_id and c.id = a.chat_id) else a.state end as state`;
const chatOf = (activity: string, id: string): string =>
  lookupJoin("chat", "c", `c.account_id = ${activity}.account_id and c.id = ${activity}.${id}`);

/** Condition on `a` of the running chats: their unread messages count. */
const isCounted = "(a.mine or a.state = 'waiting') and not a.snoozed";
/**
 * Returns the counts next to the inbox views (API-029). Scans the activity of running chats once,
 * and closed missed chats once (index `missed_chat`). Both are short ranges of an index, and the
 * rows of the activity are short. The operator's marks are read together.
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
    with ${lateChats}, running as materialized (
      select a.account_id, a.chat_id as id, ${stateColumn}, a.counted_seq, a.visitor_messages, ${lateCondition("a.chat_id")} as late,
        a.chat_id in (${chatIdsOfOperator("$2")}) as mine, a.snoozed_until is not null as snoozed
      from chat_activity a ${sight.seesAllChats ? "" : chatOf("a", "chat_id")} where a.account_id = $1 and a.running and ${isVisible}),
    marks as materialized (
      select r.chat_id, r.seq, r.visitor_messages from read_mark r where r.account_id = $1 and r.operator_id = $2
        and r.chat_id = any(array(select a.id from running a where ${isCounted})))
    select count(*) as all, count(*) filter (where mine and not snoozed) as mine,
      count(*) filter (where state = 'waiting' and not snoozed) as waiting, count(*) filter (where snoozed) as snoozed,
      count(*) filter (where state = 'bot') as bot,
      (select coalesce(sum(${unreadCountColumn("a", "a.late")}), 0) from running a left join marks r on r.chat_id = a.id where ${isCounted}) as unread,
      (select count(*) from chat c where c.account_id = $1 and c.closed_at > ${missedSince(v, now)} and ${missedClosedCondition} and ${isVisible})
        + (select count(*) from (select * from running where state = 'bot') b ${chatOf("b", "id")} where ${missedRunningCondition}) as missed
    from running`,
    v.list,
    "kept",
  );
  const getCount = (name: keyof ChatCounts) => toInteger(row?.[name] ?? 0);
  return {
    mine: getCount("mine"),
    waiting: getCount("waiting"),
    snoozed: getCount("snoozed"),
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
