import { createMatcher } from "../../../core/search/match-message.ts";
import { createParameters } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";
import type { ChatVisibility } from "../chat-record.ts";
import { lastSeq } from "../../last-entry.ts";
import { chatVisibilityCondition } from "../visibility.ts";
import { isCutBySize, readChatMessages } from "./chat-messages.ts";
import type { SearchFilter } from "./search-record.ts";

/** Maximum number of messages that are scanned, of matches that are listed, and of a read. */
const maxScannedMessages = 10_000;
const maxMatches = 1_000;
const messagesPerRead = 1_000;

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
  const v = createParameters(account, chat);
  const row = await reader.one<{ last: number }>(
    account,
    `select ${lastSeq("c.account_id", "c.id")} as last from chat c where c.account_id = $1 and c.id = $2 and ${chatVisibilityCondition(sight, v)}`,
    v.list,
  );
  if (row === null) return null;
  if (filter.messages === null) return [];
  const matches = createMatcher(filter.messages);
  const seqs: number[] = [];
  const lowest = Math.max(0, row.last - maxScannedMessages);
  for (let high = row.last; high > lowest && seqs.length < maxMatches;) {
    const low = Math.max(lowest, high - messagesPerRead) + 1;
    const messages = await readChatMessages(reader, account, [{ chat, low, high }], {
      filter,
      order: "desc",
      limit: messagesPerRead,
    });
    seqs.push(...messages.filter(({ body }) => matches(body)).map(({ seq }) => seq));
    high = (isCutBySize(messages) ? (messages.at(-1)?.seq ?? low) : low) - 1;
  }
  return seqs.slice(0, maxMatches).toReversed();
}
