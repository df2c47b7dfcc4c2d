import type { Message } from "../../../core/entity.ts";
import type { Reader } from "../../database/reader.ts";
import type { ChatVisibility } from "../chat-record.ts";
import { readChatRecords } from "./archive.ts";
import { maxSeq, readChatMessages } from "./chat-messages.ts";
import type { SearchDirection } from "./direction.ts";
import type { FoundChat, SearchFilter } from "./search-record.ts";
import type { ChatMatch } from "./search-round.ts";

/** Matching messages of a chat are counted up to this number. */
const maxCounted = 100;
/** Maximum number of messages of one chat that are scanned, starting at the newest match. */
const maxScannedForExcerpts = 200;

interface PageMatches {
  readonly filter: SearchFilter;
  readonly matches: (body: string) => boolean;
  readonly chatMatches: readonly ChatMatch[];
  readonly hits: number;
  readonly direction: SearchDirection;
}

/** Returns the chats in the given order, each with its first matching messages. */
export async function addHits(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { filter, matches, chatMatches, hits, direction }: PageMatches,
): Promise<readonly FoundChat[]> {
  if (chatMatches.length === 0) return [];
  const { isNewestFirst, order } = direction;
  const chats = chatMatches.map(({ chat }) => chat);
  const [records, candidates] = await Promise.all([
    readChatRecords(reader, account, sight, chats),
    readChatMessages(
      reader,
      account,
      chatMatches.map(({ chat, seq }) =>
        isNewestFirst ? { chat, low: 1, high: seq } : { chat, low: seq, high: maxSeq },
      ),
      { filter, order, limit: Math.max(maxScannedForExcerpts, hits) },
    ),
  ]);
  const hitsByChat = Map.groupBy(
    candidates.filter(({ body }) => matches(body)),
    ({ chat }) => chat,
  );
  return chats.flatMap((id) => {
    const record = records.get(id);
    const found = hitsByChat.get(id) ?? [];
    const messages = found.slice(0, hits).map(({ seq, body }) => ({
      seq,
      message: { ...(JSON.parse(body) as Omit<Message, "seq">), seq },
    }));
    return record ? [{ ...record, hits: messages, count: Math.min(found.length, maxCounted) }] : [];
  });
}
