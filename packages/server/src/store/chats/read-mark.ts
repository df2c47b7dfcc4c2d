import type { Sql } from "../database/sql.ts";
import { unreadCondition } from "./list/unread.ts";

interface ReadMark {
  readonly account: number;
  readonly chatId: number;
  readonly operatorId: number;
  readonly seq: number;
}

/**
 * Moves an operator's read mark in a chat (API-029), forward only, unless `canMoveBack` sets it to
 * exactly `seq`. No other operator reads it and no decision depends on it (journal.md). The row
 * also stores how many visitor messages the mark covers. It starts from the count of the chat's
 * activity and adds or subtracts the messages between the two positions. These are few, because
 * marks are set near the end. Returns whether the mark moved.
 */
export async function setReadMark(
  sql: Sql,
  { account, chatId, operatorId, seq }: ReadMark,
  canMoveBack: boolean,
): Promise<boolean> {
  const moved = await sql.query(
    `insert into read_mark as r (account_id, chat_id, operator_id, seq, visitor_messages)
     select a.account_id, a.chat_id, $3::bigint, $4::int, a.visitor_messages + case when $4::int >= a.counted_seq then 1 else -1 end
       * (select count(*)::int from journal j where j.account_id = $1 and j.chat_id = $2 and j.seq > least($4::int, a.counted_seq) and j.seq <= greatest($4::int, a.counted_seq) and ${unreadCondition})
     from chat_activity a where a.account_id = $1 and a.chat_id = $2
     on conflict (account_id, chat_id, operator_id) do update set seq = excluded.seq, visitor_messages = excluded.visitor_messages
       where $5 or excluded.seq > r.seq
     returning r.seq`,
    [account, chatId, operatorId, seq, canMoveBack],
  );
  return moved.length > 0;
}
