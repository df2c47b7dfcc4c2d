import type { Message } from "../../../core/entity.ts";
import { createParameters, lookupJoin, toInteger } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";
import type { ChatVisibility } from "../chat-record.ts";
import { readChatRecords } from "./archive.ts";
import type { SearchDirection } from "./direction.ts";
import { indexCondition, messagesOfChat, timeConditions, type IndexedFilter } from "./match-sql.ts";
import type { FoundChat } from "./search-record.ts";
import type { ChatMatch } from "./search-round.ts";

/** Matching messages of a chat are counted up to this number. */
const maxCounted = 100;
/** Maximum number of messages of one chat that are scanned, starting at the newest match. */
const maxScannedForExcerpts = 200;

interface PageMatches {
  readonly filter: IndexedFilter;
  readonly chatMatches: readonly ChatMatch[];
  readonly hits: number;
  readonly direction: SearchDirection;
}

/** Returns the chats in the given order, each with its first matching messages. */
export async function addHits(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { filter, chatMatches, hits, direction }: PageMatches,
): Promise<readonly FoundChat[]> {
  if (chatMatches.length === 0) return [];
  const v = createParameters(account, filter.index);
  const chats = chatMatches.map(({ chat }) => chat);
  const messages = messagesOfChat(
    "q.chat",
    direction.from("q.place"),
    direction.order,
    Math.max(maxScannedForExcerpts, hits),
  );
  const [records, rows] = await Promise.all([
    readChatRecords(reader, account, sight, chats),
    reader.rows<{ chat_id: string; seq: number; body: string; n: string }>(
      account,
      `
      select h.chat_id, h.seq, j.body, h.n from unnest(${v.put(chats)}::bigint[], ${v.put(chatMatches.map(({ position }) => position))}::bigint[]) q(chat, place)
      cross join lateral (select s.chat_id, s.seq, s.position, least(count(*) over (), ${maxCounted}) as n from (${messages}) s
        where ${indexCondition("s")} ${timeConditions("s.at", filter, v)} order by s.position ${direction.order} limit ${v.put(hits)}) h
      ${lookupJoin("journal", "j", "j.account_id = $1 and j.position = h.position")} order by h.chat_id, h.position ${direction.order}`,
      v.list,
    ),
  ]);
  return chats.flatMap((id) => {
    const record = records.get(id);
    const chatRows = rows.filter((row) => toInteger(row.chat_id) === id);
    const messages = chatRows.map(({ seq, body }) => ({
      seq,
      message: { ...(JSON.parse(body) as Omit<Message, "seq">), seq },
    }));
    return record ? [{ ...record, hits: messages, count: toInteger(chatRows[0]?.n ?? 0) }] : [];
  });
}
