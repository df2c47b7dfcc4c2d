import type { ChatCounts, ChatVisibility } from "../../core/record/chat.ts";
import type { Reader } from "../reader.ts";
import { activityOf } from "./chat-row.ts";
import { missedClosed, missedRunning, missedSince } from "./missed.ts";
import { chatInSight, idsOfOwnChats } from "./sight.ts";
import { markOf, unreadMessages } from "./unread.ts";
import { int, values } from "./values.ts";

/** Latest closed chats without an operator that are scanned to count missed chats. */
const mostMissedOf = 1000;

/**
 * Returns the counts beside the inbox views (API-029). Scans running chats once, and closed
 * unassigned ones once (index `chat_untaken`).
 */
export async function countChats(reader: Reader, account: number, sight: ChatVisibility, now: number): Promise<ChatCounts> {
  const v = values(account, sight.operatorId);
  const inSight = chatInSight(sight, v);
  const row = await reader.one<Record<keyof ChatCounts, string>>(
    account,
    `
    with running as materialized (
      select c.account_id, c.id, c.state, c.last_seq, c.id in (${idsOfOwnChats("$2")}) as mine, ${missedRunning} as missed
      from chat c where c.account_id = $1 and c.state <> 'closed' and ${inSight}),
    untaken as (
      select c.* from chat c where c.account_id = $1 and c.state = 'closed' and c.assignee is null and c.closed_at > ${missedSince(v, now)}
      order by c.closed_at desc limit ${mostMissedOf})
    select count(*) as all, count(*) filter (where mine) as mine,
      count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'bot') as bot,
      (select coalesce(sum(${unreadMessages("c")}), 0) from running c ${activityOf("c")} ${markOf("c")} where c.mine or c.state = 'waiting') as unread,
      (select count(*) from untaken c where ${missedClosed} and ${inSight})
        + count(*) filter (where missed) as missed
    from running`,
    v.list,
    "kept",
  );
  const of = (name: keyof ChatCounts) => int(row?.[name] ?? 0);
  return { mine: of("mine"), waiting: of("waiting"), bot: of("bot"), all: of("all"), missed: of("missed"), unread: of("unread") };
}

/**
 * Counts the open chats of each operator who has any, for the reason `at_limit` (CORE-037). The
 * chat limit counts the same chats (CORE-003).
 */
export async function openChatCounts(reader: Reader, account: number): Promise<ReadonlyMap<number, number>> {
  const rows = await reader.rows<{ operator_id: string; n: string }>(
    account,
    "select p.operator_id, count(*) as n from participant p where p.account_id = $1 and p.left_at is null group by p.operator_id",
    [account],
  );
  return new Map(rows.map((row) => [int(row.operator_id), int(row.n)]));
}
