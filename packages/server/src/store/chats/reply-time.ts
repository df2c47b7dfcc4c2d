import type { ReplyTime } from "../../core/report/reply-time.ts";
import type { Reader } from "../database/reader.ts";
import { toInteger } from "../database/parameters.ts";

/**
 * Returns the median time to the first answer of an operator, within working hours. Chats of a
 * channel that started at or after `since` (milliseconds since 1970) count. Reports count in the
 * same way (API-343).
 */
export async function readReplyTime(
  reader: Reader,
  account: number,
  channelId: number,
  since: number,
): Promise<ReplyTime> {
  const row = await reader.one<{ chats: string; median: number | null }>(
    account,
    `select count(*) as chats, (percentile_cont(0.5) within group (order by f.answer_ms))::float8 as median from chat_fact f
     where f.account_id = $1 and f.begun_at >= to_timestamp($3::float8 / 1000) and f.channel_id = $2 and f.kind = 'visitor' and f.answer_ms is not null`,
    [account, channelId, since],
  );
  return { chats: toInteger(row?.chats ?? 0), medianMs: row?.median ?? null };
}
