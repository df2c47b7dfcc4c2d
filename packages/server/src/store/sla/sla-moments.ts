import { slaMomentCodes, type SlaMoment } from "../../core/chat/sla/due-time.ts";
import type { Reader } from "../database/reader.ts";

/** The body is JSON text that Parlour writes. Quotes inside strings are escaped. */
const lineCode = `substring(j.body from '"line":\\{"code":"([a-z_]+)"')`;

/**
 * Lists the moments of a chat that decide about its due times, in order. Of messages of one side in
 * a row, only the first one is listed.
 */
export const listSlaMoments = (
  reader: Reader,
  account: number,
  chatId: number,
): Promise<readonly SlaMoment[]> =>
  reader.rows<SlaMoment>(
    account,
    `select seq, (extract(epoch from at) * 1000)::float8 as at, code from (
       select m.*, lag(code) over (order by seq) as before from (
         select j.seq, j.at, case j.author_kind when 'system' then ${lineCode} else j.author_kind end as code from journal j
         where j.account_id = $1 and j.chat_id = $2 and j.seq is not null and j.author_kind in ('operator', 'visitor', 'system')
           and strpos(j.body, '"kind":"note"') = 0 and strpos(j.body, '"blacklisted":true') = 0) m
       where code in ('operator', 'visitor') or code = any($3)) k
     where code is distinct from before order by seq`,
    [account, chatId, slaMomentCodes],
  );

/** Lists the ids of the chats of an account that are not closed. */
export async function listRunningChats(
  reader: Reader,
  account: number,
): Promise<readonly number[]> {
  const rows = await reader.rows<{ id: number }>(
    account,
    "select id::float8 as id from chat where account_id = $1 and state <> 'closed' order by id",
    [account],
  );
  return rows.map(({ id }) => id);
}
