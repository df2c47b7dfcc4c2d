import type { MentionRecord, ChatVisibility } from "./chat-record.ts";
import type { Reader } from "../database/reader.ts";
import { chatVisibilityCondition } from "./visibility.ts";
import { lookupJoin, toInteger, toIsoTime, createParameters } from "../database/parameters.ts";

/** Maximum number of mentions that are considered, newest first. */
const maxMentions = 200;

/**
 * Lists notes that mention the operator (API-046), newest first. Only notes that are after the
 * operator's read mark and visible to them are listed.
 */
export async function listMentions(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
): Promise<readonly MentionRecord[]> {
  const v = createParameters(account, sight.operatorId);
  const rows = await reader.rows<{ chat_id: string; seq: number; at: Date }>(
    account,
    `with latest as materialized (
       select m.chat_id, m.seq, m.at from mention m where m.account_id = $1 and m.operator_id = $2 order by m.at desc limit ${maxMentions})
     select l.chat_id, l.seq, l.at from latest l ${lookupJoin("chat", "c", "c.account_id = $1 and c.id = l.chat_id")}
     where l.seq > coalesce((select r.seq from read_mark r where r.account_id = $1 and r.chat_id = l.chat_id and r.operator_id = $2), 0)
       and ${chatVisibilityCondition(sight, v)}
     order by l.at desc, l.chat_id, l.seq`,
    v.list,
  );
  return rows.map((row) => ({
    chatId: toInteger(row.chat_id),
    seq: row.seq,
    at: toIsoTime(row.at),
  }));
}
