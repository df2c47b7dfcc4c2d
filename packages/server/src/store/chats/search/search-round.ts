import { createParameters, lookupJoin, toInteger } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";
import type { ChatVisibility } from "../chat-record.ts";
import { chatVisibilityCondition } from "../visibility.ts";
import { chatCondition } from "./archive.ts";
import { readCandidates, type Candidate, type CandidateScan } from "./candidates.ts";
import { maxSeq, readChatMessages } from "./chat-messages.ts";
import type { PositionRange, SearchDirection } from "./direction.ts";
import type { SearchFilter } from "./search-record.ts";

/** The first matching message of a chat in search order. */
export type ChatMatch = Omit<Candidate, "body">;
export interface RoundResult {
  readonly found: readonly ChatMatch[];
  /** Unscanned positions, or null if the scan reached the end. */
  readonly rest: PositionRange | null;
}
interface SearchRound extends CandidateScan {
  /** Decides whether a message matches (`createMatcher`). */
  readonly matches: (body: string) => boolean;
  /** Positions of earlier pages. */
  readonly shown: PositionRange;
  readonly maxChats: number;
}
/** Maximum number of messages of one chat that are scanned to find it on an earlier page. */
const maxScannedPerChat = 1_000;

/** Scans the next messages and returns the first chats with a matching one. */
export async function runRound(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  round: SearchRound,
): Promise<RoundResult> {
  const { maxChats } = round;
  const { candidates, rest } = await readCandidates(reader, account, round);
  const matches = new Map<number, ChatMatch>();
  for (const { body, ...match } of candidates)
    if (!matches.has(match.chat) && round.matches(body)) matches.set(match.chat, match);
  const found: ChatMatch[] = [];
  for (let left = [...matches.values()]; left.length > 0 && found.length < maxChats;) {
    const limit = maxChats - found.length;
    const visible = await selectVisible(reader, account, sight, {
      filter: round.filter,
      matches: left,
      limit,
    });
    found.push(...(await withoutEarlierPages(reader, account, round, visible)));
    const last = visible.at(-1);
    left = visible.length < limit || last === undefined ? [] : left.slice(left.indexOf(last) + 1);
  }
  return { found, rest };
}

/** Returns the first chats that the operator sees and that meet the conditions. */
async function selectVisible(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  {
    filter,
    matches,
    limit,
  }: {
    readonly filter: SearchFilter;
    readonly matches: readonly ChatMatch[];
    readonly limit: number;
  },
): Promise<readonly ChatMatch[]> {
  const v = createParameters(
    account,
    matches.map(({ chat }) => chat),
  );
  const rows = await reader.rows<{ n: string }>(
    account,
    `select q.n from (select * from unnest($2::bigint[]) with ordinality u(chat, n) order by n offset 0) q ${lookupJoin("chat", "c", "c.account_id = $1 and c.id = q.chat")}
     where ${chatVisibilityCondition(sight, v)} and ${chatCondition(filter, v)} order by q.n limit ${v.put(limit)}`,
    v.list,
    // Conditions on chats have texts of their own.
    filter.chats === undefined ? "kept" : "fresh",
  );
  return rows.flatMap(({ n }) => matches[toInteger(n) - 1] ?? []);
}

/** Returns the chats that no earlier page contains by a message of its positions. */
async function withoutEarlierPages(
  reader: Reader,
  account: number,
  { shown: { low, high }, direction, filter, matches }: SearchRound,
  chats: readonly ChatMatch[],
): Promise<readonly ChatMatch[]> {
  if (low >= high || chats.length === 0) return chats;
  const earlier = await readChatMessages(
    reader,
    account,
    chats.map(({ chat, seq }) => toEarlierSpan(direction, chat, seq)),
    { filter, order: "desc", limit: maxScannedPerChat },
  );
  const shownChats = new Set(
    earlier
      .filter(({ position, body }) => position >= low && position < high && matches(body))
      .map(({ chat }) => chat),
  );
  return chats.filter(({ chat }) => !shownChats.has(chat));
}
const toEarlierSpan = ({ isNewestFirst }: SearchDirection, chat: number, seq: number) =>
  isNewestFirst ? { chat, low: seq + 1, high: maxSeq } : { chat, low: 1, high: seq - 1 };
