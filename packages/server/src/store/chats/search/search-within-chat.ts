import { createParameters } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";
import type { ChatVisibility } from "../chat-record.ts";
import { chatVisibilityCondition } from "../visibility.ts";
import { indexCondition, messagesOfChat, timeConditions } from "./match-sql.ts";
import type { SearchFilter } from "./search-record.ts";

/** Maximum number of messages that are scanned, and of matches that are listed. */
const maxScannedMessages = 10_000;
const maxMatches = 1_000;

/**
 * Returns the numbers of matching messages in one chat, in ascending order: the newest `maxMatches`
 * among the chat's newest `maxScannedMessages`. Returns null if the chat is not visible.
 */
export async function searchWithinChat(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { filter, chat }: { readonly filter: SearchFilter; readonly chat: number },
): Promise<readonly number[] | null> {
  const v = createParameters(account, ...(filter.index === null ? [] : [filter.index]));
  const id = v.put(chat);
  const matchQuery =
    filter.index === null
      ? "select null::int as seq where false"
      : `select s.seq from (${messagesOfChat(id, { low: "1", high: String(2 ** 53) }, "desc", maxScannedMessages)}) s where ${indexCondition("s")} ${timeConditions("s.at", filter, v)}
        order by s.position desc limit ${maxMatches}`;
  const row = await reader.one<{ seqs: number[] }>(
    account,
    `select coalesce((select array_agg(f.seq order by f.seq) from (${matchQuery}) f), '{}') as seqs
    from chat c where c.account_id = $1 and c.id = ${id} and ${chatVisibilityCondition(sight, v)}`,
    v.list,
  );
  return row?.seqs ?? null;
}
