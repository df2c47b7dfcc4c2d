import type { ChatVisibility } from "../chat-record.ts";
import type { Reader } from "../../database/reader.ts";
import { listArchive, maxScannedPerRound, maxSearchRounds } from "./archive.ts";
import { directionFor, type PositionRange, type SearchDirection } from "./direction.ts";
import { addHits } from "./found-messages.ts";
import type { IndexedFilter } from "./match-sql.ts";
import { readPositionRange } from "./position-range.ts";
import type { SearchCursor, SearchFilter, SearchPage, SearchSort } from "./search-record.ts";
import { runRound, type ChatMatch, type RoundResult } from "./search-round.ts";

interface SearchQuery {
  readonly filter: SearchFilter;
  readonly limit: number;
  /** Maximum number of matching messages returned per chat. */
  readonly hits: number;
  readonly sort: SearchSort;
  readonly cursor?: SearchCursor | undefined;
}

/**
 * Finds chats with matching messages, sorted by the newest match, or by the oldest one if `sort` is
 * `oldest` (API-250). Each request scans a limited number of messages. A page may therefore be
 * short or empty although another one follows. Messages that arrive during a search change none of
 * its pages.
 */
export async function searchChats(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  query: SearchQuery,
): Promise<SearchPage> {
  const { filter, limit, sort, cursor } = query;
  if (filter.index !== null)
    return searchMessages(reader, account, sight, {
      ...query,
      filter: { ...filter, index: filter.index },
    });
  const { items, next } = await listArchive(reader, account, sight, {
    filter,
    limit,
    sort,
    after: cursor?.of === "chats" ? cursor : null,
  });
  return {
    items: items.map((record) => ({ ...record, hits: [], count: 0 })),
    next: next && { of: "chats", ...next },
  };
}

async function searchMessages(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { filter, limit, hits, cursor, sort }: SearchQuery & { readonly filter: IndexedFilter },
): Promise<SearchPage> {
  const direction = directionFor(sort);
  const range = await readPositionRange(reader, account, filter);
  const { shown, unread } = direction.split(
    cursor?.of === "messages" ? { low: range.low, high: Math.min(cursor.top, range.high) } : range,
    cursor,
  );
  const { chatMatches, remaining } = await collectMatches(reader, account, sight, {
    filter,
    limit,
    direction,
    shown,
    unread,
  });
  const items = chatMatches.slice(0, limit);
  const last = items.at(-1);
  const isCut = chatMatches.length > limit && last !== undefined;
  const next = isCut ? direction.beyond(unread, last.position) : remaining;
  return {
    items: await addHits(reader, account, sight, {
      filter,
      chatMatches: items,
      hits,
      direction,
    }),
    next:
      next === null
        ? null
        : { of: "messages", top: Math.max(shown.high, unread.high), at: direction.getStart(next) },
  };
}

interface SearchScan {
  readonly filter: IndexedFilter;
  readonly limit: number;
  readonly direction: SearchDirection;
  /** `shown`: positions of earlier pages. `unread`: positions to scan. */
  readonly shown: PositionRange;
  readonly unread: PositionRange;
}

/** Scans until one chat more than the limit matches. `remaining`: unscanned positions. */
async function collectMatches(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { filter, limit, direction, shown, unread }: SearchScan,
): Promise<{
  readonly chatMatches: readonly ChatMatch[];
  readonly remaining: PositionRange | null;
}> {
  const chatMatches: ChatMatch[] = [];
  let remaining: PositionRange | null = unread;
  for (
    let n = 0;
    n < maxSearchRounds &&
    remaining !== null &&
    remaining.high > remaining.low &&
    chatMatches.length <= limit;
    n++
  ) {
    const maxMessages = Math.min(
      maxScannedPerRound,
      hasPhrase(filter.index) ? limit * 3 * 4 ** n : n === 0 ? limit * 10 : maxScannedPerRound,
    );
    const round = {
      filter,
      direction,
      shown,
      span: remaining,
      maxMessages,
      maxChats: limit + 1 - chatMatches.length,
      excludedChats: chatMatches.map(({ chat }) => chat),
    };
    const result: RoundResult = await runRound(reader, account, sight, round);
    chatMatches.push(...result.found);
    remaining = result.edge === null ? null : direction.beyond(remaining, result.edge);
  }
  return {
    chatMatches,
    remaining: remaining !== null && remaining.high > remaining.low ? remaining : null,
  };
}

/**
 * Returns whether the query contains a phrase. The index contains words without their order, so for
 * a phrase every candidate message is read. Such a search therefore starts with few candidates.
 * Without a phrase, scanning more messages is cheaper than another request.
 */
const hasPhrase = (index: string): boolean => index.includes("<->");
